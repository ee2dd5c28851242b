import { bestLanguage, type Language } from "./i18n/languages.ts";

/** What a person has chosen for this browser. It never leaves it. */
export interface Prefs {
  language: Language;
  theme: "system" | "dark" | "light";
  motion: "system" | "full" | "less";
  /** How long a card flies, against the usual. */
  speed: number;
  /** How long what goes by itself can be read. */
  reading: "usual" | "longer" | "until";
  contrast: "normal" | "more";
  /** Letters of the colours on the cards, for who tells colours apart with difficulty. */
  letters: boolean;
  sort: "colour" | "face" | "none";
  /** 0 is silent, 1 is loud. */
  volume: number;
  /** Silent for now; the volume stays as it was. */
  muted: boolean;
  /** Whether the log is read aloud. */
  speak: boolean;
  vibrate: boolean;
  notify: boolean;
  name: string;
  /** The code of the face chosen; empty if the name proposes one. */
  face: string;
}

const KEY = "openuno.prefs";

function defaultPrefs(): Prefs {
  return {
    language: bestLanguage(navigator.languages),
    theme: "system",
    motion: "system",
    speed: 1,
    reading: "usual",
    contrast: "normal",
    letters: false,
    sort: "colour",
    volume: 0.5,
    muted: false,
    speak: false,
    vibrate: true,
    notify: false,
    name: "",
    face: "",
  };
}

function savedPrefs(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
  } catch {
    return {}; // storage is forbidden, or holds something else
  }
}

export const prefs: Prefs = $state({ ...defaultPrefs(), ...savedPrefs() });

/** Save the preferences; call it after every change of `prefs`. */
export function savePrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // then it lasts as long as the page
  }
}

const USUAL_VOLUME = 0.5;

/** Whether all sound is off. */
export function isSilent(): boolean {
  return prefs.muted || prefs.volume <= 0;
}

/** Silence everything, or let it be heard as loud as before. */
export function toggleSilence(): void {
  if (!isSilent()) prefs.muted = true;
  else {
    prefs.muted = false;
    prefs.volume ||= USUAL_VOLUME;
  }
  savePrefs();
}

const LONGER = 4;

/** How many milliseconds something stays that is usually shown this long; null: until closed. */
export function displayTime(usual: number): number | null {
  if (prefs.reading === "until") return null;
  return prefs.reading === "longer" ? usual * LONGER : usual;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may fly about. */
export function allowsMotion(): boolean {
  return prefs.motion === "full" || (prefs.motion === "system" && !calm.matches);
}
