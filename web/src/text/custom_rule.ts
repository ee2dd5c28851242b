/** What is written on a blank, told in the language spoken. */
import type { Effect, Fault } from "../../protocol/messages.ts";
import { currentLanguage, either, t } from "../i18n/index.svelte.ts";
import { parseCustomRule } from "../model/pencil.ts";
import { DoesNotFollow } from "../model/round.ts";
import { deedOf, faultText, isKnown, sentenceOf, type Voice } from "./custom_rule_text.ts";
import { formatName, switchName } from "./names.ts";

/** A sentence in the language spoken; nothing, if a newer server has an effect we do not know. */
export function sayEffect(effect: Effect): string {
  return isKnown(effect) ? sentenceOf(effect, voice()) : "";
}

/** A rule on a card, in the language spoken; as it stands there if we cannot read it. */
export function sayRule(normal: string): string {
  const effects = currentLanguage() === "en" ? [] : effectsOf(normal);
  return effects.length > 0 ? effects.map(sayEffect).join(" ") : normal;
}

/** What a sentence of a rule does, and what happens otherwise; nothing if we cannot read it. */
export function sayDeed(normal: string, sentence: number): string {
  const [effect, following] = effectsOf(normal).slice(sentence);
  if (!effect || !isKnown(effect)) return "";
  const instead = following && "when" in following && following.when?.if === "otherwise";
  return [deedOf(effect, voice()), ...(instead ? [sayEffect(following)] : [])].join(" ");
}

/** Why a rule or settings are not taken; a newer server's fault in the server's own sentence. */
export function explainFault(fault: Fault | null, sentence: string): string {
  const text = fault ? faultText(fault, voice()) : "";
  if (fault && fault.kind !== "other" && text !== `pencil.fault-${fault.kind}`) return text;
  if (currentLanguage() !== "en") return t("pencil.fault-other");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What a ready-made rule is called. */
export function exampleName(name: string): string {
  const key = `pencil.ready-${name.toLowerCase().replaceAll(" ", "-")}`;
  const ours = t(key);
  return ours === key ? name : ours;
}

export function voice(): Voice {
  return {
    language: currentLanguage(),
    say: (key, values) => t(`pencil.${key}`, values),
    either,
    name: (kind, slug) => (kind === "format" ? formatName(slug) : `“${switchName(slug)}”`),
  };
}

/** What the sentences do; nothing, if a newer server has words that we do not know. */
function effectsOf(normal: string): readonly Effect[] {
  try {
    return parseCustomRule(normal);
  } catch (error) {
    if (error instanceof DoesNotFollow) return [];
    throw error;
  }
}
