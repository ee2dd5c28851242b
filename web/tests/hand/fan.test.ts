import { expect, test } from "vitest";
import { fan, keyTarget, RISE, type Area } from "../../src/hand/fan.ts";
import { keyCards } from "../../src/hand/keyed_cards.ts";

/** What a phone, a phone on its side, a laptop and a television leave for the hand. */
const AREAS: readonly Area[] = (
  [
    [297, 112, 61],
    [356, 170, 90],
    [514, 145, 80],
    [570, 160, 84],
    [800, 240, 126],
    [1920, 380, 201],
  ] as const
).flatMap(([width, height, card]) =>
  [false, true].map((rightToLeft) => ({ width, height, card, rightToLeft })),
);

test.each(AREAS)("every card lies within %o", (area) => {
  for (let count = 1; count <= 60; count++) {
    const { card, width, height, rise, spots } = fan(count, area, null);
    expect(spots).toHaveLength(count);
    expect(height).toBeLessThanOrEqual(area.height + 1);
    for (const { x, y, turn } of spots) {
      const lean = Math.abs(Math.sin((turn * Math.PI) / 180)) * card * 0.75;
      expect(x - lean).toBeGreaterThanOrEqual(-1);
      expect(x + card + lean).toBeLessThanOrEqual(width + 1);
      expect(y).toBeGreaterThanOrEqual(rise - 1);
      expect(y + card * 1.5).toBeLessThanOrEqual(area.height + 1);
    }
    expect(new Set(spots.map(({ layer }) => layer)).size).toBe(count);
  }
});

test.each(AREAS)("a hand is one fan, and two rows from fourteen cards on, in %o", (area) => {
  const rows = (count: number): number => 1 + (fan(count, area, null).spots.at(-1)?.row ?? 0);
  expect([1, 7, 13].map(rows)).toEqual([1, 1, 1]);
  expect(rows(14)).toBe(2);
  expect(rows(15)).toBe(2);
  expect(rows(25)).toBeLessThanOrEqual(3);
});

test.each(AREAS)("of every card of a usual hand enough for a finger shows in %o", (area) => {
  for (const [count, strip] of [
    [7, 36],
    [15, 24],
    [25, 24],
  ] as const) {
    const { spots } = fan(count, area, null);
    for (const row of new Set(spots.map((spot) => spot.row))) {
      const starts = spots.filter((spot) => spot.row === row).map(({ x }) => x);
      starts.sort((one, other) => one - other);
      for (const [index, x] of starts.slice(1).entries())
        expect(x - (starts[index] ?? 0)).toBeGreaterThanOrEqual(strip);
    }
  }
});

const PHONE = { width: 356, height: 170, card: 90, rightToLeft: false };

test("the touched card is seen whole", () => {
  const { card, spots } = fan(7, PHONE, 2);
  expect((spots[3]?.x ?? 0) - (spots[2]?.x ?? 0)).toBeGreaterThanOrEqual(card);
});

test("a playable card stands by a fifth of its width higher", () => {
  const { card, rise } = fan(7, PHONE, null);
  expect(rise).toBeCloseTo(card * RISE);
});

test("left and right go round the fan, whichever way one reads", () => {
  for (const rightToLeft of [false, true]) {
    const laid = fan(5, { ...PHONE, rightToLeft }, null);
    const none = (): boolean => false;
    expect(keyTarget("ArrowRight", 2, laid, none)).toBe(rightToLeft ? 1 : 3);
    expect(keyTarget("ArrowLeft", 0, laid, none)).toBe(rightToLeft ? 1 : 4);
    expect(keyTarget("ArrowRight", 4, laid, none)).toBe(rightToLeft ? 3 : 0);
    expect(keyTarget("End", 2, laid, none)).toBe(4);
    expect(keyTarget("x", 2, laid, none)).toBeNull();
  }
});

test("up and down go round the cards that can be played", () => {
  const laid = fan(5, PHONE, null);
  const playable = (index: number): boolean => index === 1 || index === 3;
  expect(keyTarget("ArrowDown", 1, laid, playable)).toBe(3);
  expect(keyTarget("ArrowDown", 3, laid, playable)).toBe(1);
  expect(keyTarget("ArrowUp", 0, laid, playable)).toBe(3);
  expect(keyTarget("ArrowDown", 2, laid, () => false)).toBe(2);
});

test("a card stays the same one when others come and go", () => {
  const first = keyCards([], ["R1", "R1", "B2"], null);
  const laid = first[1]?.id ?? 0;
  const then = keyCards(first, ["B2", "R1", "G3"], laid);
  expect(then.map(({ card }) => card)).toEqual(["R1", "B2", "G3"]);
  expect(then.slice(0, 2)).toEqual([first[0], first[2]]);
});
