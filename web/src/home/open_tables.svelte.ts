import type { LobbyEntry, Lobby } from "../../protocol/http.ts";
import { announce } from "../net/announce.ts";
import { request } from "../net/api.ts";

const EVERY = 5000;

/** The public tables, looked at again every few seconds while somebody sees them. */
export class OpenTables {
  tables = $state.raw<readonly LobbyEntry[] | null>(null);
  error = $state.raw<unknown>(null);
  #told: string | null = null;

  constructor(most = 50) {
    $effect(() => {
      const look = async () => {
        if (document.hidden) return;
        try {
          const lobby = await request<Lobby>("GET", `/api/tables?most=${most}`);
          this.tables = lobby.tables;
          this.error = null;
          this.#tell(lobby.announcement ?? null);
        } catch (error) {
          this.error = error;
        }
      };
      void look();
      const timer = setInterval(() => void look(), EVERY);
      return () => clearInterval(timer);
    });
  }

  #tell(text: string | null): void {
    if (text !== this.#told) announce(text);
    this.#told = text;
  }
}
