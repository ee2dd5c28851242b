import { t } from "../i18n/index.svelte.ts";
import { Refused } from "../net/api.ts";
import { refusalText } from "../text/refusal_text.ts";

/** What an event refuses, in the language spoken; the server's own sentence where we have none. */
export function eventFaultText(error: unknown): string {
  if (!(error instanceof Refused)) return t("refused.unknown");
  const about = error.code === "event-refused" ? "fault" : "refused";
  const key = `event.${about}-${error.kind ?? error.code}`;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(error.values ?? {}))
    if (typeof value !== "object") values[name] = value;
  const translated = t(key, values);
  if (translated !== key) return translated;
  return about === "fault" ? error.message : refusalText(error);
}
