"""How often each action of a seat wins the round, by what that seat may know.

Every action is tried in the same deals, which fit what the seat has seen; then everyone plays on as
`regular` does. Letting a jump-in go is an action, too: None.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, pvariance
from typing import Protocol

from openuno.bots.bot import Mind, is_my_turn, legal_plays, other_actions, prefer_saying_uno
from openuno.bots.memory import Memory
from openuno.bots.regular import regular
from openuno.engine.actions import Action, Challenge
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import Fast, Generator
from openuno.engine.state import Round, seat_to_act
from openuno.engine.view import View, view
from openuno.local.search.belief import Belief, Deals
from openuno.local.search.lookahead import next_step, won

MAX_ACTIONS = 400
"""After which a round played on counts as won by nobody."""
Wins = list[list[float]]
"""For each action, whether it wins in each deal."""
TryActions = Callable[[Round, int, Sequence[Action | None]], list[float]]
"""What each action of a seat leads to in one deal: 1 if the seat wins."""


class Position(Protocol):
    """What a seat sees, and what it remembers."""

    @property
    def view(self) -> View:
        """What it sees."""

    @property
    def memory(self) -> Memory:
        """What it remembers."""


def list_actions(seen: View) -> list[Action | None]:
    """Everything that the seat can do; of plays that differ in saying UNO, those that say it."""
    plays = prefer_saying_uno(legal_plays(seen))
    if not is_my_turn(seen):
        return [*plays, None] if plays else []
    challenges = [action for action in seen.legal if isinstance(action, Challenge)]
    return [*plays, *other_actions(seen), *challenges]


def evaluate(
    position: Position,
    actions: Sequence[Action | None],
    worlds: int,
    rng: Generator,
    try_actions: TryActions | None = None,
) -> Wins:
    """Whether each action wins, in this many deals; the same generator finds the same."""
    deals = Deals(Belief(position.view, position.memory))
    seat = position.view.seat
    assert seat is not None, "a spectator has nothing to decide"
    found: Wins = [[] for _ in actions]
    for number in range(worlds):
        world = deals.sample(rng, number)
        shares = (try_actions or try_in_engine)(world, seat, actions)
        for wins, share in zip(found, shares, strict=True):
            wins.append(share)
    return found


def try_in_engine(world: Round, seat: int, actions: Sequence[Action | None]) -> list[float]:
    """Whether each action wins for the seat, or for its partner, if all play on as `regular`."""
    return [_play_on(_begin(world, seat, action), seat) for action in actions]


def lead(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one action wins more often than another, and the standard error of that."""
    gains = [one - two for one, two in zip(best, other, strict=True)]
    # As if one deal more had gone either way: a few that agree prove nothing.
    return fmean(gains), sqrt(pvariance([*gains, 1.0, -1.0]) / len(gains))


def _begin(world: Round, seat: int, action: Action | None) -> Round:
    return _let_go(world, seat) if action is None else apply(world, seat, action).round


def _let_go(world: Round, seat: int) -> Round:
    """What happens next if this seat does not jump in."""
    mind = Mind(Fast(0))
    for other, offered in questions_out_of_turn(world):
        answer, _ = regular(view(world, other), mind)
        if other != seat and answer is not None and answer in offered:
            return apply(world, other, answer).round
    acting = seat_to_act(world)
    assert acting is not None, "a round that is not over waits for somebody"
    answer, _ = regular(view(world, acting), mind)
    assert answer is not None, "a bot acts in its turn"
    return apply(world, acting, answer).round


def _play_on(round: Round, seat: int) -> float:
    mind = Mind(Fast(0))
    for _ in range(MAX_ACTIONS):
        if seat_to_act(round) is None:
            break
        round = next_step(round, mind).round
    return won(round, seat)
