/** The HTTP side of the server; types are generated from it. */
import type * as http from "../../protocol/http.ts";
import type { Fault } from "../../protocol/messages.ts";

export type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** What was understood of a rule, and rules that can be written instead. */
export interface Instead {
  readonly understood: readonly http.Span[];
  readonly offers: readonly string[];
  readonly honour: string | null;
}

/** The server said no, or could not be reached (`code` is then "offline"). */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly reason: string | null = null,
    /** The character at which a text goes wrong. */
    readonly at: number | null = null,
    /** What is wrong with a text or with settings. */
    readonly fault: Fault | null = null,
    /** What the reason or the kind is about: `card`, `top`, `names`. */
    readonly values: Values | null = null,
    /** What exactly is refused, where a code has several sentences. */
    readonly kind: string | null = null,
    /** Of a rule for a blank: what was understood of it, and what could be written instead. */
    readonly instead: Instead = { understood: [], offers: [], honour: null },
  ) {
    super(sentence);
  }
}

const KEY = "openuno.token";

/** The secret that proves who we are here; null until we have a name. */
export function token(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return memory;
  }
}

let memory: string | null = null;

/** Be this person from now on, or nobody. */
export function saveToken(value: string | null): void {
  memory = value;
  try {
    if (value === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // then it lasts as long as the page
  }
}

/** Ask the server, as the person whose secret `mine` is; a `Refused` carries its sentence. */
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  mine: string | null = token(),
): Promise<T> {
  const headers: Record<string, string> = {};
  if (mine) headers["Authorization"] = `Bearer ${mine}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    throw new Refused("offline", "the server cannot be reached");
  }
  if (answer.status === 204) return undefined as T;
  const content = (await answer.json().catch(() => ({}))) as Partial<http.Refusal>;
  if (!answer.ok) {
    const { code = "unknown", sentence = answer.statusText, at, fault, values, kind } = content;
    const { understood = [], offers = [], honour = null } = content;
    throw new Refused(
      code,
      sentence,
      null,
      at ?? null,
      fault ?? null,
      values ?? null,
      kind ?? null,
      { understood, offers, honour },
    );
  }
  return content as T;
}

/** Be someone here: the person we were, or a new one of this name; `face` is empty for any. */
export async function createGuest(name: string, face: string): Promise<http.Me> {
  if (token()) {
    try {
      const me = await request<http.Me>("GET", "/api/me");
      const same = me.name === name && (!face || me.face === face);
      const changes = face ? { name, face } : { name };
      return same ? me : await request<http.Me>("PATCH", "/api/me", changes);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "bad-token") throw error;
      saveToken(null);
    }
  }
  const made = await request<http.GuestCreated>("POST", "/api/guests", {
    name,
    face: face || null,
  });
  saveToken(made.token);
  return { guest: made.guest, name: made.name, rated: false, face: face || null };
}
