/** What a rule on a blank does, sentence by sentence, in the language spoken. */
import type { PencilResult } from "../../protocol/http.ts";
import { voice } from "./custom_rule.ts";
import { isKnown, sentenceOf } from "./custom_rule_text.ts";
import { meaningOf } from "./rule_meaning.ts";

/** A sentence of a rule in the language spoken, and what it does. */
export interface ExplainedSentence {
  readonly text: string;
  readonly means: string;
  readonly language: string;
}

/** The sentences of a rule. */
export function explainRule({ effects, sentences }: PencilResult): readonly ExplainedSentence[] {
  const ours = voice();
  return sentences.map(({ text, means }, index) => {
    const effect = effects[index];
    if (!effect || !isKnown(effect)) return { text, means, language: "en" };
    return {
      text: sentenceOf(effect, ours),
      means: meaningOf(effect, ours),
      language: ours.language,
    };
  });
}
