import type { Action, Card } from "../../protocol/messages.ts";
import { cardName, colourName, ruleOn } from "../cards/cards.ts";
import { t } from "../i18n/index.svelte.ts";

/**
 * A move in a few words: "Red 7", "Wild (blue)", "Draw"; null is to let a jump-in go. `total` is how
 * many cards are demanded, and the rules `written` on the blanks tell one blank from another.
 */
export function moveText(
  action: Action | null,
  total = 0,
  written: readonly string[] = [],
): string {
  if (action === null) return t("puzzle.let-go");
  switch (action.do) {
    case "play":
      return `${shortName(action.card, written)}${action.colour ? ` (${colourName(action.colour)})` : ""}`;
    case "choose-card":
      return shortName(action.card, written);
    case "name":
      return colourName(action.colour);
    case "accept":
      return t("table.accept", { total });
    case "uno":
      return t("table.uno");
    default:
      return t(`table.${action.do}`);
  }
}

/** A card with its rule, whose last full stop would end the sentence around it. */
function shortName(card: Card, written: readonly string[]): string {
  return cardName(card, ruleOn(card, written).replace(/[.。।]$/u, ""));
}
