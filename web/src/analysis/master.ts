/** Where the bot `master` lets its network decide, as `is_trained_for` in openuno.bots.master. */
import type { Effect, Format, View } from "../../protocol/messages.ts";
import type { Stake } from "./features.ts";
import { HANDS, isLasting, letsChoose, summariseRule } from "./rule_summary.ts";

const FEW_SEATS = 4;
const USUAL_HAND = 7;

/** What the rounds of a format are played for, as `stake_of` in openuno.bots.network.decisions. */
export function stakeOf({ format }: Format): Stake {
  switch (format) {
    case "single":
    case "best-of":
      return "win";
    case "race":
    case "partners":
    case "rotating":
    case "teams":
      return "points";
    case "low-tally":
    case "elimination":
      return "tally";
  }
}

/** Whether the network decides under these rules with this many players, and not `regular`. */
export function isTrainedFor({ rules, hands }: View): boolean {
  const movesHands = rules.seven_zero || rules.swap_cards > 0 || rules.shuffle_cards > 1;
  const unusual = movesHands || rules.written.length > 0 || rules.hand_size < USUAL_HAND;
  return rules.written.every(canPlay) && (hands.length <= FEW_SEATS || !unusual);
}

/**
 * Whether the network is good at a written rule: it has no decision for one that lets somebody
 * choose, hardly sees one that lasts, and was measured to be weak where hands move.
 */
function canPlay(rule: readonly Effect[]): boolean {
  return !letsChoose(rule) && !rule.some(isLasting) && summariseRule(rule)[HANDS] === 0;
}
