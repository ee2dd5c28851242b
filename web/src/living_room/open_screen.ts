/** The table of a shared screen: the one it had, while people sit there, or a new one. */
import type { LobbyEntry, TableCreated } from "../../protocol/http.ts";
import type { Settings } from "../../protocol/messages.ts";
import { Refused, request } from "../net/api.ts";
import type { KeptGuest } from "../net/screen_guest.ts";

const KEY = "openuno.screen.table";

/** People in one room take their time, and a phone that is locked is not gone. */
const SETTINGS: Settings = {
  rules: "classic",
  seats: 10,
  public: false,
  shared_screen: true,
  clock: { move: null, away: 300, between: 60, window: 3 },
};

function lastTable(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remember the table that this screen shows. */
export function rememberTable(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // then the next visit opens a new one
  }
}

/** The code of the table to show; opened if there is none to continue. */
export async function findTable(screen: KeptGuest): Promise<string> {
  const last = lastTable();
  if (last) {
    try {
      const { taken, code } = await request<LobbyEntry>("GET", `/api/tables/${last}`);
      if (taken > 0) return code;
    } catch (error) {
      if (error instanceof Refused && error.code === "offline") throw error;
    }
  }
  const made = await request<TableCreated>(
    "POST",
    "/api/tables",
    { settings: SETTINGS },
    screen.token,
  );
  return made.code;
}
