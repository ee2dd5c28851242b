/**
 * A whole deal as a few long animations, all of which begin and end with it.
 *
 * An animation that ends has the browser restyle the page and sort its layers again. In a deal one
 * would end every 55 ms, so here one copy of a card flies many times in one animation, and what
 * appears when a card has landed has an animation as long as the deal.
 */
import { FLIP, outAt } from "../../motion.ts";
import { arcPath, transformTo, type Pose } from "../geometry/flight_path.ts";

/** A card that is dealt face down. Times are in milliseconds from the beginning of the deal. */
export interface DealtFlight {
  readonly from: Pose;
  readonly to: Pose;
  readonly after: number;
  readonly lasts: number;
  /** Whether it is turned over when it is there. */
  readonly flips: boolean;
}

/** When the card has landed, and been turned to its edge if it flips. */
export function flightEnd({ after, lasts, flips }: DealtFlight): number {
  return after + lasts + (flips ? FLIP : 0);
}

/** Share the flights, which are in order of time, among as few copies of a card as can fly them. */
export function shareFlights(flights: readonly DealtFlight[]): DealtFlight[][] {
  const copies: DealtFlight[][] = [];
  for (const flight of flights) {
    const free = copies.find((flown) => {
      const last = flown.at(-1);
      return last && flightEnd(last) <= flight.after;
    });
    if (free) free.push(flight);
    else copies.push([flight]);
  }
  return copies;
}

/** All flights of one copy, whose box is `width` wide around the origin of the page. */
export function flightKeyframes(
  flights: readonly DealtFlight[],
  width: number,
  deal: number,
): Keyframe[] {
  const origin = { x: 0, y: 0, width };
  const flown = flights.flatMap((flight): Keyframe[] => {
    const { from, to, after, lasts, flips } = flight;
    const path = arcPath(from, to, 1, outAt).map((pose, step, { length }) => ({
      offset: (after + (lasts * step) / (length - 1)) / deal,
      opacity: 1,
      transform: transformTo(pose, origin),
    }));
    const there = {
      offset: Math.min(1, flightEnd(flight) / deal),
      opacity: 1,
      transform: transformTo(to, origin, flips ? 0 : 1),
    };
    return [...path, ...(flips ? [there] : []), { ...there, opacity: 0, easing: "step-end" }];
  });
  const hidden = { opacity: 0, easing: "step-end" };
  return [{ ...flown[0], ...hidden, offset: 0 }, ...flown, { ...flown.at(-1), offset: 1 }];
}

/** Something appears at once, at this time of the deal. */
export function appearKeyframes(at: number, deal: number): Keyframe[] {
  return [{ opacity: 0, easing: "step-end" }, { opacity: 1, offset: at / deal }, { opacity: 1 }];
}

/** A card of our hand turns its face up, at this time of the deal. */
export function faceUpKeyframes(at: number, deal: number): Keyframe[] {
  return [
    { opacity: 0, transform: "scaleX(0)", easing: "step-end" },
    { opacity: 1, transform: "scaleX(0)", offset: at / deal },
    { opacity: 1, transform: "none", offset: Math.min(1, (at + FLIP) / deal) },
    { opacity: 1, transform: "none" },
  ];
}

/** A column of the numbers from 0 on, of which one is seen, moves on by one at each of the times. */
export function countKeyframes(times: readonly number[], deal: number): Keyframe[] {
  const shown = (count: number): string =>
    `translateY(${count ? (-100 * count) / (times.length + 1) : 0}%)`;
  return [
    { transform: shown(0), easing: "step-end" },
    ...times.map((at, index) => ({
      transform: shown(index + 1),
      offset: at / deal,
      easing: "step-end",
    })),
    { transform: shown(times.length) },
  ];
}
