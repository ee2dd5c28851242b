/** A table drawn small: who sits at it, and nothing to play. */
import { SMALLEST_TEXT, type Layout } from "./layout.ts";
import { seatSpots } from "./seats.ts";

const WIDTH = 390;
const HEIGHT = 270;
const FACE = 64;
/** From this many people on their faces are smaller. */
const MANY = 6;
const EXPONENT = 2.7;

/** Lay a small table out in a box of this size; everyone sits along the far rim. */
export function layOutSmall(width: number, height: number, people: number): Layout {
  const unit = Math.min(width / WIDTH, height / HEIGHT);
  const face = FACE * unit * (people >= MANY ? 0.72 : 1);
  const top = face;
  const plateText = Math.max(SMALLEST_TEXT, 14 * unit);
  const ry = Math.max(1, (height - top - 34 * unit) / 2);
  const rx = Math.max(1, Math.min(width / 2 - face * 0.66, ry * 1.8));
  const table = { x: width / 2, y: top + ry, rx, ry, exponent: EXPONENT };
  const nothing = { x: 0, y: 0, width: 0, height: 0 };
  return {
    sheet: "room",
    width,
    height,
    unit,
    table,
    rim: 15 * unit,
    piles: { x: table.x, y: table.y + 6 * unit, card: 52 * unit },
    ring: { rx: rx * 0.5, ry: ry * 0.5, band: 0 },
    seats: seatSpots(
      { sheet: "room", width, unit, table, face, last: 0, plateText, obstacles: [] },
      people,
    ),
    face,
    plateText,
    back: 0,
    last: 0,
    sentence: { ...nothing, text: plateText },
    hand: null,
    question: nothing,
    strip: 0,
    aside: 0,
  };
}
