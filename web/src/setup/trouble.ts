import { Refused } from "../net/api.ts";
import { switchName } from "./words.ts";

/** Settings the server would not take: which of them, and why. */
export interface Objection {
  /** The switch, or "players", "rounds" …; null if the server did not say. */
  readonly about: string | null;
  readonly sentence: string;
}

/** The format's own numbers stand in the sentence without a colon. */
const NUMBERS: ReadonlySet<string> = new Set(["limit", "rounds", "cycles"]);

/** Read what the server minds about settings: `hand_size: 6 hands … (at character 7)`. */
export function objection(error: unknown): Objection | null {
  if (!(error instanceof Refused) || error.code !== "bad-settings") return null;
  const text = error.message.replace(/ \(at character \d+\)$/, "");
  const [, about = "", colon, rest = ""] = /^([a-z_]+)(:?) (.+)$/s.exec(text) ?? [];
  if (colon === ":") return { about, sentence: named(rest) };
  return { about: NUMBERS.has(about) ? about : null, sentence: named(text) };
}

/** Switches under the names people see: play_drawn is “Play the drawn card”. */
function named(sentence: string): string {
  return sentence.replaceAll(/\b[a-z]+_[a-z_]+\b/g, (name) => `“${switchName(name)}”`);
}
