import { describe, expect, test } from "vitest";
import { freeSpaceNear, obstaclesOf, plateBox } from "../../src/table/geometry/free_space.ts";
import { layOut } from "../../src/table/geometry/layout.ts";
import type { Box } from "../../src/table/geometry/seats.ts";
import { standOff } from "../../src/table/geometry/stand_off.ts";

const SIZES = [
  [320, 568],
  [360, 740],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 600],
  [1280, 800],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
] as const;
const OTHERS = [1, 3, 5, 9];
const TABLES = SIZES.flatMap(([width, height]) =>
  OTHERS.map((others) => [width, height, others] as const),
);

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - 0.5 &&
    other.x < one.x + one.width - 0.5 &&
    one.y < other.y + other.height - 0.5 &&
    other.y < one.y + one.height - 0.5
  );
}

describe.each(TABLES)("%i x %i with %i others", (width, height, others) => {
  const layout = layOut(width, height, { others, withHand: true });
  const small = layout.sheet === "wide" ? 1 : 0.62;
  const size = { width: 232 * small * layout.unit, height: 150 * small * layout.unit };

  test("a burst beside any head covers nothing one must see", () => {
    const obstacles = obstaclesOf(layout);
    for (const seat of layout.seats) {
      const found = freeSpaceNear(seat.face, size, layout);
      expect(found).not.toBeNull();
      if (!found) continue;
      const [wide, high] = [size.width * found.scale, size.height * found.scale];
      const box = { x: found.x - wide / 2, y: found.y - high / 2, width: wide, height: high };
      expect(obstacles.filter((other) => overlap(box, other))).toEqual([]);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + wide).toBeLessThanOrEqual(width);
    }
  });

  test.runIf(layout.sheet === "wide")("the panel of a challenge stands clear of all seats", () => {
    for (const accused of layout.seats)
      for (const mirrored of [false, true]) {
        const { left, width, bottom, most } = standOff(layout, accused, mirrored);
        expect(most).toBeGreaterThan(others > 5 ? 140 : 290 * layout.unit);
        const box = { x: left, y: height - bottom - most, width, height: most };
        for (const seat of layout.seats) expect(overlap(box, plateBox(layout, seat))).toBe(false);
        expect(layout.hand && overlap(box, layout.hand)).toBe(false);
      }
  });
});
