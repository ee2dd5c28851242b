/** What was remarkable in a game that is over. */
import type { GameView, RoundScored } from "../../../protocol/messages.ts";
import { evolveGame } from "../../model/game.ts";
import { initialGame } from "../../model/record.ts";
import type { GameRecord } from "../../model/record_types.ts";

/** The rarest first: three of them are told. */
const HIGHLIGHT_KINDS = [
  "comeback",
  "catches",
  "challenges_won",
  "streak",
  "longest_hand",
  "best_round",
  "uno_said",
  "cards_drawn",
] as const;
type HighlightKind = (typeof HIGHLIGHT_KINDS)[number];

export interface Highlight {
  readonly what: HighlightKind;
  readonly player: number;
  readonly count: number;
}

const MIN_COUNTS = {
  comeback: 100,
  catches: 1,
  challenges_won: 1,
  streak: 2,
  longest_hand: 10,
  best_round: 100,
  uno_said: 2,
  cards_drawn: 12,
};

/** Who had the most of something, where nobody had as much: people and bots alike. */
export function highlights(record: GameRecord): Highlight[] {
  const counts = countHighlights(record);
  return HIGHLIGHT_KINDS.flatMap((what) => {
    const most = Math.max(...counts[what]);
    const player = counts[what].indexOf(most);
    const shared = counts[what].lastIndexOf(most) !== player;
    return most < MIN_COUNTS[what] || shared ? [] : [{ what, player, count: most }];
  }).slice(0, 3);
}

/** By player; only what everyone at the table could see. */
function countHighlights(record: GameRecord): Record<HighlightKind, number[]> {
  const none = (): number[] => record.header.names.map(() => 0);
  const counts: Record<HighlightKind, number[]> = {
    comeback: none(),
    catches: none(),
    challenges_won: none(),
    streak: none(),
    longest_hand: none(),
    best_round: none(),
    uno_said: none(),
    cards_drawn: none(),
  };
  const rounds = new RoundCounts(record.header.names.length);
  let game = initialGame(record);
  for (const { events } of record.entries) {
    for (const event of events) {
      game = evolveGame(game, event);
      if (event.event === "hand-scored") rounds.add(event, game);
      if (event.event !== "at-table") continue;
      const players = game.tables[event.table]?.players ?? [];
      const add = (what: HighlightKind, seat: number, by = 1): void => {
        const player = players[seat] ?? -1;
        counts[what][player] = (counts[what][player] ?? 0) + by;
      };
      const { what } = event;
      if (what.event === "caught") add("catches", what.seat);
      else if (what.event === "challenged" && what.guilty) add("challenges_won", what.seat);
      else if (what.event === "said-uno") add("uno_said", what.seat);
      else if (what.event === "played" && what.uno) add("uno_said", what.seat);
      else if (what.event === "drew") add("cards_drawn", what.seat, what.cards.length);
      for (const [seat, player] of players.entries()) {
        const held = game.tables[event.table]?.view.hands[seat]?.length ?? 0;
        counts.longest_hand[player] = Math.max(counts.longest_hand[player] ?? 0, held);
      }
    }
  }
  return { ...counts, ...rounds.counts(game) };
}

/** What follows from the scores of the rounds. */
class RoundCounts {
  readonly #streak: number[];
  readonly #longest: number[];
  readonly #best: number[];
  /** How far each player has been behind the first. */
  readonly #behind: number[];

  constructor(players: number) {
    [this.#streak, this.#longest, this.#best, this.#behind] = Array.from({ length: 4 }, () =>
      Array<number>(players).fill(0),
    ) as [number[], number[], number[], number[]];
  }

  add({ winner, points }: RoundScored, { scores, format }: GameView): void {
    const first = Math.max(...scores);
    for (const [player, score] of scores.entries()) {
      const streak = player === winner ? (this.#streak[player] ?? 0) + 1 : 0;
      this.#streak[player] = streak;
      this.#longest[player] = Math.max(this.#longest[player] ?? 0, streak);
      this.#behind[player] = Math.max(this.#behind[player] ?? 0, first - score);
      // Where everyone keeps what they hold, many points are no merit.
      const gain = format.format === "race" ? (points[player] ?? 0) : 0;
      this.#best[player] = Math.max(this.#best[player] ?? 0, gain);
    }
  }

  counts({
    winners,
    format,
  }: GameView): Pick<Record<HighlightKind, number[]>, "streak" | "best_round" | "comeback"> {
    const won = (player: number): boolean => winners?.includes(player) ?? false;
    const comeback = this.#behind.map((behind, player) =>
      format.format === "race" && won(player) ? behind : 0,
    );
    // One table, one round: nobody wins two of them in a row elsewhere.
    const streak = format.format === "rotating" ? this.#longest.map(() => 0) : this.#longest;
    return { streak, best_round: this.#best, comeback };
  }
}
