import { Refused } from "./api.ts";

export const recordPath = (game: string): string => `/api/games/${encodeURIComponent(game)}.uno`;

/** The record of a finished game, as the server keeps it. */
export async function fetchRecord(game: string): Promise<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(recordPath(game), { signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new Refused("offline", "the server cannot be reached");
  }
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  const body = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string };
  throw new Refused(body.code ?? "unknown", body.sentence ?? answer.statusText);
}
