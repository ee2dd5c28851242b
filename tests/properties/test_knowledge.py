"""What a seat knows: however cards move face down, its fold is its view and its memory is true."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from random import Random

from hypothesis import example, given
from msgspec.structs import replace

from openuno import (
    EDITIONS,
    Card,
    Event,
    Fast,
    Round,
    Step,
    deal,
    evolve,
    redact,
    undealt_round,
    view,
    with_switches,
)
from openuno.bots.memory import NOTHING, Memory, known_cards, remember
from openuno.engine.events import (
    CardsGiven,
    Dealt,
    Discarded,
    Drew,
    HandShown,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
)
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import MAX_SEATS, MIN_SEATS
from openuno.engine.state import RoundOver
from tests import blanks
from tests.hidden_worlds import Watcher
from tests.policies import Game, Sitting, mixed, play, play_on, replay_game, with_blanks
from tests.strategies import sittings

MOST_GIVES = "The_player_with_the_most_cards_gives_3_random_cards_to_the_next_player."
WAYS = (
    "Everyone gives 2 random cards to you.",
    "You take 3 random cards from the next player.",
    "The player with the most cards swaps hands with the player with the fewest cards.",
    "Everyone else shows their hand to you.",
    "Everyone discards 1 random card.",
    "All hands move to the left.",
    "All hands are shuffled.",
    "The next player draws 2 cards. You give 2 random cards to a player of your choice.",
)
MOVES_HIDDEN_CARDS = {
    CardsGiven,
    Discarded,
    Drew,
    HandShown,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
}
"""Or shows them to someone; a deal is the beginning of every other test here."""


# Seat 0 gives three cards to seat 1, who then gives three of its own away, unseen by seat 0.
GIVEN_ON = replay_game(
    f"house+blank_cards=8+written={'|'.join([MOST_GIVES] * 8)} pile=G9,Y5 discard=R5 turn=0"
    " hands=B1,B2,B3,B4,WC1/G1,G2,WC2/Y1,Y2,Y3/Y4/R1/R2/R3/R4/R6",
    "0:WC1/G 1:WC2/Y",
)


def watchers(game: Game) -> tuple[Watcher, ...]:
    return None, *range(len(game.round.hands))


def as_seen(round: Round, seat: Watcher) -> Round:
    """The round as someone who has just joined knows it: what a snapshot holds."""
    shown = view(round, seat)
    pile = (Card.BACK,) * shown.pile
    return replace(round, hands=shown.hands, pile=pile, phase=shown.phase, rng=Fast(0))


def is_followed(known: Round, round: Round, seat: Watcher) -> None:
    """What a watcher made of the events is what anyone who joins now is shown."""
    assert view(known, seat) == view(round, seat)
    assert replace(known, rng=Fast(0)) == as_seen(round, seat)


def check_folds(game: Game) -> None:
    """Everyone who has been told everything knows what a newcomer is shown."""
    for seat in watchers(game):
        known = as_seen(game.opening.round, seat)
        for turned in game.turned:
            told = [redact(event, seat) for event in turned.step.events]
            known = reduce(evolve, told, known)
            is_followed(known, turned.step.round, seat)


@given(blanks.games())
@example(GIVEN_ON)
def test_a_seat_that_follows_written_rules_knows_what_a_newcomer_is_shown(game: Game) -> None:
    check_folds(game)


@given(sittings())
def test_a_seat_that_follows_from_the_deal_knows_what_a_newcomer_is_shown(sitting: Sitting) -> None:
    game = play(replace(sitting, cut=None))
    for seat in watchers(game):
        known = undealt_round(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
        for step in game.steps:
            known = reduce(evolve, [redact(event, seat) for event in step.events], known)
            is_followed(known, step.round, seat)


def remembers(game: Game, seat: int) -> Iterator[tuple[Round, Memory]]:
    """After each action, what a seat that has seen everything since the deal remembers."""
    opening = game.opening.round
    dealt: tuple[Event, ...] = (Dealt(opening.hands, opening.pile, 0),)
    memory = reduce(remember, [redact(e, seat) for e in game.opening.events or dealt], NOTHING)
    memory = replace(memory, colour=opening.colour, direction=opening.direction)
    yield opening, memory
    for turned in game.turned:
        memory = reduce(remember, [redact(event, seat) for event in turned.step.events], memory)
        yield turned.step.round, memory


def check_memories(game: Game) -> None:
    """Every card a seat remembers in a hand is there, and of its own none is missing."""
    for seat in range(len(game.round.hands)):
        for round, memory in remembers(game, seat):
            if isinstance(round.phase, RoundOver):
                continue  # the cards are on the table, and the next deal forgets
            assert sorted(known_cards(memory, seat)) == list(round.hands[seat])
            for other, hand in enumerate(round.hands):
                known = Counter(known_cards(memory, other))
                assert known <= Counter(hand), (seat, other, known)


@given(blanks.games())
@example(GIVEN_ON)
def test_every_card_a_seat_remembers_in_a_hand_is_there(game: Game) -> None:
    check_memories(game)


def test_with_every_way_to_move_hidden_cards_nobody_is_misled() -> None:
    happened: set[type[Event]] = set()
    rules = with_switches(EDITIONS["house"], swap_cards=2, blank_cards=len(WAYS), jump_in=True)
    rules = with_custom_rules(with_switches(rules, seven_zero=True, hand_size=5), *WAYS)
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        for seed in range(4):
            start = with_blanks(deal(rules, seats, 0, Fast(seed)).round, Random(seed))
            game = Game(Step(start, ()), play_on(start, mixed, seed, 60))
            check_folds(game)
            check_memories(game)
            happened |= {type(event) for step in game.steps for event in step.events}
    assert happened >= MOVES_HIDDEN_CARDS
