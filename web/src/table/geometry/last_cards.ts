/** Where the cards last laid lie: before their owners, and over nothing that is read. */
import { PLATE_HEIGHT, plateHalf, type Box, type SeatSpot } from "./seats.ts";
import { isInside, type Point, type Superellipse } from "./superellipse.ts";

interface Surroundings {
  readonly width: number;
  readonly table: Superellipse;
  readonly face: number;
  readonly plateText: number;
  /** How wide a card last laid is, and a back of the fans. */
  readonly last: number;
  readonly back: number;
  /** Piles, tag, sentence and hand. */
  readonly obstacles: readonly Box[];
}

/** How far a card may be moved, in its widths, and in how many directions it is tried. */
const FARTHEST = 4;
const STEP = 0.2;
const DIRECTIONS = 24;

/** Move every card that would lie over something to the nearest free place; none if there is none. */
export function placeLastCards(spots: readonly SeatSpot[], around: Surroundings): SeatSpot[] {
  const taken = [...around.obstacles, ...spots.flatMap((spot) => seatBoxes(spot, around))];
  return spots.map((spot) => {
    const last = spot.last && freePlace(spot.last, taken, around);
    if (last) taken.push(cardBox(last, around.last));
    return { ...spot, last };
  });
}

/** The box of a card whose middle is here. */
export function cardBox({ x, y }: Point, width: number): Box {
  return { x: x - width / 2, y: y - width * 0.75, width, height: width * 1.5 };
}

/** Face, plate and fan of a player. */
function seatBoxes(spot: SeatSpot, { width, face, plateText, back }: Surroundings): Box[] {
  const { plate, fan } = spot;
  const half = plateHalf(spot, width);
  const high = plateText * PLATE_HEIGHT;
  const left = plate.x < width / 2 ? plate.x - half : plate.x + half - plate.width;
  return [
    {
      x: spot.face.x - face * 0.45,
      y: spot.face.y - face * 0.475,
      width: face * 0.9,
      height: face * 0.95,
    },
    { x: left, y: plate.y - high / 2, width: plate.width, height: high },
    ...(fan ? [cardBox(fan, back * 1.4)] : []),
  ];
}

function freePlace(wanted: Point, taken: readonly Box[], around: Surroundings): Point | null {
  const { last, table } = around;
  const isFree = (point: Point): boolean => {
    const box = cardBox(point, last);
    return isInside(table, point) && !taken.some((other) => overlap(box, other));
  };
  if (!taken.some((other) => overlap(cardBox(wanted, last), other))) return wanted;
  for (let far = STEP; far <= FARTHEST; far += STEP) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (turn * 2 * Math.PI) / DIRECTIONS;
      const point = {
        x: wanted.x + Math.cos(angle) * far * last,
        y: wanted.y + Math.sin(angle) * far * last,
      };
      if (isFree(point)) return point;
    }
  }
  return null;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
