/** Whether a text is the code of a card. */
import type { Card } from "../../protocol/messages.ts";
import { CARD_CODES } from "../../protocol/values.ts";

const CODES = ` ${CARD_CODES} `;

export function isCardCode(value: unknown): value is Card {
  return typeof value === "string" && /^\S+$/.test(value) && CODES.includes(` ${value} `);
}
