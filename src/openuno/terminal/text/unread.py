"""What has happened at the table, until somebody reads it."""

from copy import copy
from typing import Self

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
    HonourRuleRead,
    Played,
    RoundEnded,
    SaidUno,
)
from openuno.game.events import AtTable, RoundBegan
from openuno.local.loop import SeenEvents
from openuno.terminal.languages.catalogue import say
from openuno.terminal.text import layout
from openuno.terminal.text.narration import (
    Names,
    NarratedEvent,
    Outcome,
    event_sentences,
    outcome_text,
    sentence,
)


class _Passage(msgspec.Struct):
    """What one command led to at one table, with the names of those who sit there."""

    table_index: int | None
    names: Names
    acting: int | None
    events: list[NarratedEvent]


class UnreadEvents:
    """Events for one player or a spectator; `names` are by player, `names.you` is the reader."""

    def __init__(self, names: Names) -> None:
        self._players = names
        self._tables: tuple[tuple[int, ...], ...] = ()
        self._unread: list[_Passage | Outcome] = []
        self._table_index: int | None = None
        self.names = names
        """By seat, at the reader's table."""
        self.said: set[int] = set()
        """The seats there that have said UNO and hold that one card still."""
        self.honour_rules: list[str] = []
        """The honour rules read out there this round."""

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Keep what happened; of other tables a player sees the score alone."""
        passage: _Passage | None = None
        for event in events:
            match event:
                case AtTable(table_index, what):
                    names = self._names_at(table_index)
                    if names.you is None and self._players.you is not None:
                        continue
                    if names.you is not None:
                        self._note_uno(what)
                        if isinstance(what, HonourRuleRead):
                            self.honour_rules.append(what.text)
                    if passage is None or passage.table_index != table_index:
                        passage = _Passage(table_index, names, acting, [])
                        self._unread.append(passage)
                    passage.events.append(what)
                case DrewForDeal() | DealerFound():
                    if passage is None:
                        passage = _Passage(None, self._players, None, [])
                        self._unread.append(passage)
                    passage.events.append(event)
                case _:
                    if isinstance(event, RoundBegan):
                        self._sit_down(event)
                    self._unread.append(event)

    def use_names(self, names: Names) -> None:
        """Call the players so from now on; one may have sat down, or be played by another."""
        self._players = names
        for table_index, players in enumerate(self._tables):
            if len(self._tables) == 1 or names.you in players:
                self.names = self._names_at(table_index)

    def drop(self) -> None:
        """Take everything as read."""
        self._unread.clear()

    def print_all(self, console: Console) -> None:
        """Print what is unread."""
        for passage in self._unread:
            if not isinstance(passage, _Passage):
                self._table_index = None
                if isinstance(passage, RoundBegan):
                    console.print()
                    console.print(sentence(outcome_text(passage, self._players)), style="bold")
                else:
                    console.print(sentence(outcome_text(passage, self._players)))
                continue
            several = self._players.you is None and len(self._tables) > 1
            if (
                several
                and passage.table_index is not None
                and passage.table_index != self._table_index
            ):
                self._table_index = passage.table_index
                where = say("table.table-of", table=passage.table_index + 1)
                console.print(f"{where}:", style="bold")
            _print_passage(console, passage)
        self.drop()

    def take_sentences(self) -> list[str]:
        """What is unread as sentences, without the hands laid open; then it is read."""
        sentences = []
        for passage in self._unread:
            if isinstance(passage, _Passage):
                told = event_sentences(passage.events, passage.names, passage.acting)
                sentences += [sentence(text) for text in told]
            else:
                sentences.append(sentence(outcome_text(passage, self._players)))
        self.drop()
        return sentences

    def copy(self) -> Self:
        """The same again, to go back to."""
        twin = copy(self)
        twin._unread = self._unread.copy()
        twin.said = self.said.copy()
        twin.honour_rules = self.honour_rules.copy()
        return twin

    def _sit_down(self, began: RoundBegan) -> None:
        self._tables = began.tables
        self.said.clear()
        self.honour_rules.clear()
        for table_index, players in enumerate(began.tables):
            if self._players.you in players:
                self.names = self._names_at(table_index)

    def _names_at(self, table_index: int) -> Names:
        players = self._tables[table_index]
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


def _print_passage(console: Console, passage: _Passage) -> None:
    for text in event_sentences(passage.events, passage.names, passage.acting):
        console.print(layout.with_colours(sentence(text)))
    for event in passage.events:
        if isinstance(event, RoundEnded):
            console.print(layout.open_hands(event, passage.names, console.width))
