"""Whether a record is true: everything is dealt, played and scored again, and compared."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from openuno.engine.enums import NamedEnum
from openuno.engine.errors import IllegalAction
from openuno.engine.legal import legal
from openuno.engine.notation.actions import action_text
from openuno.engine.rng import Generator
from openuno.game.events import AtTable, GameEvent, RoundBegan
from openuno.game.play import apply_command
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Penalty,
    find_player,
)
from openuno.game.view import redact_game
from openuno.record.claims import Claim, claims
from openuno.record.errors import RecordError
from openuno.record.fairness import client_commitment, matches_commitment
from openuno.record.lines import (
    CommittedDeal,
    Entry,
    FairDeal,
    Header,
    current_result,
    game_rng,
)
from openuno.record.reader import FIRST_ENTRY, Record, read_record
from openuno.record.replay import replay, start_recorded_game

_MOST_SHOWN = 60


class Verdict(NamedEnum):
    """What became of a check."""

    TRUE = "true"
    FALSE = "false"
    UNREADABLE = "unreadable"


class Proof(NamedEnum):
    """How much a check covers."""

    EVERYTHING = "everything"
    """Each deal and shuffle, each action, each event and the score."""
    ALL_BUT_CHANCE = "all-but-chance"
    """The seed is not known yet: what chance gave is believed, all the rest is checked."""
    ONE_SEAT = "one-seat"
    """One player's knowledge without the seed: that player's actions, the score, and that cards are
    neither lost nor made."""


class Report(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The verdict; unless it is true, the line where it fails, the column if known, and why.

    If it is true, `claims` says what that proves about the deals, and by whose seeds.
    """

    verdict: Verdict
    proof: Proof | None
    finished: bool
    rounds: int = msgspec.field(name="hands")
    commands: int
    line: int | None = None
    column: int | None = None
    sentence: str | None = None
    claims: tuple[Claim, ...] = ()


Progress = Callable[[int, int], None]
"""Called with how many entries are done, of how many."""


def verify(source: Record | bytes | str, progress: Progress | None = None) -> Report:
    """Check a record from its first line to its last."""
    if isinstance(source, Record):
        return _verify(source, progress)
    try:
        record = read_record(source)
    except RecordError as error:
        failed = Report(Verdict.UNREADABLE, None, finished=False, rounds=0, commands=0)
        return _at(failed, error)
    return _verify(record, progress)


def resume_game(record: Record, seed: bytes | None = None) -> Game:
    """The game as the record left it, to be played on, or `RecordError` if it cannot be.

    Fair deals need the server's seed, which an unfinished record does not hold.
    """
    header = record.header
    if header.seat is not None:
        raise RecordError(
            1, f"this is what {header.names[header.seat]} knew; play on from the whole"
        )
    if record.closing is not None:
        raise RecordError(record.last_line, "the game is over")
    rng = game_rng(header, seed)
    if rng is None:
        raise RecordError(1, "the deals are fair ones: to play on takes the seed")
    if seed is not None:
        _check_seed(header, seed, 1)
    *_, game = start_recorded_game(header, rng).game, *_replay_entries(record, rng)
    _check_unaltered(record)
    return game


def _verify(record: Record, progress: Progress | None) -> Report:
    report = Report(
        verdict=Verdict.TRUE,
        proof=_proof(record),
        finished=record.closing is not None and record.closing.result.winners is not None,
        rounds=0,
        commands=0,
    )
    try:
        if record.altered == 1:
            raise _altered_error(1)
        _check_contributions(record.header)
        _check_reveal(record)
        game = None
        for done, game in enumerate(_check_entries(record), start=1):
            report = msgspec.structs.replace(report, rounds=game.round_number, commands=done - 1)
            if progress is not None:
                progress(done, len(record.entries))
            if record.altered is not None and record.altered <= done + 1:
                raise _altered_error(record.altered)  # what follows was written for another line
        if record.closing is not None and game is not None:
            result = current_result(game)
            if record.closing.result != result:
                raise RecordError(
                    record.last_line, _difference("result", result, record.closing.result)
                )
        _check_unaltered(record)
    except RecordError as error:
        if record.altered is not None and record.altered < error.line:
            error = _altered_error(record.altered)  # the cause of what was found further down
        return _at(msgspec.structs.replace(report, verdict=Verdict.FALSE), error)
    if record.torn is not None:
        torn = RecordError(record.torn, "the last line is incomplete, as after a crash")
        return _at(msgspec.structs.replace(report, verdict=Verdict.UNREADABLE), torn)
    return msgspec.structs.replace(report, claims=claims(record))


def _check_unaltered(record: Record) -> None:
    if record.altered is not None:
        raise _altered_error(record.altered)


def _altered_error(line: int) -> RecordError:
    return RecordError(line, "this line was changed after it was written: its chain does not fit")


def _at(report: Report, error: RecordError) -> Report:
    return msgspec.structs.replace(
        report, line=error.line, column=error.column, sentence=error.sentence
    )


def _proof(record: Record) -> Proof:
    if game_rng(record.header, record.reveal) is not None:
        return Proof.EVERYTHING
    return Proof.ALL_BUT_CHANCE if record.header.seat is None else Proof.ONE_SEAT


def _check_contributions(header: Header) -> None:
    """Every player's seed is the one that player committed to."""
    if not isinstance(header.chance, FairDeal):
        return
    for name, client in zip(header.names, header.chance.clients, strict=True):
        if client is None or client.commitment is None or client.seed is None:
            continue
        if client_commitment(bytes.fromhex(client.seed)).hex() != client.commitment:
            raise RecordError(1, f"the seed of {name} is not the one {name} committed to")


def _check_reveal(record: Record) -> None:
    if record.closing is None:
        return
    line = record.last_line
    if not isinstance(record.header.chance, CommittedDeal):
        if record.reveal is not None:
            raise RecordError(line, "a seed is revealed, but none was committed to")
    elif record.reveal is not None:
        _check_seed(record.header, record.reveal, line)
    elif record.header.seat is None:
        raise RecordError(line, "the game is over, but its seed was not revealed")


def _check_seed(header: Header, seed: bytes, line: int) -> None:
    chance = header.chance
    if not isinstance(chance, CommittedDeal):
        return
    if not matches_commitment(seed, bytes.fromhex(chance.commitment)):
        raise RecordError(line, "the seed is not the one committed to in line 1")


def _check_entries(record: Record) -> Iterator[Game]:
    rng = game_rng(record.header, record.reveal)
    return _follow_entries(record) if rng is None else _replay_entries(record, rng)


def _replay_entries(record: Record, rng: Generator) -> Iterator[Game]:
    """The true game after each entry, as long as the entries tell it."""
    header = record.header
    game: Game | None = None
    for number, entry in enumerate(record.entries, start=FIRST_ENTRY):
        step = _apply_recorded(header, rng, game, entry.command, number)
        expected = step.events
        if header.seat is not None:
            expected = tuple(redact_game(step.game, event, header.seat) for event in step.events)
        if entry.events != expected:
            raise RecordError(number, _difference("events", expected, entry.events))
        game = step.game
        yield game


def _follow_entries(record: Record) -> Iterator[Game]:
    """The game as the record tells it after each entry, as long as it is one that can be."""
    header = record.header
    before: Game | None = None
    for number, (entry, game) in enumerate(replay(record), start=FIRST_ENTRY):
        if before is not None and header.seat is None:
            step = _apply_recorded(header, before.rng, before, entry.command, number)
            _check_all_but_chance(before, step.events, entry.events, number)
        elif before is not None:
            _check_own_action(header, before, entry, number)
        before = game
        yield game


def _apply_recorded(
    header: Header, rng: Generator, game: Game | None, what: Command | None, number: int
) -> GameStep:
    if game is None or what is None:
        return start_recorded_game(header, rng)
    try:
        return apply_command(game, what)
    except IllegalAction as refusal:
        raise RecordError(number, f"{_command_text(what)} is refused: {refusal.sentence}") from None


def _check_all_but_chance(
    game: Game, expected: Sequence[GameEvent], found: Sequence[GameEvent], number: int
) -> None:
    """Compare the events; from the first random one on, only what does not depend on its cards."""
    chance = next((index for index, event in enumerate(expected) if _by_chance(event)), None)
    if expected[:chance] != found[:chance]:
        raise RecordError(number, _difference("events", expected[:chance], found[:chance]))
    if chance is None or isinstance(expected[0], RoundBegan):
        return  # what follows a deal depends on the first card, and `replay` has followed it
    if game.rules.draw_until or game.rules.written:
        return  # how many cards are drawn or moved depends on which they are
    shapes = [[_shape(event) for event in events[chance:]] for events in (expected, found)]
    if shapes[0] != shapes[1]:
        raise RecordError(number, _difference(f"events[{chance}:]", *shapes))


def _by_chance(event: GameEvent) -> bool:
    return isinstance(event, AtTable) and hasattr(event.what, "spent")


def _shape(event: GameEvent) -> dict[str, Any]:
    """An event without its cards; the score is checked by `replay`."""
    shape: dict[str, Any] = {"event": type(event).__name__}
    if isinstance(event, AtTable):
        shape |= msgspec.to_builtins(event.what)
    for name in ("cards", "pile", "hands"):
        if name in shape:
            shape[name] = len(shape[name])
    return {name: value for name, value in shape.items() if name not in ("spent", "points")}


def _check_own_action(header: Header, game: Game, entry: Entry, number: int) -> None:
    if not isinstance(entry.command, Act) or entry.command.player != header.seat:
        return
    found = find_player(game, entry.command.player)
    assert found is not None, "replay has seen to it"
    index, seat = found
    if entry.command.action not in legal(game.tables[index].round, seat):
        raise RecordError(number, f"{_command_text(entry.command)} is refused")


def _command_text(what: Command) -> str:
    match what:
        case Act(player, action):
            return f"{action_text(action)!r} by player {player}"
        case Penalty(player):
            return f"the penalty of player {player}"
        case NextRound():
            return "next"
        case _:
            assert_never(what)


def _difference(name: str, expected: object, found: object) -> str:
    """Where two values first differ, and how."""
    where, should, does = _first_difference(
        name, msgspec.to_builtins(expected), msgspec.to_builtins(found)
    )
    return f"{where} should be {_value_text(should)}, but is {_value_text(does)}"


_NOTHING = object()


def _first_difference(where: str, expected: Any, found: Any) -> tuple[str, Any, Any]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected | found:
            one, other = expected.get(key, _NOTHING), found.get(key, _NOTHING)
            if one != other:
                return _first_difference(f"{where}.{key}", one, other)
    if isinstance(expected, (list, tuple)) and isinstance(found, (list, tuple)):
        for index in range(max(len(expected), len(found))):
            one = expected[index] if index < len(expected) else _NOTHING
            other = found[index] if index < len(found) else _NOTHING
            if one != other:
                return _first_difference(f"{where}[{index}]", one, other)
    return where, expected, found


def _value_text(value: Any) -> str:
    if value is _NOTHING:
        return "absent"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"
