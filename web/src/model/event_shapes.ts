/** Whether what stands in a file has the shape it says it has: every field there, and no other. */
import type { CardKind, GameEvent } from "../../protocol/messages.ts";
import { COLOUR_CODES, EVENT_DEFAULTS, EVENT_SHAPES } from "../../protocol/values.ts";
import { isCardCode } from "./card_code.ts";
import { DoesNotFollow } from "./round.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;
export type Fields = Readonly<Record<string, unknown>>;

const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const whole: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === "boolean";
const text: Check = (value) => typeof value === "string";
const direction: Check = (value) => value === 1 || value === -1;
const oneOf = (words: readonly string[]): Check => {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value) => known.has(value);
};
export const isHex: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const TYPES: Shape = {
  boolean: flag,
  string: text,
  integer: count,
  Card: isCardCode,
  Colour: oneOf(COLOUR_CODES),
  RoundEvent: (value) => parseEvent(value, IN_A_ROUND) !== null,
  LastingRule: (value) => isObject(value) && matchesShape(value, LASTING),
  UnfinishedRule: (value) =>
    isObject(value) && matchesShape({ ...UNFINISHED_DEFAULTS, ...value }, UNFINISHED),
};
/** The kinds of cards that a custom rule can be about; the type sees to it that none is missing. */
const KINDS: Readonly<Record<CardKind, true>> = {
  0: true,
  1: true,
  2: true,
  3: true,
  4: true,
  5: true,
  6: true,
  7: true,
  8: true,
  9: true,
  action: true,
  any: true,
  blue: true,
  draw: true,
  "draw-two": true,
  green: true,
  named: true,
  number: true,
  red: true,
  reverse: true,
  skip: true,
  wild: true,
  yellow: true,
};
/** Which cards some seats may not play, or may play only, and until whose turn. */
const LASTING: Shape = {
  seats: list(count),
  kind: oneOf(Object.keys(KINDS)),
  only: flag,
  until: maybe(count),
};
/** How far a custom rule has come that waits for an answer; a file may leave out the last three. */
const UNFINISHED: Shape = {
  by: count,
  sentence: count,
  target: maybe(count),
  again: flag,
  held: flag,
};
const UNFINISHED_DEFAULTS = { target: null, again: false, held: true };
/** Whole numbers that may be less than 0, by the field's name. */
const SIGNED: Shape = { points: list(whole), direction, side: maybe(direction) };

/** The check of a type as `EVENT_SHAPES` writes it: `Card[]`, `integer?`, `turn|uno`. */
function checkOf(type: string): Check {
  if (type.endsWith("?")) return maybe(checkOf(type.slice(0, -1)));
  if (type.endsWith("[]")) return list(checkOf(type.slice(0, -2)));
  return TYPES[type] ?? oneOf(type.split("|"));
}

function shapesOf(kind: "round" | "game"): Readonly<Record<string, Shape>> {
  return mapValues(EVENT_SHAPES[kind], (fields) =>
    mapValues(fields, (type, name) => SIGNED[name] ?? checkOf(type)),
  );
}

function mapValues<From, To>(
  from: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value, key)]));
}

const IN_A_ROUND = shapesOf("round");
const IN_A_GAME = shapesOf("game");

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
    chance: maybe((value) => isFair(value) || isShared(value) || isEarlier(value)),
  },
  oldHeader: { ...AGREED, chance: maybe(isEarlier) },
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
  const all = { ...EVENT_DEFAULTS[value.event], ...value };
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

function isShared(value: unknown): boolean {
  const scheme: Check = (name) => name === "openuno shared deal 1";
  return isObject(value) && matchesShape(value, { scheme, commitment: isHex });
}

/** Schemes that records of version 1 had already. */
function isEarlier(value: unknown): boolean {
  return isUncommitted(value) || isSeeded(value);
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
