/** In which order cards are dealt, and when. */
import type { Card } from "../../../protocol/messages.ts";
import { dealStep } from "../../motion.ts";

export interface DealtCard {
  readonly seat: number;
  /** Which card of the seat it is. */
  readonly order: number;
  /** Milliseconds after the first, at the usual speed. */
  readonly after: number;
}

/** Every card of a deal, one to each in turn, beginning after the dealer. */
export function dealOrder(hands: readonly (readonly Card[])[], dealer: number): DealtCard[] {
  const seats = hands.length;
  const rounds = Math.max(0, ...hands.map((hand) => hand.length));
  const step = dealStep(hands.reduce((sum, hand) => sum + hand.length, 0));
  const dealt: DealtCard[] = [];
  for (let order = 0; order < rounds; order++)
    for (let turn = 1; turn <= seats; turn++) {
      const seat = (dealer + turn) % seats;
      if (order < (hands[seat]?.length ?? 0))
        dealt.push({ seat, order, after: dealt.length * step });
    }
  return dealt;
}
