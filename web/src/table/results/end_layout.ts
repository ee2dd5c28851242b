/** Where everything is at the end of a round: open hands, the sum, our own side and the track. */
import type { Layout } from "../geometry/layout.ts";
import { PLATE_HEIGHT, plateHalf, type Box, type SeatSpot } from "../geometry/seats.ts";
import type { SheetName } from "../geometry/sheets.ts";
import type { Point } from "../geometry/superellipse.ts";
import { layOutSum, type SumLayout } from "./sum_layout.ts";

/** An open hand; `x` and `y` are its middle. */
export interface OpenHandSpot extends Point {
  /** How wide a card is, and how far each lies beside the one before. */
  readonly card: number;
  readonly step: number;
  /** How many cards are shown; the others are a number on the last of them. */
  readonly shown: number;
}

export interface EndLayout {
  /** By seat along the far rim; null for a hand without cards. */
  readonly hands: readonly (OpenHandSpot | null)[];
  /** Our own open hand. */
  readonly own: OpenHandSpot | null;
  /** Our own face, if we went out: its middle and how wide it is. */
  readonly portrait: (Point & { readonly size: number }) | null;
  readonly headline: Box & { readonly text: number; readonly align: "start" | "end" | "center" };
  readonly sum: SumLayout | null;
  /** The line to the end of the game: its left end, how long it is, and how large a face is. */
  readonly track: Point & { readonly length: number; readonly face: number; readonly text: number };
  /** What nothing else may lie over. */
  readonly taken: readonly Box[];
}

export interface EndOptions {
  /** How many cards each seat along the far rim holds, and how many letters its name has. */
  readonly cards: readonly number[];
  readonly names: readonly number[];
  /** How many we hold ourselves; null without a hand at the near side. */
  readonly own: number | null;
  /** How many figures each term of the sum has, and the total; see `layOutSum`. */
  readonly terms: readonly number[];
  readonly total: number | null;
  /** Whether there are buttons in the lower corners of a table without a hand. */
  readonly buttons?: boolean;
}

/** Lengths in units of the sheet; heights are counted from the lower edge. */
interface Measures {
  readonly card: number;
  readonly figures: number;
  readonly headline: number;
  /** Our own face or hand: how large, how high its middle, and where from left to right. */
  readonly near: number;
  readonly nearUp: number;
  readonly nearAt: number;
  /** How high the line is, how far from the edges, and how large a face on it. */
  readonly trackUp: number;
  readonly trackLeft: number;
  readonly trackRight: number;
  readonly face: number;
}

const MEASURES: Readonly<Record<SheetName, Measures>> = {
  wide: {
    card: 74,
    figures: 60,
    headline: 46,
    near: 160,
    nearUp: 184,
    nearAt: 0.5,
    trackUp: 58,
    trackLeft: 346,
    trackRight: 386,
    face: 48,
  },
  tall: {
    card: 50,
    figures: 34,
    headline: 27,
    near: 100,
    nearUp: 202,
    nearAt: 0.24,
    trackUp: 116,
    trackLeft: 28,
    trackRight: 58,
    face: 29,
  },
  low: {
    card: 38,
    figures: 30,
    headline: 22,
    near: 72,
    nearUp: 88,
    nearAt: 0.5,
    trackUp: 31,
    trackLeft: 230,
    trackRight: 262,
    face: 25,
  },
  room: {
    card: 74,
    figures: 60,
    headline: 42,
    near: 0,
    nearUp: 186,
    nearAt: 0.5,
    trackUp: 116,
    trackLeft: 330,
    trackRight: 370,
    face: 42,
  },
  "tall-room": {
    card: 50,
    figures: 34,
    headline: 26,
    near: 0,
    nearUp: 188,
    nearAt: 0.5,
    trackUp: 136,
    trackLeft: 76,
    trackRight: 104,
    face: 29,
  },
};

const SMALLEST_FIGURES = 14;
/** In widths of a card: how far cards lie beside each other, at most and at least. */
const STEP = 0.66;
const LEAST_STEP = 0.36;
/** How much higher than its width a card is, and a fan of turned cards. */
const CARD_HEIGHT = 1.5;
const FAN_HEIGHT = 1.66;
/** Open hands become smaller until everything has room. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.62, 0.55, 0.48, 0.42, 0.36, 0.3];

/** Lay out the end of a round on a table. */
export function layOutEnd(layout: Layout, options: EndOptions): EndLayout {
  let smallest: EndLayout | null = null;
  for (const anyhow of [false, true]) {
    for (const scale of SCALES) {
      const laid = layOutAt(layout, options, scale, anyhow);
      smallest = laid ?? smallest;
      const complete = laid?.hands.every((spot, index) => spot || !options.cards[index]);
      if (laid && complete && (laid.sum || options.terms.length === 0)) return laid;
    }
  }
  if (!smallest) throw new Error("anyhow there is always a layout");
  return smallest;
}

function layOutAt(
  layout: Layout,
  options: EndOptions,
  scale: number,
  anyhow: boolean,
): EndLayout | null {
  const { unit, width, height } = layout;
  const m = MEASURES[layout.sheet];
  const gap = 6 * unit;
  const people = layout.seats.flatMap((spot, index) => [
    centred(spot.face.x, spot.face.y, layout.face, layout.face),
    plateBox(layout, spot, options.names[index] ?? 0),
  ]);
  const track = {
    x: m.trackLeft * unit,
    y: height - m.trackUp * unit,
    length: width - (m.trackLeft + m.trackRight) * unit,
    face: Math.max(20, m.face * unit),
    text: Math.max(12.5, m.face * unit * 0.4),
  };
  const line = {
    x: track.x,
    y: track.y - track.face / 2,
    width: track.length,
    height: track.face + track.text * 1.3,
  };
  const near = centred(
    width * m.nearAt,
    height - m.nearUp * unit,
    m.near * unit,
    m.near * unit * 1.06,
  );
  const won = options.own === 0;
  const own =
    options.own === null || won
      ? null
      : {
          ...fan(options.own, Math.min(m.card * unit, near.height / FAN_HEIGHT), near.width * 1.6),
          x: near.x + near.width / 2,
          y: near.y + near.height / 2,
        };
  const headline = headlineBox(layout, m, own ? boxOf(own) : near);
  // A portrait wears a crown, and rays surround it.
  const crowned = { ...grown(near, near.width * 0.1), y: near.y - near.height * 0.36 };
  const nearSide = options.own === null ? [] : [own ? boxOf(own) : crowned];
  const corners = options.own === null && options.buttons ? cornerBoxes(layout) : [];
  const taken: Box[] = [...people, line, headline, ...nearSide, ...corners];

  const hands: (OpenHandSpot | null)[] = [];
  for (const index of layout.seats.keys()) {
    const count = options.cards[index] ?? 0;
    const spot = count
      ? handSpot(layout, index, count, m.card * unit * scale, taken, gap, anyhow)
      : null;
    if (count && !spot && !anyhow) return null;
    hands.push(spot);
    if (spot) taken.push(grown(boxOf(spot), gap / 2));
  }
  const sum = options.terms.length ? layOutSumOn(layout, options, taken, m.figures * unit) : null;
  return {
    hands,
    own,
    portrait: won
      ? { x: near.x + near.width / 2, y: near.y + near.height / 2, size: near.width }
      : null,
    headline,
    sum,
    track,
    taken: sum ? [...taken, sum.box] : taken,
  };
}

/** Where the buttons are that go on from a round, at either side of the track. */
export function cornerBoxes({ sheet, unit, width, height }: Layout): readonly Box[] {
  const m = MEASURES[sheet];
  const high = m.trackUp * unit;
  const right = m.trackRight * unit;
  return [
    { x: 0, y: height - high, width: m.trackLeft * unit, height: high },
    { x: width - right, y: height - high, width: right, height: high },
  ];
}

/** What a plate with a name of this many letters covers; at an edge it grows towards the table. */
function plateBox(layout: Layout, spot: SeatSpot, letters: number): Box {
  const { plateText } = layout;
  const wide = Math.min(spot.plate.width, plateText * (Math.min(9.5, letters * 0.6) + 4));
  const half = Math.max(plateHalf(spot, layout.width), 0);
  const { x, y } = spot.plate;
  const left = wide <= 2 * half ? x - wide / 2 : x < layout.width / 2 ? x - half : x + half - wide;
  const high = plateText * PLATE_HEIGHT;
  return { x: left, y: y - high / 2, width: wide, height: high };
}

function headlineBox(layout: Layout, m: Measures, near: Box): EndLayout["headline"] {
  const { unit, width, sheet } = layout;
  const text = Math.max(16, m.headline * unit);
  const middle = near.y + near.height / 2;
  const high = text * 2.1;
  const y = middle - high / 2;
  if (m.near === 0) {
    const side = (sheet === "room" ? 0.16 : 0.24) * width;
    return { x: side, y, width: width - 2 * side, height: high, text, align: "center" };
  }
  if (sheet === "tall") {
    const x = near.x + near.width + 14 * unit;
    return { x, y, width: width - x - 14 * unit, height: high, text, align: "start" };
  }
  const far = sheet === "low" ? 230 : 350;
  const right = near.x - (sheet === "low" ? 14 : 30) * unit;
  return { x: right - far * unit, y, width: far * unit, height: high, text, align: "end" };
}

/** A fan of this many cards that is no wider than there is room. */
function fan(
  count: number,
  card: number,
  room: number,
): Pick<OpenHandSpot, "card" | "step" | "shown"> {
  const most = Math.max(1, Math.floor((room - card) / (card * LEAST_STEP)) + 1);
  const shown = Math.min(count, most);
  const step = shown > 1 ? Math.min(card * STEP, Math.max(0, room - card) / (shown - 1)) : 0;
  return { card, step, shown };
}

/** What an open hand covers. */
export function boxOf(spot: OpenHandSpot): Box {
  const wide = spot.card * 1.12 + spot.step * (spot.shown - 1);
  return centred(spot.x, spot.y, wide, spot.card * FAN_HEIGHT);
}

/** Before its owner, as near to the rim as nothing else lies; null if there is no room at all. */
function handSpot(
  layout: Layout,
  index: number,
  count: number,
  card: number,
  taken: readonly Box[],
  gap: number,
  anyhow: boolean,
): OpenHandSpot | null {
  const seat = layout.seats[index];
  if (!seat) return null;
  const { place } = seat;
  const upright = Math.abs(place.ny) > Math.abs(place.nx);
  const neighbours = layout.seats.filter((other) => other !== seat);
  const nearest = Math.min(
    ...neighbours.map((other) =>
      Math.hypot(other.place.x - place.x, (other.place.y - place.y) * 2),
    ),
    Infinity,
  );
  const widest = card * (layout.seats.length > 5 ? 2.6 : 3.7);
  const room = Math.min(widest, upright ? Math.max(card, nearest * 0.92 - gap) : Infinity);
  const laid = fan(count, card, room);
  const wide = card * 1.12 + laid.step * (laid.shown - 1);
  const high = card * FAN_HEIGHT;
  const start = layout.rim + gap + (layout.sheet === "wide" ? 12 * layout.unit : 0);
  const reach = Math.abs(place.nx) * (wide / 2) + Math.abs(place.ny) * (high / 2);
  const { table } = layout;
  // Straight in from the rim, towards the middle of the table, or below the face beside it.
  const out = Math.hypot(place.x - table.x, place.y - table.y) || 1;
  const ways = [
    { x: -place.nx, y: -place.ny },
    { x: (table.x - place.x) / out, y: (table.y - place.y) / out },
    { x: -place.nx * 0.4, y: 0.9 },
    { x: -place.nx * 0.9, y: 0.4 },
  ];
  let best: { readonly spot: OpenHandSpot; readonly far: number } | null = null;
  for (const way of ways) {
    for (let far = start + reach; far < table.ry; far += 3 * layout.unit) {
      const spot = {
        ...laid,
        x: clamp(wide / 2 + gap, place.x + way.x * far, layout.width - wide / 2 - gap),
        y: place.y + way.y * far - Math.abs(place.nx) * card * 0.4,
      };
      const box = boxOf(spot);
      if (taken.some((other) => overlaps(box, other))) continue;
      const apart = Math.hypot(spot.x - seat.face.x, spot.y - seat.face.y);
      if (!best || apart < best.far) best = { spot, far: apart };
      break;
    }
  }
  // Whose hand it is must be seen.
  const near = layout.face * 0.8 + Math.max(wide, high) * 0.95 + layout.rim;
  return best && (anyhow || best.far <= near) ? best.spot : null;
}

/** The largest sum that the free felt has room for. */
function layOutSumOn(
  layout: Layout,
  { terms, total }: EndOptions,
  taken: readonly Box[],
  largest: number,
): SumLayout | null {
  const { table, rim, unit, width } = layout;
  const inner = { rx: table.rx - rim - 14 * unit, ry: table.ry - rim - 14 * unit };
  const feltTop = table.y - inner.ry;
  const feltBottom = table.y + inner.ry;
  const edges = taken.flatMap(({ y, height }) => [y + height + 4 * unit, y - 4 * unit]);
  const within = (y: number): boolean => y >= feltTop && y <= feltBottom;
  const rows = [0.08, 0.2, 0.32, 0.44, 0.56].map((part) => part * (feltBottom - feltTop));
  const tops = [...rows.map((row) => feltTop + row), ...edges.filter(within)];
  const bottoms = [...rows.map((row) => feltBottom - row), ...edges.filter(within)];
  let best: SumLayout | null = null;
  for (const top of new Set(tops)) {
    for (const bottom of new Set(bottoms)) {
      if (bottom - top < largest * 0.5) continue;
      const half = Math.min(halfWidth(layout, top, inner), halfWidth(layout, bottom, inner));
      let left = table.x - half;
      let right = table.x + half;
      for (const box of taken) {
        if (box.y >= bottom || box.y + box.height <= top) continue;
        if (box.x + box.width / 2 < width / 2) left = Math.max(left, box.x + box.width + 8 * unit);
        else right = Math.min(right, box.x - 8 * unit);
      }
      if (right <= left) continue;
      const box = { x: left, y: top, width: right - left, height: bottom - top };
      const found = layOutSum({ terms, total }, box, largest, SMALLEST_FIGURES);
      if (found && isBetter(found, best, layout)) best = found;
    }
  }
  return best;
}

/** Larger figures are better, and one line; of equal ones those nearer to the middle of the table. */
function isBetter(one: SumLayout, other: SumLayout | null, layout: Layout): boolean {
  if (!other) return true;
  const merit = ({ text, terms, total }: SumLayout): number =>
    text * (terms.every(({ y }) => Math.abs(y - (total ?? terms[0]!).y) < 1) ? 1.3 : 1);
  if (Math.abs(merit(one) - merit(other)) > 0.5) return merit(one) > merit(other);
  const off = ({ box }: SumLayout): number =>
    Math.hypot(
      box.x + box.width / 2 - layout.table.x,
      box.y + box.height / 2 - (layout.table.y - layout.table.ry * 0.05),
    );
  return off(one) < off(other);
}

function halfWidth(layout: Layout, y: number, inner: { rx: number; ry: number }): number {
  const { table } = layout;
  const up = Math.min(1, Math.abs(y - table.y) / inner.ry);
  return inner.rx * (1 - up ** table.exponent) ** (1 / table.exponent);
}

function centred(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function grown(box: Box, by: number): Box {
  return {
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
  };
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function clamp(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** How much higher than wide a card is. */
export { CARD_HEIGHT };
