/** Votes on people who are away and on ending the game, as the table counts them. */
import type { RoomView } from "../../protocol/messages.ts";

export interface Poll {
  /** How many are in favour, and how many it takes. */
  readonly votes: number;
  readonly needed: number;
  /** Whether we are among them. */
  readonly mine: boolean;
}

/** The vote to remove who sits in `seat`, or with null to end the game; `now` is the server's. */
export function pollOn(view: RoomView, seat: number | null, me: string | null, now: number): Poll {
  const people = view.seats.filter(({ guest }) => guest != null).length;
  const counted = (view.votes ?? []).filter(
    (ballot) => (ballot.seat ?? null) === seat && (ballot.until ?? 0) > now,
  );
  return {
    votes: counted.length,
    needed: Math.floor(people / 2) + 1,
    mine: counted.some(({ guest }) => guest === me),
  };
}
