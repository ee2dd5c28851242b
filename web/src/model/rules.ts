/** The rules and the format of a table, read from their text forms: `house+stacking=any`, `race:300`. */
import type { Effect, Format, Rules } from "../../protocol/messages.ts";
import {
  DEFAULTS,
  EDITIONS,
  FORMATS,
  SWITCH_BOUNDS,
  SWITCH_CHOICES,
} from "../../protocol/values.ts";
import { parseCustomRule } from "./pencil.ts";
import { DoesNotFollow } from "./round.ts";

/** What kind of value each switch has: an edition has them all. */
const SAMPLE = EDITIONS[DEFAULTS.settings.rules];

const ESCAPED = /%(25|5F|2B|3D|7C)/g;

/** The rules written so; `DoesNotFollow` for what only a newer table knows. */
export function parseRules(text: string): Rules {
  const [edition = "", ...switches] = text.split("+");
  const printed = Object.hasOwn(EDITIONS, edition) ? EDITIONS[edition] : undefined;
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
  const facts = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (facts === undefined || (facts.number === null && written !== null)) {
    throw new DoesNotFollow(`there is no format ${text}`);
  }
  if (facts.number === null) return { format: name } as Format;
  const number = written === null ? facts.usual : parseNumber(facts.number, written, facts.bounds);
  return { format: name, [facts.number]: number } as Format;
}

function parseSwitch(name: string, value: string | null): unknown {
  if (value === null) throw new DoesNotFollow(`say how ${name} is set`);
  if (name === "written") return value.split("|").map(parseBlank);
  const usual = SAMPLE && Object.hasOwn(SAMPLE, name) ? SAMPLE[name as keyof Rules] : undefined;
  const bounds = SWITCH_BOUNDS[name];
  if (typeof usual === "number" && bounds) return parseNumber(name, value, bounds);
  if (typeof usual === "boolean" && (value === "on" || value === "off")) return value === "on";
  if (SWITCH_CHOICES[name]?.includes(value))
    return typeof usual === "number" ? Number(value) : value;
  throw new DoesNotFollow(`there is no switch ${name}=${value}`);
}

function parseBlank(rule: string): readonly Effect[] {
  const text = rule
    .replaceAll("_", " ")
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return text === "" ? [] : parseCustomRule(text);
}

function parseNumber(what: string, digits: string, [low, high]: readonly [number, number]): number {
  const value = /^(0|[1-9][0-9]{0,5})$/.test(digits) ? Number(digits) : NaN;
  if (!(value >= low && value <= high)) throw new DoesNotFollow(`${what} is ${low} to ${high}`);
  return value;
}

/** What is before the first mark and after it; null after it if there is none. */
function splitAtFirst(text: string, mark: string): readonly [string, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}
