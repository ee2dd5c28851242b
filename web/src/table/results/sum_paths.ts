/** The dotted ways of points: from the open hands into the sum, and from there to the winner. */
import type { Point } from "../geometry/superellipse.ts";
import type { OpenHandSpot } from "./end_layout.ts";
import type { SumLayout } from "./sum_layout.ts";

/** With more hands the ways would run over the figures. */
const MOST = 4;

/** A head in the picture. */
export interface Head extends Point {
  readonly size: number;
}

/** The way of a hand's points to their place in the sum; empty where there is no room for one. */
export function pathToTerm(
  sum: SumLayout,
  index: number,
  from: OpenHandSpot | null,
  unit: number,
): string {
  const term = sum.terms[index];
  if (sum.terms.length > MOST || !term || !from) return "";
  if (Math.abs(term.y - from.y) < from.card) {
    // Beside each other: below the figures between them.
    const [sy, ty] = [from.y + from.card * 0.86, term.y + sum.text * 0.7];
    const low = Math.max(sy, ty) + 46 * unit;
    return `M${from.x} ${sy}Q${(from.x + term.x) / 2} ${low} ${term.x} ${ty}`;
  }
  const up = term.y < from.y ? 1 : -1;
  const [sx, sy] = [from.x, from.y - up * from.card * 0.86];
  const [tx, ty] = [term.x, term.y + up * sum.text * 0.66];
  if (Math.hypot(tx - sx, ty - sy) < 26 * unit) return "";
  return `M${sx} ${sy}Q${(sx + tx) / 2} ${sy - up * 0.2 * (sy - ty)} ${tx} ${ty}`;
}

/** The way of the total to the player who went out. */
export function pathToWinner(sum: SumLayout, head: Head | null, unit: number): string {
  if (!sum.total || !head) return "";
  const down = head.y > sum.total.y ? 1 : -1;
  if (down < 0 && sum.terms.length > MOST) return ""; // through the rows above
  const [sx, sy] = [sum.total.x, sum.total.y + down * sum.totalText * 0.56];
  const far = Math.hypot(head.x - sx, head.y - sy) || 1;
  const reach = head.size * 0.68;
  if (far < reach + 20 * unit) return "";
  const [tx, ty] = [head.x + ((sx - head.x) / far) * reach, head.y + ((sy - head.y) / far) * reach];
  return `M${sx} ${sy}Q${sx} ${(sy + ty) / 2 + down * 12 * unit} ${tx} ${ty}`;
}
