/** Where a tournament of rotating partners stands. */
import type { GameView } from "../../../protocol/messages.ts";
import { ROUNDS_PER_PARTNER } from "../../../protocol/values.ts";

export interface Stage {
  readonly stage: number;
  readonly stages: number;
}

export interface NextStage {
  readonly stage: number;
  /** By player. */
  readonly partner: number;
  readonly table: number;
}

/** Which stage it is, counted from 1; null where partners do not rotate. */
export function stageOf({ format, hand, scores }: GameView): Stage | null {
  if (format.format !== "rotating" || hand === 0) return null;
  return {
    stage: Math.ceil(hand / ROUNDS_PER_PARTNER),
    stages: (scores.length - 1) * format.cycles,
  };
}

/** With whom and where a player goes on after this round; null if the partner stays, or all is over. */
export function nextStage(game: GameView, player: number): NextStage | null {
  const now = stageOf(game);
  if (!now || game.hand % ROUNDS_PER_PARTNER !== 0 || now.stage === now.stages) return null;
  const tables = tablesAtStage(game, now.stage + 1);
  const table = tables.findIndex((players) => players.includes(player));
  const players = tables[table] ?? [];
  const partner = players[(players.indexOf(player) + 2) % players.length];
  return partner === undefined ? null : { stage: now.stage + 1, partner, table };
}

/** The players at each table by seat, in a stage before or after the present one. */
export function tablesAtStage(game: GameView, stage: number): number[][] {
  const last = game.scores.length - 1;
  const now = stageOf(game)?.stage ?? stage;
  // The last player stays, everyone else moves up by one from stage to stage.
  const on = (((stage - now) % last) + last) % last;
  const moved = (one: number): number => (one === last ? one : (one + on) % last);
  return game.tables.map(({ players }) => players.map(moved));
}
