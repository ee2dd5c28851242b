import type { Expression } from "./looks.ts";

export type Eyes = "open" | "wide" | "half" | "happy" | "shut";
export type Mouth = "smile" | "grin" | "round" | "smirk" | "flat" | "shout" | "whistle";
/** Left and right: degrees turned (a positive number lowers the inner end), and units raised. */
export type Brows = readonly [turnLeft: number, upLeft: number, turnRight: number, upRight: number];

/** What a face does with its eyes, mouth and brows. */
export interface Mien {
  readonly eyes: Eyes;
  readonly mouth: Mouth;
  readonly brows: Brows;
}

const CALM: Brows = [0, 0, 0, 0];
export const ANGRY: Brows = [20, -1, 20, -1];

const MIENS: Readonly<Record<Expression, Mien>> = {
  rest: { eyes: "open", mouth: "smile", brows: CALM },
  glad: { eyes: "happy", mouth: "grin", brows: [0, 2, 0, 2] },
  hit: { eyes: "wide", mouth: "round", brows: [-16, 4, -16, 4] },
  sly: { eyes: "half", mouth: "smirk", brows: [10, 0, -6, 4] },
  asleep: { eyes: "shut", mouth: "flat", brows: [-4, -1, -4, -1] },
  whistle: { eyes: "open", mouth: "whistle", brows: [-8, 4, -8, 4] },
  shout: { eyes: "open", mouth: "shout", brows: [-4, 4, -4, 4] },
};

/** The mien of an expression; `own` is what a face has of its own while it is at rest. */
export function mienOf(expression: Expression, own: Partial<Mien> = {}): Mien {
  return expression === "rest" ? { ...MIENS.rest, ...own } : MIENS[expression];
}

/** What a drawing of a face is given. */
export interface FaceProps {
  readonly expression: Expression;
  readonly gaze: { readonly x: number; readonly y: number };
}
