"""Actions compared in the same deals, one block after another."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from openuno.engine.actions import Action
from openuno.engine.rng import Fast
from openuno.local.search.lookahead import Lookahead


class Dropping(NamedTuple):
    """When actions are no longer tried: how many deals before the first look, and how much worse.

    After twice as many deals there is another look, and so on. `errors` are standard errors by
    which an action is worse.
    """

    first: int
    errors: float


EARLY = Dropping(16, 1.0)
"""Where deals are few."""
LATE = Dropping(256, 2.0)
"""Where there are many: hardly anything better is dropped by chance."""
AS_IF = 0.15
"""By how much one more deal, that was not tried, is taken to differ."""
WORTHWHILE = 0.01
"""The gain, in rounds won or in what a round pays, for which it leaves the usual action at all."""


class Trials:
    """The actions that are still in question, with what each gained over the usual one."""

    def __init__(
        self,
        rng: Fast,
        actions: list[Action],
        lookahead: Lookahead,
        dropping: Dropping = EARLY,
        worthwhile: float = WORTHWHILE,
    ) -> None:
        self._rng = rng
        self._lookahead = lookahead
        self._dropping = dropping
        self._worthwhile = worthwhile
        self._usual, *others = actions
        self._gains = {action: _Gain() for action in others}
        self._worlds = 0
        self._next_look = dropping.first

    def is_open(self) -> bool:
        """Whether some action can still turn out to be better."""
        return bool(self._gains)

    def add_block(self, most: int) -> int:
        """Judge what is left in some more deals, the same for each action; how many deals.

        What is dropped, and when, does not depend on the size of the blocks.
        """
        count = min(self._lookahead.block, most, self._next_look - self._worlds)
        deals = range(self._worlds, self._worlds + count)
        usual, *others = self._lookahead.judge(self._rng, deals, [self._usual, *self._gains])
        for gain, values in zip(self._gains.values(), others, strict=True):
            gain.add(value - par for value, par in zip(values, usual, strict=True))
        self._worlds += count
        if self._worlds == self._next_look:
            self._next_look *= 2
            self.drop_hopeless()
        return count

    def drop_hopeless(self) -> None:
        """Try actions no longer that seem worse."""
        self._gains = {
            action: gain
            for action, gain in self._gains.items()
            if gain.mean + self._dropping.errors * gain.standard_error > self._worthwhile
        }

    def best(self, errors: float) -> Action:
        """The action that gained most, if by enough standard errors; else the usual one."""
        proven = {
            action: gain.mean
            for action, gain in self._gains.items()
            if gain.mean > max(errors * gain.standard_error, self._worthwhile)
        }
        return max(proven, key=proven.__getitem__, default=self._usual)


class _Gain:
    """How much better an action was than the usual one, in some deals."""

    def __init__(self) -> None:
        self._count, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, gains: Iterable[float]) -> None:
        for gain in gains:
            self._count += 1
            self._sum += gain
            self._squares += gain * gain

    @property
    def mean(self) -> float:
        return self._sum / max(self._count, 1)

    @property
    def standard_error(self) -> float:
        # As if another deal had gone either way: a few that agree prove nothing.
        spread = max(self._squares - self._sum * self.mean, 0.0) + AS_IF**2
        return sqrt(spread / max(self._count, 1) / max(self._count - 1, 1))
