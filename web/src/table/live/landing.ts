/** A card arrives on the discard pile. */
import * as motion from "../../motion.ts";
import { prefs } from "../../prefs.svelte.ts";
import { arcPath, pathKeyframes, type Pose } from "../geometry/flight_path.ts";
import { poseOf } from "./poses.ts";

/** Above the cards of the hand, which are layers of the same table. */
const ABOVE_ALL = "2000";
/** How much less time a jump-in takes. */
const WHIP = 0.55;
/** Browsers may draw a frame before an animation's first: until then the card is where it begins. */
const WAITING = "backwards";

/** Let the card at this place of the discard pile come from there, and push it into the felt. */
export function landCard(root: HTMLElement, index: number, from: Pose, whip: boolean): void {
  const card = root.querySelector<HTMLElement>(`[data-laid="${index}"]`);
  if (!card) return;
  for (const animation of card.getAnimations()) animation.cancel();
  const to = poseOf(card);
  if (!to.width) return;
  const { e, f } = new DOMMatrix(getComputedStyle(card).transform);
  const origin = { x: to.x - e, y: to.y - f, width: card.offsetWidth };
  const duration = ((whip ? WHIP : 1) * motion.LAY) / prefs.speed;
  const landing = motion.LANDING / prefs.speed;
  card.style.zIndex = ABOVE_ALL;
  const flight = card.animate(pathKeyframes(arcPath(from, to), origin), {
    duration,
    easing: motion.OUT,
    fill: WAITING,
  });
  flight.onfinish = flight.oncancel = () => (card.style.zIndex = "");
  const pushed = duration / (duration + landing);
  card.animate([{ scale: "1" }, { scale: "1.04", offset: pushed }, { scale: "1" }], {
    duration: duration + landing,
  });
}

/** Let a card that the table would not have come back into the hand. */
export function returnCard(node: HTMLElement, from: Pose, to: Pose): void {
  const frames = pathKeyframes(arcPath({ ...from, turn: 0 }, { ...to, turn: 0 }), to);
  const duration = motion.LAY / prefs.speed;
  node.animate(frames, { duration, easing: motion.OUT, fill: WAITING });
}
