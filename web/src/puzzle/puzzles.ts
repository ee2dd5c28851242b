/** The puzzles that come with the pages, and which of them is for which day. */
import type { Action, RoundEvent, View } from "../../protocol/messages.ts";
import file from "../../../src/openuno/local/puzzles/puzzles.json?url";
import type { Memory } from "../analysis/memory.ts";
import type { Reason } from "../analysis/reasons.ts";

export interface Option {
  /** Null lets a jump-in go. */
  readonly action: Action | null;
  /** How often it wins, from 0 to 1. */
  readonly wins: number;
}

/** A position as its solver, seat 0, sees it; the best option comes first. */
export interface Puzzle {
  readonly theme: string;
  readonly view: View;
  readonly memory: Pick<Memory, "open">;
  readonly events: readonly RoundEvent[];
  readonly options: readonly Option[];
  readonly reason: Reason;
  readonly worlds: number;
}

/** The day of puzzle 1, as `FIRST_DAY` in openuno.local.puzzles.puzzle. */
export const FIRST_DAY = Date.UTC(2026, 10, 1);
const DAY = 24 * 60 * 60 * 1000;

let loading: Promise<readonly Puzzle[]> | null = null;

export function loadPuzzles(): Promise<readonly Puzzle[]> {
  loading ??= fetch(file).then((answer) => {
    if (!answer.ok) throw new Error(`the puzzles: ${answer.status}`);
    return answer.json() as Promise<readonly Puzzle[]>;
  });
  loading.catch(() => (loading = null)); // the next visit tries again
  return loading;
}

/** How many days have gone since the first puzzle, by UTC; everyone has the same. */
export function dayAt(milliseconds: number): number {
  return Math.max(0, Math.floor((milliseconds - FIRST_DAY) / DAY));
}

/** The number of the puzzle for a day, out of this many; after the last one they start again. */
export function numberFor(day: number, puzzles: number): number {
  return (day % puzzles) + 1;
}

/** The last puzzle that can be looked at: those of days to come stay unseen. */
export function lastNumber(day: number, puzzles: number): number {
  return Math.min(day + 1, puzzles);
}

/** Which option an action is, whether or not it says UNO. */
export function optionOf({ options }: Puzzle, action: Action | null): number {
  const plain = (one: Action | null): string =>
    JSON.stringify(
      one?.do === "play" ? [one.card, one.colour ?? null, one.target ?? null] : (one ?? null),
    );
  return options.findIndex((option) => plain(option.action) === plain(action));
}
