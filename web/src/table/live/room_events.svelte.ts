/** Everything that follows from what happens at a table, while this page is open. */
import { giveNotice } from "../../sound/notices.ts";
import { speak, stopSpeaking } from "../../sound/speech.ts";
import { Chat } from "./chat.svelte.ts";
import type { Effects } from "./effects.svelte.ts";
import { Expressions } from "./expressions.svelte.ts";
import { Flights } from "./flights.svelte.ts";
import { Intent } from "./intent.svelte.ts";
import { LastCards } from "./last_cards.svelte.ts";
import { TableLog } from "./log.svelte.ts";
import type { RoomClient } from "./room_client.svelte.ts";

export class RoomEvents {
  readonly intent: Intent;
  readonly log: TableLog;
  readonly chat: Chat;
  readonly flights = new Flights();
  readonly lastCards = new LastCards();
  readonly expressions = new Expressions();
  /** What is seen besides the cards; null until that is loaded. */
  effects = $state.raw<Effects | null>(null);
  /** When the game ended that we saw end; null before, and when the next one begins. */
  ended = $state.raw<number | null>(null);
  readonly stop: () => void;

  constructor(readonly client: RoomClient) {
    this.intent = new Intent(client);
    this.log = new TableLog(client.code);
    this.chat = new Chat(client.guest);
    const stopListening = client.listen((news, before, after) => {
      speak(this.log.receive(news, before, after).map(({ text }) => text));
      this.chat.receive(news, before, after);
      this.lastCards.receive(news, after);
      this.expressions.receive(news, after);
      this.flights.showNews(news, before, after);
      this.effects?.receive(news, before, after);
      giveNotice(news, before, after);
      for (const { fact } of news.facts) {
        if (fact === "game-closed") this.ended = news.at;
        if (fact === "game-started") this.ended = null;
      }
      this.intent.refresh();
    });
    this.stop = () => {
      stopListening();
      stopSpeaking();
    };
  }
}
