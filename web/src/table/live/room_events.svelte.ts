/** Everything that follows from what happens at a table, while this page is open. */
import { hear } from "../../sound/cues.ts";
import { Talk } from "./chat.svelte.ts";
import { Flights } from "./flights.svelte.ts";
import { Intent } from "./intent.svelte.ts";
import { TableLog } from "./log.svelte.ts";
import type { TableClient } from "./room_client.svelte.ts";

export class Story {
  readonly intent: Intent;
  readonly log = new TableLog();
  readonly talk: Talk;
  readonly flights = new Flights();
  /** When the game ended that we saw end; null before, and when the next one begins. */
  ended = $state.raw<number | null>(null);
  readonly stop: () => void;

  constructor(readonly client: TableClient) {
    this.intent = new Intent(client);
    this.talk = new Talk(client.guest);
    this.stop = client.watch((news, before, after) => {
      this.log.hear(news, before, after);
      this.talk.hear(news, before, after);
      this.flights.hear(news, after, this.intent.laying !== null);
      hear(news, before, after);
      for (const { fact } of news.facts) {
        if (fact === "game-closed") this.ended = news.at;
        if (fact === "game-started") this.ended = null;
      }
      this.intent.refresh();
    });
  }
}
