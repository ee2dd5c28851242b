/** The game that has just ended, as the server keeps it. */
import type { Game, GamesPage } from "../../../protocol/http.ts";
import { request } from "../../net/api.ts";
import { fetchRecord } from "../../net/records.ts";
import type { Highlight } from "./highlights.ts";

/** Find the game that ended then; null if the server has not written it down. */
export async function findFinishedGame(ended: number, seated: boolean): Promise<Game | null> {
  const path = seated ? "/api/me/games?most=5" : "/api/games?most=20";
  for (const wait of [0, 500, 1500, 3000]) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      const { games } = await request<GamesPage>("GET", path);
      const found = games.find((game) => game.ended === ended);
      if (found) return found;
    } catch {
      // the next try may find it
    }
  }
  return null;
}

/** What was remarkable in the game, from its record; nothing if that cannot be had. */
export async function loadHighlights(game: string): Promise<readonly Highlight[]> {
  try {
    const [{ readRecord }, { highlights }] = await Promise.all([
      import("../../model/record.ts"),
      import("./highlights.ts"),
    ]);
    return highlights(readRecord(await fetchRecord(game)));
  } catch {
    return []; // the result stands without them
  }
}
