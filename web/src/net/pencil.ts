import type { PencilResult } from "../../protocol/http.ts";
import type { Fault } from "../../protocol/messages.ts";
import { type Instead, Refused, request } from "./api.ts";

/** What the table makes of a written rule; `at` is the character where it goes wrong. */
export type Reading =
  | { readonly good: true; readonly read: PencilResult }
  | (Instead & {
      readonly good: false;
      readonly fault: Fault | null;
      readonly sentence: string;
      readonly at: number | null;
    });

const cache = new Map<string, Reading>();

/** Have a rule read. Null when the server cannot be reached: then nothing is known about it. */
export async function readRule(rule: string): Promise<Reading | null> {
  const known = cache.get(rule);
  if (known) return known;
  let reading: Reading;
  try {
    reading = { good: true, read: await request<PencilResult>("POST", "/api/pencil", { rule }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== "bad-rule") return null;
    const { fault, message: sentence, at, instead } = error;
    reading = { good: false, fault, sentence, at, ...instead };
  }
  cache.set(rule, reading);
  return reading;
}
