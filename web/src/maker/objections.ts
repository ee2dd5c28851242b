import { currentLanguage } from "../i18n/index.svelte.ts";
import { Refused } from "../net/api.ts";
import { switchName } from "../text/names.ts";
import { refusalText } from "../text/refusal_text.ts";

/** Settings the server would not take: which of them, and why. */
export interface FieldError {
  /** The switch, or "players", "rounds" …; null if the server did not say. */
  readonly about: string | null;
  readonly sentence: string;
}

/** The format's own numbers stand in the sentence without a colon. */
const NUMBERS: ReadonlySet<string> = new Set(["limit", "rounds", "cycles"]);

/** Read what the server minds about settings: `hand_size: 6 hands … (at character 7)`. */
export function fieldError(error: unknown): FieldError | null {
  if (!(error instanceof Refused) || error.code !== "bad-settings") return null;
  const text = error.message.replace(/ \(at character \d+\)$/, "");
  const [, about = "", colon, rest = ""] = /^([a-z_]+)(:?) (.+)$/s.exec(text) ?? [];
  if (colon === ":") return { about, sentence: errorSentence(about, rest) };
  return { about: NUMBERS.has(about) ? about : null, sentence: errorSentence(null, text) };
}

/** Those that can be asked for in the maker, each with what there is to say about it. */
const MESSAGES: Readonly<Record<string, string>> = {
  hand_size: "settings-hand_size",
  draw_until: "settings-play_drawn",
  forced_play: "settings-play_drawn",
  written: "settings-written",
};

/** The server's sentence, or one of ours where it would be English among other words. */
function errorSentence(about: string | null, sentence: string): string {
  if (currentLanguage() === "en") return withSwitchNames(sentence);
  const code = MESSAGES[about ?? ""] ?? "bad-settings";
  return refusalText(code, sentence, { switch: switchName("play_drawn") });
}

/** Switches under the names people see: play_drawn is “Play the drawn card”. */
function withSwitchNames(sentence: string): string {
  return sentence.replaceAll(/\b[a-z]+_[a-z_]+\b/g, (name) => `“${switchName(name)}”`);
}
