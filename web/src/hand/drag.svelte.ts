/** A card held between two fingers: how far it has been carried. */
export interface Carried {
  readonly id: number;
  readonly dx: number;
  readonly dy: number;
}

export interface DragHandlers {
  /** Carried far enough up, flicked, or dropped on the pile. */
  readonly play: (id: number) => void;
  /** The card under the finger, which may slide along the fan. */
  readonly touch: (id: number) => void;
  /** The card where the finger stopped sliding. */
  readonly rest: (id: number) => void;
}

const SLACK = 9;
/** Pixels a millisecond. */
const FLICK = 0.3;
const FAR = 70;
/** How many milliseconds of the way tell how fast it is. */
const RECENT = 120;

interface Grip {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  trail: { y: number; at: number }[];
}

/** Follows one pointer over the hand and says what it meant. */
export class Drag {
  carried = $state.raw<Carried | null>(null);
  /** Whether the click that ends the gesture means nothing any more. */
  spent = false;
  /** Whether the last pointer was a finger: it raises a card before it lays it. */
  byTouch = $state.raw(false);

  #grip: Grip | null = null;
  #handlers: DragHandlers;

  constructor(ends: DragHandlers) {
    this.#handlers = ends;
  }

  down(event: PointerEvent, id: number): void {
    this.spent = false;
    this.byTouch = event.pointerType === "touch";
    if (event.button !== 0 || !event.isPrimary) return;
    const { clientX: x, clientY: y } = event;
    this.#grip = { id, x, y, trail: [{ y, at: event.timeStamp }] };
    // A quick mouse has left the card with its first move; a finger keeps to where it came down.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const grip = this.#grip;
    if (!grip || !event.isPrimary) return;
    const dx = event.clientX - grip.x;
    const dy = event.clientY - grip.y;
    const since = event.timeStamp - RECENT;
    grip.trail = grip.trail.filter(({ at }) => at > since);
    grip.trail.push({ y: event.clientY, at: event.timeStamp });
    if (!this.carried) {
      if (Math.hypot(dx, dy) < SLACK) return;
      this.spent = true;
      if (event.pointerType === "touch" && Math.abs(dx) > Math.abs(dy)) {
        this.#browse(event, grip);
        return;
      }
      this.#handlers.touch(grip.id);
    }
    this.carried = { id: grip.id, dx, dy };
  }

  up(event: PointerEvent): void {
    const carried = this.carried;
    const grip = this.#grip;
    this.drop();
    if (!grip) return;
    if (!carried) {
      if (this.spent) this.#handlers.rest(grip.id);
      return;
    }
    const first = grip.trail[0];
    const speed = first ? (first.y - event.clientY) / Math.max(1, event.timeStamp - first.at) : 0;
    const flicked = carried.dy < -24 && speed > FLICK;
    if (flicked || carried.dy < -FAR || overPile(event)) this.#handlers.play(carried.id);
  }

  drop(): void {
    this.carried = null;
    this.#grip = null;
  }

  #browse({ clientX: x, clientY: y }: PointerEvent, grip: Grip): void {
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-held]");
    const id = Number(under?.dataset["held"] ?? grip.id);
    this.#grip = { ...grip, id, x, y };
    this.#handlers.touch(id);
  }
}

function overPile({ clientX: x, clientY: y }: PointerEvent): boolean {
  const pile = document.querySelector("[data-pile=discard]")?.getBoundingClientRect();
  if (!pile) return false;
  return x > pile.left - 24 && x < pile.right + 24 && y > pile.top - 24 && y < pile.bottom + 24;
}
