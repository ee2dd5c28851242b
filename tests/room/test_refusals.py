"""A refusal is a kind and values; the sentence is made of them in one place."""

from collections import defaultdict
from string import Formatter
from typing import Any

import pytest

from openuno import IllegalAction, NotationError, Reason, SetupError
from openuno.engine.faults import Fault, FaultKind
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused, Value, refusal_text


def test_every_code_has_its_kinds_and_no_two_say_the_same() -> None:
    kinds = defaultdict(list)
    for kind in RefusalKind:
        kinds[kind.code].append(kind)
    assert set(kinds) == set(RefusalCode)
    said = [kind.template for kind in RefusalKind if kind.template != "{cause}"]
    assert len(said) == len(set(said))
    # A general kind is the code's own: it bears no other code's name.
    assert all(kind.is_general for kind in RefusalKind if kind.value in set(RefusalCode))


@pytest.mark.parametrize("kind", RefusalKind)
def test_a_sentence_says_the_values_of_its_kind(kind: RefusalKind) -> None:
    names = {name for _, name, _, _ in Formatter().parse(kind.template) if name} - {"cause"}
    values: dict[str, Any] = {name: 7 if name == "seconds" else f"<{name}>" for name in names}
    cause = Fault.of(FaultKind.NOTHING) if "{cause}" in kind.template else None
    refused = Refused(kind, cause=cause, **values)
    assert refused.code is kind.code
    assert str(refused) == refused.sentence != ""
    assert all(f"<{name}>" in refused.sentence for name in names - {"seconds"})
    assert refused.values == (values or None)


@pytest.mark.parametrize(
    ("kind", "seconds", "says"),
    [
        (RefusalKind.TOO_FAST, 1, "not so fast; wait a second"),
        (RefusalKind.TOO_FAST, 20, "not so fast; wait 20 seconds"),
        (RefusalKind.WRONG_CODES, 119, "too many wrong table codes; wait 119 s, then try again"),
        (RefusalKind.WRONG_CODES, 121, "too many wrong table codes; wait 3 min, then try again"),
    ],
)
def test_a_time_to_wait_is_said_in_words(kind: RefusalKind, seconds: int, says: str) -> None:
    assert refusal_text(kind, {"seconds": seconds}) == says


@pytest.mark.parametrize(
    ("seconds", "wait"),
    [(1, "1 min"), (3600, "60 min"), (3601, "2 h"), (172_800, "48 h"), (172_801, "3 days")],
)
def test_a_long_absence_is_said_in_minutes_or_more(seconds: int, wait: str) -> None:
    values: dict[str, Value] = {"names": ("Ann", "Ben"), "votes": 2, "seconds": seconds}
    assert refusal_text(RefusalKind.NEEDS_VOTE, values) == (
        f"away: Ann, Ben; vote on it (2 votes are needed) or wait {wait}"
    )


def test_a_move_is_refused_with_the_reason_and_values_of_the_engine() -> None:
    cause = IllegalAction(Reason.CARD_NOT_HELD, card="R7")
    refused = Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)
    assert (refused.reason, refused.values) == ("card-not-held", {"card": "R7"})
    assert refused.sentence == "you do not hold a Red 7"


def test_settings_are_refused_with_the_fault_and_its_switch() -> None:
    fault = Fault.of(FaultKind.ODD, word="4")
    told = Fault.of(FaultKind.ODD, word="4", switch="rounds")
    setup = Refused(RefusalKind.BAD_SETTINGS, cause=SetupError("rounds", fault))
    assert (setup.fault, setup.sentence) == (told, "rounds: must be odd, not 4")
    line = Refused(RefusalKind.BAD_SETTINGS, cause=NotationError("x:4", 2, fault, "rounds"))
    assert (line.fault, line.sentence) == (told, "rounds: must be odd, not 4 (at character 3)")
