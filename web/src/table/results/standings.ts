/** Who is ahead in a game. */
import type { GameView } from "../../../protocol/messages.ts";

/** Players, or teams, the best first; those who are level share a rank. */
export interface Standing {
  readonly rank: number;
  readonly players: readonly number[];
  readonly score: number;
  readonly wins: number;
}

/** Who is ahead: the same order as the server's. */
export function standings(game: GameView): Standing[] {
  const sides = sidesOf(game);
  const keys = sides.map((side) => keyOf(game, side));
  return sides
    .map((players, index) => ({
      rank: 1 + keys.filter((key) => compare(key, keys[index] ?? []) < 0).length,
      players,
      score: game.scores[players[0] ?? 0] ?? 0,
      wins: winsOf(game, players),
    }))
    .sort((one, other) => one.rank - other.rank);
}

function sidesOf(game: GameView): number[][] {
  const players = game.scores.map((_, player) => player);
  const teams = game.format.format === "partners" || game.format.format === "teams";
  if (!teams) return players.map((player) => [player]);
  return [
    players.filter((player) => player % 2 === 0),
    players.filter((player) => player % 2 === 1),
  ];
}

function winsOf(game: GameView, players: readonly number[]): number {
  return players.reduce((sum, player) => sum + (game.wins[player] ?? 0), 0);
}

function keyOf(game: GameView, players: readonly number[]): number[] {
  const player = players[0] ?? 0;
  const score = game.scores[player] ?? 0;
  switch (game.format.format) {
    case "low-tally":
      return [score];
    case "elimination": {
      const left = game.out.findIndex((gone) => gone.includes(player));
      return [left < 0 ? 0 : game.out.length - left, score];
    }
    case "single":
    case "best-of":
      return [-winsOf(game, players)];
    case "race":
    case "partners":
    case "teams":
    case "rotating":
      return [-score];
  }
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
