import type { Read, Refusal } from "../../protocol/http.ts";

/** What the table makes of a written rule; `at` is the character where it goes wrong. */
export type Reading =
  | { readonly good: true; readonly read: Read }
  | { readonly good: false; readonly sentence: string; readonly at: number | null };

const readings = new Map<string, Reading>();

/** Have a rule read. Null when the server cannot be reached: then nothing is known about it. */
export async function readRule(rule: string): Promise<Reading | null> {
  const known = readings.get(rule);
  if (known) return known;
  try {
    const answer = await fetch("/api/pencil", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ rule }),
      signal: AbortSignal.timeout(10_000),
    });
    const told: unknown = await answer.json();
    let reading: Reading;
    if (answer.ok) reading = { good: true, read: told as Read };
    else if (answer.status === 422) {
      const { sentence, at } = told as Refusal;
      reading = { good: false, sentence, at: at ?? null };
    } else return null;
    readings.set(rule, reading);
    return reading;
  } catch {
    return null;
  }
}
