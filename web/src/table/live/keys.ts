/** Keys of the table; what a letter means does not depend on where the focus is. */
import { COLOURS } from "../../cards/cards.ts";
import type { Intent } from "./intent.svelte.ts";

export interface OtherKeys {
  readonly chat: () => void;
  readonly sound: () => void;
  readonly help: () => void;
}

/** Do what the key means here; true if it meant something. */
export function press(event: KeyboardEvent, intent: Intent, others: OtherKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, dialog")) return false;
  const action = keyAction(event.key, intent, others);
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}

function keyAction(key: string, intent: Intent, others: OtherKeys): (() => void) | null {
  const colour = COLOURS[Number(key) - 1];
  if (colour) return () => intent.colour(colour);
  switch (key.toLowerCase()) {
    case "d":
      return () => intent.take();
    case "k":
      return () => intent.keep();
    case "y":
      return () => intent.decide(true);
    case "n":
      return () => intent.decide(false);
    case "c":
      return () => intent.challenge();
    case "u":
      return () => intent.sayUno();
    case "x":
      return () => intent.catchPlayer();
    case "t":
      return others.chat;
    case "m":
      return others.sound;
    case "?":
      return others.help;
    case "escape":
      return intent.question || intent.notice ? () => intent.cancel() : null;
    default:
      return null;
  }
}
