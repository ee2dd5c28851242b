import type { Colour } from "../../protocol/messages.ts";

/** The shape of a colour as a path around (x, y): circle, triangle, square, diamond of like weight. */
export function shapePath(colour: Colour, x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${round(x + dx * size)} ${round(y + dy * size)}`;
  switch (colour) {
    case "R": {
      const r = round(size);
      return `M${at(-1, 0)}a${r} ${r} 0 1 0 ${round(2 * size)} 0a${r} ${r} 0 1 0 ${round(-2 * size)} 0z`;
    }
    case "Y":
      return `M${at(0, -1.14)}L${at(1.16, 0.88)}L${at(-1.16, 0.88)}z`;
    case "G":
      return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}z`;
    case "B":
      return `M${at(0, -1.2)}L${at(1.12, 0)}L${at(0, 1.2)}L${at(-1.12, 0)}z`;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
