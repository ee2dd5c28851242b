/** Where the parts of "6 + 90 + 4 = +100" stand. */
import type { Box } from "../geometry/seats.ts";

/** One part of the sum; `x` and `y` are its middle. */
export interface SumPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface SumLayout {
  /** The height of the figures. */
  readonly text: number;
  readonly totalText: number;
  readonly face: number;
  readonly terms: readonly SumPart[];
  /** The signs before each term but the first, then the one before the total. */
  readonly signs: readonly SumPart[];
  readonly total: SumPart | null;
  /** What all of it covers. */
  readonly box: Box;
}

/** In heights of the figures. */
const DIGIT = 0.62;
const FACE = 0.92;
const FACE_GAP = 0.14;
const SIGN = 0.48;
const GAP = 0.34;
const LINE = 1.22;
const TOTAL = 1.85;
const SHRINK = 0.95;

interface Words {
  /** How many figures and signs each term has. */
  readonly terms: readonly number[];
  /** How many the total has; null without one. */
  readonly total: number | null;
}

/** Lay a sum out in a box, as large as it fits, `largest` at most; null if it cannot be read there. */
export function layOutSum(
  words: Words,
  box: Box,
  largest: number,
  smallest: number,
): SumLayout | null {
  for (let text = largest; text >= smallest; text *= SHRINK) {
    const laid = layOutAt(words, box, text);
    if (laid) return laid;
  }
  return null;
}

interface Piece {
  readonly kind: "term" | "sign" | "total";
  readonly width: number;
}

function layOutAt({ terms, total }: Words, box: Box, text: number): SumLayout | null {
  const totalText = text * TOTAL;
  const gap = text * GAP;
  const sign = text * SIGN;
  const pieces: Piece[][] = terms.map((length, index) => {
    // A single hand needs no figures of its own: the total says them.
    const figures = total !== null && terms.length === 1 ? 0 : FACE_GAP + length * DIGIT;
    const term: Piece = { kind: "term", width: text * (FACE + figures) };
    return index === 0 || total === null ? [term] : [{ kind: "sign", width: sign }, term];
  });
  if (total !== null) {
    const sum: Piece = { kind: "total", width: totalText * DIGIT * total };
    pieces.push(terms.length > 1 ? [{ kind: "sign", width: sign }, sum] : [sum]);
  }
  const rows: Piece[][] = [[]];
  let width = 0;
  for (const group of pieces) {
    const more = group.reduce((sum, piece) => sum + piece.width + gap, 0);
    if (more - gap > box.width) return null;
    if (width > 0 && width + more - gap > box.width) {
      rows.push([]);
      width = 0;
    }
    rows.at(-1)?.push(...group);
    width += more;
  }
  const heights = rows.map((row) =>
    row.some(({ kind }) => kind === "total") ? totalText * 1.02 : text * LINE,
  );
  const height = heights.reduce((sum, each) => sum + each, 0);
  if (height > box.height) return null;
  return place(rows, heights, { box, text, totalText, gap, height });
}

interface Measures {
  readonly box: Box;
  readonly text: number;
  readonly totalText: number;
  readonly gap: number;
  readonly height: number;
}

function place(
  rows: readonly Piece[][],
  heights: readonly number[],
  { box, text, totalText, gap, height }: Measures,
): SumLayout {
  const found: Record<Piece["kind"], SumPart[]> = { term: [], sign: [], total: [] };
  const middle = box.x + box.width / 2;
  let y = box.y + (box.height - height) / 2;
  let widest = 0;
  for (const [index, row] of rows.entries()) {
    const wide = row.reduce((sum, piece) => sum + piece.width + gap, -gap);
    widest = Math.max(widest, wide);
    let x = middle - wide / 2;
    for (const { kind, width } of row) {
      found[kind].push({ x: x + width / 2, y: y + (heights[index] ?? 0) / 2, width });
      x += width + gap;
    }
    y += heights[index] ?? 0;
  }
  return {
    text,
    totalText,
    face: text * FACE,
    terms: found.term,
    signs: found.sign,
    total: found.total[0] ?? null,
    box: { x: middle - widest / 2, y: y - height, width: widest, height },
  };
}
