/** Confetti of our four shapes, where it falls on nothing that has to be read. */
import type { Colour } from "../../../protocol/messages.ts";
import type { Box } from "../geometry/seats.ts";

export interface Piece {
  readonly colour: Colour;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: number;
  readonly skew: number;
}

const COLOURS: readonly Colour[] = ["R", "Y", "G", "B"];

/** At most this many pieces in an area of this size, the same ones for the same seed. */
export function scatter(
  most: number,
  area: { readonly width: number; readonly height: number },
  size: number,
  avoid: readonly Box[],
  seed: number,
): Piece[] {
  let state = (seed % 2147483646) + 1;
  const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: most }, (_, index): Piece => {
    return {
      colour: COLOURS[index % 4] ?? "R",
      x: random() * area.width,
      y: random() * area.height,
      size: size * (0.45 + random() * 0.6),
      turn: random() * 90 - 45,
      skew: random() * 30 - 15,
    };
  }).filter(({ x, y, size: reach }) =>
    avoid.every(
      (box) =>
        x + reach < box.x ||
        x - reach > box.x + box.width ||
        y + reach < box.y ||
        y - reach > box.y + box.height,
    ),
  );
}
