"""A record step by step, in sentences: as one player knew it, or everything."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from openuno.engine.state import seat_to_act
from openuno.game.events import AtTable, DealerFound, DrewForDeal, GameEvent, RoundScored
from openuno.game.state import Act, Game, NextRound, Table, find_player
from openuno.game.view import redact_game
from openuno.record.errors import RecordError
from openuno.record.lines import Entry
from openuno.record.reader import Record
from openuno.record.replay import replay
from openuno.terminal.languages.catalogue import say_or
from openuno.terminal.seating import shown_names
from openuno.terminal.text import score_sheet
from openuno.terminal.text.narration import Names, event_sentences, outcome_text, sentence


class Frame(NamedTuple):
    """One step: the game after it, the score sheet, what happened, and at which table."""

    entry: Entry
    game: Game
    sheet: score_sheet.Sheet
    sentences: tuple[str, ...]
    table_index: int

    @property
    def ends_round(self) -> bool:
        """Whether a round was scored in this step."""
        return any(isinstance(event, RoundScored) for event in self.entry.events)


class ReplayFrames:
    """A record's frames, made on demand; `seat` is whose knowledge they show, None for all."""

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.seat = seat
        self.names = Names(shown_names(record.header.names))
        self.error: RecordError | None = None
        """Why the record cannot be followed further, once that has come to light."""
        self._frames: list[Frame] = []
        self._more = self._make_frames()

    @property
    def last(self) -> int:
        """The number of the last step."""
        steps = self._frames if self.error is not None else self.record.entries
        return len(steps) - 1

    def frame(self, number: int) -> Frame | None:
        """The step of this number; None if there is none or the record cannot be followed there."""
        while len(self._frames) <= number and self._load_next():
            pass
        return self._frames[number] if number < len(self._frames) else None

    def next_round_step(self, number: int) -> int:
        """The step that deals the next round after this one, or the last."""
        entries = self.record.entries
        later = range(number + 1, len(entries))
        return next((n for n in later if isinstance(entries[n].command, NextRound)), self.last)

    def _load_next(self) -> bool:
        try:
            self._frames.append(next(self._more))
        except StopIteration:
            return False
        except RecordError as error:
            self.error = error
            return False
        return True

    def _make_frames(self) -> Iterator[Frame]:
        before: Game | None = None
        written = score_sheet.blank_sheet(len(self.names.seats))
        for entry, game in replay(self.record):
            events = entry.events
            if self.seat is not None:
                events = tuple(redact_game(game, event, self.seat) for event in events)
            for event in events:
                written = score_sheet.add_to_sheet(written, event)
            sentences = tuple(map(sentence, self._sentences(before, game, entry, events)))
            yield Frame(
                entry, game, written, sentences or (_begin_text(),), self._table_index(game, entry)
            )
            before = game

    def _table_index(self, game: Game, entry: Entry) -> int:
        """The table to look at: the viewer's own, or where it happened."""
        player = self.seat
        if player is None and isinstance(entry.command, Act):
            player = entry.command.player
        found = None if player is None else find_player(game, player)
        return 0 if found is None else found[0]

    def _sentences(
        self, before: Game | None, game: Game, entry: Entry, events: Sequence[GameEvent]
    ) -> Iterator[str]:
        for table_index, some in groupby(
            events, lambda e: e.table if isinstance(e, AtTable) else None
        ):
            if table_index is None:
                for event in some:
                    yield from self._outcome(event)
                continue
            acting = None
            if before is not None and isinstance(entry.command, Act):
                acting = seat_to_act(before.tables[table_index].round)
            happened = [event.what for event in some if isinstance(event, AtTable)]
            several = len(game.tables) > 1
            where = f"{table_text(table_index)}: " if several else ""
            for text in event_sentences(
                happened, names_at(game.tables[table_index], self.names), acting
            ):
                yield where + text

    def _outcome(self, event: GameEvent) -> Iterator[str]:
        if isinstance(event, (DrewForDeal, DealerFound)):
            yield from event_sentences([event], self.names)
        elif not isinstance(event, AtTable):
            yield outcome_text(event, self.names)


def table_text(index: int) -> str:
    """Which of several tables it is: `table 2`."""
    return say_or(f"table {index + 1}", "table.table-of", table=index + 1)


def _begin_text() -> str:
    """The sentence of a step in which nothing happens: nobody had to draw for the deal."""
    return sentence(say_or("the game begins", "log.game-started"))


def names_at(table: Table, names: Names) -> Names:
    """How the seats of this table are called."""
    return Names(tuple(names.seats[player] for player in table.players))
