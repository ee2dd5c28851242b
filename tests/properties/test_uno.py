"""UNO: who owes it and who may catch, worked out a second time from the events alone."""

from hypothesis import given
from hypothesis import strategies as st

from openuno import Event, Round, legal
from openuno.engine.actions import Catch, SayUno
from openuno.engine.events import (
    Accepted,
    Caught,
    Challenged,
    DrawReason,
    Drew,
    Passed,
    Played,
    RoundEnded,
    SaidUno,
)
from openuno.engine.state import AfterDraw, RoundOver, can_draw, owes_uno
from tests.policies import Game, play_on, uniform
from tests.strategies import games, rounds_in_progress


def laid_by(event: Event, seat: int | None) -> int | None:
    """The seat whose card nobody has answered by beginning a turn, and who has not said UNO."""
    match event:
        case Played():
            return None if event.uno else event.seat
        case Drew(_, _, DrawReason.TURN) | Accepted() | Challenged() | Passed() | RoundEnded():
            return None
        case SaidUno() | Caught():
            return None
        case _:
            return seat


@given(games())
def test_uno_is_owed_by_the_seat_that_laid_its_next_to_last_card_until_a_turn_begins(
    game: Game,
) -> None:
    seat: int | None = None
    for step in game.steps:
        for event in step.events:
            seat = laid_by(event, seat)
        owing = None if seat is None or len(step.round.hands[seat]) != 1 else seat
        assert owes_uno(step.round) == owing
        if isinstance(step.round.phase, AfterDraw | RoundOver):
            assert step.round.window is None
            assert owing is None


@given(rounds_in_progress())
def test_one_says_uno_or_is_caught_exactly_while_it_is_owed(round: Round) -> None:
    owing = owes_uno(round)
    for seat in range(len(round.hands)):
        actions = legal(round, seat)
        assert (SayUno() in actions) == (owing == seat)
        for target, hand in enumerate(round.hands):
            wrong = bool(round.rules.wrong_catch_penalty) and len(hand) == 1 and can_draw(round)
            catch = target != seat and (target == owing or wrong)
            assert (Catch(target) in actions) == catch


@given(games())
def test_nobody_is_caught_twice_for_one_card(game: Game) -> None:
    settled = False
    for step in game.steps:
        for event in step.events:
            if isinstance(event, Played):
                settled = event.uno
            elif isinstance(event, SaidUno | Caught):
                assert not settled
                settled = True


@given(rounds_in_progress(), st.integers(0, 2**32 - 1))
def test_a_call_changes_neither_turn_nor_piles_beyond_its_penalty(round: Round, seed: int) -> None:
    for turned in play_on(round, uniform, seed, 30):
        before, after = turned.before, turned.step.round
        if isinstance(turned.action, Catch | SayUno):
            assert after.phase == before.phase
            assert after.discard[-1] is before.discard[-1]
            assert (after.direction, after.colour) == (before.direction, before.colour)
