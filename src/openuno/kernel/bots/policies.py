"""Who plays how: the policy of each seat, and its habits."""

from enum import IntEnum
from typing import NamedTuple, Self

import numpy as np

from openuno.bots.uniform import Habits
from openuno.engine.errors import SetupError
from openuno.kernel.rules.state import Numbers


class Habit(IntEnum):
    """The habits of a seat, by their index in its row of `habits`; a rate of 3 is one time in 3."""

    REGULAR = 0
    """Whether it plays as `regular` does; the rest is about `uniform`."""
    FORGETS = 1
    CATCHES = 2
    JUMPS = 3
    DOUBTS = 4
    BLUFFS = 5
    """0 is never, 1 is always."""


HABITS = len(Habit)
REGULAR, FORGETS, CATCHES, JUMPS, DOUBTS, BLUFFS = (habit.value for habit in Habit)
RATES = Habits()._asdict()
"""The habits of the plain `uniform`."""
MAX_RATE = 1_000_000


class Policy(NamedTuple):
    """How a seat plays, as text: `regular`, `uniform`, `uniform:doubts=3,forgets=4`."""

    name: str = "uniform"
    rates: tuple[int, ...] = tuple(RATES.values())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a policy, or refuse it with `SetupError`."""
        name, _, tail = text.partition(":")
        if name not in ("uniform", "regular"):
            raise SetupError("policy", f"there is no policy {name!r}; choose uniform or regular")
        rates = dict(RATES)
        named = set()
        for part in filter(None, tail.split(",")):
            habit, _, rate = part.partition("=")
            if name == "regular":
                raise SetupError("policy", "regular has no habits to set; give them to uniform")
            if habit not in RATES:
                known = ", ".join(RATES)
                raise SetupError("policy", f"there is no habit {habit!r}; choose from {known}")
            if not rate.isascii() or not rate.isdigit() or not 0 <= int(rate) <= MAX_RATE:
                raise SetupError(
                    "policy",
                    f"{habit} is a rate, 0 (never), 1 (always) or one time in up to {MAX_RATE},"
                    f" not {rate!r}",
                )
            if habit in named:
                raise SetupError("policy", f"{habit} is set twice; keep one of them")
            named.add(habit)
            rates[habit] = int(rate)
        return cls(name, tuple(rates.values()))

    def __str__(self) -> str:
        set_ = (
            f"{habit}={rate}"
            for (habit, usual), rate in zip(RATES.items(), self.rates, strict=True)
            if rate != usual
        )
        return f"{self.name}:{','.join(set_)}".rstrip(":")

    @property
    def plain(self) -> bool:
        """Whether it is `uniform` with no habit changed."""
        return self == Policy()


def habit_rows(policies: tuple[Policy, ...]) -> Numbers:
    """The habits of all seats, a row to a seat."""
    rows = [(policy.name == "regular", *policy.rates) for policy in policies]
    return np.array(rows, np.int64)
