"""What can be judged this round, after one more fact: the only writer of `Hints`."""

from typing import assert_never

from msgspec.structs import replace

from openuno.engine.actions import Suggest
from openuno.engine.events import HonourRuleRead
from openuno.game.events import AtTable, GameEvent, RoundScored
from openuno.game.state import Act, Game, NextRound
from openuno.room.facts import AccusationClosed, Accused, Judged, Moved
from openuno.room.hints import (
    NO_HINTS,
    Accusation,
    Hints,
    Reading,
    close,
    forget,
    judge,
    note_accused,
    read_out,
    without_message,
)


def accusation_of(fact: Accused) -> Accusation:
    """The accusation as it stands when it is made: the accuser has given a verdict."""
    return Accusation(
        fact.seat, fact.by, fact.text, fact.until, fact.judges, (fact.by,), honour=fact.honour
    )


def evolve_hints(hints: Hints, fact: Accused | Judged | AccusationClosed) -> Hints:
    """What can be judged after an accusation, a judge's word or the verdict."""
    match fact:
        case Accused(seat, _, message):
            if fact.honour:
                hints = note_accused(hints, message, seat)
            else:
                hints = without_message(hints, message)
            return replace(hints, accusation=accusation_of(fact))
        case Judged(seat, guilty):
            return judge(hints, seat, guilty=guilty)
        case AccusationClosed(upheld):
            return close(hints, upheld=upheld)
        case _:
            assert_never(fact)


def hints_after_move(hints: Hints, fact: Moved, game: Game, seq: int) -> Hints:
    """A suggestion paid for is judged no more, an honour rule read out can be, and what was said or
    read out in a round lapses with it.
    """
    match fact.command:
        case NextRound():
            hints = NO_HINTS
        case Act(_, Suggest()):
            hints = without_message(hints, seq)
        case _:
            pass
    hints = _add_readings(hints, fact.events, game, seq)
    for event in fact.events:
        if isinstance(event, RoundScored):
            hints = forget(hints, game.tables[event.table].players)
    return hints


def _add_readings(hints: Hints, events: tuple[GameEvent, ...], game: Game, seq: int) -> Hints:
    """The honour rules read out now, those of one card together."""
    for index, table in enumerate(game.tables):
        read = [
            event.what
            for event in events
            if isinstance(event, AtTable)
            and event.table == index
            and isinstance(event.what, HonourRuleRead)
        ]
        if read:
            text = " ".join(rule.text for rule in read)
            by = table.players[read[0].seat]
            hints = read_out(hints, Reading(seq, by, text, table.players))
    return hints
