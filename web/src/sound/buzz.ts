/** A phone that is felt: only where its owner allows it and has touched the page. */
import { prefs } from "../prefs.svelte.ts";
import { isActivated } from "./sound.ts";

/** Let the phone buzz, for one time or for a pattern of milliseconds. */
export function buzz(pattern: number | number[]): void {
  if (prefs.vibrate && "vibrate" in navigator && isActivated()) navigator.vibrate(pattern);
}
