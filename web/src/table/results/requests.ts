import type { RoomCommand } from "../../../protocol/messages.ts";

/** Where requests to the table go. */
export interface Requests {
  /** Whether this page's person is host. */
  readonly isHost: boolean;
  ask(command: RoomCommand): Promise<void>;
}
