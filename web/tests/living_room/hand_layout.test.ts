import { describe, expect, test } from "vitest";
import { layOutHand } from "../../src/living_room/hand_layout.ts";
import type { Box } from "../../src/table/geometry/seats.ts";
import { tagHeight } from "../../src/table/geometry/layout.ts";
import { overlaps } from "../../src/table/results/end_layout.ts";

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [568, 320],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;

function centred(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

describe.each(SIZES)("a hand at %i × %i", (width, height) => {
  test.each([1, 3, 6, 9])("with %i others", (others) => {
    const layout = layOutHand(width, height, others);
    const { piles, ring, face, sentence, hand } = layout;
    const tag = tagHeight(layout.sheet, layout.unit);
    const boxes = [
      ...layout.seats.map((seat) => centred(seat.face.x, seat.face.y, face, face)),
      centred(piles.x, piles.y, piles.card * 2.16, piles.card * 1.5),
      centred(piles.x, piles.y + ring.ry, piles.card, tag),
      sentence,
      ...(hand ? [hand] : []),
    ];
    expect(layout.seats).toHaveLength(others);
    expect(hand?.height).toBeGreaterThan(90);
    for (const [index, one] of boxes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.y).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(width + 0.5);
      expect(one.y + one.height).toBeLessThanOrEqual(height + 0.5);
      for (const other of boxes.slice(index + 1))
        expect(overlaps(one, other), JSON.stringify([one, other])).toBe(false);
    }
  });
});

test("a phone shows larger cards than at a whole table", () => {
  expect(layOutHand(390, 844, 5).hand?.card).toBeGreaterThan(140);
  expect(layOutHand(844, 390, 5).hand?.card).toBeGreaterThan(115);
});
