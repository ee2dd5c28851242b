import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { t } from "../../src/i18n/index.svelte.ts";
import { CHAPTERS, LEARNER } from "../../src/learn/lesson.ts";
import { Teacher } from "../../src/learn/teacher.svelte.ts";

const NAMES = ["Ann", "Ben", "Cat"];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is said about another move stays until the next one", async () => {
  const teacher = new Teacher(NAMES);
  teacher.open(
    CHAPTERS.findIndex(
      ({ opening, moves }) => moves[0]?.by === LEARNER && opening.legal.length > 1,
    ),
  );
  const wanted = JSON.stringify(teacher.next!.action);
  const other = teacher.legal.find((action) => JSON.stringify(action) !== wanted)!;
  await teacher.intent.request(teacher.move(other));
  expect(teacher.intent.notice).toBe(t("learn.rather"));
  vi.advanceTimersByTime(60_000);
  expect(teacher.intent.notice).toBe(t("learn.rather"));
  await teacher.move(teacher.next!.action);
  expect(teacher.intent.notice).toBe("");
});
