"""What cannot be read is refused with its line, and with its column where that is known."""

import json
import tracemalloc
from typing import Any

import pytest
from msgspec.structs import replace

from openuno.record import reader
from openuno.record.errors import RecordError
from openuno.record.lines import LONGEST_LINE, VERSION
from openuno.record.reader import read_record
from openuno.record.upgrade import UPGRADES
from openuno.record.verify import Verdict, verify
from tests.record.chain import add_chain, remove_chain, version_1
from tests.record.games import SETTINGS, play_setting

DATA = play_setting(SETTINGS[0]).data
LINES = DATA.splitlines(keepends=True)
HEADER: dict[str, Any] = remove_chain(DATA)[0]
OLD = version_1(remove_chain(play_setting(replace(SETTINGS[0], unbound=True)).data))
ADDED = {"commitment": None, "seed": "0" * 64}


def refused(data: bytes | str) -> RecordError:
    with pytest.raises(RecordError) as refusal:
        read_record(data)
    assert str(refusal.value).isprintable()
    return refusal.value


def with_header(**changes: object) -> bytes:
    header = {name: value for name, value in {**HEADER, **changes}.items() if value is not ...}
    return add_chain([header, *remove_chain(DATA)[1:]])


def with_line(number: int, line: bytes) -> bytes:
    return b"".join([*LINES[: number - 1], line + b"\n", *LINES[number:]])


def test_bytes_and_text_are_read_alike() -> None:
    assert read_record(DATA.decode()) == read_record(DATA)


def test_other_spaces_are_read_and_marked() -> None:
    record = read_record(DATA)
    spaced = "".join(json.dumps(json.loads(line)) + "\n" for line in LINES)
    assert "`chain`" in refused(spaced).sentence
    first = LINES[0].replace(b'"seat":', b'"seat": ')
    other = read_record(first + b"".join(LINES[1:]))
    assert (other.header, other.entries, other.altered) == (record.header, record.entries, 1)
    assert record.altered is None


def test_spaces_do_not_matter_in_the_first_version() -> None:
    record = read_record(OLD)
    spaced = "".join(json.dumps(json.loads(line)) + " \r\n" for line in OLD.splitlines())
    assert read_record(spaced).entries == record.entries
    assert (record.version, record.altered) == (1, None)


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        (b"", 1, "nothing here"),
        (b"\n", 1, "not JSON"),
        (b"{", 1, "incomplete"),
        (b"hello\n", 1, "not JSON; is this a record of a game (.uno)?"),
        (b"[1]\n", 1, "not a JSON object"),
        (b"{}\n", 1, "not a record"),
        (b'{"openuno":true}\n', 1, "not a record"),
        (b'{"openuno":1.0}\n', 1, "not a record"),
        (b'{"openuno":2}\n', 1, "missing required field `rules`"),
        (b'{"openuno":1}\n', 1, "not a line of version 1: missing required field `chance`"),
        (b'{"openuno":1,"chance":7}\n', 1, "not a line of version 1: a field holds another kind"),
        (b'{"openuno":1,"chance":null,"rules":7}\n', 1, "version 1: a field holds another kind"),
        (
            b'{"openuno":1,"chance":{"scheme":"openuno deal 2"}}\n',
            1,
            "not a line of version 1: version 1 has no such deals",
        ),
        (LINES[0] + b"\n" + LINES[1], 2, "truncated"),
        (LINES[0] + LINES[2], 2, "begin"),
        (LINES[0] + LINES[1] + LINES[1], 3, "begin"),
        (LINES[0] + LINES[-1], 2, "has not begun"),
        (DATA + LINES[2], len(LINES) + 1, "nothing can follow"),
        (DATA + b"{", len(LINES) + 1, "nothing can follow"),
        (LINES[0] + b"\xff\n", 2, "not UTF-8"),
        (b"\xef\xbb\xbf" + DATA, 1, "not JSON"),
        (b"\x1f\x8b\x08\x00\x00", 1, "incomplete"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, line: int, told: str) -> None:
    error = refused(data)
    assert error.line == line
    assert told in error.sentence


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rules": "matel-2016"}, "there is no edition 'matel-2016'"),
        ({"rules": "house+hand_size=99"}, "hand_size: must be 1 to 30"),
        ({"format": "racing"}, "there is no format 'racing'"),
        ({"format": "race:0"}, "limit"),
        ({"format": "partners"}, "players: partners takes exactly 4 players"),
        ({"names": []}, "client seeds"),
        ({"names": ["Ada", "Bo"]}, "client seeds"),
        ({"names": ["Ada", "Bo", ""]}, "is no name"),
        ({"names": ["Ada", "Bo", "\u202e\x07"]}, "is no name"),
        ({"names": ["Ada", "Bo", "x" * 41]}, "is no name"),
        ({"names": "Ada"}, "Expected `array`"),
        ({"dealer": 1}, "dealer: this table draws for the deal"),
        ({"rules": "house", "dealer": 3}, "there is no player 3"),
        ({"seat": 3}, "seat 3 is not one of the 3 players"),
        ({"seat": -1}, "seat -1"),
        ({"seat": "0"}, "Expected `int | null`"),
        ({"chance": None}, "where its chance comes from"),
        ({"chance": {"scheme": "dice"}}, "Invalid value 'dice'"),
        ({"chance": {"scheme": "fast", "seed": "1"}, "seat": 0}, "everybody's cards"),
        ({"chance": {"scheme": "fast", "seed": str(2**64)}}, "rng: a seed is"),
        ({"chance": {"scheme": "fast", "seed": "-1"}}, "matching regex"),
        ({"chance": {"scheme": "fast", "seed": 1}}, "Expected `str`"),
        ({"chance": {**HEADER["chance"], "commitment": "00"}}, "matching regex"),
        ({"chance": {**HEADER["chance"], "clients": [ADDED]}}, "client seeds"),
        ({"chance": {**HEADER["chance"], "clients": ["0" * 64, None, None]}}, "Expected `object"),
        (
            {
                "chance": {
                    **HEADER["chance"],
                    "clients": [{**ADDED, "seed": "0" * 64 + "\n"}, None, None],
                }
            },
            "regex",
        ),
        (
            {"chance": {**HEADER["chance"], "clients": [{**ADDED, "seed": None}, None, None]}},
            "adds nothing",
        ),
        ({"chance": {**HEADER["chance"], "salt": "x"}}, "unknown field `salt`"),
        ({"names": ...}, "missing required field `names`"),
        ({"date": "today"}, "unknown field `date`"),
        ({"openuno": VERSION + 1}, f"this is version {VERSION + 1}"),
        ({"openuno": 10**30}, "get a newer one"),
        ({"openuno": 0}, "there never was a version 0"),
        ({"openuno": -5}, "there never was a version -5"),
    ],
    ids=str,
)
def test_a_header_no_game_can_have_is_refused(changes: dict[str, object], told: str) -> None:
    error = refused(with_header(**changes))
    assert error.line == 1
    assert told in error.sentence


@pytest.mark.parametrize(
    ("line", "told", "column"),
    [
        (b'{"do":"next"}', "do and events", None),
        (b'{"events":[]}', "do and events", None),
        (b'{"by":0,"do":"next","events":[]}', "leave by away", None),
        (b'{"do":"draw","events":[]}', "say by whom", None),
        (b'{"by":0,"do":"R77","events":[]}', "there is no action 'R77'", 15),
        (b'{"by":0,"do":"W/Q","events":[]}', "there is no colour 'Q'", 17),
        (b'{"by":0,"do":"draw","events":[],"result":null}', "Expected `object`", None),
        (b'{"do":"next","events":[],"reveal":null}', "nothing else", None),
        (b'{"reveal":null}', "nothing else", None),
        (b'{"by":0,"do":"draw","events":[{}]}', "missing required field `event`", None),
        (b'{"by":0,"do":"draw","events":[{"event":"cheated"}]}', "Invalid value 'cheated'", None),
        (b'{"by":"0","do":"draw","events":[]}', "Expected `int`", None),
        (b'{"by":0,"by":0,"do":"draw","events":[]}', "the key 'by' is given twice", None),
        (b'{"by":0,"do":"draw","events":[]', "truncated", None),
        (b'{"by":0,"do":"draw","events":[],}', "malformed", 33),
        (b'{"by":0,"do":"draw","events":[}', "malformed", 31),
        (b'{"by":0,"do":"\xe2\x98","events":[]}', "not UTF-8", 15),
        (b'{"by":0,"do":"\xe2\x98\x83","events":[}', "malformed", 28),
        (b"null", "Expected `object`", None),
        (b"[" * 10_000, "Expected `object`", None),
        (b'{"by":' + b"[" * 10_000, "Expected `int`", None),
        (b'{"x":' + b"[" * 10_000, "unknown field", None),
        (b'{"by":' + b"9" * 5000 + b"}", "out of range", None),
    ],
)
def test_a_line_that_is_none_is_refused(line: bytes, told: str, column: int | None) -> None:
    error = refused(with_line(4, line))
    assert error.line == 4
    assert told in error.sentence
    assert error.column == column


def test_a_key_given_twice_is_refused_wherever_it_is() -> None:
    twice = LINES[2].replace(b'"hand":1', b'"hand":1,"hand":1').rstrip()
    error = refused(with_line(3, twice))
    assert (error.line, error.sentence) == (3, "the key 'hand' is given twice")
    header = LINES[0].replace(b'"seat":null', b'"seat":0,"seat":null')
    assert "given twice" in refused(header + b"".join(LINES[1:])).sentence


def test_an_error_can_be_shown_anywhere() -> None:
    error = refused(with_line(4, b'{"\\u001b[2J\\u202e' + b"x" * 5000 + b'":1}'))
    assert error.sentence.isprintable()
    assert len(error.sentence) < 400


def test_a_line_or_record_that_is_too_long_is_refused_at_once() -> None:
    long = b'{"by":0,"do":"' + b"x" * LONGEST_LINE + b'","events":[]}'
    assert "longer than" in refused(with_line(4, long)).sentence
    assert "longer than" in refused(b"".join(LINES[:3]) + b"x" * (LONGEST_LINE + 1)).sentence
    assert "larger than 64 MiB" in refused(bytes(reader.MAX_RECORD_BYTES + 1)).sentence


@pytest.mark.parametrize(
    "line",
    [
        b'{"by":0,"do":"draw","events":[' + b'{"event":"dealer-found","seat":0},' * 30_000 + b"]}",
        b'{"do":"next","events":[{"event":"hand-began","hand":1,"tables":['
        + b"[]," * 340_000
        + b'[]],"dealers":[]}]}',
        b'{"' + b"\\u0041" * 170_000 + b'":1}',
        b'{"by":0,"do":"' + b"\\\\" * 500_000 + b'","events":[]}',
        b"[" * (LONGEST_LINE - 1),
        b'{"openuno":' * 90_000,
    ],
    ids=["events", "tables", "key", "action", "brackets", "braces"],
)
def test_a_line_takes_no_more_memory_than_a_small_multiple_of_its_length(line: bytes) -> None:
    assert len(line) <= LONGEST_LINE + 80
    for number in (1, 4):
        data = with_line(number, line)
        tracemalloc.start()
        try:
            report = verify(data)
        finally:
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert report.verdict is not Verdict.TRUE
        assert report.line == number
        assert peak < 32 * LONGEST_LINE


def test_a_torn_last_line_is_left_out_and_reported() -> None:
    """A line is whole when its newline is there: nobody was told of it before."""
    for data in (DATA, OLD):
        lines = data.splitlines(keepends=True)
        for cut in range(1, len(lines[4])):
            record = read_record(b"".join(lines[:4]) + lines[4][:cut])
            assert record.torn == 5
            assert len(record.entries) == 3
            assert record.length == len(b"".join(lines[:4]))


def test_a_line_without_its_chain_is_refused() -> None:
    bare = json.dumps(remove_chain(DATA)[4], separators=(",", ":")).encode()
    error = refused(with_line(5, bare))
    assert (error.line, error.sentence) == (5, "the line does not end with its chain")


def test_the_first_version_knows_neither_chains_nor_bound_deals() -> None:
    first, *others = OLD.splitlines(keepends=True)
    chained = others[1].replace(b"]}\n", b'],"chain":"' + b"0" * 64 + b'"}\n')
    assert "unknown field `chain`" in refused(first + others[0] + chained).sentence
    bound = remove_chain(DATA)
    assert "version 1 has no such deals" in refused(version_1(bound)).sentence
    twice = first.replace(b'"seat":null', b'"seat":0,"seat":null')
    assert "given twice" in refused(twice + b"".join(others)).sentence


def upgrade_from_0(line: dict[str, Any]) -> dict[str, Any]:
    """The version before the first, had there been one: other words, and cards in a string."""
    if "openuno" in line:
        players = line.pop("players")
        return {**line, "openuno": 1, "names": players.split(","), "dealer": None, "seat": None}
    return {{"doing": "do", "who": "by"}.get(key, key): value for key, value in line.items()}


UPGRADES_FROM_0 = {0: upgrade_from_0, **UPGRADES}


def version_0() -> bytes:
    first, *others = map(json.loads, OLD.splitlines())
    header = {**first, "openuno": 0, "players": ",".join(first["names"])}
    for name in ("names", "dealer", "seat"):
        del header[name]
    renamed = {"do": "doing", "by": "who"}
    lines = [header, *({renamed.get(key, key): line[key] for key in line} for line in others)]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_an_older_version_is_brought_up_to_date() -> None:
    record = read_record(version_0(), upgrades=UPGRADES_FROM_0)
    assert record.header == read_record(OLD).header
    assert record.entries == read_record(OLD).entries
    assert record.closing == read_record(OLD).closing


def test_an_older_version_is_torn_and_refused_as_any() -> None:
    lines = version_0().splitlines(keepends=True)
    assert read_record(b"".join(lines[:3]) + b'{"doing"', UPGRADES_FROM_0).torn == 4
    for line in (b"[]", b"{", b'{"who":0,"do":"x"}', b"[" * 5000):
        with pytest.raises(RecordError) as refusal:
            read_record(b"".join([*lines[:3], line + b"\n", *lines[4:]]), UPGRADES_FROM_0)
        assert refusal.value.line == 4
    with pytest.raises(RecordError, match="not a line of version 0"):
        read_record(lines[0].replace(b"players", b"playerz"), UPGRADES_FROM_0)


def test_upgrades_follow_one_another_without_a_gap() -> None:
    assert sorted(UPGRADES) == list(range(1, VERSION))
    with pytest.raises(RecordError, match="there never was a version -1"):
        read_record(with_header(openuno=-1), UPGRADES_FROM_0)
