/** The round in front of us, and who sits where around it. */
import type { TableView, SeatView, RoomView, View } from "../../../protocol/messages.ts";

export interface Scene {
  /** Which of the game's tables this is. */
  readonly table: number;
  /** The players by seat of the round; a player is a seat of the table we sit at. */
  readonly players: readonly number[];
  readonly round: View;
  /** Our seat in the round; null for those who watch. */
  readonly own: number | null;
}

/** Our own table, or the one a watcher wants to see. */
export function sceneOf(view: RoomView, wanted: number): Scene | null {
  const tables: readonly TableView[] = view.game?.tables ?? [];
  const mine = tables.findIndex((table) => table.view.seat !== null);
  const table = mine >= 0 ? mine : Math.min(wanted, tables.length - 1);
  const found = tables[table];
  return found ? { table, players: found.players, round: found.view, own: found.view.seat } : null;
}

/** The seats around the table in playing order, clockwise, beginning after our own. */
export function seatsAround(scene: Scene): number[] {
  const seats = scene.players.length;
  if (scene.own === null) return scene.players.map((_, seat) => seat);
  const own = scene.own;
  return Array.from({ length: seats - 1 }, (_, step) => (own + 1 + step) % seats);
}

/** Who sits in a seat of the round. */
export function seatAt(view: RoomView, scene: Scene, seat: number): SeatView {
  return view.seats[scene.players[seat] ?? -1] ?? {};
}

/** The name in a seat of the round. */
export function nameAt(view: RoomView, scene: Scene, seat: number): string {
  const player = scene.players[seat] ?? -1;
  return view.seats[player]?.name || (view.started?.names[player] ?? "");
}

/** The name of the person who said or did something. */
export function nameOf(view: RoomView, guest: string): string {
  const person = view.people?.find((one) => one.guest === guest);
  return person?.name ?? view.seats.find((seat) => seat.guest === guest)?.name ?? "";
}
