import type { RoomView } from "../../protocol/messages.ts";

/** Whether we are the only person who sits at the table: all others are bots. */
export function playsAlone({ seats, seat }: RoomView): boolean {
  return seat !== null && seats.every(({ guest }, other) => !guest || other === seat);
}
