import type { Settings } from "../../protocol/messages.ts";
import { DEFAULTS } from "../../protocol/values.ts";
import { expertNeedsKernel } from "../analysis/master.ts";
import { DoesNotFollow } from "../model/round.ts";
import { parseFormat, parseRules } from "../model/rules.ts";

/** Whether the bot `expert` thinks ahead only on a fast server at a table with these settings. */
export function expertNeedsFastServer(settings: Settings): boolean {
  const { rules, format, seats } = { ...DEFAULTS.settings, ...settings };
  try {
    return expertNeedsKernel(parseFormat(format), parseRules(rules), seats);
  } catch (error) {
    if (error instanceof DoesNotFollow) return false; // only a newer page knows these settings
    throw error;
  }
}
