/** How the chances went in a round, and which moves the network would not have made. */
import type { Action, Card, Colour, GameView, Play, View } from "../../protocol/messages.ts";
import { COLOUR_CODES, type Stake } from "../../protocol/values.ts";
import { networkScores, type Network } from "../model/network.ts";
import type { Entry } from "../model/record_types.ts";
import { seatToAct } from "../model/round.ts";
import { drawLimit } from "./draw_limit.ts";
import { colourOrder, kindIndex, writeFeatures } from "./features.ts";
import { stakeOf } from "./master.ts";
import { cardColour, NOTHING, remember, type Memory } from "./memory.ts";
import { findReason, type Reason } from "./reasons.ts";

/** A step of a replay. */
export interface Step {
  readonly entry: Entry | null;
  readonly game: GameView;
}

/** The chance of each seat to win the round after a step. */
export interface Point {
  readonly at: number;
  readonly chances: readonly number[];
}

/** What a player did and what the network would have done. */
export interface Deviation {
  readonly at: number;
  readonly seat: number;
  readonly done: Action;
  readonly better: Action;
  readonly reason: Reason;
  /** How much surer the network is of its own choice, from 0 to 1. */
  readonly surer: number;
}

export interface Curve {
  readonly players: readonly number[];
  readonly points: readonly Point[];
  readonly deviations: readonly Deviation[];
}

/** A score of the last layer stands for this part of a logit. */
export const SCORES_PER_LOGIT = 1024;
/** How sure the network must be that another choice is better before it is worth a word. */
const CLEAR = 0.6;
const COLOURED = 52;
const DRAW = 100;
/** To take the four cards, or to challenge. */
const ANSWERS: readonly Option[] = [
  { action: { do: "accept" }, decision: 103 },
  { action: { do: "challenge" }, decision: 104 },
];

/**
 * The curve of the steps of one round at one table, its deal among them. Each position is judged by
 * what the seat to act could know; until a seat is asked again its last chance stands.
 *
 * `pause` is awaited now and then, so that the page stays alive.
 */
export async function drawCurve(
  steps: readonly Step[],
  first: number,
  table: number,
  network: Network,
  pause: () => Promise<void>,
): Promise<Curve> {
  const points: Point[] = [];
  const deviations: Deviation[] = [];
  let memories: readonly Memory[] = [];
  let logits: readonly number[] = [];
  let before: View | null = null;
  let scores: Float64Array | null = null;
  let players: readonly number[] = [];
  for (const [index, { entry, game }] of steps.entries()) {
    const now = game.tables[table];
    if (now === undefined) continue;
    const { view } = now;
    ({ players } = now);
    if (memories.length === 0) {
      memories = players.map(() => NOTHING);
      // Everyone begins at par.
      logits = players.map(() => -Math.log(Math.max(sides(view) - 1, 1)));
    }
    const events = (entry?.events ?? []).flatMap((event) =>
      event.event === "at-table" && event.table === table ? [event.what] : [],
    );
    if (events.length === 0) continue;
    const at = first + index;
    const command = entry?.command;
    if (before !== null && scores !== null && command?.command === "act") {
      const seat = players.indexOf(command.player);
      const found =
        seat === seatToAct(before)
          ? compare(before, seat, command.action, scores, memories[seat]!, stakeOf(game.format))
          : null;
      if (found !== null) deviations.push({ at, seat, ...found });
    }
    for (const event of events) {
      memories = memories.map((memory, seat) => remember(memory, event, seat));
    }
    const acting = seatToAct(view);
    scores = null;
    if (acting !== null && view.discard.length > 0 && canJudge(view)) {
      const scoresFor = (stake: Stake): Float64Array =>
        networkScores(network, writeFeatures(view, memories[acting]!, acting, stake));
      const chance = scoresFor("win");
      logits = logits.with(acting, chance.at(-1)! / SCORES_PER_LOGIT);
      const stake = stakeOf(game.format);
      scores = stake === "win" ? chance : scoresFor(stake);
      await pause();
    }
    before = view;
    points.push({ at, chances: chancesOf(view, logits) });
  }
  return { players, points, deviations };
}

/** How many sides can win. */
export function sides({ rules, hands }: View): number {
  return rules.teams ? 2 : hands.length;
}

/** The network knows these questions; a custom rule asks others. */
export function canJudge({ phase }: View): boolean {
  return ["naming", "turn", "drawn", "stacked", "doubt", "choosing"].includes(phase.phase);
}

/** All chances together are 1; partners share theirs. */
function chancesOf(view: View, logits: readonly number[]): readonly number[] {
  const { phase, rules } = view;
  const isWith = (seat: number, other: number): boolean =>
    seat === other || (rules.teams && (seat - other) % 2 === 0);
  if (phase.phase === "over") {
    return logits.map((_, seat) => Number(phase.winner !== null && isWith(seat, phase.winner)));
  }
  const raw = logits.map((logit) => 1 / (1 + Math.exp(-logit)));
  const whole = raw.reduce((sum, share) => sum + share, 0);
  return raw.map((_, seat) =>
    raw.reduce((sum, share, other) => sum + (isWith(seat, other) ? share / whole : 0), 0),
  );
}

/** A turn, or a challenge: what was done against what the network is clearly surer of. */
function compare(
  view: View,
  seat: number,
  action: Action,
  scores: Float64Array,
  memory: Memory,
  stake: Stake,
): Omit<Deviation, "at" | "seat"> | null {
  const options = optionsIn(view, seat);
  if (options.length === 0) return null;
  const most = Math.max(...options.map(({ decision }) => scores[decision]!));
  const odds = options.map(({ decision }) =>
    Math.exp((scores[decision]! - most) / SCORES_PER_LOGIT),
  );
  const whole = odds.reduce((sum, each) => sum + each, 0);
  const best = odds.indexOf(Math.max(...odds));
  const done = options.findIndex(({ action: option }) => isSameMove(option, action));
  const better = options[best]?.action;
  if (better === undefined || done < 0 || isSameCard(better, action)) return null;
  const surer = (odds[best]! - odds[done]!) / whole;
  if (surer < CLEAR) return null;
  const reason = findReason({ view, seat, done: action, best: better, memory, stake });
  return { done: action, better, reason, surer };
}

interface Option {
  readonly action: Action;
  readonly decision: number;
}

function isSameCard(one: Action, other: Action): boolean {
  return one.do === other.do && (one.do !== "play" || one.card === (other as Play).card);
}

/** Whether or not UNO is said with it. */
function isSameMove(one: Action, other: Action): boolean {
  return (
    isSameCard(one, other) &&
    (one.do !== "play" || (one.colour ?? null) === ((other as Play).colour ?? null))
  );
}

function optionsIn(view: View, seat: number): readonly Option[] {
  switch (view.phase.phase) {
    case "turn":
      return listOptions(view, seat, colourOrder(view, seat));
    case "doubt":
      return view.rules.stacking === "off" ? ANSWERS : [];
    default:
      return [];
  }
}

/** What can be done in an ordinary turn. */
function listOptions(view: View, seat: number, order: readonly Colour[]): readonly Option[] {
  const hand = view.hands[seat]!;
  const options = [...new Set(hand)].flatMap((card): Option[] => {
    const own = cardColour(card);
    const index = kindIndex(order, card);
    if (own !== null) {
      const fits = own === view.colour || card[1] === faceOf(view.discard.at(-1)!);
      return fits ? [{ action: { do: "play", card }, decision: index }] : [];
    }
    const honest = !hand.some((held) => cardColour(held) === view.colour);
    if (card === "W4" && !view.rules.bluffing && !honest) return [];
    return COLOUR_CODES.map((colour) => ({
      action: { do: "play", card, colour },
      decision: COLOURED + (index - COLOURED) * COLOUR_CODES.length + order.indexOf(colour),
    }));
  });
  // As `master`, which draws on purpose only with few cards.
  const few = hand.length <= drawLimit(view.hands.length);
  const draws = options.length === 0 || (view.rules.renege && few);
  return draws ? [...options, { action: { do: "draw" }, decision: DRAW }] : options;
}

/** The face of a coloured card; a wild fits nothing by its face. */
function faceOf(card: Card): string | null {
  return cardColour(card) === null ? null : card[1]!;
}
