"""A record that was tampered with is found out, at the line where it was done."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import Proof, Report, Verdict, verify
from tests.record.chain import Line, add_chain, remove_chain
from tests.record.games import SETTINGS, Setting, play_setting

FAIR = Setting("mattel-2016+hand_size=3", "race:10", 2, seed=102)
LONG = Setting("mattel-2016+hand_size=3", "race:10", 2, seed=59)
"""So long that the pile runs out: whatever else happens there happens in `FAIR`, too."""
FAST = Setting("classic+hand_size=3", "single", 3, fair=False, seed=29)
SPECIALS = SETTINGS[7]

Path = tuple[str | int, ...]


def lines_of(setting: Setting) -> list[Line]:
    return remove_chain(play_setting(setting).data)


def checked(lines: list[Line]) -> Report:
    """What is said to these lines, by one who has made the chain anew."""
    return verify(add_chain(lines))


def reshuffled(lines: list[Line]) -> list[int]:
    """The lines in which the discard pile is shuffled anew, counted from 1."""
    return [number for number, line in enumerate(lines, 1) if '"reshuffled"' in json.dumps(line)]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case list():
            yield (*path, len(value))  # one more
            for place, inner in enumerate(value):
                yield from leaves(inner, (*path, place))
        case _:
            yield path


def changed(line: Line, path: Path, card: str = "G3") -> Line:
    """The line with one value changed to another of its kind."""
    copy: Line = json.loads(json.dumps(line))
    *way, last = path
    inside: Any = copy
    for step in way:
        inside = inside[step]
    if isinstance(last, int) and last == len(inside):
        inside.append(inside[-1] if inside else 0)
        return copy
    match inside[last]:
        case bool(value):
            inside[last] = not value
        case int(value):
            inside[last] = value + 1
        case None:
            inside[last] = 0
        case str(value) if len(value) == 64:
            inside[last] = value[:-1] + ("0" if value[-1] != "0" else "1")
        case str(value):
            inside[last] = card if value != card else "G4"
        case value:
            raise AssertionError(value)
    return copy


@pytest.mark.parametrize("setting", [FAIR, FAST], ids=str)
def test_every_value_of_every_command_and_of_the_result_counts(setting: Setting) -> None:
    lines = lines_of(setting)
    assert checked(lines).verdict is Verdict.TRUE
    assert every_value_counts(lines, range(2, len(lines) + 1)) > 300


def test_every_value_counts_where_the_pile_has_run_out() -> None:
    lines = lines_of(LONG)
    assert checked(lines).verdict is Verdict.TRUE
    assert every_value_counts(lines, reshuffled(lines)) > 90


def every_value_counts(lines: list[Line], numbers: Iterable[int]) -> int:
    """Whatever is changed in these lines is found out there; how much was."""
    tried = 0
    for number in numbers:
        line = lines[number - 1]
        for path in leaves(line):
            report = checked([*lines[: number - 1], changed(line, path), *lines[number:]])
            assert report.verdict is not Verdict.TRUE, (number, path)
            assert report.line == number, (number, path, report)
            assert report.sentence
            tried += 1
    return tried


@pytest.mark.parametrize("setting", [FAIR, FAST], ids=str)
def test_every_key_is_needed_and_none_may_be_added(setting: Setting) -> None:
    lines = lines_of(setting)
    for number, line in enumerate(lines, start=1):
        for key in line:
            less = {name: value for name, value in line.items() if name != key}
            report = checked([*lines[: number - 1], less, *lines[number:]])
            # Without the player or the events it is no line; the reader says so.
            assert (report.verdict, report.line) == (Verdict.UNREADABLE, number)
        report = checked([*lines[: number - 1], {**line, "note": "x"}, *lines[number:]])
        assert (report.verdict, report.line) == (Verdict.UNREADABLE, number)
        assert report.sentence is not None
        assert "unknown field `note`" in report.sentence


@pytest.mark.parametrize("setting", [FAIR, FAST], ids=str)
def test_a_line_that_is_missing_leaves_a_gap(setting: Setting) -> None:
    """Saying UNO unasked changes nothing that comes later: a game without it is true as well."""
    lines = lines_of(setting)
    for number in range(2, len(lines)):
        if lines[number - 1].get("do") != "uno":
            report = checked([*lines[: number - 1], *lines[number:]])
            assert report.verdict is not Verdict.TRUE
            assert report.line is not None
            assert report.line >= number


@pytest.mark.parametrize("setting", [FAIR, FAST], ids=str)
def test_lines_cannot_change_places(setting: Setting) -> None:
    lines = lines_of(setting)
    for number in range(1, len(lines)):
        before, one, other, after = (
            lines[: number - 1],
            lines[number - 1],
            lines[number],
            lines[number + 1 :],
        )
        report = checked([*before, other, one, *after])
        assert report.verdict is not Verdict.TRUE
        assert report.line in (number, number + 1)


def test_a_line_cannot_stand_twice() -> None:
    lines = lines_of(FAIR)
    for number in range(1, len(lines) + 1):
        report = checked([*lines[:number], lines[number - 1], *lines[number:]])
        assert report.verdict is not Verdict.TRUE
        assert report.line is not None
        assert report.line > number


Tamper = Callable[[Line], object]


@pytest.mark.parametrize(
    ("tamper", "line", "told"),
    [
        (lambda h: h["chance"].update(commitment="0" * 64), -1, "not the one committed to"),
        (lambda h: h["chance"]["clients"].__setitem__(0, None), 2, "events"),
        (lambda h: h["chance"]["clients"][0].update(commitment=None), 2, "events"),
        (lambda h: h["chance"]["clients"][0].update(commitment="0" * 64), 1, "committed to"),
        (lambda h: h["chance"]["clients"][0].update(seed="f" * 64), 1, "committed to"),
        (lambda h: h["chance"]["clients"][0].update(seed=None), 2, "events"),
        (lambda h: h["chance"]["clients"][1].update(seed="f" * 64), 2, "events"),
        (lambda h: h["chance"]["clients"][1].update(seed=None), 1, "who adds nothing"),
        (lambda h: h["chance"]["clients"].reverse(), 2, "events"),
        (lambda h: h.update(rules="mattel-2016+hand_size=4"), 2, "events"),
        (lambda h: h.update(rules="mattel-2016+decks=2+hand_size=3"), 2, "events"),
        (lambda h: h.update(rules="mattel-2016+hand_size=3+uno_penalty=3"), 2, "events"),
        (lambda h: h.update(rules="classic+hand_size=3"), 2, "events"),
        (lambda h: h.update(format="race:11"), 2, "events"),
        (lambda h: h.update(format="race:400"), 2, "events"),
        (lambda h: h.update(format="low-tally:400"), 2, "events"),
        (lambda h: h["names"].reverse(), 2, "events"),
        (lambda h: h["names"].__setitem__(0, "Eve"), 2, "events"),
        (lambda h: h.update(seat=0), 3, "events"),
    ],
)
def test_the_header_counts(tamper: Tamper, line: int, told: str) -> None:
    """The key of the deals hangs on all of it, so that no new chain helps."""
    lines = lines_of(FAIR)
    tamper(lines[0])
    report = checked(lines)
    verdict = Verdict.UNREADABLE if told == "who adds nothing" else Verdict.FALSE
    assert (report.verdict, report.line) == (verdict, line % (len(lines) + 1))
    assert report.sentence is not None
    assert told in report.sentence


def test_a_dealer_picked_by_the_table_counts() -> None:
    lines = lines_of(SETTINGS[2])
    lines[0]["dealer"] = 1
    lines[1]["events"][0]["seat"] = 1
    report = checked(lines)
    assert (report.verdict, report.line) == (Verdict.FALSE, 3)


def test_another_seed_deals_other_cards() -> None:
    lines = lines_of(FAST)
    lines[0]["chance"]["seed"] = "1"
    report = checked(lines)
    assert (report.verdict, report.line) == (Verdict.FALSE, 2)


def test_a_seed_that_was_not_committed_to_is_refused() -> None:
    lines = lines_of(FAIR)
    lines[-1]["reveal"] = "00" * 32
    report = checked(lines)
    assert (report.verdict, report.line) == (Verdict.FALSE, len(lines))
    assert report.sentence == "the seed is not the one committed to in line 1"


def test_a_finished_game_must_reveal_its_seed_and_a_simulation_has_none() -> None:
    lines = lines_of(FAIR)
    lines[-1]["reveal"] = None
    report = checked(lines)
    assert (report.verdict, report.line) == (Verdict.FALSE, len(lines))
    lines = lines_of(FAST)
    lines[-1]["reveal"] = "00" * 32
    report = checked(lines)
    assert (report.verdict, report.line) == (Verdict.FALSE, len(lines))


def test_the_sentence_says_what_differs() -> None:
    lines = lines_of(FAIR)
    true = lines[2]["events"][1]["what"]["hands"][1][0]
    lines[2]["events"][1]["what"]["hands"][1][0] = "W4"
    report = checked(lines)
    assert report.sentence == f'events[1].what.hands[1][0] should be "{true}", but is "W4"'
    lines = lines_of(FAIR)
    lines[-1]["result"]["scores"][0] += 100
    report = checked(lines)
    assert report.sentence is not None
    assert report.sentence.startswith("result.scores[0] should be ")
    lines = lines_of(FAIR)
    lines[3]["do"], lines[3]["by"] = "pass", 0
    report = checked(lines)
    assert report.sentence is not None
    assert report.sentence.startswith("'pass' by player 0 is refused: ")


def test_a_torn_last_line_is_reported_and_what_stands_before_it_is_checked() -> None:
    data = play_setting(FAIR).data
    lines = data.splitlines(keepends=True)
    report = verify(b"".join(lines[:6]) + lines[6][:20])
    assert (report.verdict, report.line) == (Verdict.UNREADABLE, 7)
    assert (report.rounds, report.commands) == (1, 4)
    bad = lines[4].replace(b'"seat":', b'"seat":1')
    report = verify(b"".join([*lines[:4], bad, lines[5], lines[6][:20]]))
    assert (report.verdict, report.line) == (Verdict.FALSE, 5)


def test_before_the_reveal_everything_but_chance_is_checked() -> None:
    """Each change but one to a card that chance put there is found out without the seed."""
    lines = lines_of(SPECIALS)[:25]
    assert checked(lines).proof is Proof.ALL_BUT_CHANCE
    assert checked(lines).verdict is Verdict.TRUE
    for number, line in enumerate(lines[3:], start=4):
        for path in leaves(line):
            report = checked([*lines[: number - 1], changed(line, path), *lines[number:]])
            if path[-1] != "spent":
                assert report.verdict is not Verdict.TRUE, (number, path)
                assert report.line == number


def test_one_players_own_actions_cards_and_the_score_are_checked_without_the_seed() -> None:
    record = read_record(play_setting(FAIR).data)
    for player in (0, 1):
        lines = remove_chain(record_bytes(export_record(record, player)))
        assert checked(lines).proof is Proof.ONE_SEAT
        last = len(lines) - 1
        for path in leaves(lines[last - 1]["events"], ("events",)):
            # Another's card that was never seen could well be any that counts the same.
            line = changed(lines[last - 1], path, card="W4")
            report = checked([*lines[: last - 1], line, lines[last]])
            assert report.verdict is not Verdict.TRUE, path
        for number, line in enumerate(lines, start=1):
            if line.get("by") == player:
                told = checked([*lines[: number - 1], {**line, "do": "pass"}, *lines[number:]])
                assert (told.verdict, told.line) == (Verdict.FALSE, number)


def test_progress_is_reported_for_every_line() -> None:
    record = read_record(play_setting(FAIR).data)
    told: list[tuple[int, int]] = []
    verify(record, lambda done, of: told.append((done, of)))
    lines = len(record.entries)
    assert told == [(done, lines) for done in range(1, lines + 1)]
