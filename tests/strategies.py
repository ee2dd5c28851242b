"""Random tables, and the rounds they come to; whatever is drawn is valid by construction."""

from hypothesis import note
from hypothesis import strategies as st

from openuno import EDITIONS, Fair, Fast, Round, Rules, with_switches
from openuno.engine.rng import KEY_BYTES, Generator
from openuno.engine.rules import (
    MAX_SEATS,
    MIN_SEATS,
    SWITCH_BOUNDS,
    DealerDraw,
    FirstCard,
    Stacking,
    deck,
    may_start_discard,
)
from openuno.engine.state import RoundOver
from tests import custom_rules
from tests.policies import POLICIES, Game, Sitting, play

MOST_ACTIONS = 250

SWITCHES: dict[str, st.SearchStrategy[object]] = {
    "decks": st.sampled_from((1, 1, 2, 3, 8)),
    "swap_cards": st.integers(*SWITCH_BOUNDS["swap_cards"]),
    "shuffle_cards": st.integers(*SWITCH_BOUNDS["shuffle_cards"]),
    "blank_cards": st.integers(*SWITCH_BOUNDS["blank_cards"]),
    "dealer_draw": st.sampled_from(DealerDraw),
    "first_card": st.sampled_from(FirstCard),
    "renege": st.sampled_from((True, False)),
    "play_drawn": st.sampled_from((True, False)),
    "draw_until": st.booleans(),
    "forced_play": st.booleans(),
    "bluffing": st.sampled_from((True, False)),
    "stacking": st.sampled_from(Stacking),
    "jump_in": st.booleans(),
    "seven_zero": st.booleans(),
    "two_player_reverse": st.sampled_from((True, False)),
    "uno_penalty": st.integers(*SWITCH_BOUNDS["uno_penalty"]),
    "wrong_catch_penalty": st.integers(*SWITCH_BOUNDS["wrong_catch_penalty"]),
    "suggestion_penalty": st.integers(*SWITCH_BOUNDS["suggestion_penalty"]),
    "honour_penalty": st.integers(*SWITCH_BOUNDS["honour_penalty"]),
    "special_points": st.sampled_from((40, 50)),
    "wild_points": st.sampled_from((40, 50)),
}
"""Every switch but those drawn apart; each shrinks to its plainest."""
APART = ("hand_size", "teams", "written")
"""What depends on the seats, or on how many blanks there are."""


@st.composite
def mixed_rules(draw: st.DrawFn) -> Rules:
    """An edition with any switches set otherwise, but for those drawn apart."""
    printed = EDITIONS[draw(st.sampled_from(tuple(EDITIONS)))]
    switches = draw(st.fixed_dictionaries(SWITCHES))
    if not switches["play_drawn"]:
        # A card that may not be played cannot have to be.
        switches |= {"draw_until": False, "forced_play": False}
    return with_switches(printed, **switches)


def most_cards(rules: Rules, seats: int) -> int:
    """The largest hand this deck can deal to this many seats."""
    cards = deck(rules)
    free = sum(may_start_discard(rules, card) for card in cards) - 1
    return min(SWITCH_BOUNDS["hand_size"][1], free // seats)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rules, int]:
    """Rules, and a number of seats they can serve."""
    printed = st.sampled_from(tuple(EDITIONS.values()))
    rules = draw(printed | mixed_rules() | mixed_rules() | mixed_rules())
    seats = draw(st.integers(MIN_SEATS, MAX_SEATS))
    most = most_cards(rules, seats)
    # Short hands end rounds soon; full ones run the piles dry.
    few = st.integers(1, min(3, most))
    size = draw(st.sampled_from((min(7, most), most)) | few)
    teams = seats in (4, 6, 8, 10) and draw(st.booleans())
    written = draw(st.just(()) | custom_rules.rule_lists(rules.blank_cards, teams=teams))
    return with_switches(rules, hand_size=size, teams=teams, written=written), seats


def generators() -> st.SearchStrategy[Generator]:
    """Either generator, anywhere on its tape."""
    at = st.integers(0, 1000)
    fast = st.builds(Fast, seed=st.integers(0, 2**64 - 1), at=at)
    fair = st.builds(Fair, key=st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES), at=at)
    return fast | fair


@st.composite
def sittings(draw: st.DrawFn, length: int = MOST_ACTIONS) -> Sitting:
    """A table, a dealer, a generator, a policy, and how long it is followed."""
    rules, seats = draw(tables())
    size, pile = st.integers(1, min(3, rules.hand_size)), st.integers(0, 5)
    return Sitting(
        rules=rules,
        seats=seats,
        dealer=draw(st.integers(0, seats - 1)),
        rng=draw(generators()),
        policy=draw(st.sampled_from(tuple(POLICIES))),
        seed=draw(st.integers(0, 2**32 - 1)),
        length=draw(st.integers(0, length)),
        cut=draw(st.none() | st.none() | st.tuples(size, pile)),
    )


def play_sitting(sitting: Sitting) -> Game:
    """The round that comes of a sitting, told should the test fail."""
    game = play(sitting)
    note(str(game))
    return game


def games() -> st.SearchStrategy[Game]:
    """A round played from the deal, to its end or not."""
    return sittings().map(play_sitting)


def rounds() -> st.SearchStrategy[Round]:
    """Any round that can be reached."""
    return games().map(lambda game: game.round)


def rounds_in_progress() -> st.SearchStrategy[Round]:
    """A round in which somebody can act; where a game has ended, the one its last action found."""
    return (
        games()
        .filter(lambda game: game.turned or not isinstance(game.round.phase, RoundOver))
        .map(
            lambda game: (
                game.turned[-1].before if isinstance(game.round.phase, RoundOver) else game.round
            )
        )
    )
