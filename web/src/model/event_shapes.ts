/** Whether what stands in a file has the shape it says it has: every field there, and no other. */
import type { GameEvent } from "../../protocol/messages.ts";
import { DoesNotFollow } from "./round.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;
export type Fields = Readonly<Record<string, unknown>>;

const CARD = /^(\?\?|[BGRY][0-9DRS]|W|W4|WC[1-8]|WH|WX)$/;
const WHY = ["card", "challenge", "suggestion", "turn", "uno", "wrong-catch"];

const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const whole: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === "boolean";
const text: Check = (value) => typeof value === "string";
const card: Check = (value) => typeof value === "string" && CARD.test(value);
const colour: Check = (value) => typeof value === "string" && /^[BGRY]$/.test(value);
const why: Check = (value) => typeof value === "string" && WHY.includes(value);
const direction: Check = (value) => value === 1 || value === -1;
export const isHex: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const cards = list(card);
const hands = list(cards);

const IN_A_ROUND: Readonly<Record<string, Shape>> = {
  dealt: { hands, pile: cards, spent: count },
  "turned-up": { card },
  "put-back": { card, pile: cards, spent: count },
  "colour-asked": { seat: count },
  "colour-named": { seat: count, colour },
  "choice-asked": { seat: count },
  "player-chosen": { seat: count, target: count },
  played: { seat: count, card, colour: maybe(colour), target: maybe(count), uno: flag },
  drew: { seat: count, cards, why },
  kept: { seat: count },
  passed: { seat: count },
  skipped: { seat: count },
  reversed: { seat: count, direction },
  reshuffled: { pile: cards, spent: count },
  "hands-swapped": { seat: count, target: count, hands },
  "hands-passed": { seat: count, hands, side: maybe(direction) },
  "hands-shuffled": { seat: count, hands, spent: count },
  "challenge-offered": { seat: count, total: count, by: count, before: colour },
  "stack-offered": { seat: count, total: count },
  accepted: { seat: count },
  challenged: { seat: count, target: count, guilty: flag },
  "hand-shown": { seat: count, to: count, cards },
  discarded: { seat: count, cards, spent: count },
  "cards-given": { seat: count, to: count, cards, spent: count },
  "turn-lost": { seat: count },
  "rule-read": { seat: count, text },
  "said-uno": { seat: count },
  caught: { seat: count, target: count },
  "caught-wrongly": { seat: count, target: count },
  suggested: { seat: count },
  "turn-began": { seat: count },
  "round-ended": { winner: maybe(count), hands, points: list(whole) },
};

const IN_A_GAME: Readonly<Record<string, Shape>> = {
  "drew-for-deal": { seat: count, card },
  "dealer-found": { seat: count },
  "hand-began": { hand: count, tables: list(list(count)), dealers: list(count) },
  "at-table": { table: count, what: (value) => parseEvent(value, IN_A_ROUND) !== null },
  "hand-scored": { table: count, winner: maybe(count), points: list(whole) },
  "put-out": { players: list(count) },
  "game-ended": { winners: list(count) },
};

/** What may be left out of an event, and what it is then. */
const USUAL: Readonly<Record<string, Fields>> = {
  played: { colour: null, target: null, uno: false },
  "hands-passed": { side: null },
};

const RESULT: Shape = {
  winners: maybe(list(count)),
  scores: list(whole),
  wins: list(count),
  hands: count,
};

const AGREED: Shape = {
  openuno: whole,
  rules: text,
  format: text,
  names: list(text),
  dealer: maybe(count),
  seat: maybe(count),
};

/** The lines of a record without their chain, but for what only other parsers can say. */
export const LINES = {
  header: {
    ...AGREED,
    chance: maybe((value) => isFair(value) || isUncommitted(value) || isSeeded(value)),
  },
  oldHeader: { ...AGREED, chance: maybe((value) => isUncommitted(value) || isSeeded(value)) },
  table: { do: text, events: Array.isArray },
  player: { by: count, do: text, events: Array.isArray },
  closing: {
    result: (value) => isObject(value) && matchesShape(value, RESULT),
    reveal: maybe(isHex),
  },
} satisfies Record<string, Shape>;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether these are the fields, each as it should be. */
export function matchesShape(value: Fields, shape: Shape): boolean {
  const wanted = Object.entries(shape);
  return (
    Object.keys(value).length === wanted.length &&
    wanted.every(([name, check]) => Object.hasOwn(value, name) && check(value[name]))
  );
}

/** The event of a game, with every field there. */
export function parseGameEvent(value: unknown): GameEvent {
  const found = parseEvent(value, IN_A_GAME);
  if (found === null) throw new DoesNotFollow("this is no event");
  if (!isObject(found.what)) return found as unknown as GameEvent;
  return { ...found, what: parseEvent(found.what, IN_A_ROUND) } as unknown as GameEvent;
}

function parseEvent(value: unknown, shapes: Readonly<Record<string, Shape>>): Fields | null {
  if (!isObject(value) || typeof value.event !== "string") return null;
  const shape = Object.hasOwn(shapes, value.event) ? shapes[value.event] : undefined;
  const all = { ...USUAL[value.event], ...value };
  return shape && matchesShape(all, { event: text, ...shape }) ? all : null;
}

function isFair(value: unknown): boolean {
  const scheme: Check = (name) => name === "openuno deal 2";
  const contribution: Check = (added) =>
    isObject(added) &&
    matchesShape(added, { commitment: maybe(isHex), seed: maybe(isHex) }) &&
    (added.commitment !== null || added.seed !== null);
  const clients = list(maybe(contribution));
  return isObject(value) && matchesShape(value, { scheme, commitment: isHex, clients });
}

function isUncommitted(value: unknown): boolean {
  const scheme: Check = (name) => name === "openuno deal 1";
  return (
    isObject(value) &&
    matchesShape(value, { scheme, commitment: isHex, clients: list(maybe(isHex)) })
  );
}

function isSeeded(value: unknown): boolean {
  const scheme: Check = (name) => name === "fast";
  const seed: Check = (digits) => text(digits) && /^(0|[1-9][0-9]{0,19})$/.test(digits as string);
  return isObject(value) && matchesShape(value, { scheme, seed });
}
