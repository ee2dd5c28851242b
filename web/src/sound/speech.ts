/** The log read aloud by the browser, for those who ask for it. */
import { currentLanguage } from "../i18n/index.svelte.ts";
import { isSilent, prefs } from "../prefs.svelte.ts";

/** More than this would be old news by the time it is spoken: the oldest are left out. */
const MAX_WAITING = 5;
/** A browser may never say that it has finished: milliseconds to wait, and for each letter. */
const PATIENCE = 2500;
const PER_LETTER = 150;

const waiting: string[] = [];
/** The sentence being spoken. It is kept here because some browsers drop it otherwise. */
let current: SpeechSynthesisUtterance | null = null;
let limit: ReturnType<typeof setTimeout> | undefined;

/** Whether this browser can speak. */
export function canSpeak(): boolean {
  return "speechSynthesis" in window;
}

/** Read these sentences aloud, after those that are waiting. */
export function speak(sentences: readonly string[]): void {
  if (!prefs.speak || !canSpeak() || isSilent() || document.hidden) return;
  waiting.push(...sentences);
  waiting.splice(0, waiting.length - MAX_WAITING);
  if (!current) speakNext();
}

/** Say nothing more. */
export function stopSpeaking(): void {
  waiting.length = 0;
  clearTimeout(limit);
  current = null;
  if (canSpeak()) speechSynthesis.cancel();
}

function speakNext(): void {
  clearTimeout(limit);
  current = null;
  if (isSilent() || document.hidden) waiting.length = 0;
  const text = waiting.shift();
  if (text === undefined) return;
  const sentence = new SpeechSynthesisUtterance(text);
  sentence.lang = currentLanguage();
  sentence.volume = prefs.volume;
  sentence.onend = sentence.onerror = () => current === sentence && speakNext();
  current = sentence;
  limit = setTimeout(
    () => {
      speechSynthesis.cancel();
      if (current === sentence) speakNext();
    },
    PATIENCE + text.length * PER_LETTER,
  );
  speechSynthesis.speak(sentence);
}
