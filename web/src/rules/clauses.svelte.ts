/** The clauses of the rulebook in other languages than its own. */
import type { Language } from "../i18n/languages.ts";

/** A text by its clause's number and the mark of the English text it was made from. */
type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<{ default: Texts }>("./clauses/*.json");

let texts = $state.raw<ReadonlyMap<string, string>>(new Map());
let wanted: Language = "en";

/** Have the clauses in this language; where they cannot be had they stay English. */
export async function loadClauses(language: Language): Promise<void> {
  if (language === wanted) return;
  wanted = language;
  const found = await FILES[`./clauses/${language}.json`]?.().catch(() => null);
  if (language !== wanted) return;
  if (found === null) wanted = "en"; // to be tried again
  texts = new Map(
    Object.entries(found?.default ?? {}).map(([key, text]) => [key.split(" ")[0] ?? key, text]),
  );
}

/** How a clause is marked up where it stays English among other words. */
export function clauseMarks(id: string): { readonly lang?: "en"; readonly dir?: "ltr" } {
  return texts.has(id) ? {} : { lang: "en", dir: "ltr" };
}

/** What a clause says. */
export function clauseText({ id, text }: { readonly id: string; readonly text: string }): string {
  return texts.get(id) ?? text;
}
