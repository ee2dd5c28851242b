/** The lesson as the engine played it, and the table it is played at. */
import type {
  Action,
  GameView,
  News,
  RoundEvent,
  RoomView,
  View,
} from "../../protocol/messages.ts";
import { newGame } from "../model/game.ts";
import lesson from "./lesson.json";

export interface Move {
  readonly by: number;
  readonly action: Action;
  readonly events: readonly RoundEvent[];
  /** What the learner may do afterwards. */
  readonly legal: readonly Action[];
}

export interface Chapter {
  readonly key: string;
  readonly opening: View;
  readonly moves: readonly Move[];
}

// Made from the server's own types: tests compare the file with what the engine plays.
export const CHAPTERS = lesson as unknown as readonly Chapter[];
export const LEARNER = 0;

/** The table as a chapter begins. */
export function chapterView({ opening }: Chapter, names: readonly string[]): RoomView {
  const players = names.map((_, player) => player);
  const game: GameView = {
    ...newGame(opening.rules, { format: "single" }, names.length, LEARNER),
    hand: 1,
    dealer: opening.dealer,
    tables: [{ players, view: opening }],
  };
  return {
    settings: { rules: opening.rules.edition, format: "single", seats: names.length },
    host: null,
    closed: true,
    seats: names.map((name, seat) => (seat === LEARNER ? { name } : { name, bot: "casual" })),
    seat: LEARNER,
    game,
  };
}

/** The move as a table would tell it. */
export function moveNews({ by, action, events, legal }: Move): News {
  const gameEvents = events.map((what) => ({ event: "at-table", table: 0, what }) as const);
  const command = { command: "act", player: by, action } as const;
  const fact = { fact: "moved", command, events: gameEvents } as const;
  return { type: "news", seq: 0, at: 0, facts: [fact], legal };
}
