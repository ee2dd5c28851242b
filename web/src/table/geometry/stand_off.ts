/** Where the panel of a challenge stands: beside the hand, on the side of the accused. */
import { plateBox } from "./free_space.ts";
import type { Layout } from "./layout.ts";
import type { SeatSpot } from "./seats.ts";
import type { Point } from "./superellipse.ts";

export interface StandOff {
  readonly left: number;
  readonly width: number;
  /** How far its lower edge is from that of the table. */
  readonly bottom: number;
  /** Up to the plate above it. */
  readonly most: number;
  /** Whether there is only room for how likely it is, and for the buttons. */
  readonly short: boolean;
  /** Where its pointer is, from its left; null where the accused does not sit above it. */
  readonly tail: number | null;
  /** Where it grows from: the plate of the accused. */
  readonly from: Point;
}

const MARGIN = 12;
/** Ourselves, where the panel stands above us. */
const OWN = 132;
/** How high it is with all that it says. */
const ENOUGH = 340;

/** The panel's place on a wide sheet; `mirrored`: we sit at the right, as where one reads so. */
export function standOff(layout: Layout, accused: SeatSpot | null, mirrored: boolean): StandOff {
  const { unit, width: whole, height, aside } = layout;
  const width = aside - 2 * MARGIN * unit;
  const plates = layout.seats.map((seat) => plateBox(layout, seat));
  /** What is free on a side: beside the hand, or above ourselves. */
  const on = (left: boolean) => {
    const start = left ? MARGIN * unit : whole - MARGIN * unit - width;
    const bottom = (left === mirrored ? 2 * MARGIN : OWN) * unit;
    const above = plates.filter(({ x, width: wide }) => x < start + width && x + wide > start);
    const top = Math.max(0, ...above.map((plate) => plate.y + plate.height)) + MARGIN * unit;
    return { left: start, bottom, most: height - bottom - top };
  };
  const x = accused?.face.x ?? whole / 2;
  const central = Math.abs(x - whole / 2) < whole * 0.08;
  const wanted = on(central ? mirrored : x < whole / 2);
  const found = wanted.most < ENOUGH * unit ? on(mirrored) : wanted;
  const tail = accused ? accused.plate.x - found.left : -1;
  return {
    ...found,
    width,
    short: found.most < ENOUGH * unit,
    tail: tail > 30 * unit && tail < width - 30 * unit ? tail : null,
    from: accused?.plate ?? { x: whole / 2, y: height / 2 },
  };
}
