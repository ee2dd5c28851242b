/** Which bots fill a table when nobody picks them. */

/** Easy, medium, hard: among them some that forget UNO, and one that plays to win. */
const MIXED_BOTS = ["casual", "relaxed", "regular"] as const;

/** The bot to add as number `n`, counted from 0. */
export function mixedBot(n: number): string {
  return MIXED_BOTS[n % MIXED_BOTS.length]!;
}
