import { expect, test } from "vitest";

import type { EventTableView, EventView } from "../../protocol/http.ts";
import { currentTables, hasResults, openTables } from "../../src/event/tables.ts";

function table(sitting: number, number: number, points: number[] | null): EventTableView {
  const sides = [["Ann"], ["Ben"]];
  return { sitting, number, sides, started: null, ends: null, points, cancelled: false };
}

function event(...tables: EventTableView[][]): EventView {
  const sittings = tables.map((each, index) => ({
    number: index + 1,
    tables: each,
    byes: [],
    scheduled: false,
  }));
  return { sittings } as unknown as EventView;
}

test("tables of earlier sittings are shown until they have played", () => {
  const late = table(1, 2, null);
  const now = [table(2, 1, [3, 4]), table(2, 2, null)];
  const ladder = event([table(1, 1, [10, 20]), late], now);
  expect(openTables(ladder)).toEqual([late, now[1]]);
  expect(currentTables(ladder)).toEqual([late, ...now]);
});

test("there are no standings before the first points", () => {
  expect(hasResults(event([table(1, 1, null)]))).toBe(false);
  expect(hasResults(event([table(1, 1, [0, 0])], [table(2, 1, null)]))).toBe(true);
  expect(currentTables(event())).toEqual([]);
});
