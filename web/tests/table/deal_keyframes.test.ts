import { expect, test } from "vitest";
import { FLIP } from "../../src/motion.ts";
import type { Pose } from "../../src/table/geometry/flight_path.ts";
import {
  appearKeyframes,
  countKeyframes,
  faceUpKeyframes,
  flightEnd,
  flightKeyframes,
  shareFlights,
  type DealtFlight,
} from "../../src/table/live/deal_keyframes.ts";

const PILE: Pose = { x: 600, y: 400, width: 148, turn: 0 };
const SEAT: Pose = { x: 200, y: 100, width: 40, turn: 150 };
const flights = Array.from({ length: 12 }, (_, index): DealtFlight => {
  const flips = index % 4 === 3;
  return { from: PILE, to: SEAT, after: index * 55, lasts: 260, flips };
});
const deal = Math.max(...flights.map(flightEnd)) + FLIP;

/** What a browser shows of keyframes of opacity 0 or 1, at a part of their time. */
function isShown(frames: readonly Keyframe[], part: number): boolean {
  const offset = (frame: Keyframe, index: number): number =>
    frame.offset ?? (index === 0 ? 0 : index === frames.length - 1 ? 1 : NaN);
  return frames.findLast((frame, index) => offset(frame, index) <= part)?.["opacity"] === 1;
}

test("no copy of a card flies two ways at once, and every card flies", () => {
  const copies = shareFlights(flights);
  expect(copies.flat().length).toBe(flights.length);
  expect(copies.length).toBeLessThan(flights.length);
  for (const flown of copies)
    flown.slice(1).forEach((flight, index) => {
      expect(flight.after).toBeGreaterThanOrEqual(flightEnd(flown[index]!));
    });
});

test("a copy is seen while it flies, and only then", () => {
  for (const flown of shareFlights(flights)) {
    const frames = flightKeyframes(flown, PILE.width, deal);
    const offsets = frames.map(({ offset }) => Number(offset));
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
    expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
    for (let time = 1; time < deal; time += 7) {
      const flies = flown.some((flight) => flight.after <= time && time < flightEnd(flight));
      expect(isShown(frames, time / deal)).toBe(flies);
    }
  }
});

test("a flight begins on the pile and slows down towards its end", () => {
  const [flight] = flights as [DealtFlight];
  const frames = flightKeyframes([flight], PILE.width, deal).slice(1, -2);
  const places = frames.map(({ transform }) =>
    String(transform)
      .match(/-?[\d.]+/g)!
      .slice(0, 2)
      .map(Number),
  ) as [number, number][];
  expect(places[0]).toEqual([PILE.x, PILE.y]);
  expect(places.at(-1)).toEqual([SEAT.x, SEAT.y]);
  const left = places.map(([x, y]) => Math.hypot(x - SEAT.x, y - SEAT.y));
  expect(left).toEqual(left.toSorted((one, other) => other - one));
  const steps = left.slice(1).map((far, index) => left[index]! - far);
  expect(steps[0]).toBeGreaterThan(3 * steps.at(-1)!);
});

test("what appears does so when its card has landed, and the count moves on then", () => {
  expect(isShown(appearKeyframes(300, deal), 299 / deal)).toBe(false);
  expect(isShown(appearKeyframes(300, deal), 301 / deal)).toBe(true);
  expect(isShown(faceUpKeyframes(300, deal), 299 / deal)).toBe(false);
  expect(isShown(faceUpKeyframes(300, deal), 301 / deal)).toBe(true);
  const counts = countKeyframes([260, 480, 700], 1000);
  expect(counts.map(({ offset }) => offset)).toEqual([undefined, 0.26, 0.48, 0.7, undefined]);
  expect(counts.map(({ transform }) => transform)).toEqual(
    [0, -25, -50, -75, -75].map((percent) => `translateY(${percent}%)`),
  );
});
