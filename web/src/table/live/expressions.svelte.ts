/** What the players' faces show for a moment, of what has just happened to them. */
import type { News, RoomView, RoundEvent } from "../../../protocol/messages.ts";
import type { Expression } from "../../faces/looks.ts";
import { faceOf } from "../../cards/cards.ts";
import { sceneOf } from "./scene.ts";

/** How long a face keeps an expression, in milliseconds. */
const STAYS = 1600;

export class Expressions {
  /** By the seat of the round at the table we see; who is not in it looks as usual. */
  bySeat = $state.raw<ReadonlyMap<number, Expression>>(new Map());

  /** Take in what happened. */
  receive(news: News, after: RoomView): void {
    const table = sceneOf(after, 0)?.table;
    for (const fact of news.facts) {
      if (fact.fact !== "moved") continue;
      for (const event of fact.events) {
        if (event.event !== "at-table" || event.table !== table) continue;
        for (const [seat, expression] of expressionsAt(event.what)) this.#show(seat, expression);
      }
    }
  }

  #show(seat: number, expression: Expression): void {
    const shown = new Map(this.bySeat).set(seat, expression);
    this.bySeat = shown;
    window.setTimeout(() => {
      if (this.bySeat.get(seat) !== expression) return;
      const left = new Map(this.bySeat);
      left.delete(seat);
      this.bySeat = left;
    }, STAYS);
  }
}

/** Who looks how about an event. */
export function expressionsAt(what: RoundEvent): readonly (readonly [number, Expression])[] {
  switch (what.event) {
    case "played":
      if (what.uno) return [[what.seat, "shout"]];
      return ["D", "W4", "S"].includes(faceOf(what.card)) ? [[what.seat, "sly"]] : [];
    case "said-uno":
      return [[what.seat, "shout"]];
    case "drew":
      return what.why === "turn" || what.cards.length === 0 ? [] : [[what.seat, "hit"]];
    case "skipped":
    case "turn-lost":
      return [[what.seat, "asleep"]];
    case "caught":
      return [
        [what.seat, "glad"],
        [what.target, "hit"],
      ];
    case "challenged":
      return what.guilty
        ? [
            [what.seat, "glad"],
            [what.target, "hit"],
          ]
        : [[what.target, "glad"]];
    case "round-ended":
      return what.winner === null ? [] : [[what.winner, "glad"]];
    default:
      return [];
  }
}
