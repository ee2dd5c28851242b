/** Luck and play of a whole game: what the deals gave each player, and what came of it. */
import type { View } from "../../protocol/messages.ts";
import { networkScores, type Network } from "../model/network.ts";
import { seatToAct } from "../model/round.ts";
import { canJudge, SCORES_PER_LOGIT, sides, type Step } from "./curve.ts";
import { writeFeatures } from "./features.ts";
import { isTrainedFor } from "./master.ts";
import { NOTHING, remember, type Memory } from "./memory.ts";

/** Where a player's rounds came from, in rounds won: `par`, `deal` and `play` add up to `won`. */
export interface Account {
  readonly player: number;
  readonly rounds: number;
  readonly won: number;
  /** What the number of players gave. */
  readonly par: number;
  /** How much better than the others' the network took the chances for at the first choices. */
  readonly deal: number;
  /** Everything from there on: the player's moves, the others', and the cards drawn. */
  readonly play: number;
}

interface RoundSoFar {
  memories: readonly Memory[];
  /** By seat the chance at the first choice, once there was one. */
  readonly first: (number | undefined)[];
  over: boolean;
}

/**
 * The accounts of all finished rounds, by player; null if the network was not trained for one.
 *
 * `pause` is awaited now and then, so that the page stays alive.
 */
export async function drawAccounts(
  steps: readonly Step[],
  network: Network,
  pause: () => Promise<void>,
): Promise<readonly Account[] | null> {
  const accounts: Account[] = (steps[0]?.game.scores ?? []).map((_, player) => ({
    player,
    rounds: 0,
    won: 0,
    par: 0,
    deal: 0,
    play: 0,
  }));
  let hand = 0;
  let rounds: RoundSoFar[] = [];
  for (const { entry, game } of steps) {
    if (game.hand !== hand) [hand, rounds] = [game.hand, []];
    for (const [table, { players, view }] of game.tables.entries()) {
      const round = (rounds[table] ??= {
        memories: players.map(() => NOTHING),
        first: players.map(() => undefined),
        over: false,
      });
      if (round.over) continue;
      // A round is won in the same way in every format, so the format does not matter here.
      if (!isTrainedFor(view)) return null;
      for (const event of entry?.events ?? []) {
        if (event.event !== "at-table" || event.table !== table) continue;
        const { what } = event;
        round.memories = round.memories.map((memory, seat) => remember(memory, what, seat));
      }
      const acting = seatToAct(view);
      if (acting !== null && round.first[acting] === undefined && isAsked(view)) {
        const features = writeFeatures(view, round.memories[acting]!, acting);
        const logit = networkScores(network, features).at(-1)! / SCORES_PER_LOGIT;
        round.first[acting] = 1 / (1 + Math.exp(-logit));
        await pause();
      }
      if (view.phase.phase !== "over") continue;
      round.over = true;
      const { winner } = view.phase;
      const isWith = (seat: number, other: number): boolean =>
        seat === other || (view.rules.teams && (seat - other) % 2 === 0);
      const shares = firstShares(round.first);
      for (const [seat, player] of players.entries()) {
        const won = Number(winner !== null && isWith(seat, winner));
        const first = shares.reduce(
          (sum, each, other) => sum + (isWith(seat, other) ? each : 0),
          0,
        );
        accounts[player] = addRound(accounts[player]!, won, 1 / sides(view), first);
      }
    }
  }
  return accounts;
}

function isAsked(view: View): boolean {
  return view.discard.length > 0 && canJudge(view);
}

/**
 * The seats' shares in a round, 1 together: those who had a choice in the ratio of their chances,
 * since the network expects to beat the others from every seat; the rest as among equals.
 */
function firstShares(first: readonly (number | undefined)[]): readonly number[] {
  const judged = first.filter((chance) => chance !== undefined);
  const whole = judged.reduce((sum, chance) => sum + chance, 0);
  const scale = judged.length / first.length / whole;
  return first.map((chance) => (chance === undefined ? 1 / first.length : chance * scale));
}

function addRound(account: Account, won: number, par: number, first: number): Account {
  return {
    ...account,
    rounds: account.rounds + 1,
    won: account.won + won,
    par: account.par + par,
    deal: account.deal + first - par,
    play: account.play + won - first,
  };
}
