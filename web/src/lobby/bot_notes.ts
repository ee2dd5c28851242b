import type { Settings } from "../../protocol/messages.ts";
import { DEFAULTS } from "../../protocol/values.ts";
import { expertPlaysAsMaster } from "../analysis/master.ts";
import { DoesNotFollow } from "../model/round.ts";
import { parseFormat, parseRules } from "../model/rules.ts";

/** Whether the bot `expert` plays like `master` at a table with these settings. */
export function isExpertMaster(settings: Settings): boolean {
  const { rules, format, seats } = { ...DEFAULTS.settings, ...settings };
  try {
    return expertPlaysAsMaster(parseFormat(format), parseRules(rules), seats);
  } catch (error) {
    if (error instanceof DoesNotFollow) return false; // only a newer page knows these settings
    throw error;
  }
}
