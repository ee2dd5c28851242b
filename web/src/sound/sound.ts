/** Lets the sounds of the table be heard: one volume for all of them, and none on a hidden page. */
import { isSilent, prefs } from "../prefs.svelte.ts";
import type * as recipes from "./recipes.ts";
import type { SoundName } from "./recipes.ts";

let context: AudioContext | null = null;
let out: GainNode | null = null;
/** How sounds are made is loaded with the first touch: before that nothing may be heard. */
let loading: Promise<typeof recipes> | null = null;

/** Whether a person has touched the page: before that browsers let nothing sound or tremble. */
export function isActivated(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Where sounds go; null while nothing may be heard. */
function runningOutput(): GainNode | null {
  if (isSilent() || document.hidden || !isActivated()) return null;
  if (!context || !out) {
    context = new AudioContext();
    out = createOutput(context);
  }
  if (context.state === "suspended") void context.resume();
  out.gain.value = gainOf(prefs.volume);
  return context.state === "running" ? out : null; // nothing piles up before the first touch
}

/** How far the sum of all sounds may go beyond what a loudspeaker can do. */
const HEADROOM = 4;

/** A volume, behind which many sounds at once get no louder than a loudspeaker can play. */
export function createOutput(audio: BaseAudioContext): GainNode {
  const volume = audio.createGain();
  const scale = audio.createGain();
  scale.gain.value = 1 / HEADROOM; // a shaper reads its curve from -1 to 1
  const limiter = audio.createWaveShaper();
  limiter.curve = Float32Array.from({ length: 1025 }, (_, index) =>
    Math.tanh((index / 512 - 1) * HEADROOM),
  );
  volume.connect(scale).connect(limiter).connect(audio.destination);
  return volume;
}

/** How much of a sound is let through: ears hear half the way as half as loud. */
export function gainOf(volume: number): number {
  return volume ** 2;
}

/** Get ready with the first touch, so that the first sound is not lost. */
export function wakeSound(): void {
  if (!isSilent()) void loadRecipes();
  runningOutput();
}

/** How sounds are made; null if it cannot be loaded, and then it is tried again. */
async function loadRecipes(): Promise<typeof recipes | null> {
  try {
    return await (loading ??= import("./recipes.ts"));
  } catch {
    loading = null;
    return null;
  }
}

/** Play a sound, in this many seconds. */
export function playSound(name: SoundName, after = 0): void {
  const output = runningOutput();
  if (!output) return;
  const at = output.context.currentTime + after;
  void loadRecipes().then((loaded) =>
    loaded?.makeSound(name, output.context, output, Math.max(at, output.context.currentTime)),
  );
}
