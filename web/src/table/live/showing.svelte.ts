/** What a page shows of a room: the table, the end of a game, or what is before a game. */
import type { RoomEvents } from "./room_events.svelte.ts";
import { sceneOf } from "./scene.ts";

export class Showing {
  /** The games whose last round, and whose end, have been looked at: by when they ended. */
  #watched = $state.raw<number | null>(null);
  #left = $state.raw<number | null>(null);

  constructor(readonly roomEvents: RoomEvents) {}

  /** When the game ended whose end is shown, or about to be; null if there is none. */
  get ended(): number | null {
    const { ended } = this.roomEvents;
    return ended === this.#left ? null : ended;
  }

  /** Whether cards are being played. */
  get playing(): boolean {
    const view = this.roomEvents.client.view;
    return !!view?.game && view.closed === false && sceneOf(view, 0) !== null;
  }

  get now(): "table" | "end" | "lobby" {
    if (this.playing || this.#endsAtTable) return "table";
    return this.ended === null ? "lobby" : "end";
  }

  /** The last round has been looked at. */
  leaveRound(): void {
    this.#watched = this.roomEvents.ended;
  }

  /** The end of the game has been looked at. */
  leaveEnd(): void {
    this.#left = this.roomEvents.ended;
  }

  /** A game that was played to its end ends at the table: its last round is shown there first. */
  get #endsAtTable(): boolean {
    const view = this.roomEvents.client.view;
    return (
      this.ended !== null &&
      this.ended !== this.#watched &&
      !!view?.game?.winners &&
      sceneOf(view, 0)?.round.phase.phase === "over"
    );
  }
}
