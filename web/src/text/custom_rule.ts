/** What is written on a blank, told in the language spoken. */
import type { Read } from "../../protocol/http.ts";
import type { Effect } from "../../protocol/messages.ts";
import { either, spoken, t } from "../i18n/index.svelte.ts";
import { parseWritten } from "../model/pencil.ts";
import { Misfit } from "../model/round.ts";
import { faultText, meaningOf, sentenceOf, type Voice } from "./custom_rule_text.ts";
import { faultOf } from "./pencil_faults.ts";

/** A sentence of a rule: as the pencil writes it, the same in the language spoken, and what it does. */
export interface Told {
  readonly text: string;
  /** Null where there is nothing to translate. */
  readonly said: string | null;
  readonly means: string;
  readonly language: string;
}

/** The sentences of a rule. */
export function told({ normal, sentences }: Read): readonly Told[] {
  const ours = voice();
  const effects = ours.language === "en" ? [] : effectsOf(normal);
  return sentences.map(({ text, means }, place) => {
    const effect = effects[place];
    if (!effect) return { text, said: null, means, language: "en" };
    // What stands in quotation marks is the players' own.
    const said = effect.effect === "honour" ? null : sentenceOf(effect, ours);
    return { text, said, means: meaningOf(effect, ours), language: ours.language };
  });
}

/** Why a rule cannot be read, from the sentence the server has for it. */
export function objected(sentence: string): string {
  if (spoken() !== "en") return faultText(faultOf(sentence), voice());
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What a ready-made rule is called. */
export function readyMadeName(name: string): string {
  const key = `pencil.ready-${name.toLowerCase().replaceAll(" ", "-")}`;
  const ours = t(key);
  return ours === key ? name : ours;
}

function voice(): Voice {
  return { language: spoken(), say: (key, values) => t(`pencil.${key}`, values), either };
}

/** What the sentences do; nothing, if a newer server has words that we do not know. */
function effectsOf(normal: string): readonly Effect[] {
  try {
    return parseWritten(normal);
  } catch (error) {
    if (error instanceof Misfit) return [];
    throw error;
  }
}
