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
  Seat as SeatSent,
  Settings as SettingsSent,
  Starting,
  TableView,
} from "../../protocol/messages.ts";

export type Seat = Required<SeatSent>;

export interface Settings extends Required<SettingsSent> {
  readonly clock: Required<Clock>;
}

/** A table as one person sees it, with every field there. */
export interface Room extends Required<TableView> {
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

export const FREE_SEAT: Seat = {
  name: "",
  guest: null,
  bot: null,
  kept_for: null,
  accepted: false,
  ready: false,
  seed: null,
  warned: false,
  late: false,
  away: null,
  commitment: null,
};

const CLOCK: Required<Clock> = { move: 60, away: 30, between: 20, bots: 1, window: 1 };
const SETTINGS = { rules: "mattel-2016", format: "race", seats: 4, public: true };
export const NO_HINTS: Hints = { remarks: [], accusation: null, dismissed: [] };

const TABLE = {
  locked: false,
  people: [],
  muted: [],
  kicked: [],
  commitment: null,
  game: null,
  started: null,
  closed: true,
  archived: false,
  first: 0,
  sheet: [],
  waiting: [],
  laid: [],
  rested: 0,
  resumed: 0,
  host_away: null,
  owner: null,
  votes: [],
  hints: NO_HINTS,
  wrong_passwords: 0,
  starting: null,
};

const complete = new WeakSet<TableView>();

/** The view with every field there; one that has them already is given back as it is. */
export function withDefaults(view: TableView): Room {
  return isComplete(view)
    ? view
    : markComplete({
        ...TABLE,
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
  return { ...SETTINGS, ...settings, clock: { ...CLOCK, ...settings.clock } };
}

/** How the game began, but for the events: those are in the game. */
export function completeStart(started: GameStarted): Required<GameStarted> {
  return { dealer: null, commitments: [], terms: null, ...started, events: [] };
}

function completeHints({ remarks = [], accusation, dismissed = [] }: HintsSent): Hints {
  const open = accusation ? { guilty: [], innocent: [], ...accusation } : null;
  return { remarks, accusation: open, dismissed };
}

/** A game about to start. */
export function completeStarting(starting: Starting): Required<Starting> {
  return { dealer: null, asked: false, commitments: [], seeds: [], ...starting };
}

function isComplete(view: TableView): view is Room {
  return complete.has(view);
}
