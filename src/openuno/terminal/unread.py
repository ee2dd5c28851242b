"""What somebody at the table has been told, until it is read."""

import msgspec
from rich.console import Console

from openuno.engine.events import (
    DealerFound,
    Dealt,
    Drew,
    DrewForDeal,
    Event,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    Played,
    RoundEnded,
    SaidUno,
)
from openuno.game.events import AtTable, HandBegan
from openuno.local.loop import Heard
from openuno.terminal import screen
from openuno.terminal.narration import Names, Outcome, Told, sentence, tell_all, tell_outcome


class _Passage(msgspec.Struct):
    """What one command led to at one table, with the names of those who sit there."""

    place: int | None
    names: Names
    acting: int | None
    events: list[Told]


class Tale:
    """Told to one player, or to someone watching: `names` are by player, and say whom we tell."""

    def __init__(self, names: Names) -> None:
        self._players = names
        self._tables: tuple[tuple[int, ...], ...] = ()
        self._unread: list[_Passage | Outcome] = []
        self._place: int | None = None
        self.names = names
        """By seat, at the table of whoever is told."""
        self.said: set[int] = set()
        """The seats there that have said UNO and hold that one card still."""

    def hear(self, events: Heard, acting: int | None, /) -> None:
        """Remember what happened; of other tables a player hears the score alone."""
        passage: _Passage | None = None
        for event in events:
            match event:
                case AtTable(place, what):
                    names = self._names_at(place)
                    if names.you is None and self._players.you is not None:
                        continue
                    if names.you is not None:
                        self._note_uno(what)
                    if passage is None or passage.place != place:
                        passage = _Passage(place, names, acting, [])
                        self._unread.append(passage)
                    passage.events.append(what)
                case DrewForDeal() | DealerFound():
                    if passage is None:
                        passage = _Passage(None, self._players, None, [])
                        self._unread.append(passage)
                    passage.events.append(event)
                case _:
                    if isinstance(event, HandBegan):
                        self._sit_down(event)
                    self._unread.append(event)

    def drop(self) -> None:
        """Take everything as read."""
        self._unread.clear()

    def read(self, console: Console) -> None:
        """Print what is unread."""
        for told in self._unread:
            if not isinstance(told, _Passage):
                self._place = None
                if isinstance(told, HandBegan):
                    console.print()
                    console.print(sentence(tell_outcome(told, self._players)), style="bold")
                else:
                    console.print(sentence(tell_outcome(told, self._players)))
                continue
            several = self._players.you is None and len(self._tables) > 1
            if several and told.place is not None and told.place != self._place:
                self._place = told.place
                console.print(f"Table {told.place + 1}:", style="bold")
            _read(console, told)
        self.drop()

    def _sit_down(self, began: HandBegan) -> None:
        self._tables = began.tables
        self.said.clear()
        for place, players in enumerate(began.tables):
            if self._players.you in players:
                self.names = self._names_at(place)

    def _names_at(self, place: int) -> Names:
        players = self._tables[place]
        you = self._players.you
        names = tuple(self._players.seats[player] for player in players)
        return Names(names, players.index(you) if you in players else None)

    def _note_uno(self, event: Event) -> None:
        match event:
            case Played(seat, uno=True) | SaidUno(seat):
                self.said.add(seat)
            case Played(seat) | Drew(seat):
                self.said.discard(seat)
            case Dealt() | HandsSwapped() | HandsPassed() | HandsShuffled():
                self.said.clear()
            case _:
                pass


def _read(console: Console, told: _Passage) -> None:
    for text in tell_all(told.events, told.names, told.acting):
        console.print(screen.told(sentence(text)))
    for event in told.events:
        if isinstance(event, RoundEnded):
            console.print(screen.score(event, told.names, console.width))
