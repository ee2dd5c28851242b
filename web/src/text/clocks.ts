import type { Clock } from "../../protocol/messages.ts";
import { completeClock } from "../model/defaults.ts";

/** Paces a table can be played at, from blitz to one move a week. */
export const CLOCKS = {
  blitz: { move: 10, away: 10, between: 8, bots: 0.6 },
  quick: { move: 30, away: 20, between: 12, bots: 0.8 },
  usual: {},
  relaxed: { move: 180, away: 120, between: 60, bots: 1.5 },
  day: { move: 86_400, away: 3600, between: 3600, bots: 1 },
  week: { move: 604_800, away: 3600, between: 3600, bots: 1 },
  none: { move: null, away: 3600, between: 60, bots: 1 },
} as const satisfies Readonly<Record<string, Clock>>;

export type Pace = keyof typeof CLOCKS;

/** Which of our paces a clock is; null if it is another. */
export function paceOf(clock: Clock | undefined): Pace | null {
  const wanted = JSON.stringify(completeClock(clock));
  const paces = Object.keys(CLOCKS) as Pace[];
  return paces.find((pace) => JSON.stringify(completeClock(CLOCKS[pace])) === wanted) ?? null;
}
