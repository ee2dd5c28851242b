/** Where a card of the hand lies, against the upper left corner, whichever way one reads. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly row: number;
  /** Whatever lies further right is on top, so that each shows the index in its left corner. */
  readonly layer: number;
}

export interface Fan {
  readonly card: number;
  readonly height: number;
  readonly width: number;
  /** How far a playable card rises, and how far above that the touched one comes. */
  readonly rise: number;
  readonly spots: readonly Spot[];
}

export interface Area {
  readonly width: number;
  /** How high the hand may be, with a playable card risen. */
  readonly height: number;
  /** How wide a card is where there is room for it. */
  readonly card: number;
  readonly rightToLeft: boolean;
}

/** From this many cards on they lie in two rows. */
const TWO_ROWS = 14;
/** What a card should show of itself; three rows rather than less. */
const STRIP = 24;
const MOST_ROWS = 3;
/** How far cards that need not overlap more lie apart, against their width. */
const EASY = 0.74;
/** How wide the touched card is shown, against the others. */
const SHOWN = 1.06;
/** How far a playable card rises, against its width. */
export const RISE = 0.22;
/** How far above that the touched card comes, against its width. */
export const FORWARD = 0.14;
/** How much of a row the next one leaves to be seen. */
const ROW = 0.5;

function clamp(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** How many cards each row gets, as even as can be, the fuller ones first. */
function rowSizes(count: number, rows: number): readonly number[] {
  const least = Math.floor(count / rows);
  return Array.from({ length: rows }, (_, row) => least + Number(row < count % rows));
}

/** By how many degrees neighbours differ in a row with this many cards. */
function bendOf(size: number, rows: number): number {
  return rows > 1 ? 0 : Math.min(3.4, 22 / size);
}

/** How far the card at this distance from the middle sinks, against its width. */
function sinkAt(off: number, size: number): number {
  return off * off * Math.min(0.012, 0.075 / size);
}

/** How high a hand is, against the width of a card. */
function relativeHeight(size: number, rows: number): number {
  const outer = (size - 1) / 2;
  const tilt = Math.sin((bendOf(size, rows) * outer * Math.PI) / 180) * 0.5;
  const sink = rows > 1 ? 0 : sinkAt(outer, size);
  return RISE + 1.5 * (1 + ROW * (rows - 1)) + tilt + sink;
}

/** The starts of the cards in one row, with the whole of the `forward` one to be seen. */
function startsOf(size: number, card: number, width: number, forward: number | null): number[] {
  const step = size > 1 ? Math.min(card * EASY, (width - card) / (size - 1)) : 0;
  const margin = (width - card - step * (size - 1)) / 2;
  const starts = Array.from({ length: size }, (_, index) => margin + index * step);
  if (forward === null || forward >= size - 1) return starts;

  const shown = card * SHOWN;
  const tight = size > 2 ? Math.min(step, (width - card - shown) / (size - 2)) : step;
  const extra = Math.max(0, shown - tight);
  const total = card + tight * (size - 2) + Math.max(tight, shown);
  // the touched card stays under the finger as far as the edges allow
  const wanted = (starts[forward] ?? 0) - forward * tight;
  const from = clamp(0, wanted, Math.max(0, width - total));
  return starts.map((_, index) => from + index * tight + (index > forward ? extra : 0));
}

/** How many rows the cards need, and how wide a card is then. */
function rowsAndCard(count: number, area: Area): { rows: number; card: number } {
  for (let rows = count < TWO_ROWS ? 1 : 2; ; rows++) {
    const size = Math.ceil(count / rows);
    const card = Math.min(area.card, area.height / relativeHeight(size, rows));
    const step = (area.width - card) / Math.max(1, size - 1);
    if (step >= STRIP || rows === MOST_ROWS || count < TWO_ROWS) return { rows, card };
  }
}

/** Lay the cards out: one fan whose cards move together until it fits; long hands in rows. */
export function fan(count: number, area: Area, forward: number | null): Fan {
  const { rows, card } = rowsAndCard(count, area);
  const { width } = area;
  const rise = card * RISE;
  const spots: Spot[] = [];
  rowSizes(count, rows).forEach((size, row) => {
    const turned = (index: number) => (area.rightToLeft ? size - 1 - index : index);
    const touched = forward === null ? -1 : forward - spots.length;
    const inRow = touched >= 0 && touched < size ? turned(touched) : null;
    const bend = bendOf(size, rows);
    // the outer cards lean out
    const lean = Math.sin((bend * (size - 1) * Math.PI) / 360) * card * 0.75;
    const starts = startsOf(size, card, Math.max(card, width - 2 * lean), inRow);
    for (let index = 0; index < size; index++) {
      const layer = turned(index);
      const off = layer - (size - 1) / 2;
      spots.push({
        x: (starts[layer] ?? 0) + lean,
        y: rise + row * card * 1.5 * ROW + (rows > 1 ? 0 : sinkAt(off, size) * card),
        turn: off * bend,
        row,
        layer: row * 100 + layer,
      });
    }
  });
  const fullest = Math.ceil(count / rows);
  const height = Math.ceil(card * relativeHeight(Math.max(1, fullest), rows));
  return { card, width, height, rise, spots };
}

/**
 * Where a key leads from the card at a place; null if the hand has no use for it.
 *
 * Left and right go round through all cards, up and down through those that can be played.
 */
export function keyTarget(
  key: string,
  from: number,
  { spots }: Fan,
  playable: (index: number) => boolean,
): number | null {
  const count = spots.length;
  if (!spots[from]) return null;
  const onward = (spots[1]?.x ?? 1) >= (spots[0]?.x ?? 0) ? 1 : -1;
  const around = (to: number) => (to + count) % count;
  const nextPlayable = (step: number): number => {
    for (let far = 1; far < count; far++) {
      const to = around(from + ((step * far) % count));
      if (playable(to)) return to;
    }
    return from;
  };
  switch (key) {
    case "ArrowRight":
      return around(from + onward);
    case "ArrowLeft":
      return around(from - onward);
    case "ArrowDown":
      return nextPlayable(1);
    case "ArrowUp":
      return nextPlayable(-1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
