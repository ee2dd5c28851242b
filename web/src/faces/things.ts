import { ANGRY, type Mien } from "./features.ts";
import type { Thing } from "./looks.ts";

/** Where a thing has its eyes and mouth, and what it does with them at rest. */
interface ThingFace {
  readonly x: number;
  readonly y: number;
  readonly apart: number;
  readonly white: number;
  readonly lid: string;
  readonly ink?: string;
  readonly brow: string;
  readonly browUp: number;
  readonly mouthDown: number;
  readonly mouthSize?: number;
  readonly own?: Partial<Mien>;
}

const ROBOT: ThingFace = {
  x: 60,
  y: 65,
  apart: 16,
  white: 9,
  lid: "#c3ced2",
  ink: "#26343b",
  brow: "#62737b",
  browUp: 13,
  mouthDown: 20,
};

export const THING_FACES: Readonly<Record<Thing, ThingFace>> = {
  radio: {
    x: 60,
    y: 62,
    apart: 18,
    white: 10,
    lid: "#e3d2ac",
    brow: "#8a7044",
    browUp: 14.5,
    mouthDown: 18.5,
  },
  toaster: {
    x: 60,
    y: 67,
    apart: 16.5,
    white: 9.4,
    lid: "#d4623a",
    ink: "#3a140a",
    brow: "#5a2412",
    browUp: 13.5,
    mouthDown: 21,
    own: { mouth: "smirk", brows: ANGRY },
  },
  teapot: {
    x: 60,
    y: 72,
    apart: 16,
    white: 9,
    lid: "#8b8edf",
    ink: "#22235a",
    brow: "#3f4189",
    browUp: 12.5,
    mouthDown: 19,
    own: { eyes: "half", brows: [0, 1, -8, 3] },
  },
  clock: {
    x: 60,
    y: 64,
    apart: 13.5,
    white: 8.6,
    lid: "#efe3c4",
    brow: "#80560f",
    browUp: 12.5,
    mouthDown: 19,
    own: { mouth: "grin", brows: [0, 2, 0, 2] },
  },
  book: {
    x: 59,
    y: 62,
    apart: 13.5,
    white: 8.4,
    lid: "#3a6ea6",
    ink: "#10243e",
    brow: "#10243e",
    browUp: 14,
    mouthDown: 21,
  },
  candle: {
    x: 60,
    y: 66,
    apart: 13,
    white: 8,
    lid: "#e6d3b4",
    brow: "#9a7a4c",
    browUp: 12.5,
    mouthDown: 18,
    own: { brows: [-8, 2, -8, 2] },
  },
  television: {
    x: 51,
    y: 64,
    apart: 14,
    white: 8.4,
    lid: "#86c7ba",
    ink: "#103a37",
    brow: "#2b6b63",
    browUp: 12,
    mouthDown: 18,
    own: { eyes: "half", mouth: "flat", brows: [-10, 0, -10, 0] },
  },
  fan: {
    x: 60,
    y: 48,
    apart: 12.5,
    white: 8,
    lid: "#cfdbe3",
    ink: "#26313f",
    brow: "#4b586b",
    browUp: 12,
    mouthDown: 17,
  },
  plant: {
    x: 60,
    y: 84,
    apart: 13.5,
    white: 8,
    lid: "#d67546",
    ink: "#4f1f0e",
    brow: "#8a421f",
    browUp: 10,
    mouthDown: 15,
    own: { eyes: "happy" },
  },
  mug: {
    x: 56,
    y: 75,
    apart: 15.5,
    white: 8.6,
    lid: "#e6dac7",
    brow: "#a08c6c",
    browUp: 12.5,
    mouthDown: 22,
    mouthSize: 0.86,
  },
  "piggy-bank": {
    x: 60,
    y: 64,
    apart: 20,
    white: 8.8,
    lid: "#e688a0",
    ink: "#43141f",
    brow: "#a84a63",
    browUp: 12.5,
    mouthDown: 34,
    mouthSize: 0.9,
  },
  lamp: {
    x: 60,
    y: 47,
    apart: 14,
    white: 8.6,
    lid: "#ecb655",
    ink: "#4a2a08",
    brow: "#a8681c",
    browUp: 12.5,
    mouthDown: 19,
  },
  robot: ROBOT,
  "robot-sand": ROBOT,
  "robot-sage": ROBOT,
  "robot-plum": ROBOT,
};
