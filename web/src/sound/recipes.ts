/** The sounds of the table. Each is short, and unlike every other. */
import { Voice } from "./voice.ts";

type Recipe = (voice: Voice) => void;

/** One note of something brass: a bright tone with its octave. */
function brass(voice: Voice, pitch: number, at: number, lasts: number, peak = 0.13): void {
  voice.tone({ pitch, at, lasts, peak, attack: 0.02, shape: "triangle" });
  voice.tone({ pitch: pitch * 2, at, lasts: lasts * 0.7, peak: peak * 0.4, attack: 0.03 });
}

export const RECIPES = {
  /** Cards are dealt, or shuffled. */
  riffle(voice) {
    for (let card = 0; card < 16; card++) {
      const at = card * 0.045 - card * card * 0.0009;
      const from = 2200 + ((card * 7) % 5) * 420;
      voice.noise({ from, q: 1.4, at, lasts: 0.045, peak: 0.55 });
    }
    voice.noise({ from: 700, q: 0.8, at: 0.56, lasts: 0.09, peak: 0.45 });
  },
  /** A card lands on the felt. */
  tap(voice) {
    voice.noise({ from: 1700, to: 700, lasts: 0.07, peak: 0.7 });
    voice.tone({ pitch: 190, to: 95, lasts: 0.1, peak: 0.4 });
  },
  /** A card is drawn. */
  slide(voice) {
    voice.noise({ from: 2400, to: 4600, q: 0.9, lasts: 0.16, peak: 0.45, attack: 0.06 });
  },
  /** A card that somebody has to take is thrown. */
  slap(voice) {
    voice.noise({ filter: "highpass", from: 1400, lasts: 0.05, peak: 0.45 });
    voice.tone({ pitch: 330, to: 170, lasts: 0.07, peak: 0.3, shape: "triangle" });
  },
  /** The last of them makes the table shake. */
  thud(voice) {
    voice.tone({ pitch: 120, to: 42, lasts: 0.38, peak: 0.8, attack: 0.006 });
    voice.noise({ filter: "lowpass", from: 320, to: 90, lasts: 0.14, peak: 0.5 });
  },
  /** Somebody is skipped. */
  stamp(voice) {
    voice.noise({ from: 520, to: 260, q: 0.8, lasts: 0.07, peak: 0.9 });
    voice.tone({ pitch: 145, to: 95, lasts: 0.16, peak: 0.4, shape: "square" });
    voice.noise({ from: 3600, q: 2, at: 0.2, lasts: 0.07, peak: 0.45, attack: 0.03 });
  },
  /** Play goes the other way. */
  whoosh(voice) {
    voice.noise({ from: 260, to: 1900, q: 1.6, lasts: 0.34, peak: 0.95, attack: 0.24 });
    voice.noise({ from: 1900, to: 300, q: 1.6, at: 0.24, lasts: 0.34, peak: 0.8, attack: 0.06 });
  },
  /** A colour is named. */
  swell(voice) {
    for (const [index, pitch] of [262, 330, 392, 523].entries())
      voice.tone({ pitch, at: index * 0.04, lasts: 0.8, peak: 0.12, attack: 0.26 });
  },
  /** UNO: two rising notes. */
  uno(voice) {
    voice.tone({ pitch: 659, lasts: 0.16, peak: 0.3, shape: "triangle" });
    voice.tone({ pitch: 988, at: 0.13, lasts: 0.42, peak: 0.32, shape: "triangle" });
    voice.tone({ pitch: 1976, at: 0.13, lasts: 0.3, peak: 0.08 });
  },
  /** Somebody can be caught. */
  tick(voice) {
    for (const [index, pitch] of [2600, 1950].entries()) {
      voice.noise({ from: pitch, q: 9, at: index * 0.22, lasts: 0.04, peak: 1, attack: 0.002 });
      voice.tone({ pitch, at: index * 0.22, lasts: 0.04, peak: 0.25, attack: 0.002 });
    }
  },
  /** Somebody is caught. */
  bonk(voice) {
    voice.tone({ pitch: 560, to: 250, lasts: 0.14, peak: 0.45 });
    voice.tone({ pitch: 280, to: 150, lasts: 0.3, peak: 0.4, shape: "triangle" });
  },
  /** A Wild Draw Four may be a bluff: a held breath, and two beats of the heart. */
  breath(voice) {
    voice.noise({ from: 700, to: 1500, q: 2.2, lasts: 0.55, peak: 0.4, attack: 0.45 });
    for (const at of [0.68, 0.86])
      voice.tone({ pitch: 72, to: 48, at, lasts: 0.16, peak: 0.55, attack: 0.012 });
  },
  /** Somebody jumps in: the crack of a whip. */
  crack(voice) {
    voice.noise({ from: 900, to: 5200, q: 2, lasts: 0.12, peak: 0.3, attack: 0.1 });
    voice.noise({
      filter: "highpass",
      from: 2600,
      at: 0.11,
      lasts: 0.06,
      peak: 0.7,
      attack: 0.001,
    });
    voice.tone({ pitch: 2400, to: 260, at: 0.11, lasts: 0.06, peak: 0.4, attack: 0.001 });
  },
  /** You won the round. */
  fanfare(voice) {
    for (const [index, pitch] of [392, 523, 659].entries()) brass(voice, pitch, index * 0.11, 0.2);
    brass(voice, 784, 0.33, 0.6, 0.18);
  },
  /** Somebody else did. */
  sigh(voice) {
    voice.tone({ pitch: 392, to: 370, lasts: 0.3, peak: 0.22, attack: 0.04 });
    voice.tone({ pitch: 311, to: 277, at: 0.24, lasts: 0.6, peak: 0.22, attack: 0.05 });
  },
  /** The game is over. */
  finale(voice) {
    for (const at of [0, 0.12, 0.24]) brass(voice, 523, at, 0.13);
    for (const [index, pitch] of [523, 659, 784, 1047].entries())
      brass(voice, pitch, 0.38 + index * 0.03, 1.2 - index * 0.06, 0.11);
  },
  /** It is your turn. */
  turn(voice) {
    voice.tone({ pitch: 880, lasts: 0.34, peak: 0.28 });
    voice.tone({ pitch: 3520, lasts: 0.07, peak: 0.08 });
  },
} as const satisfies Readonly<Record<string, Recipe>>;

export type SoundName = keyof typeof RECIPES;

/** Make a sound there, from this moment on. */
export function makeSound(
  name: SoundName,
  audio: BaseAudioContext,
  out: AudioNode,
  at: number,
): void {
  RECIPES[name](new Voice(audio, out, at));
}
