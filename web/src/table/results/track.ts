/** How far everyone is on the way to the end of the game. */
import type { GameView } from "../../../protocol/messages.ts";
import type { Sheet } from "../../model/game.ts";

/** Someone, or a team, on the track: where they were before this round, and where they are now. */
export interface Runner {
  readonly players: readonly number[];
  readonly from: number;
  readonly to: number;
  /** Whether they have just left the game. */
  readonly out: boolean;
}

export interface Track {
  /** What ends the game, or null if no number does. */
  readonly aim: number | null;
  /** The number at the far end of the line. */
  readonly end: number;
  readonly runners: readonly Runner[];
}

/** The track of a game; null for a single round. `table` are the players we sit with. */
export function trackOf(
  game: GameView,
  sheet: Sheet,
  table: readonly number[],
  winner: number | null,
): Track | null {
  const { format } = game;
  if (format.format === "single") return null;
  const last = sheet.at(-1) ?? [];
  const scored = (players: readonly number[]): Runner => {
    const to = game.scores[players[0] ?? 0] ?? 0;
    const out = players.some((player) => game.out.at(-1)?.includes(player) ?? false);
    return { players, from: to - (last[players[0] ?? 0] ?? 0), to, out };
  };
  const each = table.map((player) => [player]);
  switch (format.format) {
    case "best-of": {
      const end = Math.ceil(format.rounds / 2);
      const runners = table.map((player): Runner => {
        const to = game.wins[player] ?? 0;
        return { players: [player], from: to - (player === winner ? 1 : 0), to, out: false };
      });
      return { aim: end, end, runners };
    }
    case "partners":
    case "teams": {
      const sides = [0, 1].map((side) =>
        game.scores.flatMap((_, player) => (player % 2 === side ? [player] : [])),
      );
      return { aim: format.limit, end: format.limit, runners: sides.map(scored) };
    }
    case "rotating": {
      const runners = each.map(scored);
      return { aim: null, end: Math.max(100, ...game.scores), runners };
    }
    case "race":
    case "low-tally":
    case "elimination":
      return { aim: format.limit, end: format.limit, runners: each.map(scored) };
  }
}

/** Faces that stand together on the line, since they have as much. */
export interface Group {
  readonly value: number;
  /** Indices into the values, in their order. */
  readonly members: readonly number[];
  /** The middle of the group. */
  readonly x: number;
}

/** How far apart faces of one group stand, in their own widths. */
export const OVERLAP = 0.55;

/**
 * Where faces stand on a line from 0 to `length`: at their value, and moved apart where they would
 * lie over each other. The order is always the true one.
 */
export function placeOnTrack(
  values: readonly number[],
  end: number,
  length: number,
  face: number,
): Group[] {
  const groups = [...new Set(values)]
    .sort((one, other) => one - other)
    .map((value) => ({
      value,
      members: values.flatMap((each, index) => (each === value ? [index] : [])),
    }));
  const wide = groups.map(({ members }) => face * (1 + (members.length - 1) * OVERLAP));
  // The first face of a group stands on the line, too, where many have nothing yet.
  const at = groups.map(({ value }, index) =>
    Math.max((length * Math.max(0, Math.min(value, end))) / end, ((wide[index] ?? 0) - face) / 2),
  );
  const apart = (index: number): number => ((wide[index - 1] ?? 0) + (wide[index] ?? 0)) / 2 + 2;
  for (let index = 1; index < at.length; index++) {
    at[index] = Math.max(at[index] ?? 0, (at[index - 1] ?? 0) + apart(index));
  }
  let limit = length + face / 2;
  for (let index = at.length - 1; index >= 0; index--) {
    at[index] = Math.min(at[index] ?? 0, limit - (wide[index] ?? 0) / 2);
    limit = (at[index] ?? 0) - (wide[index] ?? 0) / 2 - 2;
  }
  return groups.map((group, index) => ({ ...group, x: at[index] ?? 0 }));
}
