/** The way a card flies from one place to another. */
import type { Point } from "./superellipse.ts";

/** Where a card lies: its middle, how wide it is, and how far it is turned, in degrees. */
export interface Pose extends Point {
  readonly width: number;
  readonly turn: number;
}

/** This many poses describe the curve well enough: the browser draws straight lines between them. */
const STEPS = 12;
/** How high the arc is, against the distance; and at most, against the width of the card. */
const RISE = 0.12;
const HIGHEST = 0.6;

/**
 * The poses of a low arc, at equal parts of the time; `rise` bends it more or less.
 *
 * `progress` says how far along the card is at a part of its time: as far, unless it is eased.
 */
export function arcPath(
  from: Pose,
  to: Pose,
  rise = 1,
  progress: (time: number) => number = (time) => time,
): Pose[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const up = Math.min(distance * RISE, Math.max(from.width, to.width) * HIGHEST) * rise;
  const turn = shortestTurn(from.turn, to.turn);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const part = progress(step / STEPS);
    return {
      x: between(from.x, to.x, part),
      y: between(from.y, to.y, part) - up * 4 * part * (1 - part),
      width: between(from.width, to.width, part),
      turn: between(from.turn, from.turn + turn, part),
    };
  });
}

/** The poses as keyframes of `transform`, for a card whose untransformed box is around `origin`. */
export function pathKeyframes(
  path: readonly Pose[],
  origin: Omit<Pose, "turn">,
): { transform: string }[] {
  return path.map((pose) => ({ transform: transformTo(pose, origin) }));
}

/** What moves a card there whose untransformed box is around `origin`; `open`: 0 if it is on edge. */
export function transformTo(pose: Pose, origin: Omit<Pose, "turn">, open = 1): string {
  const size = pose.width / origin.width;
  return `translate(${round(pose.x - origin.x)}px, ${round(pose.y - origin.y)}px) rotate(${round(pose.turn)}deg) scale(${round(size * open)}, ${round(size)})`;
}

/** By how many degrees to turn, the short way round. */
function shortestTurn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

function between(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
