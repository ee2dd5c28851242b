/** Cards in the air: what has already happened, shown on its way. Nothing waits for them. */
import { tick } from "svelte";
import type { Card, News, Played, RoundEvent, RoomView } from "../../../protocol/messages.ts";
import { seatToAct } from "../../model/round.ts";
import * as motion from "../../motion.ts";
import { allowsMotion, prefs } from "../../prefs.svelte.ts";
import type { Pose } from "../geometry/flight_path.ts";
import { hideUntilDealt, showDealt, startDeal } from "./dealing.ts";
import { whenIdle } from "./idle.ts";
import { landCard, returnCard } from "./landing.ts";
import { poseAt, poseInHand, poseOf, type Spot } from "./poses.ts";
import { sceneOf, type Scene } from "./scene.ts";
import { Sky } from "./sky.ts";

/** How much faster cards arrive when the table has moved on. */
const HURRY = 4;
/** Frames until the table is there to be dealt at. */
const PATIENCE = 60;
/** Milliseconds that the first card waits, at most, for the table to be drawn. */
const DRAWING = 600;
/** How many cards of a deal are in the air at once. */
const AT_ONCE = 8;

/** Where new cards of our hand come from, and when. */
interface Arrival {
  readonly from: Spot;
  readonly after: number;
  readonly step: number;
  readonly thrown: boolean;
}

/** A deal that is on. */
interface Deal {
  /** The cards of our hand, in the order they are dealt. */
  readonly held: HTMLElement[];
  /** What moves; null until the table is drawn and cards fly. */
  animations: readonly Animation[] | null;
}

const DRAWN: Arrival = { from: "draw", after: 0, step: 0, thrown: false };

export class Flights {
  /** How many cards are on their way to a seat: its count leaves them out until they are there. */
  awaited = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Whether the card that begins the discard pile is still to be turned over. */
  unturned = $state.raw(false);
  /** Whether cards of a deal are in the air. */
  dealing = $state.raw(false);
  root: HTMLElement | null = null;
  #sky = new Sky();
  #arrival = DRAWN;
  /** Our own card that flies already, though the table has not said so yet. */
  #laid: Card | null = null;
  #deal: Deal | null = null;

  /** For an attachment: cards fly over this. */
  openSky(place: Element): () => void {
    const close = this.#sky.open(place as HTMLElement);
    return () => {
      close();
      this.finishDeal();
    };
  }

  /** Show the news; called while the page still shows what was before. */
  showNews(news: News, before: RoomView, after: RoomView): void {
    const scene = sceneOf(after, 0);
    if (!scene || !isSeen()) return;
    const round = before.game?.tables[scene.table]?.view;
    const turn = round ? seatToAct(round) : null;
    let index = round?.discard.length ?? 0;
    let landed = 0;
    for (const fact of news.facts) {
      if (fact.fact !== "moved") continue;
      for (const event of fact.events) {
        if (event.event !== "at-table" || event.table !== scene.table) continue;
        const { what } = event;
        if (what.event === "played") {
          this.#sky.hurry(HURRY);
          this.#play(what, scene.own, index++, turn !== null && turn !== what.seat);
          landed = motion.LAY / prefs.speed;
        } else if (what.event === "dealt") this.deal(scene);
        else {
          if (what.event === "caught") landed += motion.CAUGHT_PAUSE / prefs.speed;
          this.#show(what, scene, landed);
        }
      }
    }
  }

  /** Our card leaves the hand from there, and becomes number `index` of the discard pile. */
  playOwn(card: Card, from: Pose | null, index: number): void {
    this.#laid = card;
    this.finishDeal();
    if (from) this.#land(index, from, false);
  }

  /**
   * Let a card that is new in our hand arrive, as number `order` of those that come at once.
   *
   * `first`: the hand itself is new; its cards only fly if they are being dealt.
   */
  arrive(node: HTMLElement, order: number, first: boolean): void {
    if (!this.root || !isSeen()) return;
    if (this.#deal && !this.#deal.animations) {
      hideUntilDealt(node);
      this.#deal.held[order] = node;
      return;
    }
    if (first) return;
    const to = poseInHand(node);
    if (this.#laid !== null) {
      this.#laid = null;
      const from = poseAt(this.root, "discard");
      if (from) returnCard(node, from, to);
      return;
    }
    const { from, after, step, thrown } = this.#arrival;
    const start = poseAt(this.root, from);
    this.#sky.resize(poseAt(this.root, "draw")?.width ?? 0);
    const late = after + Math.min(order, motion.THROWN_MOST) * step;
    if (start) this.#flyIntoHand(node, start, to, late, thrown);
  }

  /** Deal the cards of a round around, once the table is there to be dealt at. */
  deal(scene: Scene): void {
    if (!isSeen()) return;
    this.finishDeal();
    const deal: Deal = { held: [], animations: null };
    this.#deal = deal;
    this.awaited = new Map(scene.round.hands.map((hand, seat) => [seat, hand.length]));
    this.unturned = true;
    const wait = (frames: number): void => {
      if (this.#deal !== deal) return;
      const pile = this.root && poseAt(this.root, "draw");
      if (pile) {
        this.#sky.prepare(pile.width, AT_ONCE);
        whenIdle(start, DRAWING);
      } else if (frames > 0) requestAnimationFrame(() => wait(frames - 1));
      else this.finishDeal();
    };
    const start = (): void => {
      if (this.#deal !== deal || !this.root) return;
      deal.animations = startDeal(this.root, scene, this.#sky, deal.held);
      this.dealing = true;
      const last = deal.animations.at(-1);
      if (last) last.onfinish = () => this.finishDeal();
      else this.finishDeal();
    };
    void tick().then(() => wait(PATIENCE));
  }

  /** Let everything that is being dealt lie where it belongs. */
  finishDeal(): void {
    if (!this.#deal) return;
    const { held, animations } = this.#deal;
    this.#deal = null;
    held.forEach(showDealt);
    this.awaited = new Map();
    this.unturned = this.dealing = false;
    void tick().then(() => animations?.forEach((animation) => animation.cancel()));
  }

  #play(what: Played, own: number | null, index: number, whip: boolean): void {
    if (what.seat === own) {
      const flies = this.#laid === what.card;
      this.#laid = null;
      if (flies) return;
    }
    // Our own card, which the clock has laid, or another of our screens.
    const held = what.seat === own && this.root?.querySelector(`[data-card="${what.card}"]`);
    const from = held ? poseOf(held as HTMLElement) : this.root && poseAt(this.root, what.seat);
    if (from) this.#land(index, from, whip);
  }

  #show(what: RoundEvent, { own, players: { length: seats } }: Scene, after: number): void {
    switch (what.event) {
      case "drew":
        return this.#draw("draw", what.seat, what.cards.length, own, after, what.why !== "turn");
      case "cards-given":
        return this.#draw(what.seat, what.to, what.cards.length, own, after, false);
      case "discarded":
        what.cards.forEach((_, card) => this.#fly(what.seat, "discard", card * motion.DEAL_STEP));
        return;
      case "hands-swapped":
        this.#flyHand(what.seat, what.target);
        this.#flyHand(what.target, what.seat);
        return;
      case "hands-passed": {
        const side = what.side ?? 1;
        for (let seat = 0; seat < seats; seat++) this.#flyHand(seat, (seat + side + seats) % seats);
        return;
      }
      case "hands-shuffled":
        for (let seat = 0; seat < seats; seat++) {
          this.#flyHand(seat, "draw");
          this.#flyHand("draw", seat, motion.LAY);
        }
        return;
      default:
        return;
    }
  }

  #draw(
    from: Spot,
    to: number,
    count: number,
    own: number | null,
    after: number,
    thrown: boolean,
  ): void {
    const step = (thrown ? motion.THROW_STEP : motion.DEAL_STEP) / prefs.speed;
    if (to === own) {
      this.#arrival = { from, after, step, thrown };
      void tick().then(() => (this.#arrival = DRAWN));
      return;
    }
    this.#await(to, count);
    for (let card = 0; card < count; card++) {
      const late = after + Math.min(card, motion.THROWN_MOST) * step;
      this.#fly(from, to, late, thrown, () => this.#await(to, -1));
    }
  }

  /** A whole hand goes there: three cards stand for it. */
  #flyHand(from: Spot, to: Spot, after = 0): void {
    for (let card = 0; card < 3; card++) this.#fly(from, to, (after + card * 40) / prefs.speed);
  }

  #fly(from: Spot, to: Spot, after: number, thrown = false, onlanding = () => {}): void {
    const root = this.root;
    const start = root && poseAt(root, from);
    const end = root && poseAt(root, to);
    if (!start || !end) return onlanding();
    this.#sky.resize(poseAt(root, "draw")?.width ?? 0);
    this.#sky.fly({ from: start, to: end, after, ...flightOf(thrown), onlanding });
  }

  /** A card comes into our hand face down, and turns over there. */
  #flyIntoHand(
    node: HTMLElement,
    from: Pose,
    to: Pose,
    after: number,
    thrown: boolean,
    onlanding = () => {},
  ): void {
    const flight = flightOf(thrown, motion.DEAL_FLIGHT);
    this.#sky.fly({ from, to, after, ...flight, flips: true, onlanding });
    const frames = [
      { opacity: 0, transform: "scaleX(0)" },
      { opacity: 1, transform: "scaleX(0)", offset: 0.01 },
      { opacity: 1, transform: "none" },
    ];
    const delay = after + flight.lasts + motion.FLIP;
    const timing = { duration: motion.FLIP, delay, fill: "backwards" as const };
    this.#sky.follow(node.animate(frames, timing));
  }

  #land(index: number, from: Pose, whip: boolean): void {
    if (isSeen()) void tick().then(() => this.root && landCard(this.root, index, from, whip));
  }

  #await(seat: number, count: number): void {
    const coming = (this.awaited.get(seat) ?? 0) + count;
    this.awaited = new Map(this.awaited).set(seat, Math.max(0, coming));
  }
}

function isSeen(): boolean {
  return allowsMotion() && !document.hidden;
}

/** What is thrown turns in the air and leaves afterimages. */
function flightOf(thrown: boolean, usual = motion.LAY) {
  return thrown
    ? { lasts: motion.THROW_FLIGHT / prefs.speed, easing: motion.TURN, rise: 2.4, ghosts: 3 }
    : { lasts: usual / prefs.speed, easing: motion.OUT };
}
