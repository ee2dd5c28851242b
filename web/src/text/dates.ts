import { currentLanguage } from "../i18n/index.svelte.ts";

/** A moment as it is written here: "12 May, 18:40". */
export function dateText(milliseconds: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(milliseconds);
}

/** A share of a whole: "42%". */
export function percentText(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(share);
}
