/** Where on a table something can stand without covering what one must see. */
import { tagHeight, type Layout } from "./layout.ts";
import { PLATE_HEIGHT, plateHalf, type Box, type SeatSpot } from "./seats.ts";
import type { Point } from "./superellipse.ts";

export interface FreeSpace extends Point {
  /** How large it can be, against what was wanted. */
  readonly scale: number;
}

const SCALES = [1, 0.8, 0.64, 0.5, 0.4];
/** How far from a head something still belongs to it, against the size of the head. */
const REACH = 1.6;
/** How high the bar is, and how far it reaches from either side. */
const BAR = { wide: 52, room: 52, tall: 44, "tall-room": 44, low: 36 } as const;
const BAR_REACH = { wide: 380, room: 380, tall: 195, "tall-room": 195, low: 250 } as const;

/** Faces, plates, piles, the tag, the sentence, the hand, and what is below it. */
export function obstaclesOf(layout: Layout): Box[] {
  const { piles, ring, seats, face, hand, sheet, unit, width, height } = layout;
  const boxes: Box[] = [
    ...barBoxes(layout),
    around(piles, piles.card * 2.2, piles.card * 1.56),
    around({ x: piles.x, y: piles.y + ring.ry }, 120 * unit, tagHeight(sheet, unit)),
    layout.sentence,
    ...seats.flatMap((seat) => [around(seat.face, face * 0.96, face), plateBox(layout, seat)]),
  ];
  if (!hand) return boxes;
  const below = sheet === "tall" ? layout.strip : 0;
  const aside = { y: height - 126 * unit, width: layout.aside, height: 126 * unit };
  return [
    ...boxes,
    hand,
    ...(below
      ? [{ x: 0, y: height - below, width, height: below }]
      : [
          { ...aside, x: 0 },
          { ...aside, x: width - layout.aside },
        ]),
  ];
}

function barBoxes({ sheet, unit, width }: Layout): Box[] {
  const box = { y: 0, width: BAR_REACH[sheet] * unit, height: BAR[sheet] * unit };
  return [
    { ...box, x: 0 },
    { ...box, x: width - box.width },
  ];
}

/** The plate of a seat, as wide as it may become. */
export function plateBox(layout: Layout, seat: SeatSpot): Box {
  const { x, y, width } = seat.plate;
  const half = plateHalf(seat, layout.width);
  const middle = x < layout.width / 2 ? x - half + width / 2 : x + half - width / 2;
  return around({ x: middle, y }, width, layout.plateText * PLATE_HEIGHT);
}

/**
 * The free place nearest to a point for something of this size; it shrinks before it goes far.
 *
 * Where nothing is free it is null: then it is better not shown.
 */
export function freeSpaceNear(
  near: Point,
  size: { readonly width: number; readonly height: number },
  layout: Layout,
  obstacles = obstaclesOf(layout),
): FreeSpace | null {
  for (const scale of SCALES) {
    const found = nearest(near, size.width * scale, size.height * scale, layout, obstacles);
    if (found) return { ...found, scale };
  }
  return null;
}

function nearest(
  near: Point,
  width: number,
  height: number,
  layout: Layout,
  obstacles: readonly Box[],
): Point | null {
  const step = Math.max(2, 4 * layout.unit);
  let best: Point | null = null;
  let least = layout.face * REACH;
  const from = { x: Math.max(width / 2, near.x - least), y: Math.max(height / 2, near.y - least) };
  const to = {
    x: Math.min(layout.width - width / 2, near.x + least),
    y: Math.min(layout.height - height / 2, near.y + least),
  };
  for (let { y } = from; y <= to.y; y += step)
    for (let { x } = from; x <= to.x; x += step) {
      const far = Math.hypot(x - near.x, y - near.y);
      if (far >= least) continue;
      const box = around({ x, y }, width, height);
      if (obstacles.some((other) => overlap(box, other))) continue;
      [best, least] = [{ x, y }, far];
    }
  return best;
}

function around({ x, y }: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
