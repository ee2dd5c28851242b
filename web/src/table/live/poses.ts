/** Where cards and seats are on the page, as something that flies sees them. */
import type { Pose } from "../geometry/flight_path.ts";

/** Where on the table something comes from or goes to: a seat of the round, or a pile. */
export type Spot = number | "draw" | "discard";

/** How wide a card of a seat's fan is, against one on the piles. */
const IN_FAN = 0.27;

/** Where a card lies now; `turned` is what it is turned and enlarged with. */
export function poseOf(card: HTMLElement, turned: Element = card): Pose {
  const { x, y, width, height } = card.getBoundingClientRect();
  const { a, b } = new DOMMatrix(getComputedStyle(turned).transform);
  return {
    x: x + width / 2,
    y: y + height / 2,
    width: card.offsetWidth * Math.hypot(a, b),
    turn: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** Where a card of our hand lies. */
export function poseInHand(card: HTMLElement): Pose {
  return poseOf(card, card.closest("li") ?? card);
}

/** Where a card of a spot lies, at the table in `root`; null if the spot is not shown. */
export function poseAt(root: HTMLElement, spot: Spot): Pose | null {
  const pile = (name: string): DOMRect | undefined =>
    root.querySelector(`[data-pile="${name}"]`)?.getBoundingClientRect();
  if (typeof spot === "string") {
    const box = pile(spot);
    return box ? { ...middle(box), width: box.width, turn: 0 } : null;
  }
  const width = (pile("draw")?.width ?? 0) * IN_FAN;
  const fan = root.querySelector<HTMLElement>(`[data-fan="${spot}"]`);
  if (fan) {
    const { left: x, top: y } = fan.getBoundingClientRect();
    return { x, y, width, turn: Number(fan.dataset["turn"]) };
  }
  const seat = root.querySelector(`[data-seat="${spot}"]`)?.getBoundingClientRect();
  return seat ? { ...middle(seat), width, turn: 0 } : null;
}

function middle({ x, y, width, height }: DOMRect): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
