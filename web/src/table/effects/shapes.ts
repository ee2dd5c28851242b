/** The outlines of what bursts, around (0, 0). */

/** A star of many uneven teeth, `width` by `height`. */
export function burstOutline(width: number, height: number): string {
  const teeth = 18;
  const points = Array.from({ length: teeth * 2 }, (_, index) => {
    const angle = (index / (teeth * 2)) * 2 * Math.PI - 0.1;
    const far = (index % 2 ? 0.78 : 1) * (1 + (((index * 7) % 5) - 2) * 0.03) * 0.94;
    return `${round((Math.cos(angle) * far * width) / 2)} ${round((Math.sin(angle) * far * height) / 2)}`;
  });
  return `M${points.join("L")}z`;
}

/** How far from straight down a ray is at least, in radians: the plate is there. */
const ABOVE_PLATE = 0.95;
/** Half the angle of a ray at its foot. */
const FOOT = 0.035;

/** Rays between two radii, every other one shorter; none points down. */
export function rays(inner: number, outer: number, count = 26): string {
  const found: string[] = [];
  for (let index = 0; index < count; index++) {
    const angle = (index / count) * 2 * Math.PI;
    if (Math.abs(angle - Math.PI / 2) < ABOVE_PLATE) continue;
    const point = (turn: number, far: number): string =>
      `${round(Math.cos(angle + turn) * far)} ${round(Math.sin(angle + turn) * far)}`;
    const tip = index % 2 ? inner + (outer - inner) * 0.55 : outer;
    found.push(`M${point(-FOOT, inner)}L${point(0, tip)}L${point(FOOT, inner)}z`);
  }
  return found.join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
