import { expect, test } from "vitest";
import { fan, keyTarget, type Area } from "../../src/hand/fan.ts";
import { keyCards } from "../../src/hand/keyed_cards.ts";

const AREAS: readonly Area[] = [320, 390, 800, 1400].flatMap((width) =>
  [480, 900].flatMap((windowHeight) =>
    [false, true].map((rightToLeft) => ({ width, windowHeight, rightToLeft })),
  ),
);

test.each(AREAS)("every card has its spot in %o", (area) => {
  for (let count = 0; count <= 60; count++) {
    const { card, width, spots } = fan(count, area, null);
    expect(spots).toHaveLength(count);
    for (const { x } of spots) {
      expect(x).toBeGreaterThanOrEqual(-1);
      expect(x + card).toBeLessThanOrEqual(width + 1);
    }
    expect(new Set(spots.map(({ layer }) => layer)).size).toBe(count);
  }
});

test.each(AREAS)("of every card a finger's width shows in %o", (area) => {
  for (const count of [2, 7, 20, 40]) {
    const { spots } = fan(count, area, null);
    for (const row of new Set(spots.map((spot) => spot.row))) {
      const inRow = spots.filter((spot) => spot.row === row).map(({ x }) => x);
      const starts = inRow.sort((one, other) => one - other);
      for (const [index, x] of starts.slice(1).entries())
        expect(x - (starts[index] ?? 0)).toBeGreaterThanOrEqual(43);
    }
  }
});

test("the touched card is seen whole", () => {
  const area = { width: 390, windowHeight: 844, rightToLeft: false };
  const { card, spots } = fan(7, area, 2);
  expect((spots[3]?.x ?? 0) - (spots[2]?.x ?? 0)).toBeGreaterThanOrEqual(card);
});

test("arrow keys walk along the fan, whichever way one reads", () => {
  for (const rightToLeft of [false, true]) {
    const laid = fan(5, { width: 800, windowHeight: 900, rightToLeft }, null);
    expect(keyTarget("ArrowRight", 2, laid)).toBe(rightToLeft ? 1 : 3);
    expect(keyTarget("End", 2, laid)).toBe(4);
    expect(keyTarget("ArrowLeft", rightToLeft ? 4 : 0, laid)).toBe(rightToLeft ? 4 : 0);
    expect(keyTarget("x", 2, laid)).toBeNull();
  }
});

test("a card stays the same one when others come and go", () => {
  const first = keyCards([], ["R1", "R1", "B2"], null);
  const laid = first[1]?.id ?? 0;
  const then = keyCards(first, ["B2", "R1", "G3"], laid);
  expect(then.map(({ card }) => card)).toEqual(["R1", "B2", "G3"]);
  expect(then.slice(0, 2)).toEqual([first[0], first[2]]);
});
