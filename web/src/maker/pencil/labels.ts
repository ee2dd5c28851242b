/** What the parts of a rule and their values are called. */
import type { Blank } from "../../../protocol/http.ts";
import { t } from "../../i18n/index.svelte.ts";
import { whoValues } from "../../text/custom_rule_text.ts";

const WHOSE: Readonly<Record<string, string>> = {
  "per-player": "builder.counted",
  wants: "builder.decides",
};

/** A question about a part of a form; `nested` where it is that of a condition or an amount. */
export function questionText(form: string, field: string, nested: boolean): string {
  if (field === "who" && nested) return t(WHOSE[form] ?? "builder.whose");
  return known(`builder.${field}`) ?? t("builder.part");
}

/** What an effect is called; of one that has no name yet, the sentence of its sample. */
export function effectName(name: string, sentence: string): string {
  return known(`builder.do-${name}`) ?? sentence;
}

/** One thing that can be picked for a part: nothing, a number, or something with parts. */
export function pickName(label: string): string {
  if (label === "nothing") return t("builder.always");
  if (label === "plain") return t("builder.plain");
  if (label === "per-card") return t("builder.each");
  if (label === "per-player") return t("builder.per-player");
  return known(`builder.if-${label}`) ?? label;
}

const CASES: Readonly<Record<string, string>> = { to: "to", source: "from", other: "with" };

/** A value of a choice, as it stands alone. */
export function valueName(of: string, value: string, field: string): string {
  // A message cannot choose by a word with a hyphen.
  const word = value.replace("-", "");
  switch (of) {
    case "Who":
      return alone(t(`pencil.${CASES[field] ?? "who"}`, whoValues(value)));
    case "CardKind":
      if (value === "any") return alone(t("builder.any-card"));
      return alone(
        /^\d$/.test(value)
          ? t("pencil.a-kind", { kind: "face", face: value })
          : t("pencil.a-kind", { kind: word, face: "" }),
      );
    case "Compare":
      return alone(t("builder.compare-value", { compare: value.replace("at-", "") }));
    case "Side":
      return alone(t("builder.side-value", { side: value }));
    case "Colour":
      return t("cards.colour", { colour: value });
    default:
      return known(`builder.value-${value}`) ?? value;
  }
}

/** The words of a ready-made honour rule in the language spoken. */
export function wordsOf({ name }: Blank): string | null {
  return known(`pencil.words-${name.toLowerCase().replaceAll(" ", "-")}`);
}

/** A phrase as it stands by itself: no comma at its end, and a capital. */
function alone(phrase: string): string {
  const text = phrase.trim().replace(/[,،]$/u, "");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function known(key: string): string | null {
  const text = t(key);
  return text === key ? null : text;
}
