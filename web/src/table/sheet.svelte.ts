/** The score sheet: what each hand brought, as far as this page has seen it. */
import type { GameView, News, TableView } from "../../protocol/messages.ts";

export interface Row {
  readonly hand: number;
  /** By player. */
  readonly points: readonly number[];
}

export class Sheet {
  rows = $state.raw<readonly Row[]>([]);

  hear(news: News, _before: TableView, after: TableView): void {
    for (const fact of news.facts) {
      if (fact.fact === "game-started") this.rows = [];
      if (fact.fact !== "moved") continue;
      for (const event of fact.events) {
        if (event.event === "hand-scored") this.#add(after.game?.hand ?? 0, event.points);
      }
    }
  }

  #add(hand: number, points: readonly number[]): void {
    const before = this.rows.find((row) => row.hand === hand);
    const sum = points.map((more, player) => more + (before?.points[player] ?? 0));
    this.rows = [...this.rows.filter((row) => row !== before), { hand, points: sum }];
  }
}

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
