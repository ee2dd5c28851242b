"""What is kept of a game when it is over, and its record, written from the log."""

from collections.abc import Iterable, Iterator
from functools import reduce

from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rng import Fast
from openuno.game.evolve import evolve_game
from openuno.game.notation import format_text, parse_format
from openuno.game.play import new_game
from openuno.game.standings import standings
from openuno.game.state import Game
from openuno.game.statistics import statistics
from openuno.record import lines
from openuno.record.reader import Record, record_bytes
from openuno.record.upgrade import rules_of_version_1
from openuno.room.facts import Entry, Fact, GameClosed, GameStarted, Moved
from openuno.room.starting import record_header
from openuno.room.state import GameOver, Human, Room
from openuno.server.store import FinishedGame, PlayedGame


def finished_game(
    name: str, code: str, before: Room, after: Room, entries: Iterable[Entry]
) -> FinishedGame:
    """The game that the last of these entries closes; the first of them began it."""
    over = after.game
    assert isinstance(over, GameOver), "the last entry closes a game"
    game = over.game
    events = (event for line in _lines(_facts(entries)) for event in line.events)
    figures = statistics(len(game.scores), events).players
    rank = {player: row.rank for row in standings(game) for player in row.players}
    return FinishedGame(
        id=name,
        code=code,
        first=over.first,
        last=after.seq,
        public=before.settings.public and before.password is None,
        ended=after.at,
        rules=rules_text(game.rules),
        format=format_text(game.format),
        kind=str(game.format.__struct_config__.tag),
        names=over.started.names,
        winners=game.winners,
        played=tuple(
            PlayedGame(
                player=player,
                guest=seat.guest,
                rank=rank[player],
                won=game.winners is not None and player in game.winners,
                figures=figures[player],
            )
            for player, seat in enumerate(before.seats)
            if isinstance(seat, Human)
        ),
    )


def finished_game_state(finished: FinishedGame, entries: Iterable[Entry]) -> Game:
    """The game as it ended, from the entries of its log."""
    facts = tuple(_facts(entries))
    started = next(fact for fact in facts if isinstance(fact, GameStarted))
    header = _header(finished, started)
    events = (event for line in _lines(facts) for event in line.events)
    empty = new_game(header.rules, header.format, len(header.names), Fast(0))
    return reduce(evolve_game, events, empty)


def game_record(
    finished: FinishedGame, entries: Iterable[Entry], revealed: str | None = None
) -> bytes:
    """The game as a `.uno` file, from the entries of its log.

    The seed of a shared deal is `revealed` after the last of them.
    """
    entries = tuple(entries)
    facts = tuple(_facts(entries))
    started = next(fact for fact in facts if isinstance(fact, GameStarted))
    closed = next(fact for fact in facts if isinstance(fact, GameClosed))
    header = _header(finished, started)
    written = list(_lines(facts))
    result = lines.current_result(finished_game_state(finished, entries))
    return record_bytes(
        Record(header, tuple(written), lines.ClosingLine(result, closed.reveal or revealed))
    )


def is_sealed(entries: Iterable[Entry]) -> bool:
    """Whether the game of these entries has ended without its seed: it had a shared deal."""
    return any(isinstance(fact, GameClosed) and fact.reveal is None for fact in _facts(entries))


def _header(finished: FinishedGame, started: GameStarted) -> lines.Header:
    rules, format = finished.rules, parse_format(finished.format)
    if started.terms is not None:
        return record_header(parse_rules(rules), format, started)
    chance = lines.UnboundDeal(started.commitment, started.seeds)
    old = parse_rules(rules_of_version_1(rules))
    return lines.Header(old, format, started.names, chance, started.dealer)


def _facts(entries: Iterable[Entry]) -> Iterator[Fact]:
    for entry in entries:
        yield from entry.facts


def _lines(facts: Iterable[Fact]) -> Iterator[lines.Entry]:
    for fact in facts:
        match fact:
            case GameStarted():
                yield lines.Entry(None, fact.events)
            case Moved():
                yield lines.Entry(fact.command, fact.events)
            case _:
                pass
