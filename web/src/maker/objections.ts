import type { Switch } from "../../protocol/http.ts";
import { FORMATS } from "../../protocol/values.ts";
import { Refused } from "../net/api.ts";
import { explainFault } from "../text/custom_rule.ts";

/** Settings the server would not take: which of them, and why. */
export interface FieldError {
  /** The switch, or "players", "rounds" …; null if it is none of them alone. */
  readonly about: string | null;
  readonly sentence: string;
}

/** What the server minds about settings; null if it minds something else. */
export function fieldError(error: unknown): FieldError | null {
  if (!(error instanceof Refused) || error.code !== "bad-settings") return null;
  const about = error.fault?.values["switch"];
  return {
    about: typeof about === "string" ? about : null,
    sentence: explainFault(error.fault, error.message),
  };
}

const NUMBERS: ReadonlySet<string | null> = new Set(
  Object.values(FORMATS).map(({ number }) => number),
);

/** The part of the maker that shows what is minded; null if it belongs to none of them. */
export function fieldPart(
  { about }: FieldError,
  switches: readonly Switch[],
): "rules" | "format" | "players" | null {
  if (about === null) return null;
  if (about === "format" || NUMBERS.has(about)) return "format";
  if (["players", "seats", "teams"].includes(about)) return "players";
  const known = about === "written" || switches.some(({ name }) => name === about);
  return known ? "rules" : null;
}
