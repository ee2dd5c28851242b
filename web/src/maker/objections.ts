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
