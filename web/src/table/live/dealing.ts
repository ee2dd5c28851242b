/** The deal: everything that moves in it is scheduled at once, so the page has nothing to do then. */
import * as motion from "../../motion.ts";
import { prefs } from "../../prefs.svelte.ts";
import { dealOrder } from "./deal.ts";
import {
  appearKeyframes,
  countKeyframes,
  faceUpKeyframes,
  flightEnd,
  type DealtFlight,
} from "./deal_keyframes.ts";
import { poseAt, poseInHand } from "./poses.ts";
import type { Scene } from "./scene.ts";
import type { Sky } from "./sky.ts";

/** Hide a card of our hand until it is dealt, on a layer that is already there when it appears. */
export function hideUntilDealt(card: HTMLElement): void {
  card.style.opacity = "0";
  card.style.willChange = "transform, opacity";
}

/** Show a card of our hand, which has been dealt. */
export function showDealt(card: HTMLElement): void {
  card.style.removeProperty("opacity");
  card.style.removeProperty("will-change");
}

/**
 * Deal the cards of a round; `held` are those of our hand, in the order they are dealt.
 *
 * All animations last as long as the deal and then stay, until what they show is shown without them.
 */
export function startDeal(
  root: HTMLElement,
  { round, own }: Scene,
  sky: Sky,
  held: readonly HTMLElement[],
): Animation[] {
  const pile = poseAt(root, "draw");
  if (!pile) return [];
  // First look where everything is, then let it fly: in turns, each look would be a layout.
  const places = round.hands.map((_, seat) => poseAt(root, seat) ?? pile);
  const lies = held.map(poseInHand);
  const discard = poseAt(root, "discard") ?? pile;

  const dealt = dealOrder(round.hands, round.dealer);
  const lasts = motion.DEAL_FLIGHT / prefs.speed;
  const flights = dealt.map(({ seat, order, after }): DealtFlight => {
    const ours = seat === own ? lies[order] : undefined;
    const to = ours ?? places[seat] ?? pile;
    return { from: pile, to, after: after / prefs.speed, lasts, flips: ours !== undefined };
  });
  const after = (dealt.length * motion.dealStep(dealt.length)) / prefs.speed;
  const turned: DealtFlight = { from: pile, to: discard, after, lasts, flips: true };
  const deal = flightEnd(turned) + motion.FLIP;

  const animations = sky.deal([...flights, turned], pile.width, deal);
  const play = (node: Element | null, frames: Keyframe[]): void => {
    if (!node) return;
    const animation = node.animate(frames, { duration: deal, fill: "forwards" });
    sky.follow(animation);
    animations.push(animation);
  };
  round.hands.forEach((_, seat) => {
    const times = flights.filter((_, index) => dealt[index]?.seat === seat).map(flightEnd);
    const backs = root.querySelectorAll(`[data-fan="${seat}"] > *`);
    backs.forEach((back, order) => play(back, appearKeyframes(times[order] ?? 0, deal)));
    play(root.querySelector(`[data-seat="${seat}"] [data-count]`), countKeyframes(times, deal));
    if (seat !== own) return;
    held.forEach((card, order) => play(card, faceUpKeyframes(times[order] ?? 0, deal)));
  });
  const first = root.querySelector('[data-laid="0"] [data-face]');
  play(first, faceUpKeyframes(flightEnd(turned), deal));
  return animations;
}
