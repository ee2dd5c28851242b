/** Clocks: the server tells since when it waits, the rest follows (docs/protocol.md, Time). */
import type { Clock, RoomView } from "../../../protocol/messages.ts";
import { CATCH_GRACE, CORRESPONDENCE } from "../../../protocol/values.ts";
import { completeClock } from "../../model/defaults.ts";
import { seatToAct } from "../../model/round.ts";
import type { Scene } from "./scene.ts";

/** A span that began and will end, in the server's milliseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

function isCorrespondence(clock: Required<Clock>): boolean {
  return clock.move !== null && clock.move >= CORRESPONDENCE;
}

/** How long a player has; null where nobody counts, as with bots. */
export function timeFor(view: RoomView, player: number): Span | null {
  const wait = view.waiting?.find((one) => one.seat === player);
  const seat = view.seats[player];
  if (!wait || !seat || seat.bot || seat.late || view.paused != null) return null;
  const clock = completeClock(view.settings.clock);
  const slow = isCorrespondence(clock);
  const from = slow ? wait.since : Math.max(wait.since, view.resumed ?? 0);
  const ends: number[] = [];
  if (clock.move !== null) ends.push(from + clock.move * 1000);
  if (seat.away != null && !slow) ends.push(Math.max(from, seat.away) + clock.away * 1000);
  return ends.length ? { from, until: Math.min(...ends) } : null;
}

/** Until when the table rests between two hands. */
export function restOf(view: RoomView): Span {
  const clock = completeClock(view.settings.clock);
  const from = isCorrespondence(clock)
    ? (view.rested ?? 0)
    : Math.max(view.rested ?? 0, view.resumed ?? 0);
  return { from, until: from + clock.between * 1000 };
}

/** From when on the player of the top card can be caught. */
export function catchableFrom(view: RoomView, table: number): number {
  return (view.laid?.[table] ?? 0) + CATCH_GRACE;
}

/**
 * How long somebody who forgot UNO can be caught; null where nobody counts.
 *
 * It ends when the next player acts: a bot gives everyone time, a person has a clock or not.
 */
export function catchSpan(view: RoomView, scene: Scene): Span | null {
  const from = catchableFrom(view, scene.table);
  const next = scene.players[seatToAct(scene.round) ?? -1] ?? -1;
  if (view.seats[next]?.bot)
    return { from, until: from + completeClock(view.settings.clock).window * 1000 };
  const until = timeFor(view, next)?.until;
  return until ? { from, until } : null;
}

/** Who can be caught now, by the seat of the round; null if nobody, or only ourselves. */
export function forgetfulSeat(view: RoomView, scene: Scene, now: number): number | null {
  const owes = scene.round.owes_uno;
  if (owes === null || owes === scene.own) return null;
  return now < catchableFrom(view, scene.table) ? null : owes;
}

let now = $state.raw(Date.now());
let users = 0;
let timer = 0;

/** Our own time, told four times a second while someone looks (call `startTicking` in an effect). */
export function clockNow(): number {
  return now;
}

/** Let the clock tick until the returned function is called. */
export function startTicking(): () => void {
  now = Date.now();
  if (users++ === 0) timer = window.setInterval(() => (now = Date.now()), 250);
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}
