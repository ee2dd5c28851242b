/** Small rounds and rooms for the tests to start from. */
import type { Card, News, RoomView, View } from "../protocol/messages.ts";
import { undealtRound } from "../src/model/round.ts";
import { parseRules } from "../src/model/rules.ts";

/** A round on seat 0's turn with these hands; others' cards may be `??`. */
export function roundWith(hands: readonly (readonly Card[])[], changes: Partial<View> = {}): View {
  return {
    ...undealtRound(parseRules("classic"), hands.length, 0, 0),
    hands,
    pile: 50,
    discard: ["R7"],
    colour: "R",
    phase: { phase: "turn", seat: 0 },
    ...changes,
  };
}

/** A room with this many free seats, as somebody without one sees it. */
export function emptyRoom(seats: number): RoomView {
  return {
    settings: { rules: "classic", seats },
    host: "ada",
    closed: true,
    seats: Array.from({ length: seats }, () => ({})),
    seat: null,
  };
}

/** News of these facts. */
export function newsOf(...facts: News["facts"]): News {
  return { type: "news", seq: 1, at: 1000, facts };
}
