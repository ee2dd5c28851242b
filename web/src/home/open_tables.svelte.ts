import type { LobbyEntry, Lobby } from "../../protocol/http.ts";
import { request } from "../net/api.ts";

const EVERY = 5000;

/** The public tables, looked at again every few seconds while somebody sees them. */
export class OpenTables {
  tables = $state.raw<readonly LobbyEntry[] | null>(null);
  error = $state.raw<unknown>(null);

  constructor(most = 50) {
    $effect(() => {
      const look = async () => {
        if (document.hidden) return;
        try {
          this.tables = (await request<Lobby>("GET", `/api/tables?most=${most}`)).tables;
          this.error = null;
        } catch (error) {
          this.error = error;
        }
      };
      void look();
      const timer = setInterval(() => void look(), EVERY);
      return () => clearInterval(timer);
    });
  }
}
