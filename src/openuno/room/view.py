"""What each seat and each spectator may know of a table."""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.legal import legal
from openuno.game.state import Game
from openuno.game.state import find_player as seat_in_game
from openuno.game.view import (
    GameView,
    is_public_event,
    redact_command,
    redact_game,
    view_game,
)
from openuno.room.facts import Entry, Fact, GameStarted, Moved, Opened
from openuno.room.hints import NO_HINTS, Hints
from openuno.room.settings import EventTable, Settings
from openuno.room.state import (
    TIMED_OUT,
    WARNED,
    Ballot,
    BotSeat,
    Free,
    GameOn,
    GameOver,
    Human,
    NoGame,
    Person,
    Room,
    Seat,
    Starting,
    Wait,
)


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class SeatView(_Value, frozen=True):
    """Who sits here: a person, a bot, nobody, or a person a bot plays for (`late`).

    `kept_for` left during the game, a bot plays on; `away` is since when the person is not there.
    `commitment` is to a seed for the next game, `seed` one shown for it without a commitment.
    `face` is the one the person has chosen.
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
    face: str | None = None


class RoomView(_Value, frozen=True):
    """A table as one person sees it; `seat` is theirs, None for those who watch.

    The fields are those of the table; of a password only that there is one (`locked`).
    """

    settings: Settings
    host: str | None
    seats: tuple[SeatView, ...]
    seat: int | None
    closed: bool
    locked: bool = False
    people: tuple[Person, ...] = ()
    muted: tuple[str, ...] = ()
    kicked: tuple[str, ...] = ()
    commitment: str | None = None
    game: GameView | None = None
    started: GameStarted | None = None
    archived: bool = False
    first: int = 0
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
    event: EventTable | None = None
    paused: int | None = None


def view_room(room: Room, seat: int | None) -> RoomView:
    """What the person in this seat may know."""
    view = RoomView(
        settings=room.settings,
        host=room.host,
        seats=tuple(view_seat(each) for each in room.seats),
        seat=seat,
        locked=room.password is not None,
        people=room.people,
        muted=tuple(sorted(room.muted)),
        kicked=tuple(sorted(room.kicked)),
        commitment=room.commitment,
        closed=True,
        archived=room.archived,
        resumed=room.resumed,
        host_away=room.host_away,
        owner=room.owner,
        votes=room.votes,
        wrong_passwords=room.wrong_passwords,
        starting=room.starting,
        event=room.event,
        paused=room.paused,
    )
    match room.game:
        case NoGame():
            return view
        case GameOn() as on:
            return replace(
                view,
                closed=False,
                game=_view_game(on.game, seat),
                started=replace(on.started, events=()),
                first=on.first,
                sheet=on.sheet,
                waiting=on.waiting,
                laid=on.laid,
                rested=on.rested,
                hints=on.hints,
            )
        case GameOver() as over:
            return replace(
                view,
                game=_without_moves(_view_game(over.game, seat)),
                started=replace(over.started, events=()),
                first=over.first,
                sheet=over.sheet,
                laid=over.laid,
                rested=over.ended,
            )
        case _:
            assert_never(room.game)


def view_seat(seat: Seat) -> SeatView:
    """The seat as everyone at the table sees it."""
    match seat:
        case Free():
            return SeatView()
        case Human():
            return SeatView(
                name=seat.name,
                guest=seat.guest,
                accepted=seat.accepted,
                ready=seat.ready,
                seed=seat.seed,
                warned=seat.clock is WARNED,
                late=seat.clock is TIMED_OUT,
                away=seat.away,
                commitment=seat.commitment,
                face=seat.face,
            )
        case BotSeat():
            # A bot that keeps a seat plays on, but is not ready for another game.
            ready = seat.kept_for is None
            return SeatView(
                name=seat.name, bot=seat.bot, kept_for=seat.kept_for, ready=ready, face=seat.face
            )
        case _:
            assert_never(seat)


def _view_game(game: Game, seat: int | None) -> GameView:
    # A table that was set up again after the game may have seats which that game did not know.
    player = seat if seat is not None and seat < len(game.scores) else None
    return view_game(game, player)


def _without_moves(view: GameView) -> GameView:
    """A round that the host has ended stays as it was; nobody continues it."""
    tables = (replace(table, view=replace(table.view, legal=())) for table in view.tables)
    return replace(view, tables=tuple(tables))


def redact_entry(room: Room, entry: Entry, seat: int | None) -> tuple[Fact, ...]:
    """The entry's facts as the seat may know them; `room` is the room after it."""
    return tuple([_redact_fact(room, fact, seat) for fact in entry.facts])


def is_public_entry(entry: Entry) -> bool:
    """Whether everyone may know all of the entry, so that one message serves all."""
    for fact in entry.facts:
        match fact:
            case Moved() | GameStarted():
                for event in fact.events:
                    if not is_public_event(event):
                        return False
            case Opened():
                return False
            case _:
                pass
    return True


def legal_actions(room: Room, seat: int | None) -> tuple[Action, ...]:
    """What the seat may do in the round now."""
    if seat is None or not isinstance(room.game, GameOn):
        return ()
    game = room.game.game
    found = seat_in_game(game, seat)
    if found is None:
        return ()
    table, seat_at_table = found
    return legal(game.tables[table].round, seat_at_table)


def moves_by_seat(room: Room) -> dict[int, tuple[Action, ...]]:
    """What each seat may do in the round now; those that may do nothing are left out."""
    if not isinstance(room.game, GameOn):
        return {}
    return {
        player: actions
        for inner in room.game.game.tables
        for at, player in enumerate(inner.players)
        if (actions := legal(inner.round, at))
    }


def _redact_fact(room: Room, fact: Fact, seat: int | None) -> Fact:
    match fact:
        case Moved() | GameStarted():
            assert not isinstance(room.game, NoGame), "a game's facts come with the game"
            game = room.game.game
            events = tuple([redact_game(game, e, seat) for e in fact.events])
            if isinstance(fact, GameStarted):
                return replace(fact, events=events)
            return replace(fact, command=redact_command(fact.command, seat), events=events)
        case Opened():
            return replace(fact, password=None)
        case _:
            return fact
