import type { Action, RoomCommand, RoomView, WhyNotAnswer } from "../protocol/messages.ts";
import type { Playable } from "../src/table/live/intent.svelte.ts";
import type { StageEvent } from "./stage_state.ts";

/** A table that shows what it is given, and only says what was asked of it. */
export class StageClient implements Playable {
  view = $state.raw<RoomView | null>(null);
  readonly pending: RoomCommand | null = null;
  readonly status = "online";
  readonly isHost = true;

  constructor(readonly hear: (heard: StageEvent) => void) {}

  get legal(): readonly Action[] {
    return this.view?.game?.tables.flatMap((table) => table.view.legal) ?? [];
  }

  async ask(command: RoomCommand): Promise<void> {
    this.hear(["ask", command.do]);
  }

  async move(action: Action): Promise<void> {
    if (action.do === "play") this.hear(["play", action.card]);
    if (action.do === "draw") this.hear(["draw"]);
  }

  async why(action: Action): Promise<WhyNotAnswer | null> {
    if (action.do === "play") this.hear(["why", action.card]);
    return null;
  }

  now(ours: number): number {
    return ours;
  }
}
