/** Where the effects are: what they need to know of the table. */
import type { Layout } from "../geometry/layout.ts";
import type { SeatSpot } from "../geometry/seats.ts";
import type { Point } from "../geometry/superellipse.ts";
import type { ShownEffect } from "../live/effects.svelte.ts";

export interface EffectProps {
  readonly layout: Layout;
  readonly shown: readonly ShownEffect[];
  /** Where a seat of the round is; null for our own, and for who is not at the table. */
  readonly spotOf: (seat: number) => SeatSpot | null;
}

/** The middle of something on the table, in its pixels; null if it is not there. */
export function middleOf(table: Element | null, selector: string): Point | null {
  const found = table?.querySelector(selector)?.getBoundingClientRect();
  if (!table || !found) return null;
  const corner = table.getBoundingClientRect();
  return {
    x: found.x + found.width / 2 - corner.x,
    y: found.y + found.height / 2 - corner.y,
  };
}
