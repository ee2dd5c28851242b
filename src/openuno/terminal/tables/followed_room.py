"""A room on a server as one person follows it: from a snapshot on, by what they are told."""

from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.state import seat_to_act
from openuno.game.events import GameEvent
from openuno.game.state import Game, find_player
from openuno.game.view import GameView, view_game
from openuno.room import facts
from openuno.room.protocol import client
from openuno.room.protocol.messages import News, Snapshot
from openuno.room.state import (
    GameOn,
    GameOver,
    Room,
    is_game_on,
    last_game,
    seat_name,
    seat_of,
)
from openuno.terminal.remote.room_narration import fact_text
from openuno.terminal.remote.sheet import resume_sheet, round_under_way
from openuno.terminal.tables.transcript import Transcript
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.score_sheet import add_to_sheet, blank_sheet


class FollowedRoom:
    """The room, the person's seat in it, and what was seen of its game."""

    def __init__(self) -> None:
        self.guest = ""
        """The person's public id; nothing before the server has let them in."""
        self.room: Room | None = None
        self.seat: int | None = None
        self.was_removed = False
        """Whether the host or a vote has taken their seat away."""
        self.legal: tuple[Action, ...] = ()
        self.names: tuple[str, ...] = ()
        """The players of the game."""
        self.player: int | None = None
        """Which of them the person is."""
        self.transcript = Transcript(Names(()))
        self.sheet = blank_sheet(0)
        self.has_all = False
        """Whether the game was followed from its first card."""

    @property
    def game(self) -> Game | None:
        """The game being played or, when none is, the last one."""
        return None if self.room is None else last_game(self.room)

    @property
    def game_on(self) -> GameOn | None:
        """The game being played."""
        on = None if self.room is None else self.room.game
        return on if isinstance(on, GameOn) else None

    def replace(self, snapshot: Snapshot) -> None:
        """Take the room from the server, as it stands now."""
        before, self.room = self.room, client.room_from_snapshot(snapshot)
        self.seat = snapshot.view.seat
        self.legal = _legal_in(snapshot)
        missed = before is None or snapshot.seq > before.seq + 1
        self._see_players(missed=missed and is_game_on(self.room))

    def follow(self, news: News) -> tuple[GameEvent, ...]:
        """Take in what happened; the events of the game in it."""
        assert self.room is not None, "news come after a snapshot"
        before, self.room = self.room, client.follow(self.room, news)
        self.seat = seat_of(self.room, self.guest)
        self.legal = news.legal
        return tuple(event for fact in news.facts for event in self._note(before, fact))

    def view(self) -> GameView:
        """The game as the person may know it, with what the server lets them do."""
        game = self.game
        assert game is not None, "there is a game to look at"
        seen = view_game(game, self.player)
        legal = self.legal if self.game_on is not None else ()
        tables = tuple(
            replace(
                table, view=replace(table.view, legal=legal if self._is_at(table.players) else ())
            )
            for table in seen.tables
        )
        return replace(seen, tables=tables)

    def _is_at(self, players: tuple[int, ...]) -> bool:
        return self.player is not None and self.player in players

    def _note(self, before: Room, fact: facts.Fact) -> tuple[GameEvent, ...]:
        """Write a fact down; the events of the game in it."""
        assert self.room is not None, "it has just been followed"
        match fact:
            case facts.GameStarted(events=events):
                self._see_players(started=True)
                self._observe(events, None)
                return events
            case facts.Moved(command, events):
                game, acting = last_game(before), None
                player = getattr(command, "player", None)
                if game is not None and player is not None and (at := find_player(game, player)):
                    acting = seat_to_act(game.tables[at[0]].round)
                self._observe(events, acting)
                return events
            case facts.Stood(seat, kicked=True) if seat == seat_of(before, self.guest):
                self.was_removed = True
            case _:
                pass
        if isinstance(fact, (facts.Sat, facts.Stood, facts.Renamed)):
            self._see_players()
        text = fact_text(before, self.room, fact, self.guest)
        if text is not None:
            self.transcript.add(text if isinstance(fact, facts.Said) else sentence(text))
        return ()

    def _see_players(self, *, started: bool = False, missed: bool = False) -> None:
        """Take over who plays; a game that has just started, or was not seen, begins a sheet."""
        assert self.room is not None, "there is a room to look at"
        room, game = self.room, self.game
        if game is None or (isinstance(room.game, GameOver) and self.names):
            return  # the last game keeps the names it was played with
        assert isinstance(room.game, (GameOn, GameOver)), "it has a game"
        names = room.game.started.names
        if len(room.seats) == len(names):
            names = tuple(seat_name(s) or n for s, n in zip(room.seats, names, strict=True))
        self.names = names
        self.player = self.seat if self.seat is not None and self.seat < len(names) else None
        self.transcript.use_names(Names(names, self.player))
        if started:
            self.sheet, self.has_all = blank_sheet(len(names)), True
        elif missed or len(self.sheet.statistics_so_far.players) != len(names):
            began = round_under_way(game)
            self.sheet, self.has_all = resume_sheet(room.game.sheet, len(names), began), False
            if began is not None:
                self.transcript.observe((began,), None)

    def _observe(self, events: tuple[GameEvent, ...], acting: int | None) -> None:
        for event in events:
            self.sheet = add_to_sheet(self.sheet, event)
        self.transcript.observe(events, acting)


def _legal_in(snapshot: Snapshot) -> tuple[Action, ...]:
    game, seat = snapshot.view.game, snapshot.view.seat
    for table in () if game is None or seat is None else game.tables:
        if seat in table.players:
            return table.view.legal
    return ()
