"""The lines of a `.uno` file as values; each line is written and read by itself."""

import json
import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openuno.engine.errors import NotationError, SetupError
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rng import Fast, Generator
from openuno.engine.rules import Rules
from openuno.game.events import GameEvent
from openuno.game.formats import Format
from openuno.game.notation import format_text, parse_format
from openuno.game.play import start_game
from openuno.game.state import Act, Command, Game, NextRound, Penalty
from openuno.record import chain
from openuno.record.errors import RecordError
from openuno.record.fairness import (
    SCHEME,
    SHARED_SCHEME,
    UNBOUND_SCHEME,
    fair_generator,
    unbound_generator,
)

T = TypeVar("T")

VERSION = 2
LONGEST_LINE = 1 << 20
"""In bytes: the deal of the largest tournament takes a tenth of it."""
LONGEST_RULES = 1 << 15
"""In characters: eight blanks written full and a change of every switch take less."""
LONGEST_NAME = 40
PENALTY = "penalty"
"""What a line says is done where the table makes a player pay for an honour rule."""

Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes as a record writes them."""
Seed = Annotated[str, Meta(pattern=r"\A(0|[1-9][0-9]{0,19})\Z")]
"""64 bits as a decimal text: JSON's numbers are not that exact everywhere."""


class _Chance(
    Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="scheme",
    forbid_unknown_fields=True,
):
    pass


class Contribution(
    Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """What a player added to the chance of a game.

    Without a commitment the seed was open from the beginning; without a seed the player committed
    to one and then did not show it.
    """

    commitment: Hex | None
    seed: Hex | None


class FairDeal(_Chance, frozen=True, tag=SCHEME):
    """Deals that can be checked: what the server committed to, and what each player added."""

    commitment: Hex
    clients: tuple[Contribution | None, ...]


class SharedDeal(_Chance, frozen=True, tag=SHARED_SCHEME):
    """Deals that every table of an event's sitting shares; nobody but the server adds a seed."""

    commitment: Hex


class UnboundDeal(_Chance, frozen=True, tag=UNBOUND_SCHEME):
    """Deals of games begun before the key hung on the header; `clients` are the players' seeds."""

    commitment: Hex
    clients: tuple[Hex | None, ...]


class SeededDeal(_Chance, frozen=True, tag="fast"):
    """Deals by the fast generator, from a seed that is no secret."""

    seed: Seed


Chance = FairDeal | SharedDeal | UnboundDeal | SeededDeal
CommittedDeal = FairDeal | SharedDeal | UnboundDeal
"""Deals by a seed that the server committed to before."""


class Header(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """What was agreed before the first card.

    `dealer` is the player picked to deal first, if one was. `seat` is the player whose knowledge
    this is, None for the whole truth; `chance` is None if that player did not learn the seed.
    """

    rules: Rules
    format: Format
    names: tuple[str, ...]
    chance: Chance | None
    dealer: int | None = None
    seat: int | None = None


class Entry(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A command and what it led to; the first has none: it is the draw for the deal."""

    command: Command | None
    events: tuple[GameEvent, ...]


class Result(Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True):
    """How the game stood at its end; `winners` is None if it was abandoned."""

    winners: tuple[int, ...] | None
    scores: tuple[int, ...]
    wins: tuple[int, ...]
    rounds: int = msgspec.field(name="hands")


class ClosingLine(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The last line of a game that is over, and the server's seed if it was committed to."""

    result: Result
    reveal: Hex | None


class _HeaderLine(Struct, frozen=True, repr_omit_defaults=True, forbid_unknown_fields=True):
    openuno: int
    rules: str
    format: str
    names: tuple[str, ...]
    dealer: int | None
    seat: int | None
    chance: Chance | None


class _Line(
    Struct, frozen=True, repr_omit_defaults=True, omit_defaults=True, forbid_unknown_fields=True
):
    by: int | UnsetType = UNSET
    do: str | UnsetType = UNSET
    events: tuple[GameEvent, ...] | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    reveal: Hex | UnsetType | None = UNSET


_ENCODER = msgspec.json.Encoder()
_HEADERS = msgspec.json.Decoder(_HeaderLine)
_LINES = msgspec.json.Decoder(_Line)
_CHAIN_ROOM = 100
"""In bytes: more than a line's chain takes."""
_BYTE = re.compile(r" \(byte (\d+)\)$")


def current_result(game: Game) -> Result:
    """How the game stands."""
    return Result(game.winners, game.scores, game.wins, game.round_number)


def game_rng(header: Header, reveal: bytes | None) -> Generator | None:
    """The generator the game began with; None if its seed is not known."""
    match header.chance:
        case SeededDeal(seed):
            return Fast(int(seed))
        case FairDeal() | SharedDeal() if reveal is not None:
            return fair_generator(reveal, terms_of(header))
        case UnboundDeal(_, clients) if reveal is not None:
            seeds = [None if seed is None else bytes.fromhex(seed) for seed in clients]
            return unbound_generator(reveal, seeds)
        case _:
            return None


def terms_of(header: Header) -> bytes:
    """What the key of a fair game is bound to: the chain of the whole record's first line.

    Tables that share a deal have everything in common but the names, so seats are numbered there.
    """
    header = replace(header, seat=None)
    if isinstance(header.chance, SharedDeal):
        numbers = tuple(str(seat) for seat in range(1, len(header.names) + 1))
        header = replace(header, names=numbers)
    return bytes.fromhex(chain.link(header_line(header), ""))


def header_line(header: Header) -> bytes:
    """The first line of a record, before it gets its chain."""
    return _encode(
        _HeaderLine(
            openuno=VERSION,
            rules=rules_text(header.rules),
            format=format_text(header.format),
            names=header.names,
            dealer=header.dealer,
            seat=header.seat,
            chance=header.chance,
        )
    )


def entry_line(entry: Entry) -> bytes:
    """The line of a command and its events, before it gets its chain."""
    match entry.command:
        case None:
            return _encode(_Line(do="begin", events=entry.events))
        case NextRound():
            return _encode(_Line(do="next", events=entry.events))
        case Act(player, action):
            return _encode(_Line(by=player, do=action_text(action), events=entry.events))
        case Penalty(player):
            return _encode(_Line(by=player, do=PENALTY, events=entry.events))


def closing_line(closing: ClosingLine) -> bytes:
    """The last line of a record, before it gets its chain."""
    return _encode(_Line(result=closing.result, reveal=closing.reveal))


def read_header(text: bytes) -> Header:
    """The header written so, or `RecordError`."""
    line = _decode(text, _HEADERS, 1)
    if line.openuno != VERSION:
        raise RecordError(1, f"this is version {line.openuno}; we read version {VERSION}")
    if len(line.rules) > LONGEST_RULES:
        raise RecordError(1, f"the rules are longer than {LONGEST_RULES} characters")
    rules = _parse_notation(text, 1, parse_rules, line.rules)
    format = _parse_notation(text, 1, parse_format, line.format)
    header = Header(rules, format, line.names, line.chance, line.dealer, line.seat)
    check_header(header)
    return header


def check_header(header: Header) -> None:
    """Refuse a header no game can have."""
    players = len(header.names)
    for name in header.names:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            advice = f"a name is 1 to {LONGEST_NAME} characters that can be printed"
            raise RecordError(1, f"{name!r} is no name: {advice}")
    if header.seat is not None and not 0 <= header.seat < players:
        raise RecordError(1, f"seat {header.seat} is not one of the {players} players")
    if header.seat is not None and isinstance(header.chance, SeededDeal):
        raise RecordError(1, "the seed would tell one player everybody's cards")
    if header.seat is None and header.chance is None:
        raise RecordError(1, "a whole record says where its chance comes from")
    if isinstance(header.chance, FairDeal | UnboundDeal):
        if len(header.chance.clients) != players:
            raise RecordError(1, f"{players} players have {players} client seeds, null for none")
        if Contribution(None, None) in header.chance.clients:
            raise RecordError(1, "a player who adds nothing has null among the clients")
    try:
        game_rng(header, None)
        start_game(header.rules, header.format, players, Fast(0), header.dealer)
    except SetupError as error:
        raise RecordError(1, str(error)) from None


def read_line(text: bytes, number: int) -> Entry | ClosingLine:
    """The line written so, an entry or the closing one, or `RecordError`."""
    line = _decode(text, _LINES, number)
    by, do, events, result, reveal = line.by, line.do, line.events, line.result, line.reveal
    if result is not UNSET or reveal is not UNSET:
        if result is UNSET or reveal is UNSET or not by is do is events is UNSET:
            raise RecordError(number, "a closing line has result and reveal, and nothing else")
        return ClosingLine(result, reveal)
    if do is UNSET or events is UNSET:
        raise RecordError(number, "a line has do and events, or result and reveal")
    if do in ("begin", "next"):
        if by is not UNSET:
            raise RecordError(number, f"{do} is done by the table; leave by away")
        return Entry(None if do == "begin" else NextRound(), events)
    if by is UNSET:
        raise RecordError(number, f"say by whom; without it do is begin or next, not {do!r}")
    if do == PENALTY:
        return Entry(Penalty(by), events)
    return Entry(Act(by, _parse_notation(text, number, parse_action, do)), events)


def _encode(line: _HeaderLine | _Line) -> bytes:
    text = _ENCODER.encode(line)
    assert len(text) < LONGEST_LINE - _CHAIN_ROOM, "what we write we can read"
    return text


def _decode(text: bytes, decoder: msgspec.json.Decoder[T], number: int) -> T:
    if len(text) > LONGEST_LINE:
        raise RecordError(number, f"longer than {LONGEST_LINE} bytes")
    try:
        text.decode()  # msgspec does not look into what it need not understand
        line = decoder.decode(text)
    except UnicodeDecodeError as error:
        raise RecordError(number, "not UTF-8 text", error.start + 1) from None
    except RecursionError:
        raise RecordError(number, "nested too deeply") from None
    except msgspec.DecodeError as error:
        byte = _BYTE.search(str(error))
        column = None if byte is None else _column(text, int(byte[1]))
        raise RecordError(number, _BYTE.sub("", str(error)), column) from None
    if _ENCODER.encode(line) != text:
        check_keys(text, number)
    return line


def check_keys(text: bytes, number: int) -> None:
    """Refuse a key given twice. Whatever we wrote ourselves has none, and is not looked at."""

    def unique(pairs: list[tuple[str, Any]]) -> None:
        keys = set()
        for key, _ in pairs:
            if key in keys:
                raise RecordError(number, f"the key {key!r} is given twice")
            keys.add(key)

    json.loads(text, object_pairs_hook=unique, parse_int=str)


def _parse_notation(text: bytes, number: int, parse: Callable[[str], T], notation: str) -> T:
    try:
        return parse(notation)
    except NotationError as error:
        quoted = json.dumps(notation, ensure_ascii=False).encode(errors="replace")
        start = text.find(quoted)
        column = None if start < 0 else _column(text, start) + 1 + error.at
        raise RecordError(number, error.sentence, column) from None


def _column(text: bytes, byte: int) -> int:
    return len(text[:byte].decode(errors="replace")) + 1
