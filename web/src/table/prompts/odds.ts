/** How likely a Wild Draw Four was a bluff, if the hand it came from were like any other. */
import type { Card, Colour, FacingDrawFour, View } from "../../../protocol/messages.ts";
import { colourOf } from "../../cards/cards.ts";

/** Of a colour there are a zero, and two of 1 to 9, Skip, Reverse and Draw Two. */
const OF_A_COLOUR = 25;
const WILDS = 8;

/** How many cards more it costs to be wrong. */
export const EXTRA = 2;

export interface Doubt {
  /** How likely it was a bluff, from 0 to 1. */
  readonly chance: number;
  /** From which chance on a challenge costs fewer cards than taking them, on average. */
  readonly paysFrom: number;
}

/** What there is to go by: what everyone has seen, and our own hand. */
export function weighDoubt(round: View, { before, held, total }: FacingDrawFour): Doubt {
  return {
    chance: chanceOfColour(round, before, held.length),
    paysFrom: EXTRA / (total + EXTRA),
  };
}

/** The chance that `held` unknown cards include at least one of the colour, from 0 to 1. */
export function chanceOfColour(round: View, colour: Colour, held: number): number {
  const { decks, swap_cards, shuffle_cards, blank_cards } = round.rules;
  const all = decks * (4 * OF_A_COLOUR + WILDS + swap_cards + shuffle_cards + blank_cards);
  const seen: Card[] = [
    ...round.discard,
    ...(round.seat === null ? [] : (round.hands[round.seat] ?? [])),
  ];
  const unseen = all - seen.length;
  const left = decks * OF_A_COLOUR - seen.filter((card) => colourOf(card) === colour).length;
  let none = 1;
  for (let drawn = 0; drawn < held; drawn++) {
    none *= Math.max(0, unseen - left - drawn) / Math.max(1, unseen - drawn);
  }
  return 1 - none;
}
