"""Whole games played by chance, and short; all that happens follows from the values of a plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import msgspec
from hypothesis import note
from hypothesis import strategies as st

from openuno import Round, Rules, with_switches
from openuno.engine.notation.rules import rules_text
from openuno.engine.rng import Generator
from openuno.engine.rules import DealerDraw
from openuno.engine.state import RoundOver
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.notation import format_text
from openuno.game.play import apply_command, start_game
from openuno.game.state import Act, Command, Game, GameStep, NextRound, is_round_on
from tests.policies import Move, caller, closing, uniform
from tests.strategies import generators, mixed_rules

MOST_COMMANDS = 20_000
PATIENCE = 150
"""After this many actions in a round all hurry out."""


class Plan(msgspec.Struct, frozen=True):
    """A game, and how it is played: one move in `whim` is anybody's, the rest hurry out."""

    rules: Rules
    format: Format
    players: int
    rng: Generator
    dealer: int | None
    whim: int
    seed: int


@dataclass(frozen=True)
class Moved:
    """One command: the game it found, and what came of it."""

    before: Game
    what: Command
    step: GameStep


def opening(plan: Plan) -> GameStep:
    """The game of a plan, before its first hand."""
    return start_game(plan.rules, plan.format, plan.players, plan.rng, plan.dealer)


def moves(plan: Plan) -> Iterator[Moved]:
    """The game of a plan, command by command, to its end."""
    chance = Random(plan.seed)
    game = opening(plan).game
    acted = 0
    for _ in range(MOST_COMMANDS):
        if game.winners is not None:
            return
        what: Command = NextRound()
        acted += 1
        if is_round_on(game):
            what = _act(game, chance, plan.whim if acted < PATIENCE else 0)
        else:
            acted = 0
        step = apply_command(game, what)
        yield Moved(game, what, step)
        game = step.game
    raise AssertionError("the game does not end")


def _act(game: Game, chance: Random, whim: int) -> Act:
    busy = [table for table in game.tables if not isinstance(table.round.phase, RoundOver)]
    table = chance.choice(busy)
    seat, action = _move(table.round, chance, whim)
    return Act(table.players[seat], action)


def _move(round: Round, chance: Random, whim: int) -> Move:
    if whim and chance.randrange(whim) == 0:
        return chance.choice((uniform, caller))(round, chance)
    return closing(round, chance)


LIMITS = st.integers(1, 80)
ALONE = st.integers(2, 5) | st.just(10)
FORMATS: tuple[st.SearchStrategy[tuple[Format, int]], ...] = (
    st.tuples(st.just(Single()), ALONE),
    st.tuples(st.builds(Race, LIMITS), ALONE),
    st.tuples(st.builds(LowTally, LIMITS), ALONE),
    st.tuples(st.builds(Elimination, LIMITS), ALONE),
    st.tuples(st.builds(BestOf, st.sampled_from((1, 3, 5, 7))), ALONE),
    st.tuples(st.builds(Partners, LIMITS), st.just(4)),
    st.tuples(st.builds(Teams, LIMITS), st.sampled_from((4, 6, 10))),
    st.tuples(st.just(Rotating()), st.sampled_from((4, 4, 8))),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """A plan for any format, with hands of one to three cards."""
    format, players = draw(st.one_of(FORMATS))
    rules = with_switches(draw(mixed_rules()), hand_size=draw(st.integers(1, 3)), decks=1)
    dealer = None
    if rules.dealer_draw is DealerDraw.CHOSEN and not isinstance(format, Rotating):
        dealer = draw(st.none() | st.integers(0, players - 1))
    plan = Plan(
        rules=rules,
        format=format,
        players=players,
        rng=draw(generators()),
        dealer=dealer,
        whim=draw(st.sampled_from((0, 8, 20))),
        seed=draw(st.integers(0, 2**32 - 1)),
    )
    note(f"{format_text(format)} {rules_text(rules)} for {players}")
    return plan


def watchers(plan: Plan) -> st.SearchStrategy[int | None]:
    """A player of the game, or someone watching it."""
    return st.none() | st.integers(0, plan.players - 1)
