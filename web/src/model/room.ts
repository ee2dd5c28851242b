/** The table after each piece of news: the server's own fold, of what this seat may know. */
import type {
  Action,
  Arrived,
  Fact,
  GameCommand,
  GameEvent,
  GameStarted,
  GameView,
  Moved,
  News,
  Person,
  Stood,
  RoomView,
  Wait,
  Departed,
} from "../../protocol/messages.ts";
import { CORRESPONDENCE } from "../../protocol/values.ts";
import {
  completeSettings,
  completeStart,
  completeStarting,
  FREE_SEAT,
  markComplete,
  NO_HINTS,
  withDefaults,
  type Room,
  type Seat,
} from "./defaults.ts";
import { addToSheet, evolveGame, newGame, playersToAct, viewGame, type Sheet } from "./game.ts";
import { addRemark, evolveHints, judgeHints } from "./hints.ts";
import { ignoreUnknown } from "./round.ts";
import { parseFormat, parseRules } from "./rules.ts";

interface When {
  readonly seq: number;
  readonly at: number;
}

/** The room after the news. A page that missed some, or cannot follow (`DoesNotFollow`), rejoins. */
export function followRoom(view: RoomView, news: News): Room {
  let table: Room = { ...withDefaults(view), archived: false };
  for (const fact of news.facts) table = evolveRoom(table, fact, news);
  return markComplete({ ...table, game: table.game && withLegal(table.game, news.legal ?? []) });
}

/** What one may do is said with the news; at other tables one only watches. */
function withLegal(game: GameView, legal: readonly Action[]): GameView {
  const tables = game.tables.map((table) => {
    const own = table.view.seat === null ? [] : legal;
    return { ...table, view: { ...table.view, legal: own } };
  });
  return { ...game, tables };
}

function evolveRoom(table: Room, fact: Fact, when: When): Room {
  switch (fact.fact) {
    case "moved":
      return applyMove(table, fact, when);
    case "opened":
    case "emoted":
      return table;
    case "said":
      return { ...table, hints: addRemark(table, fact, when.seq) };
    case "accused":
    case "judged":
    case "accusation-closed":
      return { ...table, hints: judgeHints(table.hints, fact) };
    case "settings-changed": {
      const settings = completeSettings(fact.settings);
      const kept = table.seats.slice(0, settings.seats).map((seat) => ({
        ...seat,
        ready: seat.bot !== null,
        accepted: false,
        seed: null,
      }));
      const free = Array<Seat>(settings.seats - kept.length).fill(FREE_SEAT);
      return { ...table, settings, seats: [...kept, ...free] };
    }
    case "seats-removed": {
      const seats = table.seats.filter((_, player) => !fact.seats.includes(player));
      const settings = { ...table.settings, seats: seats.length };
      return { ...table, settings, seats, votes: [] };
    }
    case "came":
    case "went":
      return recordPresence(table, fact, when.at);
    case "sat": {
      // Who sits down during a game has accepted its rules, or would have been refused.
      const { name, guest, face = null } = fact;
      const accepted = table.game !== null && !table.closed;
      const seat = { ...FREE_SEAT, name, guest, face, accepted };
      return withFreshClock(withSeat(table, fact.seat, seat), fact.seat, when.at);
    }
    case "renamed": {
      const { guest, name, face = null } = fact;
      const people = table.people.map((person) =>
        person.guest === guest ? personWith(guest, name, person.via, face) : person,
      );
      const seats = table.seats.map((seat) =>
        seat.guest === guest ? { ...seat, name, face } : seat,
      );
      return { ...table, people, seats };
    }
    case "bot-sat": {
      const { name, bot, face = null } = fact;
      return withSeat(table, fact.seat, { ...FREE_SEAT, name, bot, face, ready: true });
    }
    case "stood":
      return leaveSeat(table, fact);
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
      return withSeatChanges(table, fact.seat, { ready: fact.ready, accepted });
    }
    case "seed-committed":
      return withSeatChanges(table, fact.seat, { commitment: fact.commitment, seed: null });
    case "seeded": {
      const { starting } = table;
      if (!starting?.asked) return withSeatChanges(table, fact.seat, { seed: fact.seed });
      const seeds = starting.seeds.with(fact.seat, fact.seed);
      return { ...table, starting: { ...starting, seeds } };
    }
    case "start-asked": {
      const starting = completeStarting({ since: when.at, dealer: fact.dealer ?? null });
      return { ...table, starting };
    }
    case "seeds-asked":
      return askForSeeds(table, when.at);
    case "committed": {
      const seats = table.seats.map((seat) => ({ ...seat, seed: null }));
      return { ...table, commitment: fact.commitment, seats };
    }
    case "game-started":
      return startGame(table, fact, when);
    case "game-closed":
      return closeGame(table, when.at);
    case "game-paused":
      return fact.paused ? { ...table, paused: when.at } : resumeTable(table, when.at);
    case "seed-revealed":
      return table;
    case "warned":
      return withSeatChanges(table, fact.seat, { warned: true });
    case "late":
      return withSeatChanges(table, fact.seat, { late: true, warned: false });
    case "back":
      return withFreshClock(
        withSeatChanges(table, fact.seat, { late: false, warned: false }),
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
      ignoreUnknown(fact);
      return table;
  }
}

/** What was added so far is for this game; from now on seats commit for the one after it. */
function askForSeeds(table: Room, at: number): Room {
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

function recordPresence(table: Room, fact: Arrived | Departed, at: number): Room {
  const before = table.people.find((person) => person.guest === fact.guest);
  if (fact.fact === "went" && before === undefined) return table; // away since before
  const others = table.people.filter((person) => person.guest !== fact.guest);
  const via = before?.via.filter((door) => door !== fact.via) ?? [];
  const there = updatePerson(before, fact, via);
  const people = there ? [...others, there] : others;
  const away = there ? null : at;
  let now = people.length > 0 && table.people.length === 0 ? resumeClocks(table, at) : table;
  now = { ...now, people };
  if (fact.guest === table.host) now = { ...now, host_away: away };
  const player = table.seats.findIndex((seat) => seat.guest === fact.guest);
  if (player < 0) return now;
  // Nobody votes on someone who is back.
  return withSeatChanges(away === null ? withoutVotes(now, player) : now, player, { away });
}

function updatePerson(
  before: Person | undefined,
  fact: Arrived | Departed,
  via: readonly string[],
): Person | null {
  if (fact.fact === "came") {
    const { guest, name, face = null } = fact;
    return personWith(guest, name, [...via, fact.via], face);
  }
  return before && via.length > 0 ? { ...before, via } : null;
}

/** A person as the wire writes one: without a face if none was chosen. */
function personWith(
  guest: string,
  name: string,
  via: readonly string[],
  face: string | null,
): Person {
  return face === null ? { guest, name, via } : { guest, name, via, face };
}

/** Clocks start again, so a player who was warned will be again, except on a clock that ran on. */
function resumeClocks(table: Room, at: number): Room {
  const { move } = table.settings.clock;
  const ranOn = move !== null && move >= CORRESPONDENCE;
  const seats = table.seats.map((seat) => ({ ...seat, warned: seat.warned && ranOn }));
  return { ...table, seats, resumed: at };
}

/** After a pause every clock starts again. */
function resumeTable(table: Room, at: number): Room {
  const seats = table.seats.map((seat) => ({ ...seat, warned: false }));
  const resumed = { ...table, seats, paused: null };
  if (table.closed) return resumed;
  const waiting = table.waiting.map(({ seat }) => ({ seat, since: at }));
  return { ...resumed, waiting, rested: at };
}

function leaveSeat(table: Room, fact: Stood): Room {
  const left = seatAt(table, fact.seat);
  let now = withoutVotes(table, fact.seat, left.guest);
  if (fact.kicked && left.guest !== null) {
    const owner = left.guest === table.owner ? table.host : table.owner;
    const others = table.kicked.filter((guest) => guest !== left.guest);
    now = { ...now, owner, kicked: [...others, left.guest].sort() };
  }
  const bot = fact.by_bot ?? null;
  if (bot === null) return withSeat(now, fact.seat, FREE_SEAT);
  const { name, guest, face } = left;
  return withSeat(now, fact.seat, { ...FREE_SEAT, name, bot, kept_for: guest, face });
}

function startGame(table: Room, fact: GameStarted, { seq, at }: When): Room {
  const { rules, format } = table.settings;
  const set = newGame(parseRules(rules), parseFormat(format), table.seats.length, table.seat);
  const game = viewGame((fact.events ?? []).reduce(evolveGame, set), set.player);
  return {
    ...table,
    game,
    started: completeStart(fact),
    closed: false,
    starting: null,
    first: seq,
    votes: [],
    hints: NO_HINTS,
    sheet: extendSheet([], fact.events ?? [], game),
    rested: at,
    laid: game.tables.map(() => at),
  };
}

/** After a game a seat a bot kept for someone is free; a person's seat stays theirs. */
function closeGame(table: Room, at: number): Room {
  const seats = table.seats.map((seat) =>
    seat.bot !== null && seat.kept_for !== null
      ? FREE_SEAT
      : { ...seat, ready: seat.bot !== null, late: false, warned: false },
  );
  return { ...table, seats, closed: true, votes: [], hints: NO_HINTS, waiting: [], rested: at };
}

function applyMove(table: Room, fact: Moved, { seq, at }: When): Room {
  if (table.game === null) return table;
  const game = viewGame(fact.events.reduce(evolveGame, table.game), table.game.player);
  let laid = table.laid.length === game.tables.length ? table.laid : game.tables.map(() => at);
  let kept = table.waiting;
  for (const event of fact.events) {
    if (event.event !== "at-table" || event.what.event !== "played") continue;
    laid = laid.with(event.table, at);
    // A card laid is a new turn, for who waited already too: it may have been a jump-in.
    const players = game.tables[event.table]?.players ?? [];
    kept = kept.filter((wait) => !players.includes(wait.seat));
  }
  const waiting = nextWaits(kept, game, playerWhoActed(fact.command), at);
  // A hand just dealt may be over already, by its first card.
  const ended = table.waiting.length > 0 || fact.command.command === "next-hand";
  const rested = waiting.length === 0 && ended ? at : table.rested;
  const sheet = extendSheet(table.sheet, fact.events, game);
  const hints = evolveHints(table.hints, fact, game, seq);
  let now: Room = { ...table, game, sheet, laid, waiting, rested, hints };
  for (const { seat, since } of table.waiting) {
    const goesOn = waiting.some((wait) => wait.seat === seat && wait.since === since);
    if (seatAt(now, seat).warned && !goesOn) now = withSeatChanges(now, seat, { warned: false });
  }
  return now;
}

function extendSheet(sheet: Sheet, events: readonly GameEvent[], { scores }: GameView): Sheet {
  return events.reduce((sums, event) => addToSheet(sums, event, scores.length), sheet);
}

/** Whose clock the command stops. A call is no turn: catching by guess must buy no time. */
function playerWhoActed(command: GameCommand): number | null {
  if (command.command !== "act") return null;
  const call = ["catch", "uno", "suggest"].includes(command.action.do);
  return call ? null : command.player;
}

/** Whom the game waits for; a clock goes on unless its own seat has acted. */
function nextWaits(
  before: readonly Wait[],
  game: GameView,
  acted: number | null,
  at: number,
): readonly Wait[] {
  return playersToAct(game).map((seat) => {
    const wait = seat === acted ? undefined : before.find((known) => known.seat === seat);
    return wait ?? { seat, since: at };
  });
}

/** The seat's clock started again, if the game waits for it. */
function withFreshClock(table: Room, seat: number, at: number): Room {
  const waiting = table.waiting.map((wait) => (wait.seat === seat ? { seat, since: at } : wait));
  return { ...table, waiting };
}

/** The table without the votes on this seat, and those of a person who has given it up. */
function withoutVotes(table: Room, seat: number, guest: string | null = null): Room {
  const votes = table.votes.filter(
    (ballot) => (ballot.seat ?? null) !== seat && ballot.guest !== guest,
  );
  return { ...table, votes };
}

function seatAt(table: Room, player: number): Seat {
  return table.seats[player] ?? FREE_SEAT;
}

function withSeat(table: Room, player: number, seat: Seat): Room {
  return { ...table, seats: table.seats.with(player, seat) };
}

function withSeatChanges(table: Room, player: number, changes: Partial<Seat>): Room {
  return withSeat(table, player, { ...seatAt(table, player), ...changes });
}
