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

/** About how long something takes: "≈ 20 min", "≈ 1 hr". */
export function durationText(minutes: number): string {
  const [value, unit] = minutes < 60 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  const format = new Intl.NumberFormat(currentLanguage(), { style: "unit", unit });
  return `≈ ${format.format(value)}`;
}
