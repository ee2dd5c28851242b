/** Where everything of a tiny table is, in its own units. */
import type { Arrow, Mark, Place } from "./preview.ts";

export const WIDTH = 240;
export const HEIGHT = 168;
export const TABLE = { x: 120, y: 84, rx: 66, ry: 36 } as const;
export const HEAD = 15;

interface Point {
  readonly x: number;
  readonly y: number;
}

export const SEATS: Readonly<Record<Place, Point>> = {
  front: { x: 120, y: 142 },
  left: { x: 30, y: 84 },
  far: { x: 120, y: 26 },
  right: { x: 210, y: 84 },
};
/** Where the signs of a seat stand, as many as a rule has sentences. */
const SIGNS: Readonly<Record<Place, readonly Point[]>> = {
  front: [158, 196, 82, 44].map((x) => ({ x, y: 146 })),
  left: [50, 121, 21, 149].map((y) => ({ x: 30, y })),
  far: [158, 196, 82, 44].map((x) => ({ x, y: 22 })),
  right: [50, 121, 21, 149].map((y) => ({ x: 210, y })),
};
/** From one sign in the middle to the next. */
const STEP = 31;

/** Every mark with its place; several in the middle stand side by side, beside what crosses it. */
export function placeMarks(
  marks: readonly Mark[],
  arrows: readonly Arrow[],
): readonly { readonly mark: Mark; readonly x: number; readonly y: number }[] {
  const seen = new Map<Mark["at"], number>();
  const crossed = arrows.some(({ from, to }) => isOpposite(SEATS[from], SEATS[to]));
  const middle = TABLE.x - (crossed ? 36 : 0);
  const inMiddle = marks.filter(({ at }) => at === "middle").length;
  return marks.map((mark) => {
    const index = seen.get(mark.at) ?? 0;
    seen.set(mark.at, index + 1);
    if (mark.at === "middle")
      return { mark, x: middle + (index - (inMiddle - 1) / 2) * STEP, y: TABLE.y };
    return { mark, ...(SIGNS[mark.at][index] ?? SEATS[mark.at]) };
  });
}

/** An arrow's curve from seat to seat, bent towards the middle, and where its sign stands. */
export function placeArrow(
  { from, to }: Arrow,
  index: number,
): { readonly path: string; readonly tip: string; readonly sign: Point } {
  const [one, two] = [SEATS[from], SEATS[to]];
  const bend = bendOf(one, two, index);
  const start = along(one, bend, HEAD + 5);
  const end = along(two, bend, HEAD + 6);
  const sign = {
    x: round(start.x / 4 + bend.x / 2 + end.x / 4),
    y: round(start.y / 4 + bend.y / 2 + end.y / 4),
  };
  return {
    path: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`,
    tip: tipOf(bend, end),
    sign,
  };
}

/** An arrow's point at the end of a curve that comes from `bend`. */
function tipOf(bend: Point, end: Point): string {
  const angle = Math.atan2(end.y - bend.y, end.x - bend.x);
  const [left, right] = [angle + 2.6, angle - 2.6].map((each) => ({
    x: round(end.x + 8 * Math.cos(each)),
    y: round(end.y + 8 * Math.sin(each)),
  }));
  return `M${left?.x} ${left?.y}L${end.x} ${end.y}L${right?.x} ${right?.y}`;
}

/** Opposite seats: to one side of the middle, else the arrows of both ways lie on each other. */
function bendOf(one: Point, two: Point, index: number): Point {
  const middle = { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  if (!isOpposite(one, two))
    return { x: round((middle.x * 2 + TABLE.x) / 3), y: round((middle.y * 2 + TABLE.y) / 3) };
  const side = (index % 2 === 0 ? 1 : -1) * 22;
  return one.x === two.x
    ? { x: middle.x + side, y: middle.y }
    : { x: middle.x, y: middle.y + side / 2 };
}

function isOpposite(one: Point, two: Point): boolean {
  return one.x === two.x || one.y === two.y;
}

function along(from: Point, towards: Point, length: number): Point {
  const [x, y] = [towards.x - from.x, towards.y - from.y];
  const share = length / Math.hypot(x, y);
  return { x: round(from.x + x * share), y: round(from.y + y * share) };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
