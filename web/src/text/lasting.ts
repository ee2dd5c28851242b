/** Rules that last: what may not be played for a while, in the language spoken. */
import type { LastingRule } from "../../protocol/messages.ts";
import { list, t } from "../i18n/index.svelte.ts";
import { kindOf } from "./custom_rule_text.ts";

/** The rule in one line; `names` are by seat, `own` is the seat of the reader. */
export function lastingText(
  rule: LastingRule,
  names: readonly string[],
  own: number | null,
): string {
  const everyone = rule.seats.length === names.length;
  const until = rule.until;
  return t("log.lasting", {
    only: rule.only ? "yes" : "no",
    kinds: t("pencil.kinds", kindOf(rule.kind)),
    players: everyone ? "all" : list(rule.seats.map((seat) => names[seat] ?? "")),
    until: until === null ? "round" : until === own ? "me" : "seat",
    name: until === null ? "" : (names[until] ?? ""),
  });
}
