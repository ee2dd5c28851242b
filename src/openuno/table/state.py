"""A table as a value, folded from its log."""

from collections.abc import Callable
from operator import add
from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.engine.actions import Catch, SayUno, Suggest
from openuno.engine.events import Played
from openuno.engine.rng import Generator
from openuno.game.events import AtTable, GameEvent, HandBegan, HandScored
from openuno.game.evolve import evolve_events
from openuno.game.play import seated
from openuno.game.state import Command, Game, NextHand, to_move
from openuno.table.facts import (
    AccusationClosed,
    Accused,
    Archived,
    Back,
    BotSat,
    Came,
    Committed,
    Emoted,
    Entry,
    Fact,
    GameClosed,
    GameStarted,
    HostIs,
    Judged,
    Late,
    Moved,
    Muted,
    Opened,
    ReadySet,
    Said,
    Sat,
    SeedCommitted,
    Seeded,
    SeedsAsked,
    SettingsChanged,
    StartAsked,
    Stood,
    TableClosed,
    Voted,
    Warned,
    Went,
    WrongPasswords,
)
from openuno.table.hints import (
    NO_HINTS,
    Accusation,
    Hints,
    Remark,
    close,
    forget,
    hear,
    judge,
    without_message,
)
from openuno.table.settings import Settings, played

Tapes = Callable[[GameStarted], Generator]
"""Where the chance of a game comes from: the secret seed and the shares told at its start."""


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Seat(_Value, frozen=True):
    """Who sits here: a person, a bot, nobody, or a person a bot plays for (`late`).

    `kept_for` left during the game, a bot plays on; `away` is since when the person is not there.
    `commitment` is to a seed for the next game, `seed` one shown for it without a commitment.
    """

    name: str = ""
    guest: str | None = None
    bot: str | None = None
    kept_for: str | None = None
    accepted: bool = False
    ready: bool = False
    seed: str | None = None
    warned: bool = False
    late: bool = False
    away: int | None = None
    commitment: str | None = None

    @property
    def free(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return self.guest is None and self.bot is None

    @property
    def by_itself(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.bot is not None or self.late


class Person(_Value, frozen=True):
    """Someone at the table, connected through these processes."""

    guest: str
    name: str
    via: tuple[str, ...]


class Wait(_Value, frozen=True):
    """The game waits for this seat, since then."""

    seat: int
    since: int


class Starting(_Value, frozen=True):
    """A game about to start, and since when it waits for seeds.

    At first for everyone present to commit to one; then, `asked`, for those who have to show it.
    `commitments` and `seeds` are by seat, and stay even if someone leaves now.
    """

    since: int
    dealer: int | None = None
    asked: bool = False
    commitments: tuple[str | None, ...] = ()
    seeds: tuple[str | None, ...] = ()


class Ballot(_Value, frozen=True):
    """A vote to remove who sits in `seat`, or to end the game; it counts until `until`."""

    guest: str
    seat: int | None = None
    until: int = 0


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table after `seq` entries of its log, the last of them written at `at`.

    `owner` is the person who opened the table, or was made host by its owner: someone else is host
    only while they are away.

    `game` is the one being played or, when it is `closed`, the last one; it began in entry `first`,
    and its latest hand in entry `dealt`.
    `sheet` is what each of its hands has brought so far, by player. `laid` is, by table of the
    game, when the card on top was laid; `rested` since when no hand is on; `resumed` when a person
    last came to a table that had none, 0 if nobody ever came; `host_away` since when the host is
    not there. Times are in milliseconds since 1970. `closed_for` is why it is closed
    for good.
    """

    settings: Settings
    host: str | None
    seats: tuple[Seat, ...]
    password: str | None = None
    people: tuple[Person, ...] = ()
    muted: frozenset[str] = frozenset()
    kicked: frozenset[str] = frozenset()
    commitment: str | None = None
    game: Game | None = None
    started: GameStarted | None = None
    closed: bool = True
    archived: bool = False
    closed_for: str | None = None
    first: int = 0
    dealt: int = 0
    sheet: tuple[tuple[int, ...], ...] = ()
    waiting: tuple[Wait, ...] = ()
    laid: tuple[int, ...] = ()
    rested: int = 0
    resumed: int = 0
    host_away: int | None = None
    owner: str | None = None
    votes: tuple[Ballot, ...] = ()
    hints: Hints = NO_HINTS
    wrong_passwords: int = 0
    starting: Starting | None = None
    seq: int = 0
    at: int = 0


def seat_of(table: Table, guest: str) -> int | None:
    """The seat a person has."""
    return next((place for place, seat in enumerate(table.seats) if seat.guest == guest), None)


def is_present(table: Table, guest: str | None) -> bool:
    """Whether a person is at the table by some connection."""
    return any(guest == person.guest for person in table.people)


def is_reserved(table: Table, place: int) -> bool:
    """Whether a bot keeps the seat for a person who may come back to it."""
    kept_for = table.seats[place].kept_for
    return kept_for is not None and kept_for not in table.kicked


def playing(table: Table) -> bool:
    """Whether a game is on."""
    return table.game is not None and not table.closed


def running_since(table: Table, since: int) -> int:
    """Since when a clock runs: while nobody is there it rests, but for correspondence."""
    return since if table.settings.clock.correspondence else max(since, table.resumed)


def fold(table: Table | None, entry: Entry, tapes: Tapes) -> Table:
    """The table after one more entry of its log."""
    if table is None:
        opened = entry.facts[0]
        assert isinstance(opened, Opened), "a log begins with the opening"
        seats = (Seat(),) * opened.settings.seats
        table = Table(
            opened.settings,
            opened.host,
            seats,
            opened.password,
            host_away=entry.at,
            owner=opened.host,
        )
    assert entry.seq == table.seq + 1, "a log has no gaps"
    facts = entry.facts
    if len(facts) == 1 and isinstance(moved := facts[0], Moved):
        return _moved(table, moved, entry.seq, entry.at)  # nearly every entry is such a one
    table = replace(table, seq=entry.seq, at=entry.at, archived=False)
    for fact in facts:
        table = _after(table, fact, tapes)
    return table


def _after(table: Table, fact: Fact, tapes: Tapes) -> Table:
    match fact:
        case Moved():
            return _moved(table, fact, table.seq, table.at)
        case Opened() | Emoted():
            return table
        case Said():
            return _said(table, fact)
        case Accused() | Judged() | AccusationClosed():
            return replace(table, hints=_judged(table.hints, fact))
        case SettingsChanged(settings):
            kept = (
                replace(seat, ready=seat.bot is not None, accepted=False, seed=None)
                for seat in table.seats[: settings.seats]
            )
            seats = (*kept, *(Seat(),) * (settings.seats - len(table.seats)))
            return replace(table, settings=settings, seats=seats)
        case Came() | Went():
            return _met(table, fact)
        case Sat(place, guest, name):
            # Who sits down during a game has accepted its rules, or would have been refused.
            seat = Seat(name=name, guest=guest, accepted=playing(table))
            return _with_time(_with_seat(table, place, seat), place)
        case BotSat(place, bot, name):
            return _with_seat(table, place, Seat(name=name, bot=bot, ready=True))
        case Stood():
            return _stood(table, fact)
        case HostIs(guest, acting):
            owner = table.owner if acting else guest
            return replace(table, host=guest, host_away=None, owner=owner)
        case Voted():
            return _voted(table, fact)
        case ReadySet(place, ready):
            accepted = ready or table.seats[place].accepted
            return _changed(table, place, ready=ready, accepted=accepted)
        case SeedCommitted(place, commitment):
            return _changed(table, place, commitment=commitment, seed=None)
        case Seeded():
            return _seeded(table, fact)
        case StartAsked(dealer):
            return replace(table, starting=Starting(table.at, dealer))
        case SeedsAsked():
            return _seeds_asked(table)
        case Committed(commitment):
            unseeded = tuple(replace(seat, seed=None) for seat in table.seats)
            return replace(table, commitment=commitment, seats=unseeded)
        case GameStarted():
            return _started(table, fact, tapes)
        case GameClosed():
            return _closed(table)
        case Warned(place):
            return _changed(table, place, warned=True)
        case Late(place):
            return _changed(table, place, late=True, warned=False)
        case Back(place):
            return _with_time(_changed(table, place, late=False, warned=False), place)
        case Muted(guest, muted):
            return replace(table, muted=table.muted | {guest} if muted else table.muted - {guest})
        case WrongPasswords(count):
            return replace(table, wrong_passwords=table.wrong_passwords + count)
        case Archived():
            return replace(table, archived=True)
        case TableClosed(why):
            return replace(table, archived=True, closed_for=why)
        case _:
            assert_never(fact)


def _seeded(table: Table, fact: Seeded) -> Table:
    starting = table.starting
    if starting is None or not starting.asked:
        return _changed(table, fact.seat, seed=fact.seed)
    seeds = (*starting.seeds[: fact.seat], fact.seed, *starting.seeds[fact.seat + 1 :])
    return replace(table, starting=replace(starting, seeds=seeds))


def _seeds_asked(table: Table) -> Table:
    """What was added so far is for this game; from now on seats commit for the one after it."""
    assert table.starting is not None, "a start was asked for"
    starting = replace(
        table.starting,
        since=table.at,
        asked=True,
        commitments=tuple(seat.commitment for seat in table.seats),
        seeds=tuple(seat.seed for seat in table.seats),
    )
    seats = tuple(replace(seat, commitment=None, seed=None) for seat in table.seats)
    return replace(table, starting=starting, seats=seats)


def _met(table: Table, fact: Came | Went) -> Table:
    guest = fact.guest
    before = next((person for person in table.people if person.guest == guest), None)
    others = tuple(person for person in table.people if person.guest != guest)
    via = () if before is None else tuple(door for door in before.via if door != fact.via)
    match fact:
        case Came(_, name, door):
            people = (*others, Person(guest, name, (*via, door)))
            away = None
        case Went() if before is not None and via:
            people = (*others, replace(before, via=via))
            away = None
        case Went() if before is None:
            return table  # away since before
        case Went():
            people = others
            away = table.at
        case _:
            assert_never(fact)
    if people and not table.people:
        # Clocks start anew, so whoever was warned will be again; but for those that ran on.
        ran_on = table.settings.clock.correspondence
        seats = tuple(replace(seat, warned=seat.warned and ran_on) for seat in table.seats)
        table = replace(table, seats=seats, resumed=table.at)
    table = replace(table, people=people)
    if guest == table.host:
        table = replace(table, host_away=away)
    place = seat_of(table, guest)
    if place is None:
        return table
    if away is None:  # nobody votes on someone who is back
        table = _without_votes(table, seat=place)
    return _changed(table, place, away=away)


def _voted(table: Table, fact: Voted) -> Table:
    others = tuple(
        ballot for ballot in table.votes if (ballot.guest, ballot.seat) != (fact.guest, fact.seat)
    )
    cast = (Ballot(fact.guest, fact.seat, fact.until),) if fact.favour else ()
    return replace(table, votes=(*others, *cast))


def _without_votes(table: Table, *, seat: int, guest: str | None = None) -> Table:
    """The table without the votes on this seat, and those of a person who has given it up."""
    if not table.votes:
        return table
    kept = (ballot for ballot in table.votes if ballot.seat != seat and ballot.guest != guest)
    return replace(table, votes=tuple(kept))


def _stood(table: Table, fact: Stood) -> Table:
    left = table.seats[fact.seat]
    table = _without_votes(table, seat=fact.seat, guest=left.guest)
    if fact.kicked and left.guest is not None:
        table = replace(table, kicked=table.kicked | {left.guest})
        if left.guest == table.owner:
            table = replace(table, owner=table.host)  # the table is not theirs any more
    if fact.by_bot is None:
        return _with_seat(table, fact.seat, Seat())
    kept = Seat(name=left.name, bot=fact.by_bot, kept_for=left.guest)
    return _with_seat(table, fact.seat, kept)


def _started(table: Table, fact: GameStarted, tapes: Tapes) -> Table:
    rules, format = played(table.settings)
    game = seated(rules, format, len(table.seats), tapes(fact))
    game = evolve_events(game, fact.events)
    return replace(
        table,
        game=game,
        started=fact,
        closed=False,
        starting=None,
        first=table.seq,
        votes=(),
        hints=NO_HINTS,
        sheet=_scored((), fact.events, len(game.scores)),
        rested=table.at,
        laid=(table.at,) * len(game.tables),
    )


def _closed(table: Table) -> Table:
    """After a game a seat a bot kept for someone is free; a person's seat stays theirs."""
    seats = tuple(
        Seat()
        if seat.bot is not None and seat.kept_for is not None
        else replace(seat, ready=seat.bot is not None, late=False, warned=False)
        for seat in table.seats
    )
    return replace(
        table, seats=seats, closed=True, votes=(), hints=NO_HINTS, waiting=(), rested=table.at
    )


def _said(table: Table, fact: Said) -> Table:
    """What a player says during a game can be judged, where suggestions cost cards (PEN-1)."""
    seat = seat_of(table, fact.guest)
    game = table.game
    if seat is None or game is None or table.closed or not game.rules.suggestion_penalty:
        return table
    return replace(table, hints=hear(table.hints, Remark(table.seq, seat, fact.text)))


def _judged(hints: Hints, fact: Accused | Judged | AccusationClosed) -> Hints:
    match fact:
        case Accused(seat, by, message, text, judges, until):
            accusation = Accusation(seat, by, text, until, judges, guilty=(by,))
            return replace(without_message(hints, message), accusation=accusation)
        case Judged(seat, guilty):
            return judge(hints, seat, guilty=guilty)
        case AccusationClosed(upheld):
            return close(hints, upheld=upheld)
        case _:
            assert_never(fact)


def _hints_after(hints: Hints, fact: Moved, game: Game, seq: int) -> Hints:
    """A suggestion paid for is judged no more, and what was said in a hand lapses with it."""
    if isinstance(fact.command, NextHand):
        return NO_HINTS
    if isinstance(fact.command.action, Suggest):
        hints = without_message(hints, seq)
    for event in fact.events:
        if isinstance(event, HandScored):
            hints = forget(hints, game.tables[event.table].players)
    return hints


def _moved(table: Table, fact: Moved, seq: int, at: int) -> Table:
    assert table.game is not None, "a move is made in a game"
    game = evolve_events(table.game, fact.events)
    laid = table.laid
    if len(laid) != len(game.tables):
        laid = (at,) * len(game.tables)
    acted = _acted(fact.command)
    kept = before = table.waiting
    for event in fact.events:
        if isinstance(event, AtTable) and isinstance(event.what, Played):
            laid = (*laid[: event.table], at, *laid[event.table + 1 :])
            # A card laid is a new turn, for who waited already too: it may have been a jump-in.
            players = game.tables[event.table].players
            kept = tuple(wait for wait in kept if wait.seat not in players)
    waiting = _waiting(kept, game, acted, at)
    dealt = isinstance(fact.command, NextHand)  # perhaps a hand that its first card has ended
    rested = table.rested if waiting or not (before or dealt) else at
    table = replace(
        table,
        game=game,
        sheet=_scored(table.sheet, fact.events, len(game.scores)),
        laid=laid,
        waiting=waiting,
        rested=rested,
        hints=table.hints
        if table.hints is NO_HINTS
        else _hints_after(table.hints, fact, game, seq),
        dealt=seq if dealt else table.dealt,
        seq=seq,
        at=at,
        archived=False,
    )
    for wait in before:
        if table.seats[wait.seat].warned and wait not in waiting:
            table = _changed(table, wait.seat, warned=False)
    return table


def _scored(
    sheet: tuple[tuple[int, ...], ...], events: tuple[GameEvent, ...], players: int
) -> tuple[tuple[int, ...], ...]:
    """The sheet with what these events bring; tables that play side by side share a line."""
    for event in events:
        if isinstance(event, HandBegan):
            sheet = (*sheet, (0,) * players)
        elif isinstance(event, HandScored):
            *before, line = sheet
            sheet = (*before, tuple(map(add, line, event.points)))
    return sheet


def _acted(command: Command) -> int | None:
    """Whose clock the command stops. A call is no turn: catching by guess must buy no time."""
    if isinstance(command, NextHand) or isinstance(command.action, Catch | SayUno | Suggest):
        return None
    return command.player


def _waiting(before: tuple[Wait, ...], game: Game, acted: int | None, at: int) -> tuple[Wait, ...]:
    """Whom the game waits for; a clock goes on unless its own seat has acted."""
    since = {wait.seat: wait.since for wait in before if wait.seat != acted}
    return tuple(Wait(seat, since.get(seat, at)) for seat in to_move(game))


def _with_time(table: Table, place: int) -> Table:
    """The seat's clock wound up anew, should the game wait for it."""
    waiting = tuple(Wait(place, table.at) if wait.seat == place else wait for wait in table.waiting)
    return replace(table, waiting=waiting)


def _with_seat(table: Table, place: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:place], seat, *table.seats[place + 1 :]))


def _changed(table: Table, place: int, **changes: object) -> Table:
    return _with_seat(table, place, replace(table.seats[place], **changes))
