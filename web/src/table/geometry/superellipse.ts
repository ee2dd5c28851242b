/** The outline of the table: one curve serves its rim, felt, thread and light. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** |x / rx| ^ exponent + |y / ry| ^ exponent = 1, around (x, y). */
export interface Superellipse extends Point {
  readonly rx: number;
  readonly ry: number;
  readonly exponent: number;
}

/** A place on the rim, and the direction that leads away from the table there. */
export interface RimPlace extends Point {
  /** Counter-clockwise from the right, in radians. */
  readonly angle: number;
  readonly nx: number;
  readonly ny: number;
  /** How far along the rim it is from the near side, clockwise, as a part of the whole. */
  readonly along: number;
}

const STEPS = 200;
/** Fine enough to measure along the curve. */
const FINE = 1440;

/** The point at an angle, moved towards the middle by `inset`. */
export function pointAt(shape: Superellipse, angle: number, inset = 0): Point {
  const bend = (part: number): number => Math.sign(part) * Math.abs(part) ** (2 / shape.exponent);
  return {
    x: shape.x + (shape.rx - inset) * bend(Math.cos(angle)),
    y: shape.y - (shape.ry - inset) * bend(Math.sin(angle)),
  };
}

/** Whether a point lies on the table. */
export function isInside(shape: Superellipse, { x, y }: Point): boolean {
  const { exponent } = shape;
  const along = Math.abs((x - shape.x) / shape.rx) ** exponent;
  const across = Math.abs((y - shape.y) / shape.ry) ** exponent;
  return along + across < 1;
}

/** The closed curve as an SVG path, from the near side clockwise; `drop` moves it down. */
export function outline(shape: Superellipse, inset = 0, drop = 0): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const { x, y } = pointAt(shape, clockwise(step / STEPS), inset);
    return `${round(x)} ${round(y + drop)}`;
  });
  return `M${points.join("L")}z`;
}

/** The angle of this part of a turn, clockwise from the near side. */
function clockwise(part: number): number {
  return -Math.PI / 2 - part * 2 * Math.PI;
}

/** `count` places on the far rim, at equal distances from one end to the other, clockwise. */
export function rimPlaces(shape: Superellipse, count: number, endAngle: number): RimPlace[] {
  const start = (3 * Math.PI) / 2 - endAngle;
  const from = start / (2 * Math.PI);
  const lengths = [0];
  let before = pointAt(shape, clockwise(0));
  for (let step = 1; step <= FINE; step++) {
    const point = pointAt(shape, clockwise(step / FINE));
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(point.x - before.x, point.y - before.y));
    before = point;
  }
  const whole = lengths.at(-1) ?? 1;
  const first = lengths[Math.round(from * FINE)] ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const wanted = count === 1 ? whole / 2 : first + ((whole - 2 * first) * index) / (count - 1);
    const step = Math.max(
      1,
      lengths.findIndex((length) => length >= wanted),
    );
    const [near, far] = [lengths[step - 1] ?? 0, lengths[step] ?? 0];
    const angle = clockwise((step - 1 + (wanted - near) / Math.max(1e-9, far - near)) / FINE);
    return { ...pointAt(shape, angle), ...normalAt(shape, angle), angle, along: wanted / whole };
  });
}

/** The unit vector away from the table. */
function normalAt(shape: Superellipse, angle: number): { nx: number; ny: number } {
  const back = pointAt(shape, angle + 0.01);
  const on = pointAt(shape, angle - 0.01);
  const length = Math.hypot(on.x - back.x, on.y - back.y) || 1;
  return { nx: (on.y - back.y) / length, ny: -(on.x - back.x) / length };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
