import type { PencilResult, RuleBuilder } from "../../protocol/http.ts";
import type { Effect, Fault } from "../../protocol/messages.ts";
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

/** Have a rule written that was built from its parts. */
export async function writeRule(effects: readonly Effect[]): Promise<PencilResult> {
  const read = await request<PencilResult>("POST", "/api/pencil/write", { effects });
  cache.set(read.normal, { good: true, read });
  return read;
}

let builder: Promise<RuleBuilder> | null = null;

/** What a rule can be built from. */
export function loadRuleBuilder(): Promise<RuleBuilder> {
  builder ??= request<RuleBuilder>("GET", "/api/pencil");
  // What could not be loaded is asked for again.
  builder.catch(() => (builder = null));
  return builder;
}
