/** The rules and the format of a table, read from their text forms: `house+stacking=any`, `race:300`. */
import type { Effect, Format, Rules } from "../../protocol/messages.ts";
import { parseCustomRule } from "./pencil.ts";
import { DoesNotFollow } from "./round.ts";

const PLAIN: Rules = {
  edition: "mattel-2016",
  decks: 1,
  swap_cards: 0,
  shuffle_cards: 0,
  blank_cards: 0,
  written: [],
  hand_size: 7,
  dealer_draw: "symbols-zero",
  first_card: "acts",
  renege: true,
  play_drawn: true,
  draw_until: false,
  forced_play: false,
  bluffing: true,
  stacking: "off",
  jump_in: false,
  seven_zero: false,
  two_player_reverse: true,
  teams: false,
  uno_penalty: 2,
  wrong_catch_penalty: 0,
  suggestion_penalty: 0,
  special_points: 50,
  wild_points: 50,
};

/** The printed rules, by the edition's name. */
export const EDITIONS: ReadonlyMap<string, Rules> = new Map(
  (
    [
      PLAIN,
      { ...PLAIN, edition: "classic", dealer_draw: "numbers-only", suggestion_penalty: 4 },
      {
        ...PLAIN,
        edition: "wild-112",
        shuffle_cards: 1,
        blank_cards: 3,
        dealer_draw: "chosen",
        first_card: "wilds-name",
        renege: false,
        special_points: 40,
      },
      { ...PLAIN, edition: "house", dealer_draw: "chosen", first_card: "all-act" },
    ] satisfies readonly Rules[]
  ).map((rules) => [rules.edition, rules]),
);

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  dealer_draw: ["chosen", "numbers-only", "symbols-zero"],
  first_card: ["acts", "all-act", "number", "wilds-name"],
  stacking: ["any", "off", "same"],
};

/** Fewest and most of each switch that is a number. */
const BOUNDS: Readonly<Record<string, readonly [fewest: number, most: number]>> = {
  decks: [1, 8],
  swap_cards: [0, 8],
  shuffle_cards: [0, 8],
  blank_cards: [0, 8],
  hand_size: [1, 30],
  uno_penalty: [1, 10],
  wrong_catch_penalty: [0, 10],
  suggestion_penalty: [0, 10],
  special_points: [40, 50],
  wild_points: [40, 50],
  limit: [1, 100_000],
  cycles: [1, 100],
  rounds: [1, 99],
};

/** What each format counts, and the usual number; null if it counts nothing. */
const FORMATS: Readonly<Record<string, readonly [what: string, usual: number] | null>> = {
  race: ["limit", 500],
  "low-tally": ["limit", 500],
  partners: ["limit", 500],
  rotating: ["cycles", 1],
  teams: ["limit", 500],
  elimination: ["limit", 500],
  single: null,
  "best-of": ["rounds", 3],
};

const ESCAPED = /%(25|5F|2B|3D|7C)/g;

/** The rules written so; `DoesNotFollow` for what only a newer table knows. */
export function parseRules(text: string): Rules {
  const [edition = "", ...switches] = text.split("+");
  const printed = EDITIONS.get(edition);
  if (printed === undefined) throw new DoesNotFollow(`there is no edition ${edition}`);
  const changes: Record<string, unknown> = {};
  for (const change of switches) {
    const [name = "", value] = splitAtFirst(change, "=");
    if (name in changes) throw new DoesNotFollow(`${name} is set twice`);
    changes[name] = parseSwitch(name, value);
  }
  return { ...printed, ...changes };
}

/** The format written so; its number only if it is not the usual one. */
export function parseFormat(text: string): Format {
  const [name, written] = splitAtFirst(text, ":");
  const counted = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (counted === undefined || (counted === null && written !== null)) {
    throw new DoesNotFollow(`there is no format ${text}`);
  }
  if (counted === null) return { format: name } as Format;
  const [what, usual] = counted;
  return { format: name, [what]: written === null ? usual : parseNumber(what, written) } as Format;
}

function parseSwitch(name: string, value: string | null): unknown {
  if (value === null) throw new DoesNotFollow(`say how ${name} is set`);
  if (name === "written") return value.split("|").map(parseBlank);
  const usual = Object.hasOwn(PLAIN, name) ? PLAIN[name as keyof Rules] : undefined;
  if (typeof usual === "number") return parseNumber(name, value);
  if (typeof usual === "boolean" && (value === "on" || value === "off")) return value === "on";
  if (CHOICES[name]?.includes(value)) return value;
  throw new DoesNotFollow(`there is no switch ${name}=${value}`);
}

function parseBlank(rule: string): readonly Effect[] {
  const text = rule
    .replaceAll("_", " ")
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return text === "" ? [] : parseCustomRule(text);
}

function parseNumber(what: string, digits: string): number {
  const [fewest, most] = BOUNDS[what] ?? [0, 0];
  const value = /^(0|[1-9][0-9]{0,5})$/.test(digits) ? Number(digits) : NaN;
  if (!(value >= fewest && value <= most))
    throw new DoesNotFollow(`${what} is ${fewest} to ${most}`);
  return value;
}

/** What is before the first mark and after it; null after it if there is none. */
function splitAtFirst(text: string, mark: string): readonly [string, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}
