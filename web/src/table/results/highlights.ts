/** What was remarkable in a game that is over. */
import { evolveGame } from "../../model/game.ts";
import { initialGame } from "../../model/record.ts";
import type { GameRecord } from "../../model/record_types.ts";

const HIGHLIGHT_KINDS = [
  "catches",
  "challenges_won",
  "uno_said",
  "longest_hand",
  "cards_drawn",
] as const;
type HighlightKind = (typeof HIGHLIGHT_KINDS)[number];

export interface Highlight {
  readonly what: HighlightKind;
  readonly player: number;
  readonly count: number;
}

const MIN_COUNTS = {
  catches: 1,
  challenges_won: 1,
  uno_said: 2,
  longest_hand: 10,
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
    catches: none(),
    challenges_won: none(),
    uno_said: none(),
    longest_hand: none(),
    cards_drawn: none(),
  };
  let game = initialGame(record);
  for (const { events } of record.entries) {
    for (const event of events) {
      game = evolveGame(game, event);
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
  return counts;
}
