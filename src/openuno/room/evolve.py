"""The only writer of a room: (room, entry of its log) → room."""

from collections.abc import Callable
from operator import add
from typing import assert_never

from msgspec.structs import replace

from openuno.engine.actions import Catch, SayUno, Suggest
from openuno.engine.events import Played
from openuno.engine.rng import Generator
from openuno.game.events import AtTable, GameEvent, RoundBegan, RoundScored
from openuno.game.evolve import evolve_events
from openuno.game.play import new_game
from openuno.game.state import Command, Game, NextRound, players_to_act
from openuno.room.facts import (
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
from openuno.room.hints import (
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
from openuno.room.settings import played
from openuno.room.state import Ballot, Person, Seat, Starting, Table, Wait, playing, seat_of

Tapes = Callable[[GameStarted], Generator]
"""Where the chance of a game comes from: the secret seed and the shares told at its start."""


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
    game = new_game(rules, format, len(table.seats), tapes(fact))
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
    if isinstance(fact.command, NextRound):
        return NO_HINTS
    if isinstance(fact.command.action, Suggest):
        hints = without_message(hints, seq)
    for event in fact.events:
        if isinstance(event, RoundScored):
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
    dealt = isinstance(fact.command, NextRound)  # perhaps a hand that its first card has ended
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
        if isinstance(event, RoundBegan):
            sheet = (*sheet, (0,) * players)
        elif isinstance(event, RoundScored):
            *before, line = sheet
            sheet = (*before, tuple(map(add, line, event.points)))
    return sheet


def _acted(command: Command) -> int | None:
    """Whose clock the command stops. A call is no turn: catching by guess must buy no time."""
    if isinstance(command, NextRound) or isinstance(command.action, Catch | SayUno | Suggest):
        return None
    return command.player


def _waiting(before: tuple[Wait, ...], game: Game, acted: int | None, at: int) -> tuple[Wait, ...]:
    """Whom the game waits for; a clock goes on unless its own seat has acted."""
    since = {wait.seat: wait.since for wait in before if wait.seat != acted}
    return tuple([Wait(seat, since.get(seat, at)) for seat in players_to_act(game)])


def _with_time(table: Table, place: int) -> Table:
    """The seat's clock wound up anew, should the game wait for it."""
    waiting = tuple(Wait(place, table.at) if wait.seat == place else wait for wait in table.waiting)
    return replace(table, waiting=waiting)


def _with_seat(table: Table, place: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:place], seat, *table.seats[place + 1 :]))


def _changed(table: Table, place: int, **changes: object) -> Table:
    return _with_seat(table, place, replace(table.seats[place], **changes))
