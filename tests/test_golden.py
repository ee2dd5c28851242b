from pathlib import Path
from typing import get_args

import pytest

from openuno import EDITIONS, Event
from openuno.engine.actions import Action
from openuno.engine.events import DealerEvent
from openuno.engine.state import RoundOver
from tests.golden import FILES, Recorded, read, write

ANEW = "not as on file; if the change is meant: python -m tests.golden --write"
BY_WRITTEN_RULES = {"Discarded", "CardsGiven", "TurnLost", "HonourRuleRead"}
"""What only a rule on a blank brings about; few of these rounds have one."""


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
    missing = {*get_args(Event), *get_args(DealerEvent)} - events
    assert actions == set(get_args(Action))
    assert {kind.__name__ for kind in missing} <= BY_WRITTEN_RULES


def test_jump_ins_bluffs_and_dead_rounds_are_on_file() -> None:
    told = "\n".join(file.read_text("utf-8") for file in FILES)
    for words in ("jumps in with", "it was a bluff", "it was no bluff", "the round is dead"):
        assert words in told
