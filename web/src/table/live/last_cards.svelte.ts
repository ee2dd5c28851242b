/** The card that each player laid last, as long as the hand lasts. */
import type { Card, Colour, News, RoomView } from "../../../protocol/messages.ts";
import { sceneOf } from "./scene.ts";

export interface LaidCard {
  readonly card: Card;
  /** The colour named with a wild. */
  readonly colour: Colour | null;
}

export class LastCards {
  /** By the seat of the round at the table we see. */
  bySeat = $state.raw<ReadonlyMap<number, LaidCard>>(new Map());

  /** Take in what happened. */
  receive(news: News, after: RoomView): void {
    const table = sceneOf(after, 0)?.table;
    const laid = new Map(this.bySeat);
    for (const fact of news.facts) {
      if (fact.fact !== "moved" && fact.fact !== "game-started") continue;
      for (const event of fact.events ?? []) {
        if (event.event !== "at-table" || event.table !== table) continue;
        const { what } = event;
        if (what.event === "dealt") laid.clear();
        if (what.event === "played")
          laid.set(what.seat, { card: what.card, colour: what.colour ?? null });
      }
    }
    this.bySeat = laid;
  }
}
