/** Which bots fill a table when nobody picks them, and how well each plays. */
import type { SeatView } from "../../protocol/messages.ts";
import { BOT_LEVELS, CHARACTERS, type Level } from "../../protocol/values.ts";

export type Character = keyof typeof CHARACTERS;

export const LEVELS = [
  "easy",
  "medium",
  "hard",
  "master",
  "expert",
] as const satisfies readonly Level[];

/** Easy, medium, hard, in turn: among them some that forget UNO, and some that play to win. */
const MIXED = [
  ...(["television", "toaster", "radio"] as const),
  ...(["plant", "clock", "teapot"] as const),
  ...(["mug", "candle", "piggy-bank"] as const),
] as const satisfies readonly Character[];

/** This many bots of mixed strength, if possible none whose name is taken. */
export function mixedBots(count: number, taken: readonly string[]): readonly Character[] {
  const free = MIXED.filter((kind) => !taken.includes(CHARACTERS[kind]));
  const order = [...free, ...MIXED];
  return Array.from({ length: count }, (_, n) => order[n % order.length]!);
}

/** The bot to add to those who sit here. */
export function nextBot(seats: readonly SeatView[]): string {
  const [bot = "television"] = mixedBots(
    1,
    seats.map(({ name }) => name ?? ""),
  );
  return bot;
}

/** How well a bot plays; null if we do not know it. */
export function levelOf(bot: string): Level | null {
  return BOT_LEVELS[bot] ?? null;
}

/** The characters that play as well as this. */
export function charactersOf(level: Level): readonly Character[] {
  return (Object.keys(CHARACTERS) as Character[]).filter((kind) => levelOf(kind) === level);
}
