/** Where the bot `master` lets its network decide, as `is_trained_for` in openuno.bots.master. */
import type { Effect, Format, Rules, View } from "../../protocol/messages.ts";
import { FORMATS, type Stake } from "../../protocol/values.ts";
import { DoesNotFollow } from "../model/round.ts";
import { HANDS, isLasting, letsChoose, summariseRule } from "./rule_summary.ts";

const FEW_SEATS = 4;
/** With more players at a table `expert` plays as `master`. */
const MOST_SEATS = 6;
const USUAL_HAND = 7;

/** What the rounds of a format are played for. */
export function stakeOf({ format }: Pick<Format, "format">): Stake {
  const facts = FORMATS[format];
  if (facts === undefined) throw new DoesNotFollow(`there is no format ${format}`);
  return facts.stake;
}

export type NoSearch = "many-players" | "written-rules" | "no-kernel";

/**
 * Why the bot `expert` looks no further than `master`, null if it does; `no-kernel` is a reason only
 * on a server without the compiled rules. As `find_no_search` in openuno.local.search.expert.
 */
export function findNoSearch(format: Format, rules: Rules, players: number): NoSearch | null {
  const seats = format.format === "rotating" ? 4 : players;
  const becomeFewer = format.format === "elimination";
  if (seats > MOST_SEATS && !becomeFewer) return "many-players";
  const hands = Array.from({ length: Math.min(seats, MOST_SEATS) }, () => []);
  if (stakeOf(format) === "win" || !isTrainedFor({ rules, hands })) return null;
  return rules.written.length > 0 ? "written-rules" : "no-kernel";
}

/** Whether the network decides under these rules with this many players, and not `regular`. */
export function isTrainedFor({ rules, hands }: Pick<View, "rules" | "hands">): boolean {
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
