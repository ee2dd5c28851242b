"""Whatever stands in a file, it is read or refused with `RecordError`, and followed likewise."""

import json
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from openuno.engine.cards import Card, Colour
from openuno.engine.custom import CardKind
from openuno.engine.events import (
    CardChoice,
    Cards,
    DrawReason,
    Event,
    LastingRule,
    UnfinishedRule,
)
from openuno.game.events import AtTable
from openuno.game.view import view_game
from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.lines import Entry
from openuno.record.reader import Record, read_record, record_bytes
from openuno.record.replay import replay
from openuno.record.verify import Verdict, resume_game, verify
from tests.record.games import SETTINGS, WRITTEN, Setting, play_setting

SHORT = (
    Setting("mattel-2016+hand_size=3", "race:10", 2, seed=59),
    Setting("house+hand_size=2+seven_zero=on", "rotating", 4, fair=False, hands=2),
    Setting(f"house+blank_cards=8+written={WRITTEN}", "single", 3, seed=3, policy="uniform"),
    Setting("house+stacking=any+swap_cards=4+shuffle_cards=4+hand_size=4", "single", 4, seed=8),
)
FILES = [play_setting(setting).data for setting in SHORT]
FILES += [record_bytes(export_record(read_record(data), 1)) for data in FILES]
FILES += [data.rpartition(b'{"result"')[0] for data in FILES]
KEYS = ["by", "do", "events", "event", "what", "seat", "hands", "cards", "table", "openuno", "x"]


def survives(data: bytes) -> None:
    """Read it and follow it in every way there is."""
    try:
        record = read_record(data)
    except RecordError:
        report = verify(data)
        assert report.verdict is Verdict.UNREADABLE
        assert report.sentence is not None
        assert report.sentence.isprintable()
        return
    assert read_record(record_bytes(record)).entries == record.entries
    report = verify(record)
    if report.verdict is Verdict.FALSE:
        assert report.line is not None
        assert report.sentence is not None
        assert report.sentence.isprintable()
    followed = follow(record)
    assert followed or report.verdict is not Verdict.TRUE


def follow(record: Record) -> bool:
    try:
        for _, game in replay(record):
            for player in (None, *range(len(record.header.names))):
                view_game(game, player)
        for player in range(len(record.header.names)):
            if record.header.seat in (None, player):
                read_record(record_bytes(export_record(record, player)))
    except RecordError:
        return False
    with suppress(RecordError):
        resume_game(record, bytes(32))
    return True


@given(st.binary(max_size=2000))
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(FILES[0] + data)


@given(st.integers(0, len(FILES) - 1), st.data())
def test_a_file_with_bytes_changed(file: int, draw: st.DataObject) -> None:
    data = FILES[file]
    for _ in range(draw.draw(st.integers(1, 4))):
        start = draw.draw(st.integers(0, len(data)))
        end = draw.draw(st.integers(start, min(len(data), start + 40)))
        data = data[:start] + draw.draw(st.binary(max_size=40)) + data[end:]
    survives(data)


@given(st.integers(0, len(FILES) - 1), st.data())
def test_a_file_with_lines_moved_about(file: int, draw: st.DataObject) -> None:
    lines = FILES[file].splitlines(keepends=True)
    for _ in range(draw.draw(st.integers(1, 3))):
        taken = lines.pop(draw.draw(st.integers(0, len(lines) - 1)))
        lines.insert(draw.draw(st.integers(0, len(lines))), taken)
    survives(b"".join(lines))


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.sampled_from([10**9, 2**63, 2**64, 10**40, -(10**40), 1.5, 1e300])
    | st.sampled_from([str(card) for card in Card])
    | st.sampled_from(["next", "begin", "draw", "dealt", "played", "round-ended", "R", "", "\x1b"])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)


@given(st.integers(0, len(FILES) - 1), st.data())
def test_a_file_with_values_changed(file: int, draw: st.DataObject) -> None:
    """Still JSON, often still a record, seldom a game."""
    lines: list[Any] = [json.loads(line) for line in FILES[file].splitlines()]
    for _ in range(draw.draw(st.integers(1, 3))):
        place: Any = draw.draw(st.sampled_from(lines))
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw.draw(st.sampled_from(keys))
            if isinstance(place[key], (dict, list)) and draw.draw(st.integers(0, 5)):
                place = place[key]
                continue
            match draw.draw(st.integers(0, 5)):
                case 0:
                    del place[key]
                case 1 if isinstance(place, list):
                    place.insert(key, draw.draw(st.sampled_from(place)))
                case 2 if isinstance(place, list):
                    place.reverse()
                case _:
                    place[key] = draw.draw(values)
            break
    survives(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


numbers = st.integers(-1, 4) | st.sampled_from([10**9, 2**64])
cards = st.lists(st.sampled_from(Card), max_size=4).map(tuple)
unfinished = st.builds(
    UnfinishedRule, numbers, st.integers(0, 4), st.none() | numbers, st.booleans()
)
FIELDS: dict[object, st.SearchStrategy[Any]] = {
    int: numbers,
    int | None: st.none() | numbers,
    bool: st.booleans(),
    str: st.text(max_size=5),
    Card: st.sampled_from(Card),
    Colour: st.sampled_from(Colour),
    Colour | None: st.none() | st.sampled_from(Colour),
    DrawReason: st.sampled_from(DrawReason),
    CardChoice: st.sampled_from(CardChoice),
    UnfinishedRule: unfinished,
    UnfinishedRule | None: st.none() | unfinished,
    LastingRule: st.builds(
        LastingRule,
        st.lists(numbers, max_size=4).map(tuple),
        st.sampled_from(CardKind),
        st.booleans(),
        st.none() | numbers,
    ),
    Cards: cards,
    tuple[Cards, ...]: st.lists(cards, max_size=4).map(tuple),
    tuple[int, ...]: st.lists(numbers, max_size=4).map(tuple),
}
"""Any value of the types events are made of."""

happenings = st.one_of(
    [
        st.builds(kind, **{field.name: FIELDS[field.type] for field in fields(kind)})
        for kind in get_args(Event)
    ]
)


@given(st.integers(0, len(FILES) - 1), st.integers(1, 500), st.integers(0, 9), happenings)
def test_a_file_in_which_something_else_happens(
    file: int, line: int, place: int, happened: Event
) -> None:
    """A stranger's events must not lead to a game that nobody can look at."""
    record = read_record(FILES[file])
    line %= len(record.entries)
    entry = record.entries[line]
    before, after = entry.events[:place], entry.events[place:]
    for events in (
        (*before, AtTable(0, happened), *after),
        (*before, AtTable(0, happened), *after[1:]),
        (*before, AtTable(0, happened)),
    ):
        entries = (*record.entries[:line], Entry(entry.command, events))
        survives(record_bytes(Record(record.header, (*entries, *record.entries[line + 1 :]))))


@given(st.sampled_from(SETTINGS), st.integers(0, 10**6), st.integers(0, 10**6))
def test_half_of_one_game_and_half_of_another(setting: Setting, cut: int, other: int) -> None:
    lines = play_setting(setting).data.splitlines(keepends=True)
    more = play_setting(SETTINGS[other % len(SETTINGS)]).data.splitlines(keepends=True)
    survives(b"".join(lines[: 2 + cut % 30] + more[1 + other % 30 : 40]))


@pytest.mark.parametrize("depth", [1, 10, 500, 900, 1100, 30_000, 200_000])
def test_nesting_of_any_depth(depth: int) -> None:
    lines = FILES[0].splitlines(keepends=True)
    for opened, closed in ((b"[", b"]"), (b'{"a":', b"}"), (b'{"events":[', b"]}")):
        for nested in (opened * depth, opened * depth + b"1" + closed * depth):
            survives(nested + b"\n")
            survives(b"".join(lines[:3]) + nested + b"\n")
            survives(b"".join(lines[:3]) + nested)
