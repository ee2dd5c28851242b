import type { Settings } from "../../protocol/messages.ts";
import { DEFAULTS } from "../../protocol/values.ts";
import { findNoSearch, type NoSearch } from "../analysis/master.ts";
import { DoesNotFollow } from "../model/round.ts";
import { parseFormat, parseRules } from "../model/rules.ts";

/** Why the bot `expert` may not think ahead at a table with these settings; null if it does. */
export function noSearchAt(settings: Settings): NoSearch | null {
  const { rules, format, seats } = { ...DEFAULTS.settings, ...settings };
  try {
    return findNoSearch(parseFormat(format), parseRules(rules), seats);
  } catch (error) {
    if (error instanceof DoesNotFollow) return null; // only a newer page knows these settings
    throw error;
  }
}
