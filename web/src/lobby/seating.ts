/** Who sits where in the lobby and on an invitation. */
import type { RoomView, SeatView } from "../../protocol/messages.ts";
import { lookFor, type Look } from "../faces/looks.ts";

/** Whether nobody has this seat, not even a bot. */
export function isFree(seat: SeatView | undefined): boolean {
  return !!seat && seat.guest == null && seat.bot == null;
}

/** What the player in a seat looks like; null if there is none. */
export function lookOfSeat(seat: SeatView | undefined): Look | null {
  if (!seat || isFree(seat)) return null;
  return lookFor(seat.name ?? "", !!seat.bot && !seat.kept_for, seat.face);
}

/** The players along the far rim, clockwise: from the one after us, or all of them. */
export function playersAround(view: RoomView): readonly number[] {
  const { seats, seat: own } = view;
  if (own == null) return seats.map((_, player) => player);
  return seats.slice(1).map((_, step) => (own + 1 + step) % seats.length);
}

/** All players, turned so that the host sits in the middle of the far rim. */
export function playersAroundHost(view: RoomView): readonly number[] {
  const { length } = view.seats;
  const host = view.seats.findIndex((seat) => seat.guest != null && seat.guest === view.host);
  const first = host < 0 ? 0 : host - Math.floor(length / 2) + length;
  return view.seats.map((_, step) => (first + step) % length);
}

/** The free seat next to somebody: nobody wants to sit apart. */
export function seatForGuest(view: RoomView): number | null {
  const { seats } = view;
  const free = seats.flatMap((seat, player) => (isFree(seat) ? [player] : []));
  const beside = (player: number): boolean =>
    !isFree(seats[(player + 1) % seats.length]) ||
    !isFree(seats[(player - 1 + seats.length) % seats.length]);
  return free.find(beside) ?? free[0] ?? null;
}

/** The people who watch. */
export function watchersOf(view: RoomView): readonly { guest: string; name: string }[] {
  return (view.people ?? []).filter(
    (person) => !view.seats.some((seat) => seat.guest === person.guest),
  );
}
