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
  /** Wider than the hand if it has to scroll. */
  readonly width: number;
  readonly spots: readonly Spot[];
}

export interface Area {
  readonly width: number;
  /** Of the whole window: a low one gets smaller cards and fewer rows. */
  readonly windowHeight: number;
  readonly rightToLeft: boolean;
}

/** What a card always shows of itself: wide enough for a finger and for the index. */
const STRIP = 44;
/** What is free to both sides of the hand. */
const MARGIN = 8;
/** How wide the touched card is, being larger, against the others. */
const SHOWN = 1.12;
/** How far a playable card rises. */
export const RISE = 14;
/** How far above that the touched card comes. */
export const FORWARD = 8;

function clamp(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

export function cardWidth({ width, windowHeight }: Area): number {
  return Math.round(Math.min(clamp(72, width * 0.2, 120), Math.max(54, windowHeight * 0.135)));
}

/** How many cards each row gets, as even as can be, the fuller ones first. */
function rowSizes(count: number, rows: number): readonly number[] {
  const least = Math.floor(count / rows);
  return Array.from({ length: rows }, (_, row) => least + Number(row < count % rows));
}

/** The starts of the cards in one row, with the whole of the `forward` one to be seen. */
function startsOf(size: number, card: number, width: number, forward: number | null): number[] {
  const easy = Math.max(STRIP, card * 0.74);
  const step = size > 1 ? Math.min(easy, (width - card) / (size - 1)) : 0;
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

/** The same in a row that scrolls: each shows a strip, from `first` on. */
function scrollingStarts(
  size: number,
  card: number,
  first: number,
  forward: number | null,
): number[] {
  const gap = forward === null || forward >= size - 1 ? 0 : card * SHOWN - STRIP;
  const from = first - Math.min(first, gap);
  return Array.from(
    { length: size },
    (_, index) => from + index * STRIP + (forward !== null && index > forward ? gap : 0),
  );
}

/** Lay the cards out: one fan as long as each shows enough, then rows, then rows that scroll. */
export function fan(count: number, room: Area, forward: number | null): Fan {
  const card = cardWidth(room);
  const low = room.windowHeight < 520;
  const fits = Math.max(1, 1 + Math.floor((room.width - card) / STRIP));
  const rows = clamp(1, Math.ceil(count / fits), low ? 1 : 3);
  const sizes = rowSizes(count, rows);
  const fullest = sizes[0] ?? 0;
  const scrolls = fullest > fits;
  // a hand that scrolls keeps room for the touched card, so that nothing moves but its own row
  const opened = scrolls ? Math.ceil(card * SHOWN) - STRIP : 0;
  const width = scrolls ? card + STRIP * (fullest - 1) + opened : room.width;
  const rowStep = Math.max(STRIP, Math.round(card * 0.58)) + RISE;

  const spots: Spot[] = [];
  sizes.forEach((size, row) => {
    const turned = (index: number) => (room.rightToLeft ? size - 1 - index : index);
    const touched = forward === null ? -1 : forward - spots.length;
    const inRow = touched >= 0 && touched < size ? turned(touched) : null;
    const bend = rows > 1 || scrolls ? 0 : Math.min(1.6, 11 / size);
    // the outer cards lean out, by what is more than the margin
    const lean = Math.sin((bend * (size - 1) * Math.PI) / 360) * card * 1.5;
    const out = Math.max(0, lean - MARGIN);
    const first = room.rightToLeft ? opened + STRIP * (fullest - size) : 0;
    const starts = scrolls
      ? scrollingStarts(size, card, first, inRow)
      : startsOf(size, card, width - 2 * out, inRow).map((x) => x + out);
    for (let index = 0; index < size; index++) {
      const layer = turned(index);
      const off = layer - (size - 1) / 2;
      const y = row * rowStep + bend * bend * off * off * 0.35;
      spots.push({
        x: starts[layer] ?? 0,
        y,
        turn: off * bend,
        row,
        layer: row * 100 + layer,
      });
    }
  });
  const lowest = Math.max(0, ...spots.map(({ y }) => y));
  const top = RISE + FORWARD + Math.ceil(card * 0.12);
  return {
    card,
    width,
    height: Math.ceil(top + lowest + card * 1.5 + 4),
    spots: spots.map((spot) => ({ ...spot, y: spot.y + top })),
  };
}

/** Where a key leads from the card at a place; null if it is none of ours. */
export function keyTarget(key: string, from: number, { spots }: Fan): number | null {
  const here = spots[from];
  if (!here) return null;
  const far = (to: number) => Math.abs((spots[to]?.x ?? 0) - here.x);
  const nearest = (row: number) =>
    [...spots.keys()]
      .filter((to) => spots[to]?.row === row)
      .reduce((best, to) => (best === from || far(to) < far(best) ? to : best), from);
  const onward = (spots[1]?.x ?? 1) >= (spots[0]?.x ?? 0) ? 1 : -1;
  const within = (to: number) => clamp(0, to, spots.length - 1);
  switch (key) {
    case "ArrowRight":
      return within(from + onward);
    case "ArrowLeft":
      return within(from - onward);
    case "ArrowDown":
      return nearest(here.row + 1);
    case "ArrowUp":
      return nearest(here.row - 1);
    case "Home":
      return 0;
    case "End":
      return spots.length - 1;
    default:
      return null;
  }
}
