"""Patterns of the pencil: each is compiled when a rule is read that it may fit."""

import re

import pytest

from openuno.engine.pencil.clauses.clause import EFFECT_PATTERNS, LASTING_PATTERNS
from openuno.engine.pencil.clauses.conditions import CONDITION_PATTERNS
from openuno.engine.pencil.patterns import Pattern

PATTERNS = (*EFFECT_PATTERNS, *LASTING_PATTERNS, *CONDITION_PATTERNS)


def test_a_pattern_is_not_compiled_for_words_that_it_cannot_fit() -> None:
    broken = Pattern("broken", "SKIP (WHO")
    assert broken.match("DRAW NUM=2 ", (), whole=True) is None
    with pytest.raises(re.error):
        broken.match("SKIP ", (), whole=True)


def test_every_pattern_can_be_compiled() -> None:
    for pattern in PATTERNS:
        assert pattern.match(" ".join(pattern._needed), (), whole=True) is None


@pytest.mark.parametrize(
    ("written", "needed"),
    [
        ("subject? DRAW n cards FROMPILE?", ("DRAW",)),
        ("subject (SKIP|LOSE (A|ONE)? TURN) NUM1", ("NUM=1",)),
        ("WHO=you CAN? (?P<which>(A|B) C)? PLAY", ("WHO=you", "PLAY")),
        ("SKIP WHO|LOSE TURN", ()),
    ],
)
def test_what_stands_in_no_group_is_needed(written: str, needed: tuple[str, ...]) -> None:
    assert Pattern("any", written)._needed == needed
