import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Colour } from "../../protocol/messages.ts";
import { advise } from "../../src/analysis/advice.ts";
import type { Memory } from "../../src/analysis/memory.ts";
import { findReason, type Reason } from "../../src/analysis/reasons.ts";
import { readNetwork } from "../../src/model/network.ts";
import { playsAlone } from "../../src/model/solo.ts";
import {
  dayAt,
  FIRST_DAY,
  lastNumber,
  numberFor,
  optionOf,
  type Puzzle,
} from "../../src/puzzle/puzzles.ts";
import { Solver } from "../../src/puzzle/solver.svelte.ts";
import { addAnswer, daysInARow } from "../../src/puzzle/streak.ts";

const root = new URL("../../../", import.meta.url);
const puzzles = JSON.parse(
  readFileSync(new URL("src/openuno/local/puzzles/puzzles.json", root), "utf-8"),
) as readonly Puzzle[];
const network = readNetwork(readFileSync(new URL("src/openuno/bots/network/master.bin", root)));

/** With what a file leaves out. */
const whole = (reason: Reason): Reason => ({
  ...{ seat: null, card: null, colour: null, cards: 0, other: null, other_cards: 0 },
  ...reason,
});

test("the pages find the reason that the puzzle was made with", () => {
  for (const { view, memory, options, reason } of puzzles) {
    const [best, ...others] = options.map(({ action }) => action);
    const found = others.map((done) =>
      whole(findReason({ view, seat: 0, done, best: best ?? null, memory })),
    );
    expect(found).toContainEqual(whole(reason));
  }
});

test("no two players of a puzzle have the same face, whatever they are called", () => {
  for (const puzzle of puzzles) {
    const names = puzzle.view.hands.map(() => "Ada");
    const faces = new Solver(puzzle, names, () => {}).view.seats.slice(1).map(({ face }) => face);
    expect(new Set(faces).size).toBe(names.length - 1);
  }
});

/** What the solver remembers, as the file has it. */
function memoryIn({ memory }: Puzzle): Memory {
  const { turned_over, recent, ...kept } = memory as unknown as WrittenMemory;
  const deeds = recent.map(([seat, act, colour]) => ({ seat, act, colour }));
  return { ...kept, recent: deeds, turnedOver: turned_over };
}
interface WrittenMemory extends Omit<Memory, "recent" | "turnedOver"> {
  readonly recent: readonly (readonly [number, number, Colour])[];
  readonly turned_over: number;
}

test("a hint is a legal move, and the best one more often by what is remembered", () => {
  const hints = (remembers: boolean) =>
    puzzles.map((puzzle) => {
      const { view } = puzzle;
      const memory = remembers ? memoryIn(puzzle) : undefined;
      const { action, reason } = advise(view, view.legal, network, "win", memory)!;
      return { option: optionOf(puzzle, action), reason };
    });
  const [forgetful, mindful] = [hints(false), hints(true)];
  const best = (given: typeof mindful) => given.filter(({ option }) => option === 0).length;
  for (const { option } of [...forgetful, ...mindful]) expect(option).toBeGreaterThanOrEqual(0);
  expect(best(mindful)).toBeGreaterThan(best(forgetful));
  expect(best(mindful)).toBeGreaterThan(0.95 * puzzles.length);
  expect(forgetful.some(({ reason }) => reason?.kind === "lacks")).toBe(false);
  expect(mindful.some(({ reason }) => reason?.kind === "lacks")).toBe(true);
});

test("there is no hint where other people sit", () => {
  const room = { seat: 0, seats: [{ guest: "me" }, { bot: "master" }, {}] };
  const together = { ...room, seats: [{ guest: "me" }, { guest: "you" }] };
  const alone = (view: object): boolean => playsAlone(view as Parameters<typeof playsAlone>[0]);
  expect(alone(room)).toBe(true);
  expect(alone(together)).toBe(false);
  expect(alone({ ...room, seat: null })).toBe(false);
});

test("a day begins at midnight in UTC, and has the same puzzle everywhere", () => {
  expect(dayAt(FIRST_DAY)).toBe(0);
  expect(dayAt(FIRST_DAY - 1)).toBe(0);
  expect(dayAt(Date.UTC(2026, 10, 2) - 1)).toBe(0);
  expect(dayAt(Date.UTC(2026, 10, 2))).toBe(1);
  expect([0, 1, 69, 70].map((day) => numberFor(day, 70))).toEqual([1, 2, 70, 1]);
  expect([0, 1, 69, 70].map((day) => lastNumber(day, 70))).toEqual([1, 2, 70, 70]);
});

test("days in a row count first answers, and end with a wrong one or a day left out", () => {
  const none = { day: -1, days: 0 };
  const one = addAnswer(none, 4, true);
  const two = addAnswer(one, 5, true);
  expect(daysInARow(two, 5)).toBe(2);
  expect(addAnswer(two, 5, false)).toBe(two);
  expect(daysInARow(two, 6)).toBe(2);
  expect(daysInARow(two, 7)).toBe(0);
  expect(addAnswer(two, 7, true).days).toBe(1);
  expect(addAnswer(two, 6, false).days).toBe(0);
});
