"""No change of a single byte leaves a record true, whatever kind of record it is."""

from collections.abc import Iterator

import pytest

from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import Verdict, verify
from tests.depth import by_depth
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.test_verify import FAIR, FAST

WHOLE = play_setting(FAIR).data
SIMULATED = play_setting(FAST).data
CHOSEN_DEALER = play_setting(SETTINGS[2]).data
UNFINISHED = WHOLE[: WHOLE.index(b'{"result"')]
HEADER_ONLY = WHOLE[: WHOLE.index(b"\n") + 1]
ONE_SEAT = record_bytes(export_record(read_record(WHOLE), 1))
ONE_SEAT_WITH_SEED = record_bytes(export_record(read_record(WHOLE), 1, reveal=True))
STRANGE_NAMES = record_bytes(
    read_record(
        play_setting(Setting("classic+hand_size=2", "single", 2, fair=False, seed=4))
        .data.replace(b'"Ada"', '"Z\u00f6\ufffd"'.encode())
        .replace(b'"Bo"', '"\u00e9\u2603\U0001f0cf"'.encode())
    )
)
"""The last of these is what a program shows for bytes that are no text."""
RECORDS = {
    "whole": WHOLE,
    "simulated": SIMULATED,
    "chosen dealer": CHOSEN_DEALER,
    "unfinished": UNFINISHED,
    "header only": HEADER_ONLY,
    "one seat": ONE_SEAT,
    "one seat with the seed": ONE_SEAT_WITH_SEED,
    "strange names": STRANGE_NAMES,
}


def places(data: bytes) -> list[int]:
    """Every byte of the first line and of the last, and some between them."""
    lines = data.splitlines(keepends=True)
    start, end = len(lines[0]), len(data) - len(lines[-1])
    step = max(end - start, 0) // by_depth(60, 400) + 1
    return sorted({*range(start), *range(start, end, step), *range(end, len(data))})


def with_one_byte_changed(data: bytes) -> Iterator[bytes]:
    """The record with a byte replaced, left out, put in or doubled, wherever it may be."""
    for place in places(data):
        before, byte, after = data[:place], data[place], data[place + 1 :]
        yield before + bytes((byte ^ 1,)) + after
        yield before + bytes((byte ^ 32,)) + after
        yield before + after
        yield before + bytes((byte, byte)) + after
        yield before + bytes((b' \n\r0,"\0'[place % 7], byte)) + after
    for new in b" \n\r\0{0":
        yield data + bytes((new,))


@pytest.mark.parametrize("kind", RECORDS)
def test_no_change_of_one_byte_is_true(kind: str) -> None:
    data = RECORDS[kind]
    assert verify(data).verdict is Verdict.TRUE
    tried = 0
    for changed in with_one_byte_changed(data):
        report = verify(changed)
        assert report.verdict is not Verdict.TRUE, changed
        assert report.line is not None
        assert report.sentence
        tried += 1
    assert tried > 1500


def test_the_last_newline_counts() -> None:
    report = verify(WHOLE.removesuffix(b"\n"))
    assert (report.verdict, report.line) == (Verdict.UNREADABLE, WHOLE.count(b"\n"))
    assert report.sentence == "the last line is incomplete, as after a crash"


def test_a_changed_line_is_named_even_if_all_that_follows_is_wrong_for_it() -> None:
    report = verify(WHOLE.replace(b"race:10", b"race:11"))
    assert (report.verdict, report.line) == (Verdict.FALSE, 1)
    assert report.sentence == "this line was changed after it was written: its chain does not fit"
    dealt = WHOLE.replace(b'"spent":', b'"spent":1')
    report = verify(dealt)
    assert (report.verdict, report.line) == (Verdict.FALSE, 3)
    assert report.sentence is not None
    assert "spent should be" in report.sentence


def test_spaces_and_other_spellings_are_changes() -> None:
    for one, other in (
        (b'"seat":null', b'"seat": null'),
        (b'"names":["Ada"', b'"names":["\\u0041da"'),
        (b"mattel-2016+hand_size=3", b"mattel-2016+hand_size=03"),
    ):
        changed = WHOLE.replace(one, other, 1)
        assert changed != WHOLE
        assert verify(changed).verdict is not Verdict.TRUE
