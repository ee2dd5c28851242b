"""The expert bot: does what `master` would, unless a search finds something clearly better.

Better is what wins the round more often, or brings more points where those count.
"""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from math import ceil
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
from openuno.bots.master import choose_move, is_trained_for
from openuno.bots.network.decisions import draw_limit, stake_of
from openuno.bots.network.layout import Stake
from openuno.engine.actions import Action, Draw, Play
from openuno.engine.rng import Fast, Generator, fork, words
from openuno.engine.rules import Rules
from openuno.engine.view import View
from openuno.game.formats import Elimination, Format
from openuno.local.search.belief import Belief, can_sample
from openuno.local.search.compiled import rollouts
from openuno.local.search.lookahead import Lookahead, Rollouts, ToOwnTurn
from openuno.local.search.trials import EARLY, LATE, Dropping, Trials
from openuno.local.search.win_scores import win_scores

SECONDS = 0.2
"""For one decision, on one core."""
MAX_WORLDS = 16384
MANY = 1024
"""Deals with which rollouts tell small differences, and so propose; else the network does."""
MAX_ACTIONS = 9
"""Actions that are compared, at most."""
MOST_SEATS = 6
"""With more players nobody has measured what a search gains, and `master` decides."""
PROPOSING, TESTING = 0.25, 0.75
"""Parts of the budget: in the first all actions are tried, then one of them is tested. The test
ends with the second if the network may still object."""
OBJECTING = 32
"""Deals in which the network may object to what rollouts found."""
PROMISING = 1.0
"""Standard errors by which an action must be better to be tested."""
SIGNIFICANT, SIGNIFICANT_TO_STUDENT = 2.0, 1.0
"""Standard errors by which it must be better to be done; the second where the student plays on."""
_PROPOSE, _TEST, _OBJECT = 0, 1, 2
"""What the generator is forked for."""


class Budget(msgspec.Struct, frozen=True):
    """How long to search: at most this many deals, and within the seconds if there is a clock."""

    worlds: int = MAX_WORLDS
    seconds: float | None = None
    clock: Callable[[], float] = perf_counter
    student: bool = True
    """Whether the small network, `master`'s student, plays on in rollouts where it can."""
    significant: float | None = None
    """Standard errors by which an action must be better to be done, if not the usual number."""


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
    if usual is None or not is_my_turn(view) or not _can_search(view):
        return usual, after
    actions = candidates(view, usual)
    if len(actions) < 2:
        return usual, after
    belief = Belief(view, mind.memory)
    if not belief.is_possible:
        return usual, after
    start = budget.clock()
    to_the_end, network = rollouts(belief, mind), _network(belief, mind)
    has_many = _has_many_deals(budget, to_the_end)
    significant = SIGNIFICANT
    if is_trained_for(view.rules, len(view.hands)):
        if has_many and budget.student and not view.rules.written:
            to_the_end, network = rollouts(belief, mind, with_student=True), None
            significant = SIGNIFICANT_TO_STUDENT
        elif _plays_for_points(mind):
            return usual, after  # rollouts as `regular` gained nothing over the network
    if budget.significant is not None:
        significant = budget.significant
    run = _Run(budget, start, mind.rng, LATE if has_many else EARLY, significant)
    if network is None or has_many:
        return _find_by_rollouts(run, actions, to_the_end, network), after
    return _find_by_network(run, actions, to_the_end, network), after


def _find_by_network(
    run: "_Run", actions: list[Action], to_the_end: Lookahead, network: Lookahead
) -> Action:
    """What the network proposes, if rollouts confirm it; else the usual action, the first."""
    usual = actions[0]
    proposed = run.try_out(_PROPOSE, actions, network, PROPOSING).best(PROMISING)
    if proposed == usual:
        return usual
    # In other deals: the best of many owes some of that to chance.
    return run.try_out(_TEST, [usual, proposed], to_the_end, 1.0).best(run.significant)


def _find_by_rollouts(
    run: "_Run", actions: list[Action], to_the_end: Lookahead, network: Lookahead | None
) -> Action:
    """What rollouts propose and confirm, if the network does not find it worse."""
    usual = actions[0]
    proposed = run.try_out(_PROPOSE, actions, to_the_end, PROPOSING).best(PROMISING)
    if proposed == usual:
        return usual
    part = 1.0 if network is None else TESTING
    found = run.try_out(_TEST, [usual, proposed], to_the_end, part).best(run.significant)
    if found == usual or network is None:
        return found
    return found if run.is_accepted(found, usual, network) else usual


def _has_many_deals(budget: Budget, to_the_end: Lookahead) -> bool:
    """Whether there is time for many deals, or many are asked for."""
    if budget.seconds is None:
        return budget.worlds >= MANY
    return not isinstance(to_the_end, Rollouts)


class _Run:
    """A budget being spent."""

    def __init__(
        self,
        budget: Budget,
        start: float,
        rng: Generator,
        dropping: Dropping,
        significant: float,
    ) -> None:
        self.significant = significant
        self._budget = budget
        self._start = start
        self._rng = rng
        self._dropping = dropping
        self._worlds = 0

    def try_out(
        self, purpose: int, actions: list[Action], lookahead: Lookahead, part: float
    ) -> Trials:
        """Compare actions until this part of the budget is spent, or nothing is in question."""
        trials = Trials(_fork(self._rng, purpose), actions, lookahead, self._dropping)
        self._spend(trials, ceil(part * self._budget.worlds), part)
        return trials

    def is_accepted(self, action: Action, usual: Action, network: Lookahead) -> bool:
        """Whether the network does not find the action worse, by a standard error."""
        trials = Trials(_fork(self._rng, _OBJECT), [usual, action], network, worthwhile=0.0)
        self._spend(trials, self._worlds + OBJECTING, 1.0)
        trials.drop_hopeless()
        return trials.is_open()

    def _spend(self, trials: Trials, worlds: int, part: float) -> None:
        while trials.is_open() and self._worlds < worlds:
            self._worlds += trials.add_block(worlds - self._worlds)
            if self._is_late(part):
                break

    def _is_late(self, part: float) -> bool:
        budget = self._budget
        if budget.seconds is None:
            return False
        return budget.clock() - self._start > part * budget.seconds


def _fork(rng: Generator, purpose: int) -> Fast:
    """A generator of its own, a fast one: nobody has to check these deals."""
    forked = fork(rng, purpose)
    if isinstance(forked, Fast):
        return forked
    stream = words(forked)
    return Fast(next(stream) << 32 | next(stream))


def _network(belief: Belief, mind: Mind) -> Lookahead | None:
    """The judgement of the network where it was trained and winning the round is what counts."""
    seen = belief.view
    if _plays_for_points(mind) or not is_trained_for(seen.rules, len(seen.hands)):
        return None
    return ToOwnTurn(belief, mind, win_scores())


def _can_search(view: View) -> bool:
    """Whether it looks further than the usual answer; with many players a search is slow."""
    return len(view.hands) <= MOST_SEATS and can_sample(view)


class NoSearch(StrEnum):
    """Why an expert plays exactly as `master` at a whole table."""

    MANY_PLAYERS = "many-players"
    WRITTEN_RULES = "written-rules"
    """Where points count, with rules on blanks that `master` plays by."""
    NO_KERNEL = "no-kernel"
    """Where points count, unless the rollouts are compiled."""


def find_no_search(rules: Rules, seats: int, format: Format) -> NoSearch | None:
    """Why an expert never looks ahead at a table with this many seats; None if it does."""
    if seats > MOST_SEATS and not isinstance(format, Elimination):  # there they become fewer
        return NoSearch.MANY_PLAYERS
    if stake_of(format) is Stake.WIN or not is_trained_for(rules, min(seats, MOST_SEATS)):
        return None
    return NoSearch.WRITTEN_RULES if rules.written else NoSearch.NO_KERNEL


def _plays_for_points(mind: Mind) -> bool:
    return stake_of(mind.format) is not Stake.WIN


def candidates(view: View, usual: Action) -> list[Action]:
    """What is worth trying, the usual action first; it draws on purpose only with few cards.

    Whether to challenge is left to `master`, whose network knows better who bluffs.
    """
    plays = prefer_saying_uno(legal_plays(view))
    colours = Counter(card.colour for card in own_hand(view))
    plays.sort(key=lambda play: -colours[play.colour])  # of a wild, the colour it holds most of
    first = {play.card: play for play in reversed(plays)}.values()
    again = [play for play in plays if isinstance(usual, Play) and play.card is usual.card]
    found: list[Action] = [usual, *other_actions(view), *first, *again]
    if plays and len(own_hand(view)) > draw_limit(len(view.hands)):
        found = [action for action in found if action != Draw() or action == usual]
    return list(dict.fromkeys(found))[:MAX_ACTIONS]
