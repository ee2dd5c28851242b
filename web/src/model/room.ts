/** The table after each piece of news: the server's own fold, of what this seat may know. */
import type {
  Action,
  Came,
  Fact,
  GameCommand,
  GameEvent,
  GameStarted,
  GameView,
  Moved,
  News,
  Person,
  Stood,
  TableView,
  Wait,
  Went,
} from "../../protocol/messages.ts";
import {
  NOBODY,
  NO_HINTS,
  completed,
  whole,
  wholeSettings,
  wholeStart,
  wholeStarting,
  type Seat,
  type Table,
} from "./defaults.ts";
import { gameAfter, seated, seenBy, sheetAfter, toMove, type Sheet } from "./game.ts";
import { heard, hintsAfter, judged } from "./hints.ts";
import { passOver } from "./round.ts";
import { parseFormat, parseRules } from "./rules.ts";

/** A clock of so many seconds or more runs on while nobody is at the table. */
const CORRESPONDENCE = 3600;

interface When {
  readonly seq: number;
  readonly at: number;
}

/** The table after the news. Whoever missed some, or cannot follow (`Misfit`), joins again. */
export function followed(view: TableView, news: News): Table {
  let table: Table = { ...completed(view), archived: false };
  for (const fact of news.facts) table = after(table, fact, news);
  return whole({ ...table, game: table.game && withMoves(table.game, news.legal ?? []) });
}

/** What one may do is said with the news; at other tables one only watches. */
function withMoves(game: GameView, legal: readonly Action[]): GameView {
  const tables = game.tables.map((table) => {
    const own = table.view.seat === null ? [] : legal;
    return { ...table, view: { ...table.view, legal: own } };
  });
  return { ...game, tables };
}

function after(table: Table, fact: Fact, when: When): Table {
  switch (fact.fact) {
    case "moved":
      return moved(table, fact, when);
    case "opened":
    case "emoted":
      return table;
    case "said":
      return { ...table, hints: heard(table, fact, when.seq) };
    case "accused":
    case "judged":
    case "accusation-closed":
      return { ...table, hints: judged(table.hints, fact) };
    case "settings-changed": {
      const settings = wholeSettings(fact.settings);
      const kept = table.seats.slice(0, settings.seats).map((seat) => ({
        ...seat,
        ready: seat.bot !== null,
        accepted: false,
        seed: null,
      }));
      const free = Array<Seat>(settings.seats - kept.length).fill(NOBODY);
      return { ...table, settings, seats: [...kept, ...free] };
    }
    case "came":
    case "went":
      return met(table, fact, when.at);
    case "sat": {
      // Who sits down during a game has accepted its rules, or would have been refused.
      const { name, guest } = fact;
      const seat = { ...NOBODY, name, guest, accepted: table.game !== null && !table.closed };
      return withTime(withSeat(table, fact.seat, seat), fact.seat, when.at);
    }
    case "bot-sat": {
      const { name, bot } = fact;
      return withSeat(table, fact.seat, { ...NOBODY, name, bot, ready: true });
    }
    case "stood":
      return stood(table, fact);
    case "host-is": {
      const owner = fact.acting ? table.owner : fact.guest;
      return { ...table, host: fact.guest, host_away: null, owner };
    }
    case "voted": {
      const { guest, seat = null, favour = true, until = 0 } = fact;
      const others = table.votes.filter(
        (ballot) => ballot.guest !== guest || (ballot.seat ?? null) !== seat,
      );
      return { ...table, votes: favour ? [...others, { guest, seat, until }] : others };
    }
    case "ready-set": {
      const accepted = fact.ready || seatAt(table, fact.seat).accepted;
      return changed(table, fact.seat, { ready: fact.ready, accepted });
    }
    case "seed-committed":
      return changed(table, fact.seat, { commitment: fact.commitment, seed: null });
    case "seeded": {
      const { starting } = table;
      if (!starting?.asked) return changed(table, fact.seat, { seed: fact.seed });
      const seeds = starting.seeds.with(fact.seat, fact.seed);
      return { ...table, starting: { ...starting, seeds } };
    }
    case "start-asked": {
      const starting = wholeStarting({ since: when.at, dealer: fact.dealer ?? null });
      return { ...table, starting };
    }
    case "seeds-asked":
      return seedsAsked(table, when.at);
    case "committed": {
      const seats = table.seats.map((seat) => ({ ...seat, seed: null }));
      return { ...table, commitment: fact.commitment, seats };
    }
    case "game-started":
      return started(table, fact, when);
    case "game-closed":
      return closed(table, when.at);
    case "warned":
      return changed(table, fact.seat, { warned: true });
    case "late":
      return changed(table, fact.seat, { late: true, warned: false });
    case "back":
      return withTime(
        changed(table, fact.seat, { late: false, warned: false }),
        fact.seat,
        when.at,
      );
    case "muted": {
      const others = table.muted.filter((guest) => guest !== fact.guest);
      return { ...table, muted: fact.muted ? [...others, fact.guest].sort() : others };
    }
    case "wrong-passwords":
      return { ...table, wrong_passwords: table.wrong_passwords + fact.count };
    case "archived":
      return { ...table, archived: true };
    case "table-closed":
      return { ...table, archived: true }; // an error follows: nobody stays
    default:
      passOver(fact);
      return table;
  }
}

/** What was added so far is for this game; from now on seats commit for the one after it. */
function seedsAsked(table: Table, at: number): Table {
  const starting = {
    since: at,
    dealer: table.starting?.dealer ?? null,
    asked: true,
    commitments: table.seats.map((seat) => seat.commitment),
    seeds: table.seats.map((seat) => seat.seed),
  };
  const seats = table.seats.map((seat) => ({ ...seat, commitment: null, seed: null }));
  return { ...table, starting, seats };
}

function met(table: Table, fact: Came | Went, at: number): Table {
  const before = table.people.find((person) => person.guest === fact.guest);
  if (fact.fact === "went" && before === undefined) return table; // away since before
  const others = table.people.filter((person) => person.guest !== fact.guest);
  const via = before?.via.filter((door) => door !== fact.via) ?? [];
  const there = personNow(before, fact, via);
  const people = there ? [...others, there] : others;
  const away = there ? null : at;
  let now = people.length > 0 && table.people.length === 0 ? resumed(table, at) : table;
  now = { ...now, people };
  if (fact.guest === table.host) now = { ...now, host_away: away };
  const place = table.seats.findIndex((seat) => seat.guest === fact.guest);
  if (place < 0) return now;
  // Nobody votes on someone who is back.
  return changed(away === null ? withoutVotes(now, place) : now, place, { away });
}

function personNow(
  before: Person | undefined,
  fact: Came | Went,
  via: readonly string[],
): Person | null {
  const { guest } = fact;
  if (fact.fact === "came") return { guest, name: fact.name, via: [...via, fact.via] };
  return before && via.length > 0 ? { ...before, via } : null;
}

/** Clocks start anew, so whoever was warned will be again; but for those that ran on. */
function resumed(table: Table, at: number): Table {
  const { move } = table.settings.clock;
  const ranOn = move !== null && move >= CORRESPONDENCE;
  const seats = table.seats.map((seat) => ({ ...seat, warned: seat.warned && ranOn }));
  return { ...table, seats, resumed: at };
}

function stood(table: Table, fact: Stood): Table {
  const left = seatAt(table, fact.seat);
  let now = withoutVotes(table, fact.seat, left.guest);
  if (fact.kicked && left.guest !== null) {
    const owner = left.guest === table.owner ? table.host : table.owner;
    const others = table.kicked.filter((guest) => guest !== left.guest);
    now = { ...now, owner, kicked: [...others, left.guest].sort() };
  }
  const bot = fact.by_bot ?? null;
  if (bot === null) return withSeat(now, fact.seat, NOBODY);
  return withSeat(now, fact.seat, { ...NOBODY, name: left.name, bot, kept_for: left.guest });
}

function started(table: Table, fact: GameStarted, { seq, at }: When): Table {
  const { rules, format } = table.settings;
  const set = seated(parseRules(rules), parseFormat(format), table.seats.length, table.seat);
  const game = seenBy((fact.events ?? []).reduce(gameAfter, set), set.player);
  return {
    ...table,
    game,
    started: wholeStart(fact),
    closed: false,
    starting: null,
    first: seq,
    votes: [],
    hints: NO_HINTS,
    sheet: scored([], fact.events ?? [], game),
    rested: at,
    laid: game.tables.map(() => at),
  };
}

/** After a game a seat a bot kept for someone is free; a person's seat stays theirs. */
function closed(table: Table, at: number): Table {
  const seats = table.seats.map((seat) =>
    seat.bot !== null && seat.kept_for !== null
      ? NOBODY
      : { ...seat, ready: seat.bot !== null, late: false, warned: false },
  );
  return { ...table, seats, closed: true, votes: [], hints: NO_HINTS, waiting: [], rested: at };
}

function moved(table: Table, fact: Moved, { seq, at }: When): Table {
  if (table.game === null) return table;
  const game = seenBy(fact.events.reduce(gameAfter, table.game), table.game.player);
  let laid = table.laid.length === game.tables.length ? table.laid : game.tables.map(() => at);
  let kept = table.waiting;
  for (const event of fact.events) {
    if (event.event !== "at-table" || event.what.event !== "played") continue;
    laid = laid.with(event.table, at);
    // A card laid is a new turn, for who waited already too: it may have been a jump-in.
    const players = game.tables[event.table]?.players ?? [];
    kept = kept.filter((wait) => !players.includes(wait.seat));
  }
  const waiting = waits(kept, game, acted(fact.command), at);
  // A hand just dealt may be over already, by its first card.
  const ended = table.waiting.length > 0 || fact.command.command === "next-hand";
  const rested = waiting.length === 0 && ended ? at : table.rested;
  const sheet = scored(table.sheet, fact.events, game);
  const hints = hintsAfter(table.hints, fact, game, seq);
  let now: Table = { ...table, game, sheet, laid, waiting, rested, hints };
  for (const { seat, since } of table.waiting) {
    const goesOn = waiting.some((wait) => wait.seat === seat && wait.since === since);
    if (seatAt(now, seat).warned && !goesOn) now = changed(now, seat, { warned: false });
  }
  return now;
}

function scored(sheet: Sheet, events: readonly GameEvent[], { scores }: GameView): Sheet {
  return events.reduce((sums, event) => sheetAfter(sums, event, scores.length), sheet);
}

/** Whose clock the command stops. A call is no turn: catching by guess must buy no time. */
function acted(command: GameCommand): number | null {
  if (command.command === "next-hand") return null;
  const call = ["catch", "uno", "suggest"].includes(command.action.do);
  return call ? null : command.player;
}

/** Whom the game waits for; a clock goes on unless its own seat has acted. */
function waits(
  before: readonly Wait[],
  game: GameView,
  acted: number | null,
  at: number,
): readonly Wait[] {
  return toMove(game).map((seat) => {
    const wait = seat === acted ? undefined : before.find((known) => known.seat === seat);
    return wait ?? { seat, since: at };
  });
}

/** The seat's clock wound up anew, should the game wait for it. */
function withTime(table: Table, seat: number, at: number): Table {
  const waiting = table.waiting.map((wait) => (wait.seat === seat ? { seat, since: at } : wait));
  return { ...table, waiting };
}

/** The table without the votes on this seat, and those of a person who has given it up. */
function withoutVotes(table: Table, seat: number, guest: string | null = null): Table {
  const votes = table.votes.filter(
    (ballot) => (ballot.seat ?? null) !== seat && ballot.guest !== guest,
  );
  return { ...table, votes };
}

function seatAt(table: Table, place: number): Seat {
  return table.seats[place] ?? NOBODY;
}

function withSeat(table: Table, place: number, seat: Seat): Table {
  return { ...table, seats: table.seats.with(place, seat) };
}

function changed(table: Table, place: number, changes: Partial<Seat>): Table {
  return withSeat(table, place, { ...seatAt(table, place), ...changes });
}
