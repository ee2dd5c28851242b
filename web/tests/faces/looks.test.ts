import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  botLook,
  CUTS,
  EXTRAS,
  HAIRS,
  lookCode,
  lookFor,
  parseLook,
  proposedLook,
  proposedLooks,
  SKINS,
  STYLES,
  PLAIN_BOTS,
  THINGS,
  TOPS,
} from "../../src/faces/looks.ts";
import { FACE_PARTS, PLAIN_NAMES } from "../../protocol/values.ts";

const NAMES = [
  "Maya",
  "Ruth",
  "Omar",
  "Lena",
  "Kofi",
  "Noor",
  "Jun",
  "山田",
  "مريم",
  "",
  "  ",
  "😀",
];

describe("a look in its text form", () => {
  test("reads back, and fits into 24 characters", () => {
    const looks = [...NAMES.flatMap((name) => proposedLooks(name, 20)), ...THINGS.map(asBot)];
    for (const look of looks) {
      const code = lookCode(look);
      expect(code.length).toBeLessThanOrEqual(24);
      expect(parseLook(code)).toEqual(look);
    }
  });

  test.each([
    ...["", "p:", "p:1-2-3-4", "p:1-2-3-4-5-6", "p:7-0-0-0-0", "p:0-8-0-0-0", "p:0-0-15-0-0"],
    ...[
      "p:0-0-0-32-0",
      "p:0-0-0-0-9",
      "p:-1-0-0-0-0",
      "p:0-0-0-0-0 ",
      "p:0-0-0-0-0\n",
      "P:0-0-0-0-0",
    ],
    ...["b:", "b:sofa", "b:radio ", "b:constructor", "p:1e1-0-0-0-0", "p:٣-0-0-0-0", "<svg>"],
  ])("is refused if it is %j", (code) => {
    expect(parseLook(code)).toBeNull();
    expect(lookFor("Maya", false, code)).toEqual(proposedLook("Maya"));
  });

  test("has the parts that the server knows", () => {
    const parts = [SKINS, HAIRS, STYLES, TOPS, EXTRAS].map((values) => values.length);
    expect(FACE_PARTS).toEqual(parts.with(3, TOPS.length * CUTS.length));
  });

  test("wins over what the name proposes", () => {
    expect(lookCode(lookFor("Maya", false, "p:0-6-5-13-1"))).toBe("p:0-6-5-13-1");
    expect(lookFor("Ada", true, "b:lamp")).toEqual({ kind: "thing", thing: "lamp" });
  });
});

describe("what a name proposes", () => {
  test("is the same every time, however the name is typed", () => {
    // Nobody stores a proposal: a new version that proposed others would give people other faces.
    expect(NAMES.slice(0, 4).map((name) => lookCode(proposedLook(name)))).toEqual([
      "p:6-0-9-28-2",
      "p:3-1-5-24-1",
      "p:3-1-7-5-1",
      "p:5-0-3-25-2",
    ]);
    expect(proposedLook(" maya ")).toEqual(proposedLook("Maya"));
    expect(proposedLooks("Maya", 5)[0]).toEqual(proposedLook("Maya"));
  });

  test("is as many different people as one asks for", () => {
    for (const name of NAMES) {
      const kinds = proposedLooks(name, 60).map(({ skin, style }) => `${skin}-${style}`);
      expect(new Set(kinds).size).toBe(60);
      const few = proposedLooks(name, 5);
      expect(new Set(few.map(({ style }) => style)).size).toBe(5);
      expect(new Set(few.map(({ skin }) => skin)).size).toBe(5);
    }
  });

  test("uses every style and extra, and gives nobody a beard under a headscarf", () => {
    const many = NAMES.flatMap((name) => proposedLooks(name, 100));
    expect(new Set(many.map(({ style }) => style)).size).toBe(STYLES.length);
    expect(new Set(many.map(({ extra }) => extra)).size).toBe(EXTRAS.length);
    const beards = many.filter(({ extra }) => EXTRAS[extra]?.includes("beard"));
    expect(beards.some(({ style }) => STYLES[style] === "headscarf")).toBe(false);
  });
});

const PLAIN: readonly string[] = PLAIN_BOTS;

describe("bots", () => {
  test("differ in colour if they sit down one after another", () => {
    const looks = PLAIN_NAMES.map((name) => botLook(name).thing);
    for (const first of looks.keys()) {
      const neighbours = looks.slice(first, first + PLAIN_BOTS.length);
      expect(new Set(neighbours).size).toBe(neighbours.length);
    }
  });

  test("are twelve different things by name, and a plain robot by any other name", () => {
    const names = [
      "Ada",
      "Bo",
      "Cleo",
      "Dev",
      "Eli",
      "Fay",
      "Gus",
      "Hal",
      "Ivy",
      "Jo",
      "Kim",
      "Lou",
    ];
    expect(new Set(names.map((name) => botLook(name).thing))).toEqual(
      new Set(THINGS.filter((thing) => !PLAIN.includes(thing))),
    );
    for (const name of ["Bot 7", "", "constructor", "ボット"]) {
      expect(PLAIN).toContain(botLook(name).thing);
      expect(botLook(name)).toEqual(lookFor(name, true));
    }
  });
});

function asBot(thing: (typeof THINGS)[number]) {
  return { kind: "thing", thing } as const;
}

describe("the drawings", () => {
  const sheet = readFileSync(join(import.meta.dirname, "../../src/faces/drawings.svg"), "utf8");
  const drawn = [...sheet.matchAll(/ id="face-([a-z-]+)"/g)].map(([, name = ""]) => name);
  /** Some parts are two looks together, and some are nothing to draw. */
  const undrawn = ["none", "bald", "beard-and-glasses", ...PLAIN.slice(1)];

  test("have every part that a look can name, once", () => {
    const parts = [...THINGS, ...STYLES, ...EXTRAS, ...CUTS].filter((n) => !undrawn.includes(n));
    expect(parts.filter((part) => !drawn.includes(part))).toEqual([]);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test("set no style, which the content policy would refuse", () => {
    expect(sheet).not.toMatch(/ style=|<style|<script|href=/);
  });
});
