"""A bot at a table sees exactly the numbers that it saw in training, and may do the same."""

from collections.abc import Sequence
from functools import reduce
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from openuno import EDITIONS, Rules, apply, deal, redact, seat_to_act, view, with_switches
from openuno.bots.bot import Mind, are_partners, notice
from openuno.bots.network.decisions import decide, list_options
from openuno.bots.network.features import colour_order
from openuno.bots.network.layout import DECISIONS, DRAW, PARTS, PLAYER_PARTS, PLAYERS, Stake
from openuno.bots.network.rule_summary import lets_choose
from openuno.bots.payoffs import USUAL_POINTS
from openuno.engine.actions import Action, Catch, Play
from openuno.engine.cards import MOST_BLANKS
from openuno.engine.events import Event
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import Fast, fork
from openuno.engine.scoring import hand_points
from openuno.engine.state import Round, RoundOver, Step
from openuno.engine.view import View
from openuno.kernel.learning.batch import LearningBatch
from openuno.kernel.learning.lanes import Controller
from tests.custom_rules import RuleWriter
from tests.depth import by_depth
from tests.kernel.settings import setting

PLAIN = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True)
DRAWN_OUT = with_switches(PLAIN, stacking="same", draw_until=True)
WRITTEN = by_depth(24, 240)
"""How many tables with written rules are tried."""
ACTIONS = 400
"""How long one is followed: where everyone may play only skips a round can be endless, and the
batch cuts it short after 2,000."""
SIT_OUT = with_custom_rules(
    with_switches(PLAIN, blank_cards=MOST_BLANKS), *["Everyone else loses 3 turns."] * MOST_BLANKS
)
"""A player can draw several times with no card in between."""
RENEGES = 0.1
"""How often a test draws instead of playing, which fills hands and turns the pile over."""


class Follower:
    """The rounds of one lane of the batch, played again in the engine from what its seats see."""

    def __init__(self, rules: Rules, seats: int, seed: int, stake: Stake = Stake.WIN) -> None:
        row = [Controller.LEARNER] * seats
        self.batch = LearningBatch(rules, row, 1, seed, stake=stake)
        self.rules, self.seats, self.seed, self.stake = rules, seats, seed, stake
        self.paid: list[tuple[Round, list[float]]] = []
        self.chance = Random(seed)
        self.rounds = self.compared = 0
        self.deal()

    def deal(self) -> None:
        self.minds = [Mind(Fast(0)) for _ in range(self.seats)]
        own = fork(Fast(self.seed), self.rounds)
        self.take(deal(self.rules, self.seats, self.rounds % self.seats, own))
        self.rounds += 1

    def take(self, step: Step) -> None:
        self.round: Round = step.round
        for seat in range(self.seats):
            events: Sequence[Event] = [redact(event, seat) for event in step.events]
            self.minds[seat] = reduce(notice, events, self.minds[seat])

    def act(self) -> None:
        """One action, by the order in which everyone is asked."""
        for question in questions_out_of_turn(self.round):
            seat, offered = question.seat, question.offered
            if isinstance(offered[0], Play):
                action = self.choose(seat)
            else:
                action = self.call(seat, offered[0])
            if action is not None:
                self.take(apply(self.round, seat, action))
                return
        acting = seat_to_act(self.round)
        if acting is None:
            self.paid.append((self.round, self.batch.rewards[0].tolist()))
            self.deal()
            return
        action = self.choose(acting)
        assert action is not None
        self.take(apply(self.round, acting, action))

    def call(self, seat: int, offered: Action) -> Action | None:
        spares = isinstance(offered, Catch) and are_partners(
            view(self.round, seat), seat, offered.target
        )
        return None if spares else offered

    def choose(self, seat: int) -> Action | None:
        seen = view(self.round, seat)
        self.check_mask(seen)
        memory = self.minds[seat].memory
        return decide(seen, memory, self.compare, stake=self.stake, hoards=True)

    def check_mask(self, seen: View) -> None:
        options = list_options(seen, colour_order(seen))
        if len(options) > 1:
            assert set(np.flatnonzero(self.batch.masks[0])) == set(options)

    def compare(self, features: bytearray) -> list[int]:
        """The scores of a network that decides by chance, once it has seen the right numbers."""
        expected = bytes(self.batch.features[0])
        assert len(features) == len(expected)
        wrong = [name(at) for at in range(len(expected)) if features[at] != expected[at]]
        assert not wrong, wrong
        self.compared += 1
        scores = [self.chance.randrange(1, 1000) for _ in range(DECISIONS)]
        scores[DRAW] = 1000 if self.chance.random() < RENEGES else 0
        allowed = np.flatnonzero(self.batch.masks[0])
        self.batch.step([max(allowed, key=scores.__getitem__)])
        return scores


def name(index: int) -> str:
    """A number of the features, as the layout calls it."""
    parts, rest = (PARTS, index) if index < PLAYERS else (PLAYER_PARTS, index - PLAYERS)
    player = ""
    if index >= PLAYERS:
        size = sum(part.size for part in PLAYER_PARTS)
        player, rest = f"player {rest // size} ", rest % size
    for part in parts:
        if rest < part.size:
            return f"{player}{part.name}[{rest}]"
        rest -= part.size
    return "unused"


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (PLAIN, 2),
        (PLAIN, 10),
        (HOUSE, 4),
        (DRAWN_OUT, 3),
        (EDITIONS["wild-112"], 4),
        (with_switches(EDITIONS["classic"], teams=True, swap_cards=2), 6),
        (SIT_OUT, 2),
    ],
)
def test_a_view_gives_the_numbers_that_the_network_was_trained_on(rules: Rules, seats: int) -> None:
    follower = Follower(rules, seats, seed=seats)
    while follower.compared < 600:
        follower.act()
    assert follower.rounds > 1


@pytest.mark.parametrize("stake", Stake)
@pytest.mark.parametrize("rules", [PLAIN, with_switches(PLAIN, teams=True)])
def test_a_round_pays_for_what_it_is_played_for(rules: Rules, stake: Stake) -> None:
    follower = Follower(rules, 4, seed=7, stake=stake)
    while len(follower.paid) < 12:
        follower.act()
    for round, rewards in follower.paid:
        assert rewards == pytest.approx(expected_rewards(round, stake), abs=1e-5)


def expected_rewards(round: Round, stake: Stake) -> list[float]:
    """What each seat gets for a round with a winner, by the hands as the engine has them."""
    assert isinstance(round.phase, RoundOver)
    winner = round.phase.winner
    assert winner is not None
    held = hand_points(round.rules, round.hands)
    partners = round.rules.teams
    wins = [seat == winner or (partners and (seat - winner) % 2 == 0) for seat in range(4)]
    lost = [points for points, won in zip(held, wins, strict=True) if not won]
    if stake is Stake.WIN:
        return [1 if won else -1 for won in wins]
    if stake is Stake.TALLY:
        others = [(sum(lost) - points) / 3 for points in held]
        return [(rest - points) / USUAL_POINTS for rest, points in zip(others, held, strict=True)]
    share = sum(lost) / len(lost) / USUAL_POINTS
    return [share if won else -share * (4 - len(lost)) / len(lost) for won in wins]


@pytest.mark.parametrize("seed", range(24))
def test_random_rules_give_the_same_numbers(seed: int) -> None:
    drawn = setting(Random(f"network {seed}"))
    rules = replace(drawn.rules, written=())
    follower = Follower(rules, drawn.seats, seed)
    while follower.compared < 100:
        follower.act()


@pytest.mark.parametrize("seed", range(WRITTEN))
def test_written_rules_give_the_same_numbers(seed: int) -> None:
    """Rules that let a player choose are left out: `make_lanes` refuses them."""
    chance = Random(f"written {seed}")
    drawn = setting(chance)
    writer = RuleWriter(chance, teams=drawn.rules.teams)
    written = [rule for rule in (writer.rule() for _ in range(60)) if not lets_choose(rule)]
    rules = with_switches(
        drawn.rules, blank_cards=MOST_BLANKS, written=tuple(written[:MOST_BLANKS])
    )
    follower = Follower(rules, drawn.seats, seed)
    for _ in range(ACTIONS):
        follower.act()
    assert follower.compared
