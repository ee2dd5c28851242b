import { allowsMotion, prefs } from "../prefs.svelte.ts";

const LASTS = 240;
const APART = 45;

/** Let a card come from the draw pile into the hand, as the so-many-th of those that come at once. */
export function animateArrival(node: Element, order: number): void {
  const pile = document.querySelector("[data-pile=draw]")?.getBoundingClientRect();
  if (!pile || !allowsMotion()) return;
  const here = node.getBoundingClientRect();
  const from = `${pile.x - here.x}px ${pile.y - here.y}px`;
  node.animate(
    [{ translate: from, opacity: 0 }, { opacity: 1, offset: 0.3 }, { translate: "0 0" }],
    {
      duration: LASTS / prefs.speed,
      delay: (order * APART) / prefs.speed,
      easing: "cubic-bezier(.2,.7,.2,1)",
      fill: "backwards",
    },
  );
}
