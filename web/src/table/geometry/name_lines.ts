/** How a name is written on a plate: smaller, or on two lines, before any of it is cut. */
import { SMALLEST_TEXT } from "./layout.ts";

export interface NameLines {
  /** One line or two. */
  readonly lines: readonly string[];
  /** Whether a word goes on in the second line. */
  readonly broken: boolean;
  /** How large the letters are, of the usual size. */
  readonly size: number;
}

/** How wide letters are against their height: usual ones, and those of Chinese and Japanese. */
const LETTER = 0.58;
const WIDE_LETTER = 1;
/** From here on letters are square. */
const FIRST_WIDE = 0x2e80;
/** How small a single line is before two are tried, and how large letters can be on two. */
const ONE_LINE = 0.8;
const TWO_LINES = 0.8;
/** How small letters may be, of the usual size: where that is large, and where it is small. */
const LEAST_OF_LARGE = 0.6;
const LEAST_OF_SMALL = 0.8;
const SEPARATORS = /[\s-]/g;

/** How small the letters of a name may be where this is the usual size, in pixels. */
export function leastSize(plateText: number): number {
  return Math.max(LEAST_OF_LARGE, Math.min(LEAST_OF_SMALL, SMALLEST_TEXT / plateText));
}

/**
 * Write a name where there is this much room, in heights of usual letters; `least` is how small
 * letters may be. What is too long even then is cut by the page.
 */
export function writeName(name: string, room: number, least: number): NameLines {
  const fit = (lines: readonly string[], most: number): number =>
    Math.min(most, room / Math.max(...lines.map(lineWidth)));
  const whole = fit([name], 1);
  const oneLine = { lines: [name], broken: false, size: Math.max(least, whole) };
  if (whole >= Math.max(ONE_LINE, least)) return oneLine;
  const parts = splitBetweenWords(name);
  if (parts && fit(parts, TWO_LINES) >= least)
    return { lines: parts, broken: false, size: fit(parts, TWO_LINES) };
  if (whole >= least) return oneLine;
  // A line of two must not be smaller than letters may be, nor higher than its half of the plate.
  if (least > TWO_LINES) return oneLine;
  const halves = splitInHalf(name);
  return { lines: halves, broken: true, size: Math.max(least, fit(halves, TWO_LINES)) };
}

function lineWidth(text: string): number {
  let width = 0;
  for (const letter of text.trim())
    width += (letter.codePointAt(0) ?? 0) >= FIRST_WIDE ? WIDE_LETTER : LETTER;
  return Math.max(width, LETTER);
}

/** The name on two lines that are as equal as its words allow; null if it is one word. */
function splitBetweenWords(name: string): readonly string[] | null {
  const splits = [...name.matchAll(SEPARATORS)]
    .map(({ index }) => index + 1)
    .filter((at) => at > 1 && at < name.length)
    .map((at) => [name.slice(0, at), name.slice(at)]);
  const longer = (lines: readonly string[]): number => Math.max(...lines.map(lineWidth));
  return splits.toSorted((one, other) => longer(one) - longer(other))[0] ?? null;
}

function splitInHalf(name: string): readonly string[] {
  const letters = [...name];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half).join(""), letters.slice(half).join("")];
}
