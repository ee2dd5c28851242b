import { expect, test } from "vitest";
import { wholePercents } from "../../src/replay/whole_percents.ts";

test.each([
  [
    [0.2534, 0.2533, 0.2533, 0.24],
    [26, 25, 25, 24],
  ],
  [
    [0.25, 0.25, 0.25, 0.25],
    [25, 25, 25, 25],
  ],
  [
    [1 / 3, 1 / 3, 1 / 3],
    [34, 33, 33],
  ],
  [
    [0.995, 0.005],
    [100, 0],
  ],
  [
    [0.29, 0.71],
    [29, 71],
  ],
  [
    [1, 0],
    [100, 0],
  ],
])("the chances %j are shown as %j", (shares, percents) => {
  expect(wholePercents(shares)).toEqual(percents);
});

test("partners have the same chance", () => {
  expect(wholePercents([0.614, 0.386, 0.614, 0.386])).toEqual([61, 39, 61, 39]);
  expect(wholePercents([0.615, 0.385, 0.615, 0.385])).toEqual([62, 38, 62, 38]);
  expect(wholePercents([0.615, 0.385, 0.615, 0.385, 0.615, 0.385])[5]).toBe(38);
});

test("in a dead round nobody has a chance", () => {
  expect(wholePercents([0, 0, 0])).toEqual([0, 0, 0]);
});
