"""How a client keeps up: from a snapshot on it folds the facts it is sent, as the server does."""

from openuno.engine.rng import Fast, Generator
from openuno.engine.view import hidden_round
from openuno.game.state import Game
from openuno.game.state import Table as GameTable
from openuno.game.view import GameView
from openuno.room.evolve import evolve_room
from openuno.room.facts import Entry, GameStarted
from openuno.room.protocol.messages import News, Snapshot
from openuno.room.state import (
    FREE,
    RUNNING,
    TIMED_OUT,
    WARNED,
    BotSeat,
    GameOn,
    GameOver,
    Human,
    NoGame,
    Room,
    Seat,
)
from openuno.room.view import RoomView, SeatView

_UNKNOWN = Fast(0)


def room_from_snapshot(snapshot: Snapshot) -> Room:
    """The table as the snapshot's person knows it: what they may not see lies face down."""
    view = snapshot.view
    return Room(
        settings=view.settings,
        host=view.host,
        seats=tuple(_seat_of(seat) for seat in view.seats),
        password="" if view.locked else None,
        people=view.people,
        muted=frozenset(view.muted),
        kicked=frozenset(view.kicked),
        commitment=view.commitment,
        game=_game_state_of(view),
        archived=view.archived,
        resumed=view.resumed,
        host_away=view.host_away,
        owner=view.owner,
        votes=view.votes,
        wrong_passwords=view.wrong_passwords,
        starting=view.starting,
        event=view.event,
        paused=view.paused,
        seq=snapshot.seq,
        at=snapshot.at,
    )


def follow(room: Room, news: News) -> Room:
    """The table after the news; a client that missed some joins again instead."""
    return evolve_room(room, Entry(news.seq, news.at, news.facts), _no_rng)


def _seat_of(view: SeatView) -> Seat:
    if view.guest is not None:
        clock = TIMED_OUT if view.late else RUNNING
        return Human(
            guest=view.guest,
            name=view.name,
            accepted=view.accepted,
            ready=view.ready,
            seed=view.seed,
            commitment=view.commitment,
            away=view.away,
            clock=WARNED if view.warned else clock,
            face=view.face,
        )
    if view.bot is None:
        return FREE
    return BotSeat(view.bot, view.name, view.kept_for, view.face)


def _game_state_of(view: RoomView) -> NoGame | GameOn | GameOver:
    if view.game is None or view.started is None:
        return NoGame()
    game = _game_of(view.game)
    if view.closed:
        return GameOver(
            game, view.started, view.first, view.sheet, laid=view.laid, ended=view.rested
        )
    return GameOn(
        game=game,
        started=view.started,
        first=view.first,
        dealt=view.first,  # perhaps later: clients are not told
        sheet=view.sheet,
        waiting=view.waiting,
        laid=view.laid,
        rested=view.rested,
        hints=view.hints,
    )


def _game_of(view: GameView) -> Game:
    return Game(
        rules=view.rules,
        format=view.format,
        rng=_UNKNOWN,
        dealer=view.dealer,
        round_number=view.round_number,
        tables=tuple(GameTable(table.players, hidden_round(table.view)) for table in view.tables),
        scores=view.scores,
        wins=view.wins,
        out=view.out,
        winners=view.winners,
    )


def _no_rng(_: GameStarted) -> Generator:
    return _UNKNOWN
