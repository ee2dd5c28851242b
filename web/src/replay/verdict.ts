/** What the independent verifier says about a record, and what its word is worth. */
import type { Claim } from "../../verify/verify.mjs";
import type { ReplayFrames } from "./frames.ts";

export type Verdict =
  | { readonly kind: "true"; readonly proved: readonly Point[]; readonly open: readonly Point[] }
  | { readonly kind: "false"; readonly line: number; readonly message: string }
  | { readonly kind: "unable"; readonly why: "no-crypto" | "not-revealed" | "not-told" };

/** A sentence of replay.json, `proved-KEY` or `open-KEY`. */
export interface Point {
  readonly key: string;
  readonly count: number;
  /** The players it is about. */
  readonly names: readonly string[];
}

/** Deal the whole record again, here on this device. */
export async function verifyRecord({ record, frames, file }: ReplayFrames): Promise<Verdict> {
  const { chance } = record.header;
  if (chance === null) return { kind: "unable", why: "not-told" };
  const fair = chance.scheme !== "fast";
  // Without it nothing can be dealt; a false line before it would be a guess.
  if (fair && !record.closing?.reveal) return { kind: "unable", why: "not-revealed" };
  // Browsers keep their cryptography from pages that came over a plain network.
  if (!globalThis.crypto?.subtle) return { kind: "unable", why: "no-crypto" };
  const { verify } = await import("../../verify/verify.mjs");
  const { ok, line, message, claims } = await verify(file);
  if (!ok) return { kind: "false", line: line ?? 1, message };
  const deals = frames.at(-1)?.game.hand ?? 0;
  const part = record.header.seat !== null;
  const point = (key: string, count = 0, names: readonly string[] = []): Point => {
    return { key, count, names };
  };
  const claimed = (kind: Claim["kind"], key: string): Point[] =>
    claims.filter((claim) => claim.kind === kind).map(({ names }) => point(key, 0, names));
  const contributed = claimed("contributed", "contributed");
  const uncommitted = claimed("uncommitted", "uncommitted");
  return {
    kind: "true",
    proved: [
      ...(fair ? [point("seed"), point("deals", deals)] : [point("simulated", deals)]),
      ...contributed,
      ...uncommitted,
      ...(chance.scheme === "openuno deal 2" ? [point("bound")] : []),
      ...claimed("shared", "shared"),
      point(part ? "cards-seen" : "cards"),
    ],
    open: [
      point("rules"),
      ...claimed("server-alone", "no-seeds"),
      ...(uncommitted.length && !contributed.length ? [point("together")] : []),
      ...claimed("withheld", "withheld"),
      ...claimed("unbound", "unbound"),
      ...(fair ? [point("looked"), point("again")] : []),
      point("moves"),
    ],
  };
}
