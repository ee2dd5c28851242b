import { describe, expect, test } from "vitest";
import { layOut, tagHeight, type Layout } from "../../src/table/geometry/layout.ts";
import { cardBox } from "../../src/table/geometry/last_cards.ts";
import { writeName } from "../../src/table/geometry/name_lines.ts";
import { PLATE_HEIGHT, plateHalf, type Box } from "../../src/table/geometry/seats.ts";
import { sheetFor } from "../../src/table/geometry/sheets.ts";
import { outline, pointAt, rimPlaces } from "../../src/table/geometry/superellipse.ts";

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [320, 568],
  [360, 740],
  [390, 844],
  [430, 932],
  [568, 320],
  [740, 360],
  [844, 390],
  [768, 1024],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
];

function around(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** What must never lie over each other, as the geometry has it. */
function parts(layout: Layout): Map<string, Box> {
  const { piles, ring, seats, face, plateText, sentence, hand, sheet, unit } = layout;
  const found = new Map<string, Box>([
    ["piles", around(piles.x, piles.y, piles.card * 2.16, piles.card * 1.5)],
    ["tag", around(piles.x, piles.y + ring.ry, 110 * unit, tagHeight(sheet, unit))],
    ["sentence", sentence],
  ]);
  if (hand) found.set("hand", hand);
  seats.forEach((seat, index) => {
    found.set(`face ${index}`, around(seat.face.x, seat.face.y, face * 0.9, face * 0.95));
    const { x, y, width } = seat.plate;
    const half = plateHalf(seat, layout.width);
    const left = x < layout.width / 2 ? x - half : x + half - width;
    found.set(`plate ${index}`, around(left + width / 2, y, width, plateText * PLATE_HEIGHT));
    if (seat.last) found.set(`last card ${index}`, cardBox(seat.last, layout.last));
  });
  return found;
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - 1 &&
    other.x < one.x + one.width - 1 &&
    one.y < other.y + other.height - 1 &&
    other.y < one.y + one.height - 1
  );
}

/** A face stands on its own plate. */
const belongTogether = (one: string, other: string): boolean =>
  one.replace("face", "plate") === other || other.replace("face", "plate") === one;

describe.each(SIZES)("a table in %d × %d", (width, height) => {
  test.each([1, 2, 3, 5, 6, 9])("keeps everything apart for a player and %d others", (others) => {
    const layout = layOut(width, height, { others, withHand: true });
    const all = [...parts(layout)];
    const wrong = all.flatMap(([one, box], index) =>
      all
        .slice(index + 1)
        .filter(([other, second]) => !belongTogether(one, other) && overlaps(box, second))
        .map(([other]) => `${one} and ${other}`),
    );
    expect(wrong).toEqual([]);
    for (const [name, box] of all) {
      expect(box.x, name).toBeGreaterThanOrEqual(-1);
      expect(box.y, name).toBeGreaterThanOrEqual(-1);
      expect(box.x + box.width, name).toBeLessThanOrEqual(width + 1);
      expect(box.y + box.height, name).toBeLessThanOrEqual(height + 1);
    }
  });

  test.each([1, 2, 3, 4])("has room for the cards last laid by %d others", (others) => {
    const { seats } = layOut(width, height, { others, withHand: true });
    expect(seats.every((seat) => seat.last)).toBe(true);
  });

  test("keeps the words of the sentence clear of the colour's tag", () => {
    const { piles, ring, sentence, sheet, unit } = layOut(width, height, {
      others: 3,
      withHand: true,
    });
    const tagBottom = piles.y + ring.ry + tagHeight(sheet, unit) / 2;
    // one line, at the foot of its box
    const words = sentence.y + sentence.height - (0.12 + 1.15) * sentence.text;
    expect(words - tagBottom).toBeGreaterThan(sentence.text * 0.25);
  });

  test("shows a name of some letters on every plate", () => {
    for (const others of [1, 3, 9]) {
      const layout = layOut(width, height, { others, withHand: true });
      for (const { plate } of layout.seats)
        expect(plate.width).toBeGreaterThan(layout.plateText * 5.2);
    }
  });
});

test.each([
  [1024, 600, 99],
  [1366, 650, 107],
  [1440, 900, 148],
  [2560, 1440, 237],
  [3840, 2160, 355],
  [390, 844, 106],
  [360, 740, 93],
])("a pile in %d × %d is %d wide", (width, height, wide) => {
  const { piles } = layOut(width, height, { others: 3, withHand: true });
  expect(Math.round(piles.card)).toBe(wide);
});

test("spare height enlarges the piles, by a sixth at most", () => {
  const card = (height: number): number =>
    layOut(1024, height, { others: 3, withHand: true }).piles.card / (148 * (1024 / 1440));
  expect(card(640)).toBeCloseTo(1);
  expect(card(768)).toBeGreaterThan(1.1);
  expect(card(1200)).toBeLessThanOrEqual(1.16);
});

test("the sheet follows the window", () => {
  expect(sheetFor(1440, 900, true)).toBe("wide");
  expect(sheetFor(1024, 600, true)).toBe("wide");
  expect(sheetFor(390, 844, true)).toBe("tall");
  expect(sheetFor(844, 390, true)).toBe("low");
  expect(sheetFor(1920, 1080, false)).toBe("room");
  expect(sheetFor(390, 844, false)).toBe("tall-room");
});

const shape = { x: 500, y: 400, rx: 400, ry: 200, exponent: 2.7 };

test("the curve runs through the ends of its axes, clockwise from the near side", () => {
  expect(pointAt(shape, 0)).toEqual({ x: 900, y: 400 });
  expect(pointAt(shape, Math.PI / 2, 40).y).toBeCloseTo(240);
  expect(outline(shape)).toMatch(/^M500 600L/);
  expect(outline(shape, 0, 10)).toMatch(/^M500 610L.*z$/);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("%d players sit at equal distances, clockwise", (count) => {
  const places = rimPlaces(shape, count, Math.PI);
  expect(places).toHaveLength(count);
  const steps = places.slice(1).map(({ along }, index) => along - (places[index]?.along ?? 0));
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 5);
  places.forEach((place, index) => {
    const mirrored = places[count - 1 - index];
    expect(place.x - shape.x).toBeCloseTo(shape.x - (mirrored?.x ?? 0), 0);
    expect(place.y).toBeCloseTo(mirrored?.y ?? 0, 0);
    expect(Math.hypot(place.nx, place.ny)).toBeCloseTo(1);
    expect((place.x - shape.x) * place.nx + (place.y - shape.y) * place.ny).toBeGreaterThan(0);
  });
});

describe("plates around a shared screen", () => {
  test.each([
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ])("leave a short name its room with ten players, %i by %i", (width, height) => {
    const layout = layOut(width, height, { others: 10, withHand: false });
    for (const { plate } of layout.seats)
      expect(plate.width / layout.plateText).toBeGreaterThan(5.4);
  });

  test.each([
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ])("have room for sixteen letters with ten players, %i by %i", (width, height) => {
    const layout = layOut(width, height, { others: 10, withHand: false });
    for (const { plate } of layout.seats) {
      const room = plate.width / layout.plateText - 3.1;
      for (const name of ["Uncle Bartholome", "Christina-Maria", "Bartholomäusssss"]) {
        const { lines, size } = writeName(name, room, 0.6);
        for (const line of lines)
          expect([...line].length * 0.58 * size).toBeLessThanOrEqual(room + 1e-9);
      }
    }
  });
});

describe("a name on its plate", () => {
  test.each([
    ["Maya", 6, ["Maya"], false, 1],
    ["Konstantinos", 6, ["Konstantinos"], false, 0.86],
    ["Uncle Bartholomew", 6, ["Uncle ", "Bartholomew"], false, 0.8],
    ["Anna Maria von Trapp", 5, ["Anna Maria ", "von Trapp"], false, 0.8],
    ["Konstantinos", 4.4, ["Konstantinos"], false, 0.63],
    ["Bartholomäusssss", 4.4, ["Bartholo", "mäusssss"], true, 0.8],
    ["山田太郎左衛門尉", 5, ["山田太郎左衛門尉"], false, 0.63],
  ] as const)("%s with room for %d", (name, room, lines, broken, size) => {
    const written = writeName(name, room, 0.6);
    expect(written.lines).toEqual(lines);
    expect(written.lines.join("")).toBe(name);
    expect(written.broken).toBe(broken);
    expect(written.size).toBeCloseTo(size, 1);
  });

  test("is not broken where letters are small anyway", () => {
    expect(writeName("Konstantinos", 3, 0.9)).toEqual({
      lines: ["Konstantinos"],
      broken: false,
      size: 0.9,
    });
  });
});
