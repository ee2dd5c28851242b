import type { Me, GuestCreated } from "../../protocol/http.ts";
import { t } from "../i18n/index.svelte.ts";
import { prefs, savePrefs } from "../prefs.svelte.ts";
import { createGuest, request, saveToken } from "./api.ts";

/** A friendly name for someone who gave none. */
function randomName(): string {
  const names = t("home.names").split(",");
  const pick = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return (names[pick % names.length] ?? "").trim();
}

/** Be someone on this server: the remembered name, or a made-up one that is then remembered. */
export async function ensureGuest(): Promise<Me> {
  if (!prefs.name.trim()) {
    prefs.name = randomName();
    savePrefs();
  }
  const me = await createGuest(prefs.name.trim(), prefs.face);
  prefs.face = me.face ?? "";
  savePrefs();
  return me;
}

/** Replace the secret of this device; anyone else who had it is signed out. */
export async function renewToken(): Promise<void> {
  const { token } = await request<GuestCreated>("POST", "/api/me/token");
  saveToken(token);
}

/** Have the server forget the person, and this browser the secret. */
export async function forgetMe(): Promise<void> {
  await request<undefined>("DELETE", "/api/me");
  saveToken(null);
  prefs.name = "";
  prefs.face = "";
  savePrefs();
}
