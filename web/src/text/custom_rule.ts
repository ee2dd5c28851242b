/** What is written on a blank, told in the language spoken. */
import type { PencilResult } from "../../protocol/http.ts";
import type { Effect } from "../../protocol/messages.ts";
import { currentLanguage, either, t } from "../i18n/index.svelte.ts";
import { parseCustomRule } from "../model/pencil.ts";
import { DoesNotFollow } from "../model/round.ts";
import { faultText, meaningOf, sentenceOf, type Voice } from "./custom_rule_text.ts";
import { faultOf } from "./pencil_faults.ts";

/** A sentence of a rule: as the pencil writes it, the same in the language spoken, and what it does. */
export interface ExplainedSentence {
  readonly text: string;
  /** Null where there is nothing to translate. */
  readonly said: string | null;
  readonly means: string;
  readonly language: string;
}

/** The sentences of a rule. */
export function explainRule({ normal, sentences }: PencilResult): readonly ExplainedSentence[] {
  const ours = voice();
  const effects = ours.language === "en" ? [] : effectsOf(normal);
  return sentences.map(({ text, means }, index) => {
    const effect = effects[index];
    if (!effect) return { text, said: null, means, language: "en" };
    // What stands in quotation marks is the players' own.
    const said = effect.effect === "honour" ? null : sentenceOf(effect, ours);
    return { text, said, means: meaningOf(effect, ours), language: ours.language };
  });
}

/** Why a rule cannot be read, from the sentence the server has for it. */
export function explainFault(sentence: string): string {
  if (currentLanguage() !== "en") return faultText(faultOf(sentence), voice());
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What a ready-made rule is called. */
export function exampleName(name: string): string {
  const key = `pencil.ready-${name.toLowerCase().replaceAll(" ", "-")}`;
  const ours = t(key);
  return ours === key ? name : ours;
}

function voice(): Voice {
  return { language: currentLanguage(), say: (key, values) => t(`pencil.${key}`, values), either };
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
