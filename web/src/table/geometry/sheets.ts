/**
 * The drawing sheets of a table. A window is drawn on one of them, and one unit of the sheet, from
 * the smaller side of the window, measures everything on it.
 */

/** With a hand: `wide`, `tall` (a phone held upright), `low` (on its side). Without: the others. */
export type SheetName = "wide" | "tall" | "low" | "room" | "tall-room";

/** Lengths in units. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** How far the table stays from the edges of the window. */
  readonly top: number;
  readonly bottom: number;
  readonly side: number;
  readonly rim: number;
  readonly exponent: number;
  readonly face: number;
  /** How much of a face is above the rim. */
  readonly lift: number;
  readonly pile: number;
  readonly pilesAt: number;
  /** How much of spare height is above the piles. */
  readonly spareAbove: number;
  readonly ringX: number;
  readonly ringY: number;
  readonly band: number;
  /** A card of the player's own hand; 0 where there is none. */
  readonly hand: number;
  /** What lies beside the hand, together. */
  readonly beside: number;
  /** What lies below the hand: yourself and the actions, on a phone. */
  readonly strip: number;
  readonly back: number;
  readonly last: number;
  readonly sentence: number;
  /** How far the sentence begins above the lower edge. */
  readonly sentenceAt: number;
  readonly plate: number;
  /** From which player on the faces are smaller, and by how much. */
  readonly crowd: readonly (readonly [others: number, scale: number])[];
  /** Where the outermost players sit, by their number: degrees from the right. */
  readonly ends: readonly number[];
}

const WIDE_ENDS = [90, 90, 146, 172, 176, 180, 184, 186, 188, 190, 194];
const TALL_ENDS = [90, 90, 140, 146, 152, 160, 170, 176, 180, 183, 192];

export const SHEETS: Readonly<Record<SheetName, Sheet>> = {
  wide: {
    width: 1440,
    height: 900,
    top: 164,
    bottom: 66,
    side: 132,
    rim: 40,
    exponent: 2.7,
    face: 142,
    lift: 0.26,
    pile: 148,
    pilesAt: 430,
    spareAbove: 0.45,
    ringX: 318,
    ringY: 148,
    band: 30,
    hand: 126,
    beside: 640,
    strip: 0,
    back: 38,
    last: 50,
    sentence: 32,
    sentenceAt: 287,
    plate: 19,
    crowd: [[6, 0.82]],
    ends: WIDE_ENDS,
  },
  tall: {
    width: 390,
    height: 844,
    top: 136,
    bottom: 128,
    side: 9,
    rim: 20,
    exponent: 3.1,
    face: 82,
    lift: 0.2,
    pile: 106,
    pilesAt: 388,
    spareAbove: 0.4,
    ringX: 146,
    ringY: 112,
    band: 20,
    hand: 90,
    beside: 34,
    strip: 84,
    back: 24,
    last: 31,
    sentence: 19.5,
    sentenceAt: 284,
    plate: 13.5,
    crowd: [
      [4, 0.8],
      [6, 0.62],
    ],
    ends: TALL_ENDS,
  },
  low: {
    width: 844,
    height: 390,
    top: 70,
    bottom: 28,
    side: 76,
    rim: 17,
    exponent: 2.7,
    face: 66,
    lift: 0.26,
    pile: 66,
    pilesAt: 144,
    spareAbove: 0.4,
    ringX: 150,
    ringY: 62,
    band: 16,
    hand: 80,
    beside: 330,
    strip: 0,
    back: 20,
    last: 26,
    sentence: 17,
    sentenceAt: 164,
    plate: 12.5,
    crowd: [[6, 0.82]],
    ends: [90, 90, 150, 172, 174, 178, 181, 184, 186, 188, 190],
  },
  room: {
    width: 1280,
    height: 720,
    top: 170,
    bottom: 26,
    side: 136,
    rim: 38,
    exponent: 2.7,
    face: 138,
    lift: 0.26,
    pile: 132,
    pilesAt: 410,
    spareAbove: 0.5,
    ringX: 290,
    ringY: 134,
    band: 28,
    hand: 0,
    beside: 0,
    strip: 0,
    back: 33,
    last: 45,
    sentence: 40,
    sentenceAt: 140,
    plate: 27,
    crowd: [[7, 0.82]],
    ends: [90, 90, 146, 172, 174, 176, 180, 184, 187, 190, 196],
  },
  "tall-room": {
    width: 390,
    height: 560,
    top: 136,
    bottom: 24,
    side: 9,
    rim: 20,
    exponent: 3.1,
    face: 82,
    lift: 0.2,
    pile: 106,
    pilesAt: 350,
    spareAbove: 0.5,
    ringX: 146,
    ringY: 112,
    band: 20,
    hand: 0,
    beside: 34,
    strip: 0,
    back: 24,
    last: 31,
    sentence: 19.5,
    sentenceAt: 84,
    plate: 13.5,
    crowd: [
      [4, 0.8],
      [6, 0.62],
    ],
    ends: TALL_ENDS,
  },
};

/** Below this height a window is a phone on its side. */
const LOW = 480;

/** The sheet that a box of this size is drawn on. */
export function sheetFor(width: number, height: number, withHand: boolean): SheetName {
  const aspect = width / Math.max(1, height);
  if (!withHand) return aspect < 1.25 ? "tall-room" : "room";
  if (aspect < 0.8) return "tall";
  return height < LOW ? "low" : "wide";
}
