/** People who play on this device besides its own person: each has a secret of their own. */
import type { GuestCreated } from "../../protocol/http.ts";
import { request } from "./api.ts";
import type { KeptGuest } from "./screen_guest.ts";

const KEY = "openuno.players";

/** Only for the table played at last: those of older ones are of no use. */
interface Kept {
  readonly table: string;
  readonly players: readonly KeptGuest[];
}

/** Those who share this device at a table. */
export function devicePlayers(table: string): readonly KeptGuest[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    return kept?.table === table ? (kept.players ?? []) : [];
  } catch {
    return []; // storage is forbidden, or holds something else
  }
}

function keepPlayers(table: string, players: readonly KeptGuest[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ table, players } satisfies Kept));
  } catch {
    // then they last as long as the page
  }
}

/** Somebody more plays on this device at a table. */
export async function addDevicePlayer(
  table: string,
  name: string,
  face: string,
): Promise<KeptGuest> {
  const made = await request<GuestCreated>("POST", "/api/guests", { name, face }, null);
  const player = { guest: made.guest, token: made.token };
  keepPlayers(table, [...devicePlayers(table), player]);
  return player;
}

/** They no longer do. */
export function removeDevicePlayer(table: string, guest: string): void {
  keepPlayers(
    table,
    devicePlayers(table).filter((player) => player.guest !== guest),
  );
}
