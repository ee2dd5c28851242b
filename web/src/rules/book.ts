/** The rulebook as someone reads it who plays one edition. */
import type { Rulebook, RulebookClause } from "../../protocol/http.ts";
import { clauseText } from "./clauses.svelte.ts";

/** Whether the edition prints a clause, only others do, or none: then a table switches it on. */
export type Standing = "here" | "elsewhere" | "switched";

export interface Rule {
  readonly clause: RulebookClause;
  readonly standing: Standing;
}

export interface Chapter {
  readonly key: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

function standingOf({ editions }: RulebookClause, edition: string): Standing {
  if (editions.includes(edition)) return "here";
  return editions.length > 0 ? "elsewhere" : "switched";
}

/** The chapters with what is wanted of them; one without any such rule is left out. */
export function chapters(
  book: Rulebook,
  edition: string,
  wanted: readonly Standing[],
  words: readonly string[],
): readonly Chapter[] {
  return book.sections
    .map(({ key, title, clauses }) => ({
      key,
      title,
      rules: clauses
        .map((clause) => ({ clause, standing: standingOf(clause, edition) }))
        .filter(
          ({ clause, standing }) => wanted.includes(standing) && containsWords(clause, words),
        ),
    }))
    .filter(({ rules }) => rules.length > 0);
}

/** What is looked for: every word of it. */
export function searchWords(query: string): readonly string[] {
  return query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}

function containsWords(clause: RulebookClause, words: readonly string[]): boolean {
  const text = `${clause.id} ${clauseText(clause)}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

export interface Part {
  readonly text: string;
  readonly found: boolean;
}

/** The text in parts: those that were looked for, and the rest. */
export function splitMatches(text: string, words: readonly string[]): readonly Part[] {
  if (words.length === 0) return [{ text, found: false }];
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // What stands in brackets is kept when a text is split: every second part was found.
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "giu"))
    .map((part, index) => ({ text: part, found: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** A part of an address as it was meant; as it stands if it was not written by a browser. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
