/**
 * On the wire a field that has its default value is left out. Here, at the door, it is put back
 * once: everything behind it has every field.
 */
import type {
  Accusation,
  Clock,
  GameStarted,
  GameView,
  Hints as HintsSent,
  SeatView as SeatSent,
  Settings as SettingsSent,
  Starting,
  RoomView,
} from "../../protocol/messages.ts";
import { DEFAULTS } from "../../protocol/values.ts";

export type Seat = Required<SeatSent>;

export interface Settings extends Required<SettingsSent> {
  readonly clock: Required<Clock>;
}

/** A table as one person sees it, with every field there. */
export interface Room extends Required<RoomView> {
  readonly settings: Settings;
  readonly seats: readonly Seat[];
  readonly game: GameView | null;
  readonly started: Required<GameStarted> | null;
  readonly starting: Required<Starting> | null;
  readonly hints: Hints;
}

export interface Hints extends Required<HintsSent> {
  readonly accusation: Required<Accusation> | null;
}

export const FREE_SEAT: Seat = DEFAULTS.seat;
export const NO_HINTS: Hints = DEFAULTS.hints;

const complete = new WeakSet<RoomView>();

/** The view with every field there; one that has them already is given back as it is. */
export function withDefaults(view: RoomView): Room {
  return isComplete(view)
    ? view
    : markComplete({
        ...DEFAULTS.room,
        ...view,
        settings: completeSettings(view.settings),
        seats: view.seats.map((seat) => ({ ...FREE_SEAT, ...seat })),
        started: view.started ? completeStart(view.started) : null,
        hints: view.hints ? completeHints(view.hints) : NO_HINTS,
        starting: view.starting ? completeStarting(view.starting) : null,
      });
}

/** The same table, remembered to have every field. */
export function markComplete(table: Room): Room {
  complete.add(table);
  return table;
}

export function completeSettings(settings: SettingsSent): Settings {
  return { ...DEFAULTS.settings, ...settings, clock: completeClock(settings.clock) };
}

/** Every part of a clock. */
export function completeClock(clock: Clock | undefined): Required<Clock> {
  return { ...DEFAULTS.clock, ...clock };
}

/** How the game began, but for the events: those are in the game. */
export function completeStart(started: GameStarted): Required<GameStarted> {
  return { ...DEFAULTS.started, ...started, events: [] };
}

function completeHints(hints: HintsSent): Hints {
  const { accusation } = hints;
  const open = accusation ? { ...DEFAULTS.accusation, ...accusation } : null;
  return { ...DEFAULTS.hints, ...hints, accusation: open };
}

/** A game about to start. */
export function completeStarting(starting: Starting): Required<Starting> {
  return { ...DEFAULTS.starting, ...starting };
}

function isComplete(view: RoomView): view is Room {
  return complete.has(view);
}
