import type { Card, Colour } from "../../protocol/messages.ts";
import { t } from "../i18n/index.svelte.ts";
import { sayRule } from "../text/custom_rule.ts";

/** What is printed on a card, its colour aside; the eight blanks are all `WC`. */
export type Face =
  | "0"
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "S"
  | "R"
  | "D"
  | "W"
  | "W4"
  | "WX"
  | "WH"
  | "WC"
  | "?";

export type Sort = "colour" | "face" | "none";

/** The colours in the order of the table: the digits 1 to 4 name them. */
export const COLOURS: readonly Colour[] = ["R", "Y", "G", "B"];

const FACES: readonly Face[] = [
  ...(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "D"] as const),
  ...(["W", "W4", "WX", "WH", "WC", "?"] as const),
];

/** The colour of a card; a wild has none of its own. */
export function colourOf(card: Card): Colour | null {
  const head = card.charAt(0);
  return COLOURS.find((colour) => colour === head) ?? null;
}

export function faceOf(card: Card): Face {
  if (card === "??") return "?";
  return (colourOf(card) ? card.slice(1) : card.slice(0, 2)) as Face;
}

/** Which of the written rules a blank carries, from 0; null for every other card. */
export function blankOf(card: Card): number | null {
  return card.startsWith("WC") ? Number(card.slice(2)) - 1 : null;
}

/** The rule on a card, or "" if nobody wrote one there. */
export function ruleOn(card: Card, written: readonly string[]): string {
  return written[blankOf(card) ?? -1] ?? "";
}

const MARKS: Readonly<Record<string, string>> = {
  _: " ",
  "%25": "%",
  "%5F": "_",
  "%2B": "+",
  "%3D": "=",
  "%7C": "|",
};

/** The custom rules in the text form of a table's rules, in the language spoken. */
export function customRulesIn(rules: string): readonly string[] {
  return normalRulesIn(rules).map(sayRule);
}

/** The custom rules in the text form of a table's rules, each in its normal form. */
export function normalRulesIn(rules: string): readonly string[] {
  const written = rules.split("+").find((part) => part.startsWith("written="));
  if (!written || written === "written=") return [];
  return written
    .slice("written=".length)
    .split("|")
    .map((rule) => rule.replace(/_|%[0-9A-F]{2}/g, (mark) => MARKS[mark] ?? mark));
}

/** How the table says it: "Red 7", "Wild Draw Four". */
export function cardName(card: Card, rule = ""): string {
  const colour = colourOf(card);
  const face = faceOf(card);
  if (colour) return t("cards.coloured", { colour, face });
  if (rule) return t("cards.written", { rule });
  return t("cards.wild", { face: face === "?" ? "back" : face });
}

/** A colour by itself: "Red". */
export function colourName(colour: Colour): string {
  return t("cards.colour", { colour });
}

/** A colour within a sentence: "red", but "Rot". */
export function colourWord(colour: Colour): string {
  return t("cards.colour-within", { colour });
}

export function colourLetter(colour: Colour): string {
  return t("cards.letter", { colour });
}

/** Numbers that put cards into the order of a hand. */
function sortKey(card: Card): [colour: number, face: number, blank: number] {
  const colour = colourOf(card);
  const colourRank = colour ? COLOURS.indexOf(colour) : COLOURS.length;
  return [colourRank, FACES.indexOf(faceOf(card)), blankOf(card) ?? 0];
}

/** Which of two cards lies first in a hand sorted so; 0 leaves them as they came. */
export function compareCards(one: Card, other: Card, sort: Sort): number {
  if (sort === "none") return 0;
  const [colour, face, blank] = sortKey(one);
  const [otherColour, otherFace, otherBlank] = sortKey(other);
  const byColour = colour - otherColour;
  const byFace = face - otherFace;
  return (sort === "colour" ? byColour || byFace : byFace || byColour) || blank - otherBlank;
}
