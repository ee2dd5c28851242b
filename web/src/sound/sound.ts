/** The sounds of the table, made as they are needed: no files. */
import { prefs } from "../prefs.svelte.ts";

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Whether a person has touched the page: before that browsers let nothing sound or tremble. */
export function isActivated(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

function runningContext(): AudioContext | null {
  if (prefs.volume <= 0 || !isActivated()) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null; // nothing piles up before the first touch
}

/** Get ready with the first touch, so that the first sound is not lost. */
export function wakeSound(): void {
  runningContext();
}

function gainNode(audio: AudioContext, peak: number, at: number, lasts: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak * prefs.volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

function tone(pitch: number, after: number, lasts: number, peak = 0.25, to = pitch): void {
  const audio = runningContext();
  if (!audio) return;
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + lasts);
  voice.connect(gainNode(audio, peak, at, lasts));
  voice.start(at);
  voice.stop(at + lasts);
}

function swish(after: number, lasts: number, pitch: number, peak: number): void {
  const audio = runningContext();
  if (!audio) return;
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  }
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  source.buffer = hiss;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(gainNode(audio, peak, at, lasts));
  source.start(at);
  source.stop(at + lasts);
}

export const sounds = {
  /** A card is laid: a slap on felt. */
  card(): void {
    swish(0, 0.09, 1500, 0.5);
    tone(170, 0.01, 0.09, 0.3, 80);
  },
  /** Cards are drawn, one after another. */
  draw(count = 1): void {
    for (let index = 0; index < Math.min(count, 8); index++) swish(index * 0.07, 0.08, 3200, 0.35);
  },
  turn(): void {
    tone(587, 0, 0.16, 0.18);
    tone(880, 0.11, 0.24, 0.18);
  },
  uno(): void {
    tone(523, 0, 0.12);
    tone(659, 0.09, 0.12);
    tone(784, 0.18, 0.3);
  },
  caught(): void {
    tone(392, 0, 0.16, 0.25, 330);
    tone(262, 0.14, 0.34, 0.25, 180);
  },
  win(): void {
    [523, 659, 784, 1047].forEach((pitch, index) => tone(pitch, index * 0.12, 0.45, 0.2));
  },
  lose(): void {
    tone(330, 0, 0.3, 0.15);
    tone(262, 0.22, 0.5, 0.15);
  },
};
