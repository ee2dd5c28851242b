import { t } from "../i18n/index.svelte.ts";
import type { Chapter } from "./book.ts";

/** What a chapter is called in the language spoken, or as the server calls it. */
export function chapterName({ key, title }: Chapter): string {
  const name = t(`rules.chapter-${key}`);
  return name.startsWith("rules.") ? title : name;
}
