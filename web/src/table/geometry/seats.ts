/** Where the players sit along the far rim, and what lies before each of them. */
import { SHEETS, type SheetName } from "./sheets.ts";
import { rimPlaces, type Point, type RimPlace, type Superellipse } from "./superellipse.ts";

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface SeatSpot {
  readonly place: RimPlace;
  /** The middle of the face. */
  readonly face: Point;
  /** The middle of the plate with name and count, and how wide it may become. */
  readonly plate: Point & {
    readonly width: number;
    /** How far it may reach away from the table; what is longer grows towards it. */
    readonly outer: number;
  };
  /** The fan of cards, turned towards its owner; null where there is no room for it. */
  readonly fan: (Point & { readonly turn: number }) | null;
  /** The card last laid; null where there is no room for it. */
  readonly last: Point | null;
}

interface Measures {
  readonly sheet: SheetName;
  readonly width: number;
  readonly unit: number;
  readonly table: Superellipse;
  readonly face: number;
  readonly last: number;
  readonly plateText: number;
  /** What no plate may lie over. */
  readonly obstacles: readonly Box[];
}

/** How much wider a plate is than its name, in letters' heights. */
const PLATE_EXTRA = 3.6;
const NAME_WIDTH = 9.5;
/** How wide the plate of a short name is, in letters' heights. */
const SHORT_NAME = 7.4;
export const PLATE_HEIGHT = 1.95;
/** How far a plate stays from the edge of the window. */
const PLATE_MARGIN = 4;

/** How far to either side of its middle a plate stands; a longer one grows towards the table. */
export function plateHalf({ plate }: SeatSpot, width: number): number {
  return Math.max(
    0,
    Math.min(plate.width / 2, plate.outer, plate.x - PLATE_MARGIN, width - plate.x - PLATE_MARGIN),
  );
}

/** The other seats, clockwise from the left of the player's own. */
export function seatSpots(measures: Measures, others: number): SeatSpot[] {
  const { sheet, table } = measures;
  const ends = SHEETS[sheet].ends;
  const end = ((ends[others] ?? ends.at(-1) ?? 180) * Math.PI) / 180;
  const spots = rimPlaces(table, others, end).map((place) => seatSpot(measures, place, others));
  return spots.map((spot, index) => ({
    ...spot,
    plate: { ...spot.plate, ...plateRoom(measures, spots, index) },
  }));
}

function seatSpot(measures: Measures, place: RimPlace, others: number): SeatSpot {
  const { sheet, width, unit, table, face: size, last: lastWidth } = measures;
  const tall = sheet === "tall" || sheet === "tall-room";
  const lift = SHEETS[sheet].lift;
  const within = (x: number): number => clamp(size * 0.54, x, width - size * 0.54);
  const face = {
    x: within(place.x + place.nx * size * 0.3),
    y: place.y + place.ny * size * 0.14 - size * (lift + 0.08),
  };
  const beside = Math.abs(place.nx) > 0.6;
  const plate = {
    x: face.x - (beside && !tall ? place.nx * size * 0.1 : 0),
    y: face.y + size * 0.6 + 3 * unit,
    width: 0,
    outer: 0,
  };
  const inward = { x: -place.nx, y: -place.ny };
  if (tall) {
    const aside = Math.abs(place.nx) > 0.25 || others > 5;
    const out = face.x < table.x ? 1 : -1;
    const last = aside
      ? { x: face.x + out * (size * 0.5 + lastWidth * 0.62), y: face.y + size * 0.1 }
      : { x: place.x, y: face.y + size * 0.6 + 44 * unit };
    return { place, face, plate, fan: null, last };
  }
  const depth =
    { wide: 80, room: 76, low: 46 }[sheet as "wide" | "room" | "low"] * unit +
    (beside ? { wide: 34, room: 40, low: 14 }[sheet as "wide" | "room" | "low"] * unit : 0);
  const middle = {
    x: place.x + inward.x * depth,
    y: place.y + inward.y * depth - (beside ? 10 * unit : 0),
  };
  // one after the other along the rim: on a low sheet the piles are between them
  const apart =
    (sheet === "low" ? (beside ? 24 : 112) : others > 5 ? 34 : sheet === "room" ? 37 : 44) * unit;
  const along = { x: -inward.y, y: inward.x };
  const at = (far: number): Point => ({
    x: middle.x + along.x * far,
    y: middle.y + along.y * far,
  });
  // many on a low sheet have no room but for the card last laid
  if (sheet === "low" && others > 5) return { place, face, plate, fan: null, last: at(0) };
  const turn = (Math.atan2(inward.y, inward.x) * 180) / Math.PI + 90;
  return { place, face, plate, fan: { ...at(-apart), turn }, last: at(apart * 1.25) };
}

/** How wide a plate may become before it reaches something else, and how much of that outwards. */
function plateRoom(
  measures: Measures,
  spots: readonly SeatSpot[],
  index: number,
): Pick<SeatSpot["plate"], "width" | "outer"> {
  const { sheet, plateText, face: size, unit, width, table, obstacles } = measures;
  const own = spots[index];
  if (!own) return { width: 0, outer: 0 };
  const { x, y } = own.plate;
  const gap = Math.max(3, 4 * unit);
  const high = plateText * PLATE_HEIGHT;
  const isLevel = (top: number, bottom: number): boolean =>
    y - high / 2 < bottom && y + high / 2 > top;
  /** What is free on its left and on its right. */
  const free = { left: Infinity, right: Infinity };
  const limit = (at: number, far: number): void => {
    if (at > x + 1) free.right = Math.min(free.right, far);
    else if (at < x - 1) free.left = Math.min(free.left, far);
  };
  for (const box of obstacles) {
    if (!isLevel(box.y, box.y + box.height)) continue;
    const middle = box.x + box.width / 2;
    limit(middle, Math.abs(middle - x) - box.width / 2 - gap);
  }
  for (const other of spots) {
    if (other === own) continue;
    const apart = Math.abs(other.plate.x - x);
    if (isLevel(other.plate.y - high / 2 - gap, other.plate.y + high / 2 + gap))
      limit(other.plate.x, (apart - gap) / 2);
    if (isLevel(other.face.y - size / 2, other.face.y + size / 2))
      limit(other.face.x, Math.abs(other.face.x - x) - size / 2 - gap / 2);
  }
  const usual = Math.min(plateText * (NAME_WIDTH + PLATE_EXTRA), width - 2 * PLATE_MARGIN);
  const inner = x < table.x ? free.right : free.left;
  const outer = x < table.x ? free.left : free.right;
  // at the edge of the window it stands off its middle
  const edge = Math.min(x, width - x) - PLATE_MARGIN;
  const even = Math.max(0, Math.min(usual, 2 * outer, inner + Math.min(inner, edge)));
  // Where many sit around a screen, a short name rather reaches over the rim than be cut.
  const least = sheet === "room" ? Math.min(plateText * SHORT_NAME, inner + outer) : 0;
  return { width: Math.max(even, least), outer };
}

function clamp(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
