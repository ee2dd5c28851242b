/** Our part in the chance of a game: seeds we have committed to, and keep until they are asked for. */
import type { RoomCommand, RoomView } from "../../protocol/messages.ts";
import { sha256 } from "../model/sha256.ts";

const LABEL = new TextEncoder().encode("openuno client seed 1");

/** By commitment; a page that is loaded again has forgotten them, and commits again. */
const seeds = new Map<string, string>();

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bind ourselves to 32 bytes nobody could foresee. */
export function newCommitment(): Extract<RoomCommand, { do: "commit" }> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const commitment = hexOf(sha256(new Uint8Array([...LABEL, ...seed])));
  seeds.set(commitment, hexOf(seed));
  return { do: "commit", commitment };
}

/** The seed to show now, if the table asks us for one. */
export function requestedSeed({ starting, seat }: RoomView): string | null {
  if (!starting?.asked || seat === null || starting.seeds?.[seat]) return null;
  return seeds.get(starting.commitments?.[seat] ?? "") ?? null;
}

/** Whether our seat has added nothing to the next game yet. */
export function hasAddedNothing({ seat, seats }: RoomView): boolean {
  const own = seat === null ? undefined : seats[seat];
  return own !== undefined && own.commitment == null && own.seed == null;
}

/** Whether our seat is bound to a seed this page does not have. */
export function hasLostSeed({ seat, seats }: RoomView): boolean {
  const commitment = seat === null ? null : (seats[seat]?.commitment ?? null);
  return commitment !== null && !seeds.has(commitment);
}
