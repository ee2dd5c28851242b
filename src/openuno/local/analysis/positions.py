"""The positions of a record that are worth a look, each with what is needed to judge it apart."""

from collections.abc import Iterator

import msgspec

from openuno.bots.bot import legal_plays, other_actions, prefer_saying_uno
from openuno.bots.memory import NOTHING, Memory, remember
from openuno.engine.actions import Action, Challenge, Play
from openuno.engine.events import Event
from openuno.engine.state import Round, RoundOver, seat_to_act
from openuno.engine.view import redact, view
from openuno.game.events import AtTable
from openuno.game.formats import Format
from openuno.game.state import Act, Game, NextRound, find_player
from openuno.local.analysis.worlds import can_sample
from openuno.record.errors import RecordError
from openuno.record.reader import FIRST_ENTRY, Record
from openuno.record.replay import replay


class CannotAnalyse(ValueError):
    """The record is of no finished game, or hides cards; the sentence says which."""


class GameNotOver(CannotAnalyse):
    """The record is of a game that is still being played."""


class Stage(msgspec.Struct, frozen=True, gc=False, tag="stage"):
    """After a line of the record: a round as it lay, for the chances of everyone."""

    line: int
    round: Round


class Choice(msgspec.Struct, frozen=True, gc=False, tag="choice"):
    """A seat had the turn and more than one thing to do; `memory` is what it had seen."""

    line: int
    seat: int
    round: Round
    memory: Memory
    done: Action
    others: tuple[Action, ...]


class FirstDecision(msgspec.Struct, frozen=True, gc=False):
    """Where a seat had the turn for the first time in a round; `memory` is what it had seen."""

    seat: int
    round: Round
    memory: Memory


class PlayedRound(msgspec.Struct, frozen=True, gc=False):
    """A round at one table, from the deal to its end."""

    number: int
    table: int
    players: tuple[int, ...]
    winners: tuple[int, ...]
    format: Format
    stages: tuple[Stage, ...]
    choices: tuple[Choice, ...]
    first_decisions: tuple[FirstDecision, ...]


class _TableLog:
    """What has happened so far at one table of the round."""

    def __init__(self, line: int, round: Round, players: tuple[int, ...]) -> None:
        self.players = players
        self.stages = [Stage(line, round)]
        self.choices: list[Choice] = []
        self.memories = [NOTHING] * len(players)
        self.first: dict[int, FirstDecision] = {}

    def observe(self, events: list[Event]) -> None:
        for event in events:
            self.memories = [
                remember(memory, redact(event, seat)) for seat, memory in enumerate(self.memories)
            ]
        round = self.stages[-1].round
        seat = seat_to_act(round)
        if seat is not None and seat not in self.first and round.discard:
            self.first[seat] = FirstDecision(seat, round, self.memories[seat])

    def add(self, line: int, before: Round, seat: int, action: Action, after: Round) -> None:
        others = alternatives(before, seat, action)
        if others and seat == seat_to_act(before) and can_sample(before):
            memory = self.memories[seat]
            self.choices.append(Choice(line, seat, before, memory, action, others))
        self.stages.append(Stage(line, after))

    def close(self, number: int, table: int, format: Format) -> PlayedRound:
        phase = self.stages[-1].round.phase
        winner = phase.winner if isinstance(phase, RoundOver) else None
        return PlayedRound(
            number=number,
            table=table,
            players=self.players,
            winners=_winning_players(self.stages[-1].round, winner, self.players),
            format=format,
            stages=tuple(self.stages),
            choices=tuple(self.choices),
            first_decisions=tuple(self.first.values()),
        )


def read_rounds(record: Record, only: int | None = None) -> list[PlayedRound]:
    """Every round of a finished game, or `only` the one of this number; else `CannotAnalyse`."""
    if record.header.seat is not None:
        raise CannotAnalyse("this record has only what one player knew; analyse the whole one")
    if record.closing is None:
        raise GameNotOver("this game is not over; finish it first")
    try:
        rounds = list(_rounds(record))
    except RecordError as error:
        raise CannotAnalyse(f"line {error.line}: {error.sentence}") from error
    if not rounds:
        raise CannotAnalyse("no round of this game was played to its end")
    if only is None:
        return rounds
    chosen = [round for round in rounds if round.number == only]
    if not chosen:
        raise CannotAnalyse(f"there is no round {only}; the last is {rounds[-1].number}")
    return chosen


def _rounds(record: Record) -> Iterator[PlayedRound]:
    logs: list[_TableLog] = []
    before: Game | None = None
    for line, (entry, game) in enumerate(replay(record), start=FIRST_ENTRY):
        if isinstance(entry.command, NextRound):
            logs = [_TableLog(line, table.round, table.players) for table in game.tables]
        elif isinstance(entry.command, Act) and before is not None:
            found = find_player(before, entry.command.player)
            if found is not None:
                index, seat = found
                now = game.tables[index].round
                logs[index].add(line, before.tables[index].round, seat, entry.command.action, now)
        for index, log in enumerate(logs):
            log.observe(
                [e.what for e in entry.events if isinstance(e, AtTable) and e.table == index]
            )
        if logs and all(isinstance(log.stages[-1].round.phase, RoundOver) for log in logs):
            for index, log in enumerate(logs):
                yield log.close(game.round_number, index, record.header.format)
            logs = []
        before = game


def alternatives(round: Round, seat: int, done: Action) -> tuple[Action, ...]:
    """What else the seat could have done; of plays that differ in saying UNO, those that say it."""
    seen = view(round, seat)
    challenges = [action for action in seen.legal if isinstance(action, Challenge)]
    every: list[Action] = [*prefer_saying_uno(legal_plays(seen)), *other_actions(seen), *challenges]
    said = msgspec.structs.replace(done, uno=True) if isinstance(done, Play) else done
    kept = [action for action in every if action != done]
    if said != done and said not in every:
        kept = [action for action in kept if action != said]
    return tuple(kept)


def _winning_players(round: Round, winner: int | None, players: tuple[int, ...]) -> tuple[int, ...]:
    if winner is None:
        return ()
    if not round.rules.teams:
        return (players[winner],)
    return tuple(players[winner % 2 :: 2])
