"""Written rules: at tables full of blanks every promise of the engine holds; each is bounded."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given, note, settings

from openuno import EDITIONS, Fast, apply, deal, evolve, legal, redact, view, with_switches
from openuno.engine.custom import MAX_CARDS, MAX_SENTENCES, MAX_TURNS
from openuno.engine.events import Drew, Skipped
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.pencil.examples import EXAMPLES, ReadyMade
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import MAX_SEATS, deck
from openuno.engine.state import AfterDraw, NamingColour, RoundOver, Turn
from tests.blanks import BLANKS, SEEDS, games
from tests.hidden_worlds import other_world, revealed_by
from tests.oracle.table import Table
from tests.policies import Game, closing, play_on, with_blanks

MANY = settings(max_examples=2 * settings().max_examples)
"""There are many rules to write, and two that meet on one table are rarer still."""
MOST_EVENTS = MAX_SENTENCES * MAX_SEATS * 6 + (1 + MAX_TURNS) * MAX_SEATS
"""Each sentence goes round the table once; a draw may take a reshuffle or two on the way."""


@MANY
@given(games())
def test_the_engine_and_the_opcodes_on_the_second_table_play_the_same(game: Game) -> None:
    table = Table(round_text(game.opening.round))
    for turned in game.turned:
        for seat in range(len(table.hands)):
            allowed = {action_text(action) for action in legal(turned.before, seat)}
            assert allowed == table.legal(seat)
        table.act(turned.seat, action_text(turned.action))
        assert table.line() == round_text(turned.step.round)


@MANY
@given(games())
def test_a_rule_is_done_in_a_bounded_number_of_steps(game: Game) -> None:
    for turned in game.turned:
        events = turned.step.events
        assert len(events) <= MOST_EVENTS
        for seat in range(len(turned.before.hands)):
            drawn = [len(e.cards) for e in events if isinstance(e, Drew) and e.seat == seat]
            assert sum(drawn) <= MAX_SENTENCES * MAX_CARDS
            skipped = [event for event in events if event == Skipped(seat)]
            assert len(skipped) <= 1 + MAX_TURNS, "a Skip, and the turns that were owed"
        assert reduce(evolve, events, turned.before) == turned.step.round


@MANY
@given(games())
def test_nobody_is_asked_to_play_who_sits_out(game: Game) -> None:
    for step in game.steps:
        waiting = step.round.sitting_out
        assert list(waiting) == sorted(waiting)
        assert all(waiting.count(seat) <= MAX_TURNS for seat in waiting)
        if isinstance(step.round.phase, Turn | AfterDraw | NamingColour):
            assert step.round.phase.seat not in waiting


@MANY
@given(games(), SEEDS)
def test_what_a_seat_sees_of_a_blank_follows_from_what_it_may_know(game: Game, seed: int) -> None:
    chance = Random(seed)
    laid = [turned for turned in game.turned if action_text(turned.action).startswith("WC")]
    for turned in laid:
        for watcher in (None, *range(len(turned.before.hands))):
            other = other_world(turned.before, watcher, chance, revealed_by(turned, watcher))
            if turned.action not in legal(other, turned.seat):
                continue  # the card just drawn is another one there
            note(f"{action_text(turned.action)} as {watcher} sees it: {round_text(other)}")
            there = apply(other, turned.seat, turned.action)
            told = [redact(event, watcher) for event in turned.step.events]
            assert [redact(event, watcher) for event in there.events] == told
            assert view(there.round, watcher) == view(turned.step.round, watcher)


@pytest.mark.parametrize("made", EXAMPLES, ids=lambda made: made.name)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_with_a_ready_made_rule_on_every_blank_rounds_end(made: ReadyMade, seats: int) -> None:
    teams = "partner" in made.text
    if teams and seats == 2:
        return
    rules = with_switches(EDITIONS["house"], blank_cards=BLANKS, teams=teams)
    rules = with_custom_rules(rules, *[made.text] * BLANKS)
    for seed in range(5):
        start = with_blanks(deal(rules, seats, 0, Fast(seed)).round, Random(seed))
        turned = play_on(start, closing, seed, 20 * len(deck(rules)))
        assert isinstance(turned[-1].step.round.phase, RoundOver)
