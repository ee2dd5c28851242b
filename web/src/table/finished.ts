/** The game that has just ended, as the server keeps it. */
import type { Figures, Game, Games } from "../../protocol/http.ts";
import { request } from "../net/api.ts";

/** Find the game that ended then; null if the server has not written it down. */
export async function finishedGame(ended: number, seated: boolean): Promise<Game | null> {
  const path = seated ? "/api/me/games?most=5" : "/api/games?most=20";
  for (const wait of [0, 500, 1500, 3000]) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      const { games } = await request<Games>("GET", path);
      const found = games.find((game) => game.ended === ended);
      if (found) return found;
    } catch {
      // the next try may find it
    }
  }
  return null;
}

export interface Highlight {
  readonly what: "catches" | "challenges_won" | "longest_hand" | "cards_drawn" | "uno_said";
  readonly player: number;
  readonly count: number;
}

const TOLD = ["catches", "challenges_won", "uno_said", "longest_hand", "cards_drawn"] as const;

const LEAST = { catches: 1, challenges_won: 1, uno_said: 2, longest_hand: 10, cards_drawn: 12 };

/** What was remarkable: who had the most of something, where nobody had as much. */
export function highlights(game: Game): Highlight[] {
  return TOLD.flatMap((what) => {
    const of = (figures: Figures): number => figures[what] ?? 0;
    const ranked = [...game.played].sort((one, other) => of(other.figures) - of(one.figures));
    const [best, second] = ranked;
    if (!best || of(best.figures) < LEAST[what]) return [];
    if (second && of(second.figures) === of(best.figures)) return [];
    return [{ what, player: best.player, count: of(best.figures) }];
  }).slice(0, 3);
}
