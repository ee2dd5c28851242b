/** What a sentence of a custom rule does, in full. */
import type { Effect, Who } from "../../protocol/messages.ts";
import { LIMITS } from "../../protocol/values.ts";
import { capitalize, MEANINGS, type Voice } from "./custom_rule_text.ts";

/** What a sentence will do at the table. */
export function meaningOf(effect: Effect, voice: Voice): string {
  const side = effect.effect === "passes-hands" ? effect.side : "left";
  const turns = effect.effect === "loses-turn" ? (effect.turns ?? 1) : 1;
  const key = turns > 1 ? "mean-loses-turns" : MEANINGS[effect.effect];
  const parts = [voice.say(key, { side, turns, most: LIMITS.ruleNumber })];
  // A lasting rule binds all of them at once, in no order.
  const unordered = effect.effect === "forbids" || effect.effect === "allows-only";
  const told = (who: Who) =>
    who !== "you" && !(unordered && (who === "everyone" || who === "others"));
  for (const who of peopleIn(effect)) if (told(who)) parts.push(voice.say(noteOn(who)));
  if ("amount" in effect && typeof effect.amount === "object") parts.push(voice.say("note-each"));
  const asked = "when" in effect ? effect.when?.if : undefined;
  if (asked === "holds" || asked === "has" || asked === "has-no")
    parts.push(voice.say("note-holds"));
  if (asked?.startsWith("they-")) parts.push(voice.say("note-they"));
  if (asked === "otherwise" || asked === "if-so" || asked === "wants")
    parts.push(voice.say(`note-${asked}`));
  const text = [...new Set(parts)].reduce((one, other) => voice.say("both", { one, other }));
  return voice.say("full", { text: capitalize(text, voice) });
}

function noteOn(who: Who): string {
  return who.startsWith("next-") && who !== "next-two" ? "note-next-many" : `note-${who}`;
}

/** Everyone a sentence speaks of, each once. */
function peopleIn(effect: Effect): ReadonlySet<Who> {
  const found = new Set<Who>();
  if ("who" in effect) found.add(effect.who);
  if (effect.effect === "swaps-chosen") found.add("chosen");
  if ("amount" in effect && typeof effect.amount === "object" && effect.amount.who !== null)
    found.add(effect.amount.who);
  if ("other" in effect) found.add(effect.other);
  if ("to" in effect) found.add(effect.to);
  if ("source" in effect) found.add(effect.source);
  const when = "when" in effect ? effect.when : undefined;
  if (when && "who" in when) found.add(when.who);
  return found;
}
