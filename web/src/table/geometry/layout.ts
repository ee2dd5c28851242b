/** Where everything at a table is, in pixels of the box it is drawn in. */
import { placeLastCards } from "./last_cards.ts";
import { seatSpots, type Box, type SeatSpot } from "./seats.ts";
import { sheetFor, SHEETS, type SheetName } from "./sheets.ts";
import type { Point, Superellipse } from "./superellipse.ts";

export interface Layout {
  readonly sheet: SheetName;
  readonly width: number;
  readonly height: number;
  /** One unit of the sheet. */
  readonly unit: number;
  readonly table: Superellipse;
  readonly rim: number;
  /** The middle of the two piles, and how wide a card is there. */
  readonly piles: Point & { readonly card: number };
  readonly ring: { readonly rx: number; readonly ry: number; readonly band: number };
  readonly seats: readonly SeatSpot[];
  readonly face: number;
  readonly plateText: number;
  /** A card of the fans on the felt, and the one last laid. */
  readonly back: number;
  readonly last: number;
  readonly sentence: Box & { readonly text: number };
  /** Where the hand lies, and how wide a card is if there is room; null without a hand. */
  readonly hand: (Box & { readonly card: number }) | null;
  /** Where a question to the player stands: over the hand, or beside it on a low sheet. */
  readonly question: Box;
  /** What is below the hand on a phone. */
  readonly strip: number;
  /** What is free at either side of the hand. */
  readonly aside: number;
}

export interface LayoutOptions {
  /** How many people sit along the far rim. */
  readonly others: number;
  /** Whether a hand is held at the near side. */
  readonly withHand: boolean;
}

/** Letters are never smaller, whatever the sheet; a person's own text size multiplies them. */
export const SMALLEST_TEXT = 12.5;
const SMALLEST_SENTENCE = 16;
/** How far the words stay from the tag with the colour in force, against their height. */
const TAG_GAP = 0.1;
/** A button and what is around it. */
const LEAST_STRIP = 60;
/** The bar at the top of a phone, over which no face may rise. */
const BAR = 46;
/** How much spare height enlarges the piles, at most. */
const GROWTH = 0.16;
/** How much wider than high the table is, at most. */
const WIDEST = 2.45;

/** Lay the table out in a box of this size. */
export function layOut(width: number, height: number, options: LayoutOptions): Layout {
  const name = sheetFor(width, height, options.withHand);
  const sheet = SHEETS[name];
  const unit = Math.min(width / sheet.width, height / sheet.height);
  const tall = name === "tall" || name === "tall-room";
  const spare = Math.max(0, height - sheet.height * unit);
  const growth = tall ? 1 : 1 + Math.min(GROWTH, spare / unit / 1400);

  const face = sheet.face * unit * crowdScale(sheet.crowd, options.others);
  const top = Math.max(sheet.top * unit, tall && options.withHand ? BAR + face * 0.92 : 0);
  const ry = Math.max(1, (height - sheet.bottom * unit - top) / 2);
  const rx = Math.max(1, Math.min(width / 2 - sheet.side * unit, tall ? width : ry * WIDEST));
  const table = { x: width / 2, y: top + ry, rx, ry, exponent: sheet.exponent };

  const card = sheet.pile * unit * growth;
  const piles = { x: width / 2, y: sheet.pilesAt * unit + spare * sheet.spareAbove, card };
  const ring = {
    rx: sheet.ringX * unit * growth,
    ry: Math.max(sheet.ringY * unit * growth, card * 0.75 + tagHeight(name, unit) / 2 + 1),
    band: sheet.band * unit,
  };
  const plateText = Math.max(SMALLEST_TEXT, sheet.plate * unit * plateScale(name, options.others));
  const scale = options.others > 5 ? 0.86 : 1;
  const back = sheet.back * unit * scale;
  const last = sheet.last * unit * scale;

  const strip = sheet.strip ? Math.max(LEAST_STRIP, sheet.strip * unit) : 0;
  const text = Math.max(SMALLEST_SENTENCE, sheet.sentence * unit);
  const tagBottom = piles.y + ring.ry + tagHeight(name, unit) / 2;
  const edge = 5 * unit;
  const aside = (sheet.beside * unit) / 2;
  const handTop = options.withHand ? height - sheet.sentenceAt * unit + text * 1.15 : height;
  const hand = options.withHand
    ? {
        x: aside,
        y: handTop,
        width: width - sheet.beside * unit,
        height: height - strip - edge - handTop,
        card: sheet.hand * unit,
      }
    : null;
  const sentenceTop = options.withHand
    ? Math.max(tagBottom + TAG_GAP * text, handTop - text * 2.6)
    : height - sheet.sentenceAt * unit;
  const low = name === "low";
  const question = low
    ? { x: width - aside, y: height * 0.56, width: aside, height: height * 0.44 - edge }
    : {
        x: tall ? 6 * unit : aside / 2,
        y: tagBottom + unit,
        width: width - (tall ? 12 * unit : aside),
        height: handTop - tagBottom - 2 * unit,
      };
  const sentence = {
    x: tall ? 12 * unit : width * 0.2,
    y: sentenceTop,
    width: tall ? width - 24 * unit : width * 0.6,
    height: options.withHand ? handTop - sentenceTop : text * 1.3,
    text,
  };
  const obstacles = [
    centred(piles.x, piles.y, card * 2.16, card * 1.5),
    centred(piles.x, piles.y + ring.ry, 110 * unit, tagHeight(name, unit)),
    sentence,
    ...(hand ? [hand] : []),
  ];
  return {
    sheet: name,
    width,
    height,
    unit,
    table,
    rim: sheet.rim * unit,
    piles,
    ring,
    seats: placeLastCards(
      seatSpots(
        { sheet: name, width, unit, table, face, last, plateText, obstacles },
        options.others,
      ),
      { width, table, face, plateText, last, back, obstacles },
    ),
    face,
    plateText,
    back,
    last,
    sentence,
    hand,
    question,
    strip,
    aside,
  };
}

function centred(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** How high the tag with the colour in force is. */
export function tagHeight(name: SheetName, unit: number): number {
  return Math.max(13, (name === "wide" || name === "room" ? 22 : 14) * unit) * 1.6;
}

function crowdScale(
  crowd: readonly (readonly [others: number, scale: number])[],
  others: number,
): number {
  return crowd.reduce((scale, [from, smaller]) => (others >= from ? smaller : scale), 1);
}

/** Names are smaller where many sit. */
function plateScale(sheet: SheetName, others: number): number {
  if (sheet === "room" && others > 8) return 0.82;
  return others > 5 && sheet !== "tall" && sheet !== "tall-room" ? 0.92 : 1;
}
