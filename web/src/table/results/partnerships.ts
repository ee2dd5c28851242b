/** Points by partnership, where partners rotate. */
import type { GameView } from "../../../protocol/messages.ts";
import { ROUNDS_PER_PARTNER } from "../../../protocol/values.ts";
import type { Sheet } from "../../model/game.ts";
import { tablesAtStage } from "./stages.ts";

export interface Partnership {
  readonly players: readonly [number, number];
  /** What each round brought them. */
  readonly points: readonly number[];
}

/** Four hands, or as many of them as have been dealt, and everyone who played them together. */
export interface StagePoints {
  readonly stage: number;
  readonly hands: readonly number[];
  readonly pairs: readonly Partnership[];
}

/** Every partnership of every stage begun, in the order of play. */
export function partnerships(game: GameView, sheet: Sheet): StagePoints[] {
  const stages: StagePoints[] = [];
  for (let start = 0; start < sheet.length; start += ROUNDS_PER_PARTNER) {
    const played = sheet.slice(start, start + ROUNDS_PER_PARTNER);
    const stage = start / ROUNDS_PER_PARTNER + 1;
    stages.push({
      stage,
      hands: played.map((_, index) => start + index + 1),
      pairs: tablesAtStage(game, stage).flatMap((table) =>
        [0, 1].map((seat) => {
          const players = [table[seat] ?? 0, table[seat + 2] ?? 0] as const;
          return {
            players: [Math.min(...players), Math.max(...players)] as const,
            points: played.map((hand) => hand[players[0]] ?? 0),
          };
        }),
      ),
    });
  }
  return stages;
}

/** What each player has scored with each other one; null with whom nothing has been played yet. */
export function partnerPoints(game: GameView, stages: readonly StagePoints[]): (number | null)[][] {
  const together = game.scores.map(() => game.scores.map((): number | null => null));
  for (const { pairs } of stages) {
    for (const { players, points } of pairs) {
      const [one, other] = players;
      const sum = points.reduce((all, some) => all + some, 0);
      for (const [player, partner] of [
        [one, other],
        [other, one],
      ] as const) {
        const row = together[player];
        if (row) row[partner] = (row[partner] ?? 0) + sum;
      }
    }
  }
  return together;
}
