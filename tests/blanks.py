"""Random rounds at tables full of blanks, so that written rules are played all the time."""

from random import Random

from hypothesis import note
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import EDITIONS, Fast, Round, deal, with_switches
from openuno.engine.rules import MAX_SEATS, MIN_SEATS, Stacking
from tests import custom_rules
from tests.policies import POLICIES, Game, play_on, with_blanks

BLANKS = 8
SEEDS = st.integers(0, 2**32 - 1)
DEALS = st.integers(0, 999)
"""Few, for each is another game: Hypothesis would go on for minutes looking for a simpler seed."""


@st.composite
def openings(draw: st.DrawFn) -> Round:
    """A deal with every blank in somebody's hand, the pile whole or nearly used up."""
    seats = draw(st.integers(MIN_SEATS, MAX_SEATS))
    teams = seats in (4, 6, 8, 10) and draw(st.booleans())
    rules = with_switches(
        EDITIONS["house"],
        swap_cards=draw(st.sampled_from((0, 0, 4))),
        shuffle_cards=draw(st.sampled_from((0, 0, 4))),
        blank_cards=BLANKS,
        written=draw(
            custom_rules.rule_lists(BLANKS, teams=teams) | custom_rules.singly(BLANKS, teams=teams)
        ),
        teams=teams,
        hand_size=draw(st.integers(1, 5)),
        play_drawn=draw(st.booleans()),
        stacking=draw(st.sampled_from(Stacking)),
        jump_in=draw(st.booleans()),
        seven_zero=draw(st.booleans()),
        two_player_reverse=draw(st.booleans()),
        first_card="number",
    )
    seed = draw(DEALS)
    round = with_blanks(deal(rules, seats, 0, Fast(seed)).round, Random(seed))
    few = draw(st.sampled_from((0, 2, 12)))
    return replace(round, pile=round.pile[-few:])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A round played from such an opening, to its end or not."""
    round = draw(openings())
    policy = POLICIES[draw(st.sampled_from(tuple(POLICIES)))]
    start = deal(round.rules, len(round.hands), 0, round.rng)
    turned = play_on(round, policy, draw(DEALS), draw(st.integers(1, 60)))
    game = Game(replace(start, round=round, events=()), turned)
    note(str(game))
    return game
