/** How likely a Wild Draw Four was a bluff, if the hand it came from were like any other. */
import type { Card, Colour, View } from "../../../protocol/messages.ts";
import { colourOf } from "../../cards/cards.ts";

/** Of a colour there are a zero, and two of 1 to 9, Skip, Reverse and Draw Two. */
const OF_A_COLOUR = 25;
const WILDS = 8;

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
