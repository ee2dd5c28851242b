from pathlib import Path
from typing import get_args

import pytest

from openuno import EDITIONS, Event
from openuno.engine.actions import Action
from openuno.engine.custom import Effect
from openuno.engine.events import DealerEvent
from openuno.engine.notation.rules import parse_rules
from openuno.engine.state import RoundOver
from tests.golden import FILES, Recorded, read, write

ANEW = "not as on file; if the change is meant: python -m tests.golden --write"


@pytest.fixture(scope="module")
def rounds() -> dict[Path, Recorded]:
    return {file: write(*read(file.read_text("utf-8"))) for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_round_plays_as_on_file(file: Path, rounds: dict[Path, Recorded]) -> None:
    lines = zip(rounds[file].text.splitlines(), file.read_text("utf-8").splitlines(), strict=False)
    for number, (now, then) in enumerate(lines, start=1):
        assert now == then, f"line {number} of {file.name}: {ANEW}"
    assert rounds[file].text == file.read_text("utf-8"), ANEW


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_round_on_file_is_whole(file: Path, rounds: dict[Path, Recorded]) -> None:
    assert isinstance(rounds[file].round.phase, RoundOver)


def test_every_edition_has_two_dealt_rounds_as_printed() -> None:
    openings = [read(file.read_text("utf-8"))[0] for file in FILES]
    for slug in EDITIONS:
        assert sum(opening.rules == slug and opening.position is None for opening in openings) >= 2
    assert sum("+" in opening.rules for opening in openings) >= 4


def test_every_kind_of_action_and_event_is_on_file(rounds: dict[Path, Recorded]) -> None:
    actions = {type(move.action) for recorded in rounds.values() for move in recorded.moves}
    events = {type(event) for recorded in rounds.values() for event in recorded.events}
    assert actions == set(get_args(Action))
    assert events == {*get_args(Event), *get_args(DealerEvent)}


def test_every_effect_of_a_custom_rule_is_on_file() -> None:
    rules = [parse_rules(read(file.read_text("utf-8"))[0].rules) for file in FILES]
    written = {type(effect) for each in rules for rule in each.written for effect in rule}
    assert written == set(get_args(Effect))


def test_jump_ins_bluffs_and_dead_rounds_are_on_file() -> None:
    told = "\n".join(file.read_text("utf-8") for file in FILES)
    for words in ("jumps in with", "it was a bluff", "it was no bluff", "the round is dead"):
        assert words in told
