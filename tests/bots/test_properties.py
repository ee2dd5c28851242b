"""What holds for every bot, at every table."""

import ast
import inspect
import pkgutil
from functools import reduce
from importlib import import_module
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import openuno.bots
from openuno import Action, Event, Fast, Round, Rules, apply, deal, legal, redact, seat_to_act, view
from openuno.bots.bot import Mind, notice
from openuno.bots.characters import CHARACTERS
from openuno.bots.registry import BOTS, ENGINES
from openuno.engine.actions import Suggest
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.rng import Generator, fork
from openuno.engine.state import RoundOver
from openuno.game.formats import Elimination, Format, LowTally, Race, Single
from tests.hidden_worlds import Revealed, other_world, revealed_by
from tests.policies import Game, Turned, choices
from tests.strategies import games, generators, rounds_in_progress, tables

FORMATS: tuple[Format, ...] = (Single(), Race(), LowTally(), Elimination())
SEEDS = st.integers(0, 2**32 - 1)
MOST_ACTIONS = 6000
TRIES = 4
KINDS = (*((engine,) for engine in ENGINES), tuple(CHARACTERS))
"""Every engine by itself; characters are settings over these, and take turns."""


def notice_all(mind: Mind, events: tuple[Event, ...], seat: int) -> Mind:
    return reduce(notice, (redact(event, seat) for event in events), mind)


def remembering(game: Game, seat: int, mind: Mind) -> Mind:
    """The mind of a seat that has heard the whole game up to its last action."""
    for step in game.steps[:-1]:
        mind = notice_all(mind, step.events, seat)
    return mind


@pytest.mark.parametrize("kinds", KINDS, ids=str)
@given(data=st.data(), game=games(), rng=generators(), format=st.sampled_from(FORMATS))
def test_a_bot_does_only_what_is_legal_and_suggests_nothing(
    kinds: tuple[str, ...], data: st.DataObject, game: Game, rng: Generator, format: Format
) -> None:
    bot = data.draw(st.sampled_from(kinds))
    round = game.turned[-1].before if game.turned else game.round
    if isinstance(round.phase, RoundOver):
        return
    for seat in range(len(round.hands)):
        fresh = Mind(rng, format=format)
        seen = view(round, seat)
        for mind in (fresh, remembering(game, seat, fresh)):
            action, _ = BOTS[bot](seen, mind)
            assert not isinstance(action, Suggest)
            if action is None:
                assert seat_to_act(round) != seat
            else:
                assert action in seen.legal


@pytest.mark.parametrize("kinds", KINDS, ids=str)
@given(data=st.data(), round=rounds_in_progress(), rng=generators(), seed=SEEDS)
def test_what_lies_hidden_never_changes_a_move(
    kinds: tuple[str, ...], data: st.DataObject, round: Round, rng: Generator, seed: int
) -> None:
    bot = data.draw(st.sampled_from(kinds))
    chance = Random(seed)
    for seat in range(len(round.hands)):
        other = other_world(round, seat, chance, Revealed())
        note(f"as {seat} sees it: {round_text(other)}")
        mind = Mind(rng)
        assert BOTS[bot](view(other, seat), mind) == BOTS[bot](view(round, seat), mind)


@given(round=rounds_in_progress(), rng=generators(), seed=SEEDS)
def test_what_lies_hidden_never_changes_what_is_remembered_or_done_about_it(
    round: Round, rng: Generator, seed: int
) -> None:
    chance = Random(seed)
    character = BOTS[chance.choice(tuple(CHARACTERS))]
    seat, action = chance.choice(choices(round))
    step = apply(round, seat, action)
    for watcher in range(len(round.hands)):
        shown = revealed_by(Turned(round, seat, action, step), watcher)
        others = (other_world(round, watcher, chance, shown) for _ in range(TRIES))
        other = next((world for world in others if action in legal(world, seat)), None)
        if other is None:
            continue  # the action gives the hand away
        note(f"{seat}:{action_text(action)} as {watcher} sees it: {round_text(other)}")
        there = apply(other, seat, action)
        mind, mind_there = (notice_all(Mind(rng), s.events, watcher) for s in (step, there))
        assert mind == mind_there
        if not isinstance(step.round.phase, RoundOver):
            for bot in (*ENGINES.values(), character):
                thought = bot(view(step.round, watcher), mind)
                assert bot(view(there.round, watcher), mind_there) == thought


@given(round=rounds_in_progress(), rng=generators())
def test_the_same_view_and_mind_are_the_same_thought(round: Round, rng: Generator) -> None:
    character = BOTS[tuple(CHARACTERS)[len(round.pile) % len(CHARACTERS)]]
    for seat in range(len(round.hands)):
        seen, mind = view(round, seat), Mind(rng)
        for bot in (*ENGINES.values(), character):
            assert bot(seen, mind) == bot(seen, mind)


@given(table=tables(), seed=SEEDS)
@settings(max_examples=25)
def test_bots_of_every_kind_play_a_round_to_its_end(table: tuple[Rules, int], seed: int) -> None:
    rules, seats = table
    kinds = list(BOTS.values())
    minds = [Mind(fork(Fast(seed), 1, seat)) for seat in range(seats)]
    step = deal(rules, seats, seed % seats, Fast(seed))
    for _ in range(MOST_ACTIONS):
        minds = [notice_all(mind, step.events, seat) for seat, mind in enumerate(minds)]
        acting = seat_to_act(step.round)
        if acting is None:
            break
        action: Action | None = None
        order = [*(seat for seat in range(seats) if seat != acting), acting]
        for seat in order:
            action, minds[seat] = kinds[(seat + seed) % len(kinds)](
                view(step.round, seat), minds[seat]
            )
            if action is not None:
                break
        assert action is not None
        step = apply(step.round, seat, action)
    assert isinstance(step.round.phase, RoundOver), "bots can go on forever"


def test_no_bot_names_a_round() -> None:
    for module in pkgutil.iter_modules(openuno.bots.__path__, "openuno.bots."):
        names = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(ast.parse(inspect.getsource(import_module(module.name))))
            if isinstance(node, (ast.Name, ast.Attribute))
        }
        assert not names & {"Round", "apply", "deal", "evolve", "view_game"}, module.name
