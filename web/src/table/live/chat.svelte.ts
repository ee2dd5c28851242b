/** What people say to each other at the table. */
import type { News, RoomView } from "../../../protocol/messages.ts";
import { t } from "../../i18n/index.svelte.ts";
import { nameOf } from "./scene.ts";

export interface ChatMessage {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly mine: boolean;
  readonly emote: boolean;
  /** The entry it came with, by which its speaker can be accused of a hint. */
  readonly message: number;
}

const MAX_MESSAGES = 200;
const SHOWN = 3500;

export class Chat {
  messages = $state.raw<readonly ChatMessage[]>([]);
  unread = $state.raw(0);
  open = $state.raw(false);
  /** What seats show now, by player. */
  bubbles = $state.raw<ReadonlyMap<number, string>>(new Map());
  #last = 0;

  constructor(readonly guest: string) {}

  receive(news: News, _before: RoomView, after: RoomView): void {
    for (const fact of news.facts) {
      if (fact.fact !== "said" && fact.fact !== "emoted") continue;
      const emote = fact.fact === "emoted";
      const text = emote ? t(`table.emote-${fact.emote}`) : fact.text;
      const mine = fact.guest === this.guest;
      const name = nameOf(after, fact.guest);
      const message = { id: ++this.#last, name, text, mine, emote, message: news.seq };
      this.messages = [...this.messages, message].slice(-MAX_MESSAGES);
      if (!this.open && !mine) this.unread += 1;
      const player = after.seats.findIndex((seat) => seat.guest === fact.guest);
      if (player >= 0) this.#bubble(player, text.length > 40 ? `${text.slice(0, 38)}…` : text);
    }
  }

  toggle(): void {
    this.open = !this.open;
    if (this.open) this.unread = 0;
  }

  #bubble(player: number, text: string): void {
    this.bubbles = new Map(this.bubbles).set(player, text);
    window.setTimeout(() => {
      if (this.bubbles.get(player) !== text) return;
      const left = new Map(this.bubbles);
      left.delete(player);
      this.bubbles = left;
    }, SHOWN);
  }
}
