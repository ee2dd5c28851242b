import type { Flights } from "../table/live/flights.svelte.ts";
import type { Intent, Playable } from "../table/live/intent.svelte.ts";
import type { LastCards } from "../table/live/last_cards.svelte.ts";
import type { TableLog } from "../table/live/log.svelte.ts";

/** A table that no server runs: the lesson's, or a puzzle's. */
export interface StagedTable extends Playable {
  /** Which part of it is shown, and how many moves were made in it. */
  readonly chapter: number;
  readonly made: number;
  readonly log: TableLog;
  readonly lastCards: LastCards;
  readonly flights: Flights;
  readonly intent: Intent;
  /** Let the others move after a while, until the returned function is called; for an effect. */
  run(): () => void;
}
