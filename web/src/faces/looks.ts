/**
 * What someone looks like, as values. A look has a short text form, `p:2-1-4-0-3` for a person and
 * `b:radio` for a bot, so that it can be stored and sent.
 */

import { CHARACTERS, PLAIN_NAMES } from "../../protocol/values.ts";

/** What bots without a character are: one drawing, in several colours. */
export const PLAIN_BOTS = ["robot", "robot-sand", "robot-sage", "robot-plum"] as const;
/** The things of the room that bots are. */
export const THINGS = [...Object.keys(CHARACTERS), ...PLAIN_BOTS] as readonly Thing[];
export type Thing = Character | (typeof PLAIN_BOTS)[number];
type Character = keyof typeof CHARACTERS;

export const STYLES = [
  "crop",
  "parted",
  "curls",
  "bob",
  "long",
  "bun",
  "ponytail",
  "buzz",
  "waves",
  "puffs",
  "bald",
  "headscarf",
  "cap",
  "beanie",
  "turban",
] as const;
export type Style = (typeof STYLES)[number];

export const EXTRAS = [
  "none",
  "round-glasses",
  "square-glasses",
  "moustache",
  "short-beard",
  "full-beard",
  "beard-and-glasses",
  "freckles",
  "earrings",
] as const;
export type Extra = (typeof EXTRAS)[number];

export const CUTS = ["round", "collar", "hood", "scarf"] as const;

export const SKINS = ["#f8d8bc", "#f0c19b", "#dca77a", "#c58b59", "#a66e48", "#89563a", "#6f4531"];
export const HAIRS = [
  "#211a1b",
  "#402a20",
  "#70472b",
  "#c4622c",
  "#e0b562",
  "#8d8a8b",
  "#dedad4",
  "#7c3f6d",
];
export const TOPS = [
  "#d9534a",
  "#dd9f31",
  "#45895a",
  "#2b7c86",
  "#4174bb",
  "#7c60a9",
  "#c4638a",
  "#5f6876",
];

export interface PersonLook {
  readonly kind: "person";
  readonly skin: number;
  readonly hair: number;
  readonly style: number;
  /** The colour is `top % TOPS.length`, the cut what is left. */
  readonly top: number;
  readonly extra: number;
}
export interface ThingLook {
  readonly kind: "thing";
  readonly thing: Thing;
}
export type Look = PersonLook | ThingLook;

export type Expression = "rest" | "glad" | "hit" | "sly" | "asleep" | "shout" | "whistle";
export const EXPRESSIONS: readonly Expression[] = [
  ...(["rest", "glad", "hit", "sly", "asleep", "shout", "whistle"] as const),
];

/** Where the eyes look: from -1 to 1 each way, (0, 0) is at the reader. */
export interface Gaze {
  readonly x: number;
  readonly y: number;
}

/** How many values each part of a person's code has, in its order. */
const PARTS = [
  SKINS.length,
  HAIRS.length,
  STYLES.length,
  TOPS.length * CUTS.length,
  EXTRAS.length,
] as const;
const PERSON = /^p:(\d{1,2})-(\d{1,2})-(\d{1,2})-(\d{1,2})-(\d{1,2})$/;

/** The bots that have a character, and so a thing of their own. */
const BOTS: ReadonlyMap<string, Character> = new Map(
  (Object.keys(CHARACTERS) as Character[]).map((thing) => [CHARACTERS[thing], thing]),
);

/** The look that a text form says; null if it says none. */
export function parseLook(code: string): Look | null {
  if (code.startsWith("b:")) {
    const thing = THINGS.find((name) => name === code.slice(2));
    return thing ? { kind: "thing", thing } : null;
  }
  const numbers = PERSON.exec(code)?.slice(1).map(Number);
  if (!numbers || numbers.some((value, at) => value >= (PARTS[at] ?? 0))) return null;
  const [skin = 0, hair = 0, style = 0, top = 0, extra = 0] = numbers;
  return { kind: "person", skin, hair, style, top, extra };
}

/** The text form of a look: at most 24 characters. */
export function lookCode(look: Look): string {
  if (look.kind === "thing") return `b:${look.thing}`;
  return `p:${[look.skin, look.hair, look.style, look.top, look.extra].join("-")}`;
}

/** How a seat looks: as its code says, else as is proposed for its name. */
export function lookFor(name: string, bot: boolean, code?: string | null): Look {
  return (code ? parseLook(code) : null) ?? (bot ? botLook(name) : proposedLook(name));
}

/** The code of the face chosen, or of the one that the name proposes. */
export function chosenFace(name: string, face: string): string {
  return face && parseLook(face) ? face : lookCode(proposedLook(name));
}

/** The thing that a bot of this name is: its own if it is a character, else a plain robot. */
export function botLook(name: string): ThingLook {
  // Bots take the names in their order, so that neighbours differ in colour.
  const index = (PLAIN_NAMES as readonly string[]).indexOf(name);
  const thing = pick(PLAIN_BOTS, index < 0 ? hash(name) : index);
  return characterLook(name) ?? { kind: "thing", thing };
}

/** The thing that has this name; null if none has. */
export function characterLook(name: string): ThingLook | null {
  const thing = BOTS.get(name);
  return thing ? { kind: "thing", thing } : null;
}

/** The look proposed for a name: the same one everywhere. */
export function proposedLook(name: string): PersonLook {
  const [look] = proposedLooks(name, 1);
  if (!look) throw new Error("there is always one look to propose");
  return look;
}

/** This many looks to choose from, the same ones everywhere. No two have the same skin and style. */
export function proposedLooks(name: string, count: number): readonly PersonLook[] {
  const random = generator(hash(name.trim().toLocaleLowerCase("en")));
  const styles = shuffled(STYLES.length, random);
  const skins = shuffled(SKINS.length, random);
  return Array.from({ length: count }, (_, index) => {
    const style = styles[index % styles.length] ?? 0;
    // Every round through the styles begins with another skin.
    const skin = skins[(index + Math.floor(index / styles.length)) % skins.length] ?? 0;
    return {
      kind: "person",
      skin,
      style,
      extra: extraFor(STYLES[style] ?? "crop", random),
      hair: hairFor(skin, random),
      top: Math.floor(random() * TOPS.length * CUTS.length),
    };
  });
}

const WITHOUT_BEARD: readonly Style[] = [
  "bob",
  "long",
  "bun",
  "ponytail",
  "waves",
  "puffs",
  "headscarf",
];
const BEARDS: readonly Extra[] = ["moustache", "short-beard", "full-beard", "beard-and-glasses"];
const PLAIN: readonly Extra[] = [
  "none",
  "none",
  "none",
  "round-glasses",
  "square-glasses",
  "freckles",
];

function extraFor(style: Style, random: () => number): number {
  const choice =
    style === "headscarf"
      ? PLAIN
      : WITHOUT_BEARD.includes(style)
        ? [...PLAIN, "earrings" as const]
        : [...PLAIN, ...BEARDS];
  return EXTRAS.indexOf(pick(choice, Math.floor(random() * choice.length)));
}

const DARK = [0, 1, 0, 0, 1, 5, 0];

/** Ginger and blond hair are proposed with light skin only; all can be chosen with all. */
function hairFor(skin: number, random: () => number): number {
  const choice = skin < 2 ? [0, 1, 2, 3, 4, 1, 4, 6] : skin < 4 ? [0, 1, 2, 0, 1, 5] : DARK;
  return pick(choice, Math.floor(random() * choice.length));
}

function pick<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

/** FNV-1a: the same number for the same name, on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return value;
}

/** mulberry32: numbers from 0 to 1 that follow from a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(length: number, random: () => number): readonly number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
