import type { Action } from "../../protocol/messages.ts";
import { cardName, colourName } from "../cards/cards.ts";
import { t } from "../i18n/index.svelte.ts";

/**
 * A move in a few words: "Red 7", "Wild (blue)", "Draw"; null is to let a jump-in go. `total` is how
 * many cards are demanded.
 */
export function moveText(action: Action | null, total = 0): string {
  if (action === null) return t("puzzle.let-go");
  switch (action.do) {
    case "play":
      return `${cardName(action.card)}${action.colour ? ` (${colourName(action.colour)})` : ""}`;
    case "choose-card":
      return cardName(action.card);
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
