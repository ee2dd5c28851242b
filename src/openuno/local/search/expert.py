"""The expert bot: does what `master` would, unless a search finds something clearly better."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from time import perf_counter

import msgspec

from openuno.bots.bot import (
    Answer,
    Bot,
    Mind,
    due_call,
    is_my_turn,
    legal_plays,
    other_actions,
    own_hand,
    prefer_saying_uno,
)
from openuno.bots.master import MOST_SEATS, choose_move, is_trained_for
from openuno.bots.network.decisions import draw_limit
from openuno.engine.actions import Action, Challenge, Draw, Play
from openuno.engine.rng import Generator, fork
from openuno.engine.view import View
from openuno.game.formats import Elimination, Format, LowTally
from openuno.local.search.belief import Belief, can_sample
from openuno.local.search.lookahead import Lookahead, Rollouts, ToOwnTurn
from openuno.local.search.win_scores import win_scores

SECONDS = 0.2
"""For one decision, on one core."""
MAX_WORLDS = 1024
MAX_ACTIONS = 9
"""Actions that are compared, at most."""
PROPOSING = 0.25
"""The part of the budget in which all actions are tried; then one of them is tested."""
FEWEST = 16
"""Deals after which actions are dropped that seem worse."""
PROMISING, SIGNIFICANT = 1.0, 2.0
"""Standard errors by which an action must be better to be tested, and to be done."""
HOPELESS = 1.0
"""Standard errors by which an action is worse when it is no longer tried."""
AS_IF = 0.15
"""By how much one more deal, that was not tried, is taken to differ."""
WORTHWHILE = 0.01
"""The gain, in rounds won, for which it leaves the usual action at all."""
_PROPOSE, _TEST = 0, 1
"""What the generator is forked for."""


class Budget(msgspec.Struct, frozen=True):
    """How long to search: at most this many deals, and within the seconds if there is a clock."""

    worlds: int = MAX_WORLDS
    seconds: float | None = None
    clock: Callable[[], float] = perf_counter


IN_TIME = Budget(seconds=SECONDS)


def expert(view: View, mind: Mind) -> Answer:
    """Makes every call it can, and searches for a fifth of a second."""
    return search(view, mind, IN_TIME)


def make_expert(worlds: int) -> Bot:
    """An expert that goes by the number of deals and not by the clock: it always plays the same."""
    budget = Budget(worlds)

    def bot(view: View, mind: Mind) -> Answer:
        return search(view, mind, budget)

    return bot


def search(view: View, mind: Mind, budget: Budget) -> Answer:
    """The answer of `master`, or an action that is significantly better; see docs/bots.md."""
    call = due_call(view)
    if call is not None:
        return call, mind
    usual, after = choose_move(view, mind)
    if usual is None or not is_my_turn(view) or not _can_search(view, mind.format):
        return usual, after
    actions = _candidates(view, usual)
    if len(actions) < 2:
        return usual, after
    belief = Belief(view, mind.memory)
    if not belief.is_possible:
        return usual, after
    run = _Run(budget)
    first = Trials(belief, fork(mind.rng, _PROPOSE), actions, _lookahead(view, mind))
    run.spend(first, PROPOSING)
    proposed = first.best(PROMISING)
    if proposed == usual:
        return usual, after
    # In other deals: the best of many owes some of that to chance.
    second = Trials(belief, fork(mind.rng, _TEST), [usual, proposed], Rollouts(view, mind))
    run.spend(second, 1.0)
    return second.best(SIGNIFICANT), after


class _Run:
    """A budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start = budget.clock()
        self._worlds = 0

    def spend(self, trials: "Trials", part: float) -> None:
        """Try on until this part of the budget is spent, or nothing is left in question."""
        budget = self._budget
        while trials.is_open() and self._worlds < part * budget.worlds:
            self._worlds += trials.add_block()
            if self._is_late(part):
                break

    def _is_late(self, part: float) -> bool:
        budget = self._budget
        if budget.seconds is None:
            return False
        return budget.clock() - self._start > part * budget.seconds


def _can_search(view: View, format: Format) -> bool:
    """Whether it looks further than the usual answer.

    It does not where winning the round is not what counts, nor with many players, where a search is
    slow and was not found to help.
    """
    if len(view.hands) > MOST_SEATS or isinstance(format, (LowTally, Elimination)):
        return False
    return can_sample(view)


def _candidates(view: View, usual: Action) -> list[Action]:
    """What is worth trying, the usual action first; it draws on purpose only with few cards."""
    plays = prefer_saying_uno(legal_plays(view))
    colours = Counter(card.colour for card in own_hand(view))
    plays.sort(key=lambda play: -colours[play.colour])  # of a wild, the colour it holds most of
    first = {play.card: play for play in reversed(plays)}.values()
    again = [play for play in plays if isinstance(usual, Play) and play.card is usual.card]
    found: list[Action] = [usual, *other_actions(view), *first, *again]
    if Challenge() in view.legal:
        found.insert(1, Challenge())
    if plays and len(own_hand(view)) > draw_limit(len(view.hands)):
        found = [action for action in found if action != Draw() or action == usual]
    return list(dict.fromkeys(found))[:MAX_ACTIONS]


class Trials:
    """The actions that are still in question, with what each gained over the usual one."""

    def __init__(
        self, belief: Belief, rng: Generator, actions: list[Action], lookahead: Lookahead
    ) -> None:
        self._belief = belief
        self._lookahead = lookahead
        self._rng = rng
        self._usual, *others = actions
        self._gains: dict[Action, list[float]] = {action: [] for action in others}
        self._worlds = 0

    def is_open(self) -> bool:
        """Whether some action can still turn out to be better."""
        return bool(self._gains)

    def add_block(self) -> int:
        """Judge what is left in some more deals, the same for each action; how many deals."""
        block = self._lookahead.block
        worlds = [self._belief.sample(fork(self._rng, self._worlds + n)) for n in range(block)]
        self._worlds += block
        usual, *others = self._lookahead.judge(worlds, [self._usual, *self._gains])
        for gains, values in zip(self._gains.values(), others, strict=True):
            gains += [value - par for value, par in zip(values, usual, strict=True)]
        if self._worlds >= FEWEST:
            self._gains = {
                action: gains
                for action, gains in self._gains.items()
                if fmean(gains) + HOPELESS * _standard_error(gains) > WORTHWHILE
            }
        return block

    def best(self, errors: float) -> Action:
        """The action that gained most, if by enough standard errors; else the usual one."""
        proven = {
            action: fmean(gains)
            for action, gains in self._gains.items()
            if gains and fmean(gains) > max(errors * _standard_error(gains), WORTHWHILE)
        }
        return max(proven, key=proven.__getitem__, default=self._usual)


def _standard_error(gains: list[float]) -> float:
    mean = fmean(gains)
    # As if another deal had gone either way: a few that agree prove nothing.
    spread = sum((gain - mean) ** 2 for gain in gains) + AS_IF**2
    return sqrt(spread / len(gains) / max(len(gains) - 1, 1))


def _lookahead(view: View, mind: Mind) -> Lookahead:
    if not is_trained_for(view.rules, len(view.hands), mind.format):
        return Rollouts(view, mind)
    return ToOwnTurn(view, mind, win_scores())
