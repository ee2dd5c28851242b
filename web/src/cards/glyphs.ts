import type { Face } from "./cards.ts";

/**
 * One stroke of the pen, drawn around (0, 0): a numeral is 34 wide and 56 high between the middles of
 * its strokes. Drawn rather than set in type, so that a 7 is the same 7 on every machine.
 */
export interface Stroke {
  readonly d: string;
  readonly width: number;
}

const PEN = 14;
const NUMERALS = [
  "M0-28C12-28 17-16 17 0S12 28 0 28-17 16-17 0-12-28 0-28z",
  "M-12-17L3-28V28M-11 28H16",
  "M-16-13C-16-23-9-28 0-28 10-28 16-21.5 16-13 16-1 3 8-16 28H17",
  "M-15-28H15L-2-7C10-7 17 0 17 10 17 21 9 28-1 28-9 28-15 24-17 17",
  "M7 28V-28L-19 13H19",
  "M14-28H-12L-14-3C-10-7-6-8.5-1-8.5 10-8.5 17-1 17 9.5 17 20 10 28-1 28-9 28-15 24-17 18",
  "M10-28C-7-22-17-8-17 10-17 21-10 28 0 28 10 28 17 21 17 11S10-6 0-6C-8-6-14-2-16.5 5",
  "M-17-28H17L-5 28",
  "M0-28C-9-28-14.5-22.5-14.5-15.5S-8-3 0-3 14.5-8.5 14.5-15.5 9-28 0-28zM0-3C-10-3-17 3-17 12.5S-10 28 0 28 17 22 17 12.5 10-3 0-3z",
  "M-10 28C7 22 17 8 17-10 17-21 10-28 0-28-10-28-17-21-17-11S-10 6 0 6C8 6 14 2 16.5-5",
] as const;

/** A bar below the 6 and the 9: it says which way up they are. */
const BAR: Stroke = { d: "M-13 43H13", width: 6 };
/** Smaller than its figure, and a stroke's width away from it. */
const PLUS: Stroke = { d: "M-43 2H-23M-33-8V12", width: 9.5 };

const SIGNS: Readonly<Record<string, readonly Stroke[]>> = {
  // past the next player; turned upside down it is the same sign for play in the other direction
  S: [{ d: "M-32-23L-10 0-32 23M-7-23L15 0-7 23M31-23V23", width: 11 }],
  R: [{ d: "M-29-10H29L12-27M29 10H-29L-12 27", width: 11 }],
  D: [PLUS, { d: "M-2-11C-2-21 6-27 15-27 25-27 32-20 32-12 32 0 19 9-1 27H34", width: 13 }],
  W4: [PLUS, { d: "M22 27V-27L-5 11H37", width: 12.5 }],
  // each takes the other's place
  WX: [{ d: "M-25-4A25 25 0 0 1 21-14M24-31V-12H5M25 4A25 25 0 0 1-21 14M-24 31V12H-5", width: 9 }],
  WH: [
    {
      d: "M-29-17H-18C-4-17 2 17 17 17H28M19 5L31 17 19 29M-29 17H-18C-13 17-10 13-7 9M7-9C10-13 13-17 17-17H28M19-29L31-17 19-5",
      width: 8,
    },
  ],
  WC: [
    { d: "M-24 24L-19 6 13-26 26-13-6 19zM3-16L16-3", width: 7 },
    { d: "M-22 22l5-5", width: 10 },
  ],
};

export function strokesOf(face: Face): readonly Stroke[] {
  const d = NUMERALS[Number(face)];
  if (d === undefined) return SIGNS[face] ?? [];
  const numeral = { d, width: PEN };
  return face === "6" || face === "9" ? [numeral, BAR] : [numeral];
}

/** Whether the face is a number; signs are wider than numerals. */
export function isNumber(face: Face): boolean {
  return NUMERALS[Number(face)] !== undefined;
}
