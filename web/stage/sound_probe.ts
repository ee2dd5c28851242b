/** Sounds as the browser renders them, measured: what a test cannot hear. */
import { makeSound, RECIPES, type SoundName } from "../src/sound/recipes.ts";
import { createOutput, gainOf } from "../src/sound/sound.ts";

export interface Measured {
  /** How long something is heard. */
  readonly seconds: number;
  readonly peak: number;
  readonly loudness: number;
  /** The largest step between two samples at its two ends: a click, if it is large. */
  readonly ends: number;
  /** Its energy in time slices and bands of pitch, as a share of the whole. */
  readonly print: readonly number[];
}

const RATE = 44_100;
const LENGTH = 2.5;
const SLICE = 2048;
const BANDS = [60, 150, 300, 500, 800, 1300, 2100, 3400, 5500, 20_000];
/** The sounds that are compared are cut into slices of this many seconds. */
const SLICES = [0, 0.06, 0.15, 0.3, 0.5, 0.8, LENGTH];
const HEARD = 0.002;

export const soundNames = Object.keys(RECIPES) as SoundName[];

/** Render these sounds together, each at its time, and measure what comes out. */
export async function measureSounds(
  cues: readonly (readonly [SoundName, number])[],
  volume: number,
): Promise<Measured> {
  const audio = new OfflineAudioContext(1, RATE * LENGTH, RATE);
  const output = createOutput(audio);
  output.gain.value = gainOf(volume);
  for (const [name, at] of cues) makeSound(name, audio, output, at);
  const samples = (await audio.startRendering()).getChannelData(0);
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const last = samples.findLastIndex((each) => Math.abs(each) > HEARD);
  const square = samples.reduce((sum, each) => sum + each * each, 0);
  return {
    seconds: (last + 1) / RATE,
    peak,
    loudness: Math.sqrt(square / Math.max(1, last)),
    ends: Math.max(Math.abs(samples[0] ?? 0), Math.abs(samples[samples.length - 1] ?? 0)),
    print: printOf(samples.subarray(0, last + SLICE)), // what follows is silence
  };
}

function printOf(samples: Float32Array): number[] {
  const cells = new Array<number>((SLICES.length - 1) * BANDS.length).fill(0);
  for (let start = 0; start + SLICE <= samples.length; start += SLICE / 2) {
    const seconds = (start + SLICE / 2) / RATE;
    const slice = SLICES.findIndex((_, index) => seconds < (SLICES[index + 1] ?? Infinity));
    const powers = spectrum(samples.subarray(start, start + SLICE));
    powers.forEach((power, bin) => {
      const band = BANDS.findIndex((top) => (bin * RATE) / SLICE < top);
      const cell = slice * BANDS.length + band;
      if (band >= 0) cells[cell] = (cells[cell] ?? 0) + power;
    });
  }
  const whole = Math.hypot(...cells.map(Math.sqrt)) || 1;
  return cells.map((cell) => Math.sqrt(cell) / whole);
}

/** The power at each frequency: a Fourier transform of a windowed slice, in place. */
function spectrum(slice: Float32Array): number[] {
  const size = slice.length;
  const real = Array.from(
    slice,
    (each, index) => each * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)),
  );
  const imaginary = new Array<number>(size).fill(0);
  transform(real, imaginary);
  return Array.from(
    { length: size / 2 },
    (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2,
  );
}

function transform(real: number[], imaginary: number[]): void {
  const size = real.length;
  if (size === 1) return;
  const half = size / 2;
  const part = (values: number[], offset: number) =>
    Array.from({ length: half }, (_, index) => values[2 * index + offset] ?? 0);
  const [evenReal, oddReal] = [part(real, 0), part(real, 1)];
  const [evenImaginary, oddImaginary] = [part(imaginary, 0), part(imaginary, 1)];
  transform(evenReal, evenImaginary);
  transform(oddReal, oddImaginary);
  for (let bin = 0; bin < half; bin++) {
    const angle = (-2 * Math.PI * bin) / size;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const [a = 0, b = 0, c = 0, d = 0] = [
      evenReal[bin],
      evenImaginary[bin],
      oddReal[bin],
      oddImaginary[bin],
    ];
    const turnedReal = c * cosine - d * sine;
    const turnedImaginary = c * sine + d * cosine;
    real[bin] = a + turnedReal;
    imaginary[bin] = b + turnedImaginary;
    real[bin + half] = a - turnedReal;
    imaginary[bin + half] = b - turnedImaginary;
  }
}
