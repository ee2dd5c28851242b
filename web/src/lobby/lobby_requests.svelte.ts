/** What is asked of a table before its game, and why it was refused. */
import type { RoomCommand } from "../../protocol/messages.ts";
import { Refused } from "../net/api.ts";
import type { RoomClient } from "../table/live/room_client.svelte.ts";

export class LobbyRequests {
  /** Why the last request was refused; null if it was not. */
  error = $state.raw<unknown>(null);

  constructor(readonly client: RoomClient) {}

  ask = (command: RoomCommand): Promise<void> => this.attempt(() => this.client.ask(command));

  attempt = async (work: () => Promise<void>): Promise<void> => {
    this.error = null;
    try {
      await work();
    } catch (problem) {
      // A table that is gone says so itself.
      if (!(problem instanceof Refused) || problem.code !== "gone") this.error = problem;
    }
  };
}
