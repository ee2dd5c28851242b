"""What each seat, and whoever watches, may be told of a table."""

import msgspec
from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.legal import legal
from openuno.game.state import Game
from openuno.game.state import find_player as seat_in_game
from openuno.game.view import GameView, is_public_event, redact_game, view_game
from openuno.room.facts import Entry, Fact, GameStarted, Moved, Opened
from openuno.room.hints import NO_HINTS, Hints
from openuno.room.settings import Settings
from openuno.room.state import Ballot, Person, Seat, Starting, Table, Wait, playing


class TableView(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """A table as one person sees it; `seat` is theirs, None for those who watch.

    The fields are those of the table; of a password only that there is one (`locked`).
    """

    settings: Settings
    host: str | None
    seats: tuple[Seat, ...]
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


def table_view(table: Table, seat: int | None) -> TableView:
    """What the person in this seat may know."""
    return TableView(
        settings=table.settings,
        host=table.host,
        seats=table.seats,
        seat=seat,
        locked=table.password is not None,
        people=table.people,
        muted=tuple(sorted(table.muted)),
        kicked=tuple(sorted(table.kicked)),
        commitment=table.commitment,
        game=None if table.game is None else _game(table.game, seat, closed=table.closed),
        started=None if table.started is None else replace(table.started, events=()),
        closed=table.closed,
        archived=table.archived,
        first=table.first,
        sheet=table.sheet,
        waiting=table.waiting,
        laid=table.laid,
        rested=table.rested,
        resumed=table.resumed,
        host_away=table.host_away,
        owner=table.owner,
        votes=table.votes,
        hints=table.hints,
        wrong_passwords=table.wrong_passwords,
        starting=table.starting,
    )


def _game(game: Game, seat: int | None, *, closed: bool) -> GameView:
    # A table set up anew after the game may have seats which that game did not know.
    player = seat if seat is not None and seat < len(game.scores) else None
    view = view_game(game, player)
    if not closed:
        return view
    # A hand the host has ended stands as it was; nobody goes on with it.
    tables = (replace(table, view=replace(table.view, legal=())) for table in view.tables)
    return replace(view, tables=tuple(tables))


def told(table: Table, entry: Entry, seat: int | None) -> tuple[Fact, ...]:
    """The entry's facts as the seat may know them; `table` is the table after it."""
    return tuple(_told(table, fact, seat) for fact in entry.facts)


def is_open_to_all(entry: Entry) -> bool:
    """Whether everyone may know all of the entry, so that one telling serves all."""
    for fact in entry.facts:
        match fact:
            case Moved() | GameStarted():
                if not all(is_public_event(event) for event in fact.events):
                    return False
            case Opened():
                return False
            case _:
                pass
    return True


def moves(table: Table, seat: int | None) -> tuple[Action, ...]:
    """What the seat may do in the round now."""
    if seat is None or table.game is None or not playing(table):
        return ()
    found = seat_in_game(table.game, seat)
    if found is None:
        return ()
    place, at = found
    return legal(table.game.tables[place].round, at)


def moves_by_seat(table: Table) -> dict[int, tuple[Action, ...]]:
    """What each seat may do in the round now; those that may do nothing are left out."""
    if table.game is None or not playing(table):
        return {}
    return {
        player: actions
        for inner in table.game.tables
        for at, player in enumerate(inner.players)
        if (actions := legal(inner.round, at))
    }


def _told(table: Table, fact: Fact, seat: int | None) -> Fact:
    match fact:
        case Moved() | GameStarted():
            assert table.game is not None, "a game's facts come with the game"
            game = table.game
            return replace(fact, events=tuple(redact_game(game, e, seat) for e in fact.events))
        case Opened():
            return replace(fact, password=None)
        case _:
            return fact
