/** What the bot `master` would do in a seat, by what that seat sees, and why. */
import type { Action, Colour, Play, View } from "../../protocol/messages.ts";
import type { Stake } from "../../protocol/values.ts";
import { networkScores, type Network } from "../model/network.ts";
import { seatToAct } from "../model/round.ts";
import { drawLimit } from "./draw_limit.ts";
import { colourOrder, kindIndex, writeFeatures } from "./features.ts";
import { NOTHING, type Memory } from "./memory.ts";
import { findReason, isGeneral, type Reason } from "./reasons.ts";

export interface Advice {
  /** Null is to let a jump-in go. */
  readonly action: Action | null;
  /** Null where nothing needs to be said for it: a call, or all that is left. */
  readonly reason: Reason | null;
}

/** Decisions of the network, as in openuno.bots.network.layout. */
const COLOURED = 52;
const DECISIONS: Partial<Record<Action["do"] | "wait", number>> = {
  draw: 100,
  keep: 101,
  pass: 102,
  accept: 103,
  challenge: 104,
  wait: 105,
};
const NAME = 106;
const PICK = 110;

/** The advice for a seat, which may do what is `legal` and remembers this; null if there is nothing to do. */
export function advise(
  view: View,
  legal: readonly Action[],
  network: Network,
  stake: Stake = "win",
  memory: Memory = NOTHING,
): Advice | null {
  const seat = view.seat!;
  const call = legal.find(
    (action) =>
      action.do === "uno" || (action.do === "catch" && !isPartner(view, seat, action.target)),
  );
  if (call && view.owes_uno !== null) return { action: call, reason: null };
  const options = listOptions(view, seat, legal);
  if (options.length === 0) return null;
  const scores = networkScores(network, writeFeatures(view, memory, seat, stake));
  const ranked = options.toSorted((one, other) => scores[other.decision]! - scores[one.decision]!);
  const [best, ...others] = ranked.map(({ action }) => action) as [Action | null];
  const reasons = others.map((done) => findReason({ view, seat, done, best, memory, stake }));
  // That playing leaves fewer cards than drawing is said only where there is nothing better to say.
  const reason =
    reasons.find((each) => !isGeneral(each) && each.kind !== "play") ??
    reasons.find((each) => !isGeneral(each)) ??
    reasons[0] ??
    null;
  return { action: best, reason: best === null ? null : reason };
}

interface Option {
  readonly action: Action | null;
  readonly decision: number;
}

/** Every decision that the seat has; of plays that differ in saying UNO, those that say it. */
function listOptions(view: View, seat: number, legal: readonly Action[]): readonly Option[] {
  const order = colourOrder(view, seat);
  const says = new Set(legal.flatMap((one) => (one.do === "play" && one.uno ? [one.card] : [])));
  const mine = seatToAct(view) === seat;
  const options = legal.flatMap((action): Option[] => {
    if (action.do === "play")
      return says.has(action.card) && !action.uno
        ? []
        : [{ action, decision: playDecision(order, action) }];
    const decision = mine ? otherDecision(view, seat, order, action) : null;
    return decision === null ? [] : [{ action, decision }];
  });
  if (!mine && options.length > 0) options.push({ action: null, decision: DECISIONS.wait! });
  // As `master`, which draws on purpose only with few cards.
  const draws = options.length === 1 || view.hands[seat]!.length <= drawLimit(view.hands.length);
  return draws ? options : options.filter(({ action }) => action?.do !== "draw");
}

function playDecision(order: readonly Colour[], { card, colour }: Play): number {
  const index = kindIndex(order, card);
  if (!colour || index < COLOURED) return index;
  return COLOURED + (index - COLOURED) * order.length + order.indexOf(colour);
}

function otherDecision(
  { hands, direction }: View,
  seat: number,
  order: readonly Colour[],
  action: Action,
): number | null {
  if (action.do === "name") return NAME + order.indexOf(action.colour);
  if (action.do === "choose") {
    const seats = hands.length;
    return PICK + (((((action.target - seat) * direction) % seats) + seats) % seats) - 1;
  }
  return DECISIONS[action.do] ?? null;
}

function isPartner({ rules }: View, one: number, other: number): boolean {
  return rules.teams && (one - other) % 2 === 0;
}
