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

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * Where the players sit on an ellipse of these half-axes, clockwise, evenly along its edge.
 * Our own place at the bottom stays free unless `whole`; `boxy` leaves more room in the middle.
 */
export function ellipseSpots(
  count: number,
  a: number,
  b: number,
  whole: boolean,
  boxy = false,
): Spot[] {
  if (count === 0) return [];
  const spread = whole ? 360 * (1 - 1 / count) : ([0, 0, 130, 190, 210, 230][count] ?? 250);
  const from = whole ? 90 : 270 - spread / 2;
  const steps = 240;
  const points: Spot[] = [];
  const lengths: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const angle = ((from + (spread * step) / steps) * Math.PI) / 180;
    const bend = (part: number): number =>
      boxy ? Math.sign(part) * Math.sqrt(Math.abs(part)) : part;
    const point = { x: a * bend(Math.cos(angle)), y: b * bend(Math.sin(angle)) };
    const last = points.at(-1) ?? point;
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(point.x - last.x, point.y - last.y));
    points.push(point);
  }
  const length = lengths.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const wanted = count === 1 ? 0 : (length * index) / (count - 1) - 1e-9;
    const at = Math.max(
      1,
      lengths.findIndex((far) => far >= wanted),
    );
    const before = points[at - 1] ?? { x: 0, y: -b };
    const behind = points[at] ?? before;
    const step = (lengths[at] ?? 0) - (lengths[at - 1] ?? 0);
    const part = step > 0 ? (wanted - (lengths[at - 1] ?? 0)) / step : 0;
    return {
      x: before.x + (behind.x - before.x) * part,
      y: before.y + (behind.y - before.y) * part,
    };
  });
}

/** Where they sit on a low screen: up the left side, down the right one, so far from the middle. */
export function columnSpots(count: number, aside: number, height: number): Spot[] {
  const left = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, index) => {
    const onLeft = index < left;
    const rows = onLeft ? left : count - left;
    const row = onLeft ? left - 1 - index : index - left;
    const y = rows === 1 ? 0 : (row / (rows - 1) - 0.5) * Math.min(height, rows * 56);
    return { x: onLeft ? -aside : aside, y };
  });
}
