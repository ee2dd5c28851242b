/** Who a shared screen is: a person of its own, so that no hand is ever sent to it. */
import type { GuestCreated, Me } from "../../protocol/http.ts";
import { Refused, request } from "./api.ts";

export interface KeptGuest {
  readonly guest: string;
  readonly token: string;
}

const KEY = "openuno.screen";

function keptGuest(): KeptGuest | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<KeptGuest> | null;
    return kept?.guest && kept.token ? { guest: kept.guest, token: kept.token } : null;
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

/** The screen in this browser: the one it was, or a new one of this name. */
export async function ensureScreenGuest(name: string): Promise<KeptGuest> {
  const kept = keptGuest();
  if (kept) {
    try {
      await request<Me>("GET", "/api/me", undefined, kept.token);
      return kept;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "bad-token") throw error;
    }
  }
  const { guest, token } = await request<GuestCreated>("POST", "/api/guests", { name }, null);
  try {
    localStorage.setItem(KEY, JSON.stringify({ guest, token }));
  } catch {
    // then it lasts as long as the page
  }
  return { guest, token };
}
