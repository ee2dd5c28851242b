import type { Reason } from "../analysis/reasons.ts";
import { cardName, colourWord } from "../cards/cards.ts";
import { t } from "../i18n/index.svelte.ts";

/** Why a move is good, in one sentence. */
export function reasonText(reason: Reason, nameOf: (seat: number) => string): string {
  const { kind, seat, card, colour, cards = 0, other, other_cards = 0 } = reason;
  return t(`reason.${kind}`, {
    name: seat === null || seat === undefined ? "" : nameOf(seat),
    card: card ? cardName(card) : "",
    colour: colour ? colourWord(colour) : "",
    other: other ? colourWord(other) : "",
    cards,
    rest: other_cards,
  });
}
