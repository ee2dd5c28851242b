/** Cards in the air: what has already happened, shown on its way. Nothing waits for them. */
import { tick } from "svelte";
import type { Card, News, RoundEvent, RoomView } from "../../../protocol/messages.ts";
import { allowsMotion, prefs } from "../../prefs.svelte.ts";
import { sceneOf } from "./scene.ts";

export interface Flight {
  readonly id: number;
  readonly card: Card;
  readonly from: DOMRect;
  readonly to: DOMRect;
  readonly lasts: number;
}

/** A number that rises where cards were taken. */
export interface Tally {
  readonly id: number;
  readonly count: number;
  readonly at: DOMRect;
}

const USUAL_DURATION = 230;
const MAX_FLIGHTS = 70;
/** Until the seats of a table that has just appeared have found their places. */
const SEATS_SETTLE = 160;

type Spot = number | "draw" | "discard";

export class Flights {
  inAir = $state.raw<readonly Flight[]>([]);
  tallies = $state.raw<readonly Tally[]>([]);
  root: HTMLElement | null = null;
  #last = 0;

  /** Show the news; called while the page still shows what was before. `shown`: our card is laid. */
  showNews(news: News, after: RoomView, shown: boolean): void {
    const scene = sceneOf(after, 0);
    if (!scene || !allowsMotion() || document.hidden) return;
    for (const fact of news.facts) {
      if (fact.fact !== "moved") continue;
      for (const event of fact.events) {
        if (event.event !== "at-table" || event.table !== scene.table) continue;
        if (shown && event.what.event === "played" && event.what.seat === scene.own) continue;
        this.#show(event.what, scene.own, scene.players.length);
      }
    }
  }

  /** Let the card on top of the discard arrive from there. */
  flyToDiscard(from: DOMRect | null): void {
    if (!from || !allowsMotion()) return;
    void tick().then(() => {
      const top = this.root?.querySelector("[data-pile=discard] [data-top]");
      if (top) animateLanding(top, from, this.lasts);
    });
  }

  /** Deal cards around, once the table is there to be dealt at. */
  deal(seats: number, most: number): void {
    if (!allowsMotion()) return;
    const rounds = Math.min(7, most);
    const step = Math.min(55, 1100 / (rounds * seats)) / prefs.speed;
    window.setTimeout(() => {
      for (let card = 0; card < rounds; card++) {
        for (let seat = 0; seat < seats; seat++) {
          this.#fly("draw", seat, "??", (card * seats + seat) * step);
        }
      }
    }, SEATS_SETTLE);
  }

  /** The flight is over. */
  removeFlight(id: number): void {
    this.inAir = this.inAir.filter((flight) => flight.id !== id);
  }

  removeTally(id: number): void {
    this.tallies = this.tallies.filter((tally) => tally.id !== id);
  }

  get lasts(): number {
    return USUAL_DURATION / prefs.speed;
  }

  #show(what: RoundEvent, own: number | null, seats: number): void {
    const lasts = this.lasts;
    switch (what.event) {
      case "drew":
        what.cards.forEach((_, index) => {
          if (what.seat !== own) this.#fly("draw", what.seat, "??", index * lasts * 0.35);
        });
        if (what.why !== "turn" && what.cards.length) this.#count(what.seat, what.cards.length);
        return;
      case "played":
        this.flyToDiscard(this.rectOf(what.seat));
        return;
      case "dealt":
        this.deal(seats, Math.max(...what.hands.map((hand) => hand.length)));
        return;
      case "cards-given":
        what.cards.forEach((card, index) =>
          this.#fly(what.seat, what.to, card, index * lasts * 0.4),
        );
        return;
      case "discarded":
        what.cards.forEach((card, index) =>
          this.#fly(what.seat, "discard", card, index * lasts * 0.3),
        );
        return;
      case "hands-swapped":
        this.#bundle(what.seat, what.target, 0);
        this.#bundle(what.target, what.seat, 0);
        return;
      case "hands-passed": {
        const step = what.side ?? 1;
        for (let seat = 0; seat < seats; seat++)
          this.#bundle(seat, (seat + step + seats) % seats, 0);
        return;
      }
      case "hands-shuffled":
        for (let seat = 0; seat < seats; seat++) {
          this.#bundle(seat, "draw", 0);
          this.#bundle("draw", seat, lasts * 1.6);
        }
        return;
      default:
        return;
    }
  }

  #bundle(from: Spot, to: Spot, after: number): void {
    for (let index = 0; index < 3; index++) this.#fly(from, to, "??", after + index * 40, 1.8);
  }

  #fly(from: Spot, to: Spot, card: Card, after: number, slow = 1): void {
    const start = this.rectOf(from);
    const end = this.rectOf(to);
    if (!start || !end) return;
    const lasts = this.lasts * slow;
    const flight = { id: ++this.#last, card, from: start, to: end, lasts };
    // Only what flies is drawn: all the cards of a deal at once would hold a slow device up.
    if (after) window.setTimeout(() => this.#takeOff(flight), after);
    else this.#takeOff(flight);
  }

  #takeOff(flight: Flight): void {
    if (this.inAir.length < MAX_FLIGHTS) this.inAir = [...this.inAir, flight];
  }

  #count(seat: number, count: number): void {
    const at = this.rectOf(seat);
    if (at) this.tallies = [...this.tallies, { id: ++this.#last, count, at }];
  }

  /** Where something is on the page. */
  rectOf(spot: Spot): DOMRect | null {
    const where = typeof spot === "number" ? `[data-seat="${spot}"]` : `[data-pile="${spot}"]`;
    return this.root?.querySelector(where)?.getBoundingClientRect() ?? null;
  }
}

function animateLanding(top: Element, from: DOMRect, lasts: number): void {
  const to = top.getBoundingClientRect();
  if (!to.width) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const size = Math.min(1, Math.max(0.45, from.width / to.width));
  top.animate(
    [
      { translate: `${x}px ${y}px`, scale: String(size), zIndex: 9 },
      { translate: "0 0", scale: "1", zIndex: 9 },
    ],
    { duration: lasts, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}
