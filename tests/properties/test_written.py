"""Written rules: at tables full of blanks every promise of the engine holds; each is bounded."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import EDITIONS, Card, Fast, Round, apply, change, deal, evolve, legal, redact, view
from openuno.engine.events import Drew, Event, Skipped
from openuno.engine.notation import action_text, round_text
from openuno.engine.pencil import write
from openuno.engine.ready_made import READY_MADE, ReadyMade
from openuno.engine.rules import FEWEST_SEATS, MOST_SEATS, Stacking, deck
from openuno.engine.state import Drawn, Naming, Over, Turn
from openuno.engine.written import MOST_CARDS, MOST_SENTENCES
from tests import pencils
from tests.oracle import Table
from tests.policies import POLICIES, Game, closing, play_on, with_blanks
from tests.strategies import generators
from tests.worlds import Watcher, laid_open, other_world

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=60)
"""Eight written rules take long to draw; what they do to a table shows in a few."""
BLANKS = 8
MOST_EVENTS = MOST_SENTENCES * MOST_SEATS * 6 + 2 * MOST_SEATS
"""Each sentence goes round the table once; a draw may take a reshuffle or two on the way."""


@st.composite
def openings(draw: st.DrawFn) -> Round:
    """A deal with every blank in somebody's hand, the pile whole or nearly used up."""
    seats = draw(st.integers(FEWEST_SEATS, MOST_SEATS))
    teams = seats in (4, 6, 8, 10) and draw(st.booleans())
    rules = change(
        EDITIONS["house"],
        blank_cards=BLANKS,
        written=draw(pencils.written(BLANKS, teams=teams) | pencils.singly(BLANKS, teams=teams)),
        teams=teams,
        hand_size=draw(st.integers(1, 5)),
        play_drawn=draw(st.booleans()),
        stacking=draw(st.sampled_from(Stacking)),
        jump_in=draw(st.booleans()),
        seven_zero=draw(st.booleans()),
        two_player_reverse=draw(st.booleans()),
        first_card="number",
    )
    round = deal(rules, seats, 0, draw(generators())).round
    round = with_blanks(round, Random(draw(SEEDS)))
    few = draw(st.sampled_from((0, 2, 12)))
    return replace(round, pile=round.pile[-few:])


@st.composite
def games(draw: st.DrawFn) -> Game:
    round = draw(openings())
    policy = POLICIES[draw(st.sampled_from(tuple(POLICIES)))]
    start = deal(round.rules, len(round.hands), 0, round.rng)
    turned = play_on(round, policy, draw(SEEDS), draw(st.integers(1, 60)))
    game = Game(replace(start, round=round, events=()), turned)
    note(str(game))
    return game


@FEW
@given(games())
def test_the_engine_and_the_opcodes_on_the_second_table_play_the_same(game: Game) -> None:
    table = Table(round_text(game.opening.round))
    for turned in game.turned:
        for seat in range(len(table.hands)):
            allowed = {action_text(action) for action in legal(turned.before, seat)}
            assert allowed == table.legal(seat)
        table.act(turned.seat, action_text(turned.action))
        assert table.line() == round_text(turned.step.round)


@FEW
@given(games())
def test_a_rule_is_done_in_a_bounded_number_of_steps(game: Game) -> None:
    for turned in game.turned:
        events = turned.step.events
        assert len(events) <= MOST_EVENTS
        for seat in range(len(turned.before.hands)):
            drawn = [len(e.cards) for e in events if isinstance(e, Drew) and e.seat == seat]
            assert sum(drawn) <= MOST_SENTENCES * MOST_CARDS
            skipped = [event for event in events if event == Skipped(seat)]
            assert len(skipped) <= 2, "a Skip, and the turn that was owed"
        assert reduce(evolve, events, turned.before) == turned.step.round


@FEW
@given(games())
def test_nobody_is_asked_to_play_who_sits_out(game: Game) -> None:
    for step in game.steps:
        waiting = step.round.sitting_out
        assert list(waiting) == sorted(set(waiting))
        if isinstance(step.round.phase, Turn | Drawn | Naming):
            assert step.round.phase.seat not in waiting


def hidden(round: Round, seat: Watcher) -> Round:
    """The round as the seat knows it."""
    hands = view(round, seat).hands
    return replace(round, hands=hands, pile=(Card.BACK,) * len(round.pile))


@FEW
@given(games())
def test_what_each_seat_is_told_folds_into_its_view(game: Game) -> None:
    for seat in (None, *range(len(game.round.hands))):
        known = hidden(game.opening.round, seat)
        for turned in game.turned:
            told: list[Event] = [redact(event, seat) for event in turned.step.events]
            known = reduce(evolve, told, known)
            assert view(known, seat) == view(turned.step.round, seat)


@FEW
@given(games(), SEEDS)
def test_what_one_is_told_of_a_blank_follows_from_what_one_may_know(game: Game, seed: int) -> None:
    chance = Random(seed)
    laid = [turned for turned in game.turned if action_text(turned.action).startswith("WC")]
    for turned in laid:
        for watcher in (None, *range(len(turned.before.hands))):
            other = other_world(turned.before, watcher, chance, laid_open(turned, watcher))
            if turned.action not in legal(other, turned.seat):
                continue  # the card just drawn is another one there
            note(f"{action_text(turned.action)} as {watcher} sees it: {round_text(other)}")
            there = apply(other, turned.seat, turned.action)
            told = [redact(event, watcher) for event in turned.step.events]
            assert [redact(event, watcher) for event in there.events] == told
            assert view(there.round, watcher) == view(turned.step.round, watcher)


@pytest.mark.parametrize("made", READY_MADE, ids=lambda made: made.name)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_with_a_ready_made_rule_on_every_blank_rounds_end(made: ReadyMade, seats: int) -> None:
    teams = "partner" in made.text
    if teams and seats == 2:
        return
    rules = change(EDITIONS["house"], blank_cards=BLANKS, teams=teams)
    rules = write(rules, *[made.text] * BLANKS)
    for seed in range(5):
        start = with_blanks(deal(rules, seats, 0, Fast(seed)).round, Random(seed))
        turned = play_on(start, closing, seed, 20 * len(deck(rules)))
        assert isinstance(turned[-1].step.round.phase, Over)
