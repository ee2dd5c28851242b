import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const SHEET = readFileSync(join(import.meta.dirname, "../src/look.css"), "utf8");
/** What WCAG 2 AA asks of letters, and of large letters and signs. */
const LETTERS = 4.5;
const SIGNS = 3;

type Tokens = Readonly<Record<string, string>>;

/** The variables that one selector of the sheet sets. */
function tokensOf(selector: string): Tokens {
  const start = SHEET.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`look.css has no ${selector}`);
  const block = SHEET.slice(start, SHEET.indexOf("\n}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const night = tokensOf(":root");
const day = { ...night, ...tokensOf(':root[data-theme="light"]') };
const more = tokensOf(':root[data-contrast="more"]');
const looks: Readonly<Record<string, Tokens>> = {
  night,
  day,
  "night, high contrast": { ...night, ...more },
  "day, high contrast": {
    ...day,
    ...more,
    ...tokensOf(':root[data-contrast="more"][data-theme="light"]'),
  },
};

function colourOf(tokens: Tokens, name: string): string {
  const value = tokens[name] ?? "";
  const other = /^var\(--([a-z-]+)\)$/.exec(value)?.[1];
  if (other) return colourOf(tokens, other);
  if (!/^#[0-9a-f]{6}$/.test(value)) throw new Error(`--${name} is no opaque colour: ${value}`);
  return value;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const PAIRS: readonly [least: number, words: readonly string[], under: readonly string[]][] = [
  [LETTERS, ["text"], ["room", "room-far", "felt-lit", "felt", "felt-edge", "panel", "plate"]],
  [LETTERS, ["dim", "gold-line"], ["room", "room-far", "felt", "felt-edge", "panel", "plate"]],
  [LETTERS, ["bad", "good"], ["room", "room-far", "felt", "felt-edge", "panel"]],
  [LETTERS, ["on-gold"], ["gold", "gold-low"]],
  [LETTERS, ["ink"], ["paper", "yellow"]],
  [SIGNS, ["gold-line"], ["felt-lit"]],
  [SIGNS, ["focus"], ["room", "room-far", "felt-lit", "felt", "felt-edge", "panel"]],
];

describe.each(Object.entries(looks))("the look by %s", (_, tokens) => {
  test.each(PAIRS)("keeps a contrast of %d between %j and %j", (least, words, under) => {
    for (const word of words) {
      for (const ground of under) {
        const found = contrast(colourOf(tokens, word), colourOf(tokens, ground));
        expect(found, `--${word} on --${ground}`).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test("keeps white letters readable on red, green and blue", () => {
    for (const name of ["red", "green", "blue"]) {
      expect(contrast("#ffffff", colourOf(tokens, name)), name).toBeGreaterThanOrEqual(LETTERS);
    }
  });
});
