/** A written rule told in any language, from what it does and not from its words. */
import type {
  CardKind,
  Condition,
  CountPerCard,
  Effect,
  Fault,
  Who,
} from "../../protocol/messages.ts";

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

/** What a sentence does, without its condition: what somebody is asked whether to do. */
export function deedOf(effect: Effect, voice: Voice): string {
  if (effect.effect === "honour") return sentenceOf(effect, voice);
  return sentenceOf({ ...effect, when: null }, voice);
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
    case "loses-turn": {
      const turns = effect.turns ?? 1;
      return say(turns > 1 ? "loses-turns" : key, { ...subject(effect.who, voice), turns });
    }
    case "discards-colour":
    case "names-colour":
      return say(key, subject(effect.who, voice));
    case "draws-until":
      return say(key, {
        ...subject(effect.who, voice),
        card: say("a-kind", kindOf(effect.kind)),
      });
    case "forbids":
    case "allows-only":
      return say(key, {
        ...subject(effect.who, voice),
        kinds: say("kinds", kindOf(effect.kind)),
        until: effect.until === "round" ? "round" : "turn",
      });
    case "discards-chosen":
      return say(key, {
        ...subject(effect.who, voice),
        ...amount(effect.amount, "chosen", voice, effect.who),
      });
    case "gives-chosen":
      return say(key, {
        ...subject(effect.who, voice),
        ...amount(effect.amount, "chosen", voice, effect.who),
        ...object("to", effect.to, voice),
      });
    case "passes-cards":
      return say(key, {
        ...amount(effect.amount, "chosen", voice, "everyone"),
        side: effect.side,
      });
    case "draws-to":
    case "discards-to":
    case "discards-to-chosen":
      return say(key, { ...subject(effect.who, voice), number: effect.number });
    case "discards-kind":
      return say(key, {
        ...subject(effect.who, voice),
        kinds: say("all-kinds", kindOf(effect.kind)),
      });
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
    case "swaps-chosen":
      return say(key);
  }
}

/** Who does it: as a value for the verb to agree with, and as words. */
function subject(
  who: Who | null,
  voice: Voice,
): { readonly who: string; readonly count: number; readonly player: string } {
  const asked = whoValues(who ?? "they");
  return { ...asked, player: who === null ? "" : voice.say("who", asked) };
}

const COUNTS: Readonly<Record<string, number>> = {
  "next-two": 2,
  "next-three": 3,
  "next-four": 4,
  "next-five": 5,
  "next-six": 6,
  "next-seven": 7,
  "next-eight": 8,
  "next-nine": 9,
};

/** A player for a message to choose by; the next players are spoken of alike, however many. */
export function whoValues(who: string): { readonly who: string; readonly count: number } {
  const count = COUNTS[who];
  return count === undefined ? { who: keyword(who), count: 1 } : { who: "nexttwo", count };
}

/** A message cannot choose by a word with a hyphen: draw-two is drawtwo there. */
function keyword(word: string): string {
  return word.replace("-", "");
}

/** A kind of card; of a number, the face is the number. */
export function kindOf(kind: CardKind): { readonly kind: string; readonly face: string } {
  return /^\d$/.test(kind) ? { kind: "face", face: kind } : { kind: keyword(kind), face: "" };
}

/** With whom it is done: once more as a value, since many languages put "you" elsewhere. */
function object(
  how: "with" | "to" | "from",
  whom: Who,
  voice: Voice,
): { readonly whom: string; readonly other: string } {
  return { whom: whoValues(whom).who, other: voice.say(how, whoValues(whom)) };
}

function amount(
  cards: number | CountPerCard,
  how: "cards" | "random" | "chosen",
  voice: Voice,
  whose: Who = "you",
): { readonly cards: string; readonly each: string } {
  const said = (number: number): string =>
    voice.say(how, how === "chosen" ? { number, who: keyword(whose) } : { number });
  if (typeof cards === "number") return { cards: said(cards), each: "none" };
  const { number, kind, who, most } = cards;
  if (kind === null)
    return {
      cards: said(number),
      each: voice.say("each-player", { ...whoValues(who ?? "everyone"), most }),
    };
  return {
    cards: said(number),
    each: voice.say("each", { ...kindOf(kind), most, ...subject(who, voice) }),
  };
}

function conditionText(when: Condition, sentence: string, voice: Voice): string {
  // A message cannot choose by a word with a hyphen: at-least is least there.
  switch (when.if) {
    case "named":
    case "not-named":
      return voice.say(`if-${when.if}`, { sentence, colour: when.colour });
    case "otherwise":
    case "if-so":
      return voice.say(`if-${when.if}`, { sentence });
    case "wants":
      return voice.say("if-wants", { sentence, ...subject(when.who, voice) });
    case "holds": {
      const { number } = when;
      const compare = when.compare.replace("at-", "");
      return voice.say("if-holds", { sentence, compare, number, ...subject(when.who, voice) });
    }
    case "has":
    case "has-no":
      return voice.say(`if-${when.if}`, {
        sentence,
        card: voice.say("a-kind", kindOf(when.kind)),
        ...subject(when.who, voice),
      });
    case "they-hold": {
      const { number } = when;
      return voice.say("if-they-hold", {
        sentence,
        compare: when.compare.replace("at-", ""),
        number,
      });
    }
    case "they-have":
    case "they-have-no":
      return voice.say(`if-${when.if}`, {
        sentence,
        card: voice.say("a-kind", kindOf(when.kind)),
      });
  }
}

export const MEANINGS = {
  draws: "mean-draws",
  "draws-to": "mean-draws-to",
  "draws-until": "mean-draws-until",
  "discards-to": "mean-discards-to",
  "discards-to-chosen": "mean-discards-to-chosen",
  "loses-turn": "mean-loses-turn",
  discards: "mean-discards",
  "discards-colour": "mean-discards",
  "discards-kind": "mean-discards",
  swaps: "mean-swaps",
  shows: "mean-shows",
  gives: "mean-moves",
  takes: "mean-moves",
  "discards-chosen": "mean-discards-chosen",
  "gives-chosen": "mean-gives-chosen",
  "passes-cards": "mean-passes-cards",
  "swaps-chosen": "mean-swaps-chosen",
  "names-colour": "mean-names-colour",
  forbids: "mean-forbids",
  "allows-only": "mean-allows-only",
  reverses: "mean-reverses",
  "passes-hands": "mean-passes-hands",
  "shuffles-hands": "mean-shuffles-hands",
  "plays-again": "mean-plays-again",
  honour: "mean-honour",
} as const satisfies Record<Effect["effect"], string>;

/** Whether an effect is one of those we can tell; a newer server may have others. */
export function isKnown(effect: Effect): boolean {
  return effect.effect in MEANINGS;
}

/** Why a rule cannot be read, or a table not be set up. */
export function faultText({ kind, values }: Fault, voice: Voice): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? value : valueText(name, value, voice),
  ]);
  return voice.say(`fault-${kind}`, Object.fromEntries(shown) as Record<string, string | number>);
}

function valueText(name: string, value: string | readonly string[], voice: Voice): string {
  if (typeof value !== "string")
    return voice.either(value.map((choice) => wordText(choice, voice)));
  if (name === "format") return voice.name("format", value);
  if (name === "switch" || name === "needs") return voice.name("switch", value);
  return wordText(value, voice);
}

/** What was written stands in quotation marks, unless it is a number. */
function wordText(word: string, voice: Voice): string {
  return /^-?\d+$/.test(word) ? word : voice.say("word", { word });
}

export function capitalize(text: string, { language }: Voice): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}
