/**
 * Cards in the air, face down. They are copies of one drawing, and each is used again when it has
 * landed: a deal on a slow device draws nothing while it runs, it only moves what is there.
 */
import { FLIP } from "../../motion.ts";
import { arcPath, pathKeyframes, type Pose } from "../geometry/flight_path.ts";
import { flightKeyframes, shareFlights, type DealtFlight } from "./deal_keyframes.ts";

export interface Flight {
  readonly from: Pose;
  readonly to: Pose;
  /** Milliseconds from now. */
  readonly after: number;
  readonly lasts: number;
  readonly easing: string;
  /** How far it bends, against the usual arc. */
  readonly rise?: number;
  /** Whether it turns over when it is there. */
  readonly flips?: boolean;
  /** How many afterimages follow it. */
  readonly ghosts?: number;
  /** Called when it has landed, or will not. */
  readonly onlanding?: () => void;
}

interface Copy {
  readonly node: HTMLElement;
  readonly inner: Element;
  /** On the document's timeline. */
  busyUntil: number;
}

const GHOST_DELAY = 36;
const GHOST_OPACITY = 0.28;
const MAX_COPIES = 60;

export class Sky {
  /** How wide a card is: known, since asking the page between two flights would lay it out again. */
  #width = 0;
  #place: HTMLElement | null = null;
  #copies: Copy[] = [];
  #running = new Set<Animation>();

  /** Let cards fly over this; its first child is the card they are copies of. */
  open(place: HTMLElement): () => void {
    this.#place = place;
    return () => {
      this.clear();
      this.#place = null;
      this.#width = 0;
      this.#copies = [];
    };
  }

  /** Let cards be as wide as those on the piles: so they stay sharp. */
  resize(width: number): void {
    if (width === this.#width || !this.#place) return;
    this.#width = width;
    this.#place.style.setProperty("--card", `${width}px`);
  }

  /** Have this many copies of this width ready to fly: the browser draws them before anything moves. */
  prepare(width: number, count: number): void {
    this.resize(width);
    const missing = count - this.#copies.length;
    for (let copy = 0; copy < missing; copy++) this.#addCopy(0);
  }

  /** Let a card fly. */
  fly(flight: Flight): void {
    const { onlanding = () => {} } = flight;
    const last = this.#send(flight, flight.after, 1);
    for (let ghost = 0; ghost < (flight.ghosts ?? 0); ghost++)
      this.#send(flight, flight.after + (ghost + 1) * GHOST_DELAY, GHOST_OPACITY / (ghost + 1));
    if (!last) return onlanding();
    last.onfinish = last.oncancel = onlanding;
  }

  /** Let all cards of a deal fly, which takes so long. */
  deal(flights: readonly DealtFlight[], width: number, lasts: number): Animation[] {
    this.resize(width);
    const now = Number(document.timeline.currentTime ?? 0);
    return shareFlights(flights).flatMap((shared) => {
      const copy = this.#copyFor(now, now + lasts);
      if (!copy) return [];
      const flown = copy.node.animate(flightKeyframes(shared, width, lasts), lasts);
      this.follow(flown);
      return [flown];
    });
  }

  /** Follow an animation that belongs to the flights, so that it hurries with them. */
  follow(animation: Animation): void {
    this.#running.add(animation);
    const done = (): boolean => this.#running.delete(animation);
    animation.finished.then(done, done);
  }

  /** Let all that flies now arrive sooner. */
  hurry(rate: number): void {
    for (const animation of this.#running) animation.updatePlaybackRate(rate);
  }

  /** Let nothing fly any more; nobody hears that it has landed. */
  clear(): void {
    for (const animation of this.#running) {
      animation.onfinish = animation.oncancel = null;
      animation.cancel();
    }
    for (const copy of this.#copies) copy.busyUntil = 0;
  }

  #send(flight: Flight, after: number, opacity: number): Animation | null {
    const now = Number(document.timeline.currentTime ?? 0);
    const turns = flight.flips ? FLIP : 0;
    const copy = this.#copyFor(now + after, now + after + flight.lasts + turns);
    if (!copy) return null;
    const origin = { x: 0, y: 0, width: this.#width };
    const path = pathKeyframes(arcPath(flight.from, flight.to, flight.rise), origin);
    const frames = path.map((frame) => ({ ...frame, opacity }));
    const { lasts: duration, easing } = flight;
    const flown = copy.node.animate(frames, { duration, delay: after, easing });
    this.follow(flown);
    if (!turns) return flown;
    const there = frames.slice(-1);
    const stays = { duration: turns, delay: after + duration };
    const held = copy.node.animate([...there, ...there], stays);
    this.follow(held);
    this.follow(
      copy.inner.animate([{ transform: "none" }, { transform: "scaleX(0)" }], {
        ...stays,
        easing: "ease-in",
      }),
    );
    return held;
  }

  #copyFor(from: number, until: number): Copy | null {
    const free = this.#copies.find((copy) => copy.busyUntil <= from);
    if (free) {
      free.busyUntil = until;
      return free;
    }
    return this.#addCopy(until);
  }

  #addCopy(busyUntil: number): Copy | null {
    const drawing = this.#place?.firstElementChild;
    if (!drawing || this.#copies.length >= MAX_COPIES) return null;
    const node = drawing.cloneNode(true) as HTMLElement;
    node.removeAttribute("hidden");
    const inner = node.firstElementChild;
    if (!inner) return null;
    this.#place?.append(node);
    const copy = { node, inner, busyUntil };
    this.#copies.push(copy);
    return copy;
  }
}
