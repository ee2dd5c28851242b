import { spoken } from "../i18n/index.svelte.ts";

/** A moment as it is written here: "12 May, 18:40". */
export function moment(milliseconds: number): string {
  return new Intl.DateTimeFormat(spoken(), { dateStyle: "medium", timeStyle: "short" }).format(
    milliseconds,
  );
}

/** A share of a whole: "42%". */
export function percent(share: number): string {
  return new Intl.NumberFormat(spoken(), { style: "percent" }).format(share);
}
