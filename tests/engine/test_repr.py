"""What `repr` prints, Python reads back; what `print` shows of a round is a table."""

from pathlib import Path

import pytest

import openuno
from openuno import EDITIONS, Fast, deal, edition, legal, parse_rules, with_switches
from openuno.engine import actions, cards, custom, events, rng, rules, state
from openuno.game import events as game_events
from openuno.game import formats
from tests.golden import FILES, read, write

NAMES = {
    name: value
    for module in (actions, cards, custom, events, game_events, formats, rng, rules, state)
    for name, value in vars(module).items()
    if not name.startswith("_")
}


def read_back(value: object) -> object:
    read: object = eval(repr(value), dict(NAMES))
    return read


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rounds_actions_and_events_of_golden_rounds_read_back(file: Path) -> None:
    recorded = write(*read(file.read_text("utf-8")))
    assert read_back(recorded.round) == recorded.round
    for event in recorded.events:
        assert read_back(event) == event
    for move in recorded.moves:
        assert read_back(move.action) == move.action


@pytest.mark.parametrize("name", EDITIONS)
def test_rules_read_back_and_name_only_what_is_not_usual(name: str) -> None:
    assert read_back(edition(name)) == edition(name)
    assert len(repr(edition(name))) < 300


def test_rules_of_a_table_read_back() -> None:
    text = "wild-112+stacking=any+jump_in=on+written=Everyone_draws_1_card.|You_play_again."
    changed = parse_rules(text)
    assert read_back(changed) == changed


def test_values_print_as_they_are_written() -> None:
    assert repr(openuno.Card.R7) == "Card.R7"
    assert repr(openuno.Stacking.ANY) == "Stacking.ANY"
    assert repr(openuno.Play(openuno.Card.R7, uno=True)) == "Play(card=Card.R7, uno=True)"
    changed = with_switches(edition("mattel-2016"), jump_in=True)
    assert repr(changed) == "Rules(edition='mattel-2016', jump_in=True)"


def test_a_round_prints_as_a_table() -> None:
    round = deal(edition("classic"), seats=3, dealer=0, rng=Fast(7)).round
    first, *hands = str(round).splitlines()
    assert first == "B7 on top, blue; play goes left; 86 in the pile"
    assert hands[1] == "* seat 1   7  G8 GD R3 R4 RR YR YS"
    assert len(hands) == 3
    assert legal(round, 1)
