/** A written rule told in any language, from what it does and not from its words. */
import type { Condition, CountPerCard, Effect, Fault, Who } from "../../protocol/messages.ts";

/** A language: the pencil's messages in it, `say("cards", { number: 2 })`, and its lists. */
export interface Voice {
  readonly language: string;
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
  either(items: readonly string[]): string;
  /** What a switch or a format is called. */
  name(kind: "switch" | "format", slug: string): string;
}

/** The sentence that has this effect. */
export function sentenceOf(effect: Effect, voice: Voice): string {
  if (effect.effect === "honour") return voice.say("honour", { text: effect.text });
  const plain = effectText(effect, voice);
  return voice.say("full", {
    text: capitalize(effect.when ? conditionText(effect.when, plain, voice) : plain, voice),
  });
}

type PlayedEffect = Exclude<Effect, { effect: "honour" }>;

function effectText(effect: PlayedEffect, voice: Voice): string {
  const key = effect.effect;
  const say: Voice["say"] = (name, values) => voice.say(name, values);
  switch (effect.effect) {
    case "draws":
    case "discards":
      return say(key, {
        ...subject(effect.who, voice),
        ...amount(effect.amount, "cards", voice),
      });
    case "loses-turn":
    case "discards-colour":
      return say(key, subject(effect.who, voice));
    case "swaps":
      return say(key, { ...subject(effect.who, voice), ...object("with", effect.other, voice) });
    case "shows":
      return say(key, { ...subject(effect.who, voice), ...object("to", effect.to, voice) });
    case "gives":
      return say(key, {
        ...subject(effect.who, voice),
        ...amount(effect.amount, "random", voice),
        ...object("to", effect.to, voice),
      });
    case "takes":
      return say(key, {
        ...subject(effect.who, voice),
        ...amount(effect.amount, "random", voice),
        ...object("from", effect.source, voice),
      });
    case "passes-hands":
      return say(key, { side: effect.side });
    case "reverses":
    case "shuffles-hands":
    case "plays-again":
      return say(key);
  }
}

/** Who does it: as a value for the verb to agree with, and as words. */
function subject(who: Who, voice: Voice): { readonly who: Who; readonly player: string } {
  return { who, player: voice.say("who", { who }) };
}

/** With whom it is done: once more as a value, since many languages put "you" elsewhere. */
function object(
  how: "with" | "to" | "from",
  whom: Who,
  voice: Voice,
): { readonly whom: Who; readonly other: string } {
  return { whom, other: voice.say(how, { who: whom }) };
}

function amount(
  cards: number | CountPerCard,
  how: "cards" | "random",
  voice: Voice,
): { readonly cards: string; readonly each: string } {
  if (typeof cards === "number") return { cards: voice.say(how, { number: cards }), each: "none" };
  const { number, kind, who, most } = cards;
  return {
    cards: voice.say(how, { number }),
    each: voice.say("each", { kind, most, ...subject(who, voice) }),
  };
}

function conditionText(when: Condition, sentence: string, voice: Voice): string {
  if (when.if === "named") return voice.say("if-named", { sentence, colour: when.colour });
  const { who, number } = when;
  // A message cannot choose by a word with a hyphen: at-least is least there.
  const compare = when.compare.replace("at-", "");
  return voice.say("if-holds", { sentence, compare, number, ...subject(who, voice) });
}

const MEANINGS = {
  draws: "mean-draws",
  "loses-turn": "mean-loses-turn",
  discards: "mean-discards",
  "discards-colour": "mean-discards",
  swaps: "mean-swaps",
  shows: "mean-shows",
  gives: "mean-moves",
  takes: "mean-moves",
  reverses: "mean-reverses",
  "passes-hands": "mean-passes-hands",
  "shuffles-hands": "mean-shuffles-hands",
  "plays-again": "mean-plays-again",
  honour: "mean-honour",
} as const satisfies Record<Effect["effect"], string>;

/** What a sentence will do at the table. */
export function meaningOf(effect: Effect, voice: Voice): string {
  const side = effect.effect === "passes-hands" ? effect.side : "left";
  const parts = [voice.say(MEANINGS[effect.effect], { side })];
  for (const who of peopleIn(effect)) if (who !== "you") parts.push(voice.say(`note-${who}`));
  if ("amount" in effect && typeof effect.amount === "object") parts.push(voice.say("note-each"));
  if ("when" in effect && effect.when?.if === "holds") parts.push(voice.say("note-holds"));
  const text = [...new Set(parts)].reduce((one, other) => voice.say("both", { one, other }));
  return voice.say("full", { text: capitalize(text, voice) });
}

/** Everyone a sentence speaks of, each once. */
function peopleIn(effect: Effect): ReadonlySet<Who> {
  const found = new Set<Who>();
  if ("who" in effect) found.add(effect.who);
  if ("amount" in effect && typeof effect.amount === "object") found.add(effect.amount.who);
  if ("other" in effect) found.add(effect.other);
  if ("to" in effect) found.add(effect.to);
  if ("source" in effect) found.add(effect.source);
  if ("when" in effect && effect.when?.if === "holds") found.add(effect.when.who);
  return found;
}

/** Why a rule cannot be read, or a table not be set up. */
export function faultText({ kind, values }: Fault, voice: Voice): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? value : valueText(name, value, values["most"], voice),
  ]);
  return voice.say(`fault-${kind}`, Object.fromEntries(shown) as Record<string, string | number>);
}

function valueText(
  name: string,
  value: string | readonly string[],
  most: Fault["values"][string] | undefined,
  voice: Voice,
): string {
  if (typeof value !== "string")
    return voice.either(value.map((choice) => choiceText(choice, Number(most), voice)));
  if (name === "format") return voice.name("format", value);
  if (name === "switch" || name === "needs") return voice.name("switch", value);
  return wordText(value, voice);
}

/** A choice is a word to write, or stands in angle brackets for words of its kind. */
function choiceText(choice: string, most: number, voice: Voice): string {
  if (choice === "<number>") return voice.say("choice-number", { most });
  if (choice === "<stop>") return voice.say("choice-stop");
  if (choice === "<quoted>") return voice.say("choice-quoted");
  return wordText(choice, voice);
}

/** What was written stands in quotation marks, unless it is a number. */
function wordText(word: string, voice: Voice): string {
  return /^-?\d+$/.test(word) ? word : voice.say("word", { word });
}

function capitalize(text: string, { language }: Voice): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}
