/** What a round that is over has come to. */
import type { Card, GameView, Rules, View } from "../../../protocol/messages.ts";
import { blankOf, faceOf } from "../../cards/cards.ts";

/** The points in one hand, and whose it is. */
export interface HandPoints {
  /** The seat in the round. */
  readonly seat: number;
  readonly points: number;
}

export interface RoundResult {
  /** The seat that went out; null if nobody could move any more. */
  readonly winner: number | null;
  /** The hands that count, in the order given. */
  readonly counted: readonly HandPoints[];
  /** What the player who went out is given for them; null where everyone keeps their own. */
  readonly total: number | null;
}

/** What a card counts against its holder. */
export function cardPoints(rules: Rules, card: Card): number {
  const face = faceOf(card);
  if (/^\d$/.test(face)) return Number(face);
  if (face === "S" || face === "R" || face === "D") return 20;
  const special = face === "WX" || face === "WH" || blankOf(card) !== null;
  return special ? rules.special_points : rules.wild_points;
}

export function handPoints({ rules, hands }: View, seat: number): number {
  return (hands[seat] ?? []).reduce((sum, card) => sum + cardPoints(rules, card), 0);
}

/** Who gives points to whom; `order` is the order in which the seats are shown. */
export function roundResult(
  round: View,
  format: GameView["format"]["format"],
  order: readonly number[],
): RoundResult {
  const winner = round.phase.phase === "over" ? round.phase.winner : null;
  const points = order.map((seat) => ({ seat, points: handPoints(round, seat) }));
  if (format === "low-tally" || format === "elimination") {
    return { winner, counted: points.filter(({ seat }) => seat !== winner), total: null };
  }
  if (winner === null) return { winner, counted: [], total: null };
  const teams = format === "partners" || format === "teams" || format === "rotating";
  const counted = points.filter(({ seat }) => (teams ? seat % 2 !== winner % 2 : seat !== winner));
  return { winner, counted, total: counted.reduce((sum, hand) => sum + hand.points, 0) };
}
