/**
 * What the network sees of a written rule: the numbers of `openuno.bots.network.rule_summary`.
 *
 * They say who gets cards, who gets rid of some, who misses turns, and whose hand is another's
 * afterwards. Where hands or the pile decide how many cards it is, a usual number stands for them.
 */
import type { CardKind, CountPerCard, Effect, Rules, Who } from "../../protocol/messages.ts";
import { ignoreUnknown } from "../model/round.ts";

type WrittenRule = readonly Effect[];
/** The players whom a rule is counted for. */
type Counted = "you" | "next" | "others" | "chosen" | "fewest" | "most";
type Places = Readonly<Record<Counted, number>>;

/** Blanks that can have a rule, and how many numbers say what it does. */
export const BLANKS = ["WC1", "WC2", "WC3", "WC4", "WC5", "WC6", "WC7", "WC8"] as const;
export const SUMMARY = 16;
/** Where each number is, by whom it is about: cards that come, cards that go, turns missed. */
const GAIN: Places = { you: 0, next: 1, others: 2, chosen: 3, fewest: 4, most: 5 };
const LOSE: Places = { you: 6, next: 7, others: 8, chosen: 9, fewest: 9, most: 9 };
const MISS: Places = { you: 10, next: 11, others: 12, chosen: 12, fewest: 12, most: 12 };
/** How good a hand you can get for a bad one, 0 if none moves. */
export const HANDS = 13;
const TURN = 14;
/** Sentences under a condition, and those that let another player name the colour. */
const UNSURE = 15;

/** Whose hand you get, as `HANDS` says it. */
const [OTHERS_SWAP, WITH_MOST, SHUFFLED, NEIGHBOUR, BEST] = [1, 2, 4, 8, 16];
/** What `TURN` adds up. */
const [AGAIN, REVERSE] = [1, 4];
/** How many cards a player holds in the middle of a round. */
const USUAL_HAND = 5;
/** How many players are meant where several are. */
const USUAL_OTHERS = 3;
/** How many cards a player is expected to draw until one of a kind comes. */
const UNTIL = 4;
const SEVERAL: ReadonlySet<Who> = new Set<Who>([
  "everyone",
  "others",
  "neighbours",
  "next-two",
  "next-three",
  "next-four",
  "next-five",
  "next-six",
  "next-seven",
  "next-eight",
  "next-nine",
]);
const EVERYONE: readonly Counted[] = ["you", "next", "others"];
const ALL_OTHERS: readonly Counted[] = ["next", "others"];

/** What a rule does, in sixteen numbers; those of a plain wild are all 0. */
export function summariseRule(rule: WrittenRule): readonly number[] {
  const counts = new Array<number>(SUMMARY).fill(0);
  for (const effect of rule) {
    addEffect(counts, effect);
    if (effect.effect !== "honour" && effect.when !== null) counts[UNSURE]! += 1;
  }
  return counts;
}

/** The rules on all blanks, one after another, those that have none as zeros. */
export function summariseBlanks({ written }: Rules): readonly number[] {
  return BLANKS.flatMap((_, index) => summariseRule(written[index] ?? []));
}

/** Whether it waits until somebody has chosen, for which the network has no decision. */
export function letsChoose(rule: WrittenRule): boolean {
  return rule.some((effect) => {
    switch (effect.effect) {
      case "discards-chosen":
      case "discards-to-chosen":
      case "gives-chosen":
      case "passes-cards":
      case "swaps-chosen":
      case "names-colour":
        return true;
      case "honour":
        return false;
      default:
        return effect.when?.if === "wants";
    }
  });
}

/** Whether it limits for a while what somebody may play. */
export function isLasting({ effect }: Effect): boolean {
  return effect === "forbids" || effect === "allows-only";
}

function addEffect(counts: number[], effect: Effect): void {
  switch (effect.effect) {
    case "draws":
      return add(counts, GAIN, effect.who, usualAmount(effect.amount));
    case "draws-to":
      return add(counts, GAIN, effect.who, Math.max(effect.number - USUAL_HAND, 1));
    case "draws-until":
      return add(counts, GAIN, effect.who, UNTIL);
    case "discards":
    case "discards-chosen":
      return add(counts, LOSE, effect.who, usualAmount(effect.amount));
    case "discards-to":
    case "discards-to-chosen":
      return add(counts, LOSE, effect.who, Math.max(USUAL_HAND - effect.number, 1));
    case "discards-colour":
      return add(counts, LOSE, effect.who, usualCount("named"));
    case "discards-kind":
      return add(counts, LOSE, effect.who, usualCount(effect.kind));
    case "gives":
    case "gives-chosen":
      return give(counts, effect.who, effect.to, usualAmount(effect.amount));
    case "takes":
      return give(counts, effect.source, effect.who, usualAmount(effect.amount));
    case "passes-cards":
      add(counts, GAIN, "everyone", usualAmount(effect.amount));
      return add(counts, LOSE, "everyone", usualAmount(effect.amount));
    case "loses-turn":
      return add(counts, MISS, effect.who, effect.turns);
    case "forbids":
    case "allows-only":
      return add(counts, MISS, effect.who, 1);
    case "swaps":
      return moveHands(counts, handFrom(effect.who, effect.other));
    case "passes-hands":
      return moveHands(counts, NEIGHBOUR);
    case "shuffles-hands":
      return moveHands(counts, SHUFFLED);
    case "swaps-chosen":
      return moveHands(counts, BEST);
    case "plays-again":
      counts[TURN]! |= AGAIN;
      return;
    case "reverses":
      counts[TURN]! |= REVERSE;
      return;
    case "names-colour":
      counts[UNSURE]! += 1;
      return;
    case "shows":
    case "honour":
      return; // no card moves
    default:
      ignoreUnknown(effect);
  }
}

/** Whom it is counted for; a neighbour or a partner is one of the others. */
function affectedPlayers(who: Who): readonly Counted[] {
  switch (who) {
    case "everyone":
      return EVERYONE;
    case "you":
    case "next":
    case "chosen":
    case "fewest":
    case "most":
      return [who];
    default:
      return SEVERAL.has(who) ? ALL_OTHERS : ["others"];
  }
}

function add(counts: number[], places: Places, who: Who, number: number): void {
  for (const one of affectedPlayers(who)) counts[places[one]]! += number;
}

/** Count cards that go from players to players; nobody gives to themselves. */
function give(counts: number[], giver: Who, taker: Who, number: number): void {
  const givers = SEVERAL.has(giver) ? USUAL_OTHERS : 1;
  const takers = SEVERAL.has(taker) ? USUAL_OTHERS : 1;
  for (const one of affectedPlayers(giver))
    if (one !== taker) counts[LOSE[one]]! += number * takers;
  for (const one of affectedPlayers(taker))
    if (one !== giver) counts[GAIN[one]]! += number * givers;
}

/** Note which hand you get; of several moves the best one. */
function moveHands(counts: number[], code: number): void {
  counts[HANDS] = Math.max(counts[HANDS]!, code);
}

function handFrom(one: Who, other: Who): number {
  if (one !== "you" && other !== "you") return OTHERS_SWAP;
  switch (one === "you" ? other : one) {
    case "chosen":
    case "fewest":
      return BEST;
    case "most":
      return WITH_MOST;
    default:
      return NEIGHBOUR;
  }
}

/** How many cards a sentence moves, if it is counted in a usual hand at a usual table. */
function usualAmount(amount: number | CountPerCard): number {
  if (typeof amount === "number") return amount;
  const counted = amount.kind === null ? USUAL_OTHERS : usualCount(amount.kind);
  return Math.min(amount.number * counted, amount.most);
}

/** How many cards of a kind a usual hand has, at least one. */
function usualCount(kind: CardKind): number {
  switch (kind) {
    case "any":
      return USUAL_HAND;
    case "number":
      return 3;
    case "blue":
    case "green":
    case "red":
    case "yellow":
    case "named":
      return 2;
    default:
      return 1;
  }
}
