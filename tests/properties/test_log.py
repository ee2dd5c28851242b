"""The log: it cannot disagree with the game, it survives writing, and it is the same everywhere."""

import os
import subprocess
import sys
from functools import reduce
from hashlib import sha256
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from openuno import Action, Event, Round, Rules, View, evolve, legal, redact, undealt_round, view
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules, rules_text
from tests.policies import Game, Sitting, transcript
from tests.strategies import games, play_sitting, rounds, sittings

ROOT = Path(__file__).parents[2]


@given(sittings())
def test_folding_the_events_gives_the_round(sitting: Sitting) -> None:
    game = play_sitting(sitting)
    round = game.opening.round
    if sitting.cut is None:
        first = undealt_round(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
        assert reduce(evolve, game.opening.events, first) == round
    for turned in game.turned:
        round = reduce(evolve, turned.step.events, round)
        assert round == turned.step.round
        assert turned.step.events, "an action leaves a trace"


def again(value: object, kind: object) -> object:
    read: object = msgspec.json.decode(msgspec.json.encode(value), type=kind)
    return read


@given(games())
def test_every_event_is_read_back_as_it_was_written(game: Game) -> None:
    seats = range(len(game.round.hands))
    for step in game.steps:
        for event in step.events:
            for told in (event, *(redact(event, seat) for seat in (None, *seats))):
                assert again(told, Event) == told


@given(rounds())
def test_rounds_views_rules_and_actions_are_read_back_as_they_were_written(round: Round) -> None:
    assert again(round, Round) == round
    assert again(round.rules, Rules) == round.rules
    assert parse_rules(rules_text(round.rules)) == round.rules
    assert parse_round(round_text(round)) == round
    for seat in (None, *range(len(round.hands))):
        seen = view(round, seat)
        assert again(seen, View) == seen
        for action in () if seat is None else legal(round, seat):
            assert again(action, Action) == action
            assert parse_action(action_text(action)) == action


@given(sittings())
def test_the_same_seed_and_actions_give_the_same_bytes(sitting: Sitting) -> None:
    assert transcript(sitting) == transcript(sitting)


ELSEWHERE = """
import sys, msgspec
from hashlib import sha256
from tests.policies import Sitting, transcript
for sitting in msgspec.json.decode(sys.stdin.buffer.read(), type=list[Sitting]):
    print(sha256(transcript(sitting)).hexdigest())
"""


@settings(max_examples=3)
@given(st.lists(sittings(), min_size=10, max_size=10))
def test_the_bytes_do_not_depend_on_the_process(drawn: list[Sitting]) -> None:
    here = [sha256(transcript(sitting)).hexdigest() for sitting in drawn]
    for hash_seed in ("1", "20260"):
        there = subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            input=msgspec.json.encode(drawn),
            capture_output=True,
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        assert there.stdout.decode().split() == here
