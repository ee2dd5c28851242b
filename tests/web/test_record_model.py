"""Records in the browser, in a real Node: replayed to what Python replays, or refused as there."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw, Struct
from msgspec.structs import replace

from openuno import Rules
from openuno.game.events import GameEvent
from openuno.game.formats import Format
from openuno.game.play import new_game
from openuno.game.state import Command, Game
from openuno.game.view import GameView, view_game
from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.lines import LONGEST_LINE, Chance, ClosingLine
from openuno.record.reader import FIRST_ENTRY, Record, read_record, record_bytes
from openuno.record.replay import UNKNOWN, replay
from tests.depth import by_depth
from tests.record.chain import add_chain
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.test_former_house import OLD as FORMER_HOUSE
from tests.record.test_reader import DATA, LINES, OLD, with_header, with_line
from tests.record.test_verify import FAST, LONG, changed, leaves, lines_of
from tests.web.node import Runner


class Header(Struct, forbid_unknown_fields=True):
    rules: Rules
    format: Format
    written: dict[str, str]
    names: tuple[str, ...]
    dealer: int | None
    seat: int | None
    chance: Chance | None


class Entry(Struct, forbid_unknown_fields=True):
    line: int
    command: Command | None
    events: tuple[GameEvent, ...]


class Fault(Struct, forbid_unknown_fields=True):
    line: int
    fault: str
    message: str


class Replayed(Struct, forbid_unknown_fields=True):
    header: Header | None = None
    entries: list[Entry] = []
    closing: ClosingLine | None = None
    torn: int | None = None
    games: list[list[GameView]] = []
    error: Fault | None = None


def replayed(node: Runner, data: bytes, *players: int | None) -> Replayed:
    """The record as Node replays it: all open, then as each of these saw it."""
    given = {"text": data.decode(), "players": players}
    return msgspec.json.decode(node.ask("replay", given), type=Replayed)


def seen(game: Game, player: int | None, *, all_open: bool = False) -> GameView:
    """What a replay shows: nobody is asked what to do."""
    view = view_game(game, player)
    tables = tuple(
        replace(
            table,
            view=replace(
                table.view,
                legal=(),
                hands=at.round.hands if all_open else table.view.hands,
                phase=at.round.phase if all_open else table.view.phase,
            ),
        )
        for table, at in zip(view.tables, game.tables, strict=True)
    )
    return replace(view, tables=tables)


def games_of(record: Record) -> list[Game]:
    header = record.header
    opening = new_game(header.rules, header.format, len(header.names), UNKNOWN)
    return [opening, *(game for _, game in replay(record))]


def is_read(found: Replayed, record: Record) -> None:
    header, read_header = record.header, found.header
    assert found.error is None
    assert read_header is not None
    for name in ("rules", "format", "names", "dealer", "seat", "chance"):
        assert getattr(read_header, name) == getattr(header, name)
    assert [(entry.command, entry.events) for entry in found.entries] == [
        (entry.command, entry.events) for entry in record.entries
    ]
    lines = range(FIRST_ENTRY, FIRST_ENTRY + len(record.entries))
    assert [entry.line for entry in found.entries] == list(lines)
    assert (found.closing, found.torn) == (record.closing, record.torn)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_record_is_replayed_open_and_through_any_eyes(setting: Setting, node: Runner) -> None:
    data = play_setting(setting).data
    record = read_record(data)
    eyes = (None, 0, setting.players - 1)
    found = replayed(node, data, *eyes)
    is_read(found, record)
    for game, shown in zip(games_of(record), found.games, strict=True):
        assert shown == [seen(game, None, all_open=True), *(seen(game, player) for player in eyes)]


def test_a_record_from_before_house_let_every_first_card_act_is_replayed(node: Runner) -> None:
    record = read_record(FORMER_HOUSE)
    found = replayed(node, FORMER_HOUSE, None)
    is_read(found, record)
    for game, (shown, _) in zip(games_of(record), found.games, strict=True):
        assert shown == seen(game, None, all_open=True)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_one_players_record_is_replayed_to_what_that_player_knew(
    setting: Setting, node: Runner
) -> None:
    whole = read_record(play_setting(setting).data)
    player = setting.players - 1
    known = export_record(whole, player, reveal=setting.fair)
    found = replayed(node, record_bytes(known), player)
    is_read(found, known)
    for game, (_, shown) in zip(games_of(whole), found.games, strict=True):
        assert shown == seen(game, player)


def test_an_unfinished_record_and_a_torn_one_are_replayed_as_far_as_they_go(node: Runner) -> None:
    for data in (b"".join(LINES[:5]), b"".join(LINES[:5]) + LINES[5][:40], LINES[0]):
        is_read(replayed(node, data), read_record(data))
    is_read(replayed(node, DATA.removesuffix(b"\n")), read_record(DATA.removesuffix(b"\n")))


def test_a_record_of_the_first_version_is_replayed(node: Runner) -> None:
    is_read(replayed(node, OLD), read_record(OLD))
    spaced = "".join(json.dumps(json.loads(line)) + " \r\n" for line in OLD.splitlines()).encode()
    assert len(replayed(node, spaced).games) == OLD.count(b"\n") - 1


LAST = len(LINES)


@pytest.mark.parametrize(
    ("data", "line", "fault"),
    [
        (b"", 1, "empty"),
        (b"\n", 1, "not-json"),
        (b"{", 1, "empty"),
        (b"hello\n", 1, "not-json"),
        (b"[1]\n", 1, "not-a-record"),
        (b"{}\n", 1, "not-a-record"),
        (b'{"openuno":true}\n', 1, "not-a-record"),
        (b'{"openuno":1}\n', 1, "bad-header"),
        (b"\xef\xbb\xbf" + DATA, 1, "not-json"),
        (with_header(openuno=1), 1, "bad-header"),
        (with_header(openuno=3), 1, "newer"),
        (with_header(openuno=10**30), 1, "newer"),
        (with_header(openuno=0), 1, "bad-header"),
        (with_header(rules="mine"), 1, "bad-header"),
        (with_header(rules="house+hand_size=31"), 1, "bad-header"),
        (with_header(rules="house+hand_size=7+hand_size=6"), 1, "bad-header"),
        (with_header(rules="house+toString=on"), 1, "bad-header"),
        (with_header(rules="house+blank_cards=1+written=Everyone_wins."), 1, "bad-header"),
        (with_header(rules="house+written=You_play_again."), 1, "bad-header"),
        (with_header(format="constructor"), 1, "bad-header"),
        (with_header(format="race:0"), 1, "bad-header"),
        (with_header(format="single:1"), 1, "bad-header"),
        (with_header(format="partners"), 1, "bad-header"),
        (with_header(names=[]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", ""]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", "\u202e\x07"]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", "x" * 41]), 1, "bad-header"),
        (with_header(names=...), 1, "bad-header"),
        (with_header(dealer=1), 1, "bad-header"),
        (with_header(rules="house", dealer=3), 1, "bad-header"),
        (with_header(seat=3), 1, "bad-header"),
        (with_header(seat=-1), 1, "bad-header"),
        (with_header(chance=None), 1, "bad-header"),
        (with_header(chance={"scheme": "dice"}), 1, "bad-header"),
        (with_header(chance={"scheme": "fast", "seed": "1"}, seat=0), 1, "bad-header"),
        (with_header(chance={"scheme": "fast", "seed": str(2**64)}), 1, "bad-header"),
        (with_header(date="today"), 1, "bad-header"),
        (LINES[0] + b"\n" + LINES[1], 2, "not-json"),
        (LINES[0] + LINES[2], 2, "out-of-order"),
        (LINES[0] + LINES[1] + LINES[1], 3, "out-of-order"),
        (LINES[0] + LINES[-1], 2, "out-of-order"),
        (DATA + LINES[2], LAST + 1, "out-of-order"),
        (DATA + b"{", LAST + 1, "out-of-order"),
        (with_line(4, b'{"do":"next"}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"next","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"R77","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[{}]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[{"event":"toString"}]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"by":0,"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"b\\u0079":0,"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[],}'), 4, "not-json"),
        (with_line(4, b"null"), 4, "bad-line"),
        (with_line(4, b" " * (LONGEST_LINE + 1)), 4, "too-large"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str | int) else "",
)
def test_what_is_no_record_is_refused_at_the_line_where_python_refuses_it(
    data: bytes, line: int, fault: str, node: Runner
) -> None:
    error = replayed(node, data).error
    assert error is not None
    assert (error.line, error.fault) == (line, fault)
    with pytest.raises(RecordError) as refusal:
        read_record(data)
    assert refusal.value.line == line


@pytest.mark.parametrize("setting", [LONG, FAST], ids=str)
def test_a_damaged_record_is_refused_with_its_line_or_followed_as_python_does(
    setting: Setting, node: Runner
) -> None:
    lines = lines_of(setting)
    chance = Random(1)
    places = [
        (number, path)
        for number, line in enumerate(lines[1:], start=2)
        for path in leaves(line)
        if "pile" not in path or chance.random() < 0.05
    ]
    refused = 0
    for number, path in chance.sample(places, 150):
        damaged = [*lines[: number - 1], changed(lines[number - 1], path), *lines[number:]]
        data = add_chain(damaged)
        found = replayed(node, data)
        refused += found.error is not None
        record = read_or_none(data, found, number)
        with suppress(RecordError):
            games = [] if record is None else games_of(record)
            assert record is None or found.error is None, (number, path, found.error)
            assert found.games == [[seen(game, None, all_open=True)] for game in games]
    assert refused > 30


def read_or_none(data: bytes, found: Replayed, damaged: int) -> Record | None:
    """The record; where Python cannot read it, Node has not either, and says the same line."""
    try:
        return read_record(data)
    except RecordError as error:
        line = error.line
    assert found.error is not None
    assert found.error.line == line == damaged
    return None


ODD: tuple[object, ...] = (None, True, -1, 1.5, 99, "", "??", "__proto__", [], {}, [[]])


@settings(max_examples=by_depth(50, 200))
@given(data=st.data())
def test_every_damaged_file_is_read_or_refused(data: st.DataObject, node: Runner) -> None:
    lines = [*LINES[:8], LINES[-1]]
    number = data.draw(st.integers(0, len(lines) - 1))
    value = json.loads(lines[number])
    places = list(leaves(value))
    *way, last = data.draw(st.sampled_from(places))
    inside: Any = value
    for step in way:
        inside = inside[step]
    odd = data.draw(st.sampled_from(ODD))
    if isinstance(last, int) and last == len(inside):
        inside.append(odd)
    else:
        inside[last] = odd
    lines[number] = json.dumps(value).encode() + b"\n"
    found = replayed(node, b"".join(lines))
    if found.error is not None:
        assert found.error.line >= number + 1 or "follow" in found.error.fault


def test_bytes_that_are_no_text_are_refused_at_their_line(node: Runner) -> None:
    assert node.ask("bytes", list(LINES[0] + b"\xff\n")) == Raw(b"2")
    assert node.ask("bytes", list(DATA)) == Raw(b"null")
