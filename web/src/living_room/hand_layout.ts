/** Where everything is on a phone that is only a hand: the table is on a screen that all see. */
import { tagHeight, SMALLEST_TEXT, type Layout } from "../table/geometry/layout.ts";
import type { SeatSpot } from "../table/geometry/seats.ts";
import { sheetFor, type SheetName } from "../table/geometry/sheets.ts";

export interface HandLayout extends Layout {
  /** The others, in playing order: how wide the place of each is, and whether a name fits there. */
  readonly others: { readonly cell: number; readonly named: boolean };
  /** The field in the colour in force, on which the piles lie. */
  readonly field: { readonly width: number; readonly top: number; readonly bottom: number };
}

/** Lengths in units. */
interface Measures {
  readonly width: number;
  readonly height: number;
  readonly face: number;
  readonly cell: number;
  readonly pile: number;
  readonly sentence: number;
  readonly hand: number;
  /** What is below the hand. */
  readonly strip: number;
  /** What is free at either side of the hand. */
  readonly aside: number;
  /** How wide the part with the piles is; 0: as wide as the window. */
  readonly column: number;
  readonly plate: number;
}

const MEASURES: Readonly<Record<"wide" | "tall" | "low", Measures>> = {
  wide: {
    width: 1440,
    height: 900,
    face: 84,
    cell: 132,
    pile: 124,
    sentence: 38,
    hand: 196,
    strip: 0,
    aside: 320,
    column: 0,
    plate: 18,
  },
  tall: {
    width: 390,
    height: 844,
    face: 46,
    cell: 74,
    pile: 92,
    sentence: 21,
    hand: 150,
    strip: 104,
    aside: 8,
    column: 0,
    plate: 12.5,
  },
  low: {
    width: 844,
    height: 390,
    face: 34,
    cell: 48,
    pile: 62,
    sentence: 18,
    hand: 122,
    strip: 0,
    aside: 172,
    column: 212,
    plate: 12,
  },
};

/** The bar at the top. */
const BAR = 46;
const SMALLEST_SENTENCE = 17;
const LEAST_STRIP = 72;
/** How many fit beside each other where the piles have a part of the window. */
const IN_COLUMN = 5;

/** Lay a hand out in a window of this size, with this number of other players. */
export function layOutHand(width: number, height: number, others: number): HandLayout {
  const sheet = sheetFor(width, height, true) as "wide" | "tall" | "low";
  const measures = MEASURES[sheet];
  const unit = Math.min(width / measures.width, height / measures.height);
  const column = measures.column * unit || width;
  const edge = 6 * unit;

  const inRow = Math.max(1, measures.column ? Math.min(others, IN_COLUMN) : others);
  const cell = Math.min(measures.cell * unit, (column - 4 * edge) / inRow);
  const face = Math.min(measures.face * unit, cell * 0.82);
  const plateText = Math.max(SMALLEST_TEXT, measures.plate * unit);
  const named = cell >= plateText * 4 && others <= inRow;
  const line = face + (named ? plateText * 1.5 : face * 0.3);
  const rows = Math.ceil(others / inRow);
  const top = BAR + edge;
  const seats = Array.from({ length: others }, (_, index): SeatSpot => {
    const row = Math.floor(index / inRow);
    const among = Math.min(inRow, others - row * inRow);
    const x = column / 2 + ((index % inRow) - (among - 1) / 2) * cell;
    const y = top + row * line + face / 2;
    return {
      place: { x, y, angle: Math.PI / 2, nx: 0, ny: -1, along: 0 },
      face: { x, y },
      plate: { x, y: y + face / 2 + plateText * 0.6, width: cell, outer: cell / 2 },
      fan: null,
      last: null,
    };
  });

  const card = measures.pile * unit;
  const tag = tagHeight(sheet, unit);
  const fieldTop = top + rows * line + edge;
  const piles = { x: column / 2, y: fieldTop + edge * 2 + card * 0.75, card };
  const ry = card * 0.75 + tag / 2 + edge;
  const tagBottom = piles.y + ry + tag / 2;
  const fieldBottom = tagBottom + edge * 2;

  const text = Math.max(SMALLEST_SENTENCE, measures.sentence * unit);
  const aside = measures.aside * unit;
  const strip = measures.strip ? Math.max(LEAST_STRIP, measures.strip * unit) : 0;
  const low = sheet === "low";
  const sentence = {
    x: low ? column + edge : Math.max(edge, width * 0.04),
    y: low ? BAR : fieldBottom + edge / 2,
    width: low ? width - column - 2 * edge : width - 2 * Math.max(edge, width * 0.04),
    height: text * 2.5,
    text,
  };
  const handTop = sentence.y + sentence.height + edge;
  const left = low ? column + edge : aside;
  const hand = {
    x: left,
    y: handTop,
    width: width - left - aside,
    height: height - strip - edge - handTop,
    card: measures.hand * unit,
  };
  return {
    sheet: sheet satisfies SheetName,
    width,
    height,
    unit,
    table: { x: width / 2, y: height / 2, rx: width / 2, ry: height / 2, exponent: 3 },
    rim: 0,
    piles,
    ring: { rx: card * 1.4, ry, band: 0 },
    seats,
    face,
    plateText,
    back: 0,
    last: 0,
    sentence,
    hand,
    question: low
      ? { x: width - aside, y: BAR, width: aside, height: height - BAR - edge }
      : { x: edge, y: BAR, width: width - 2 * edge, height: handTop - BAR },
    strip,
    aside,
    others: { cell, named },
    field: { width: column, top: fieldTop, bottom: fieldBottom },
  };
}
