"""The PettingZoo environment the way PettingZoo's own are imported and made.

    from openuno.env import openuno_v5

    env = openuno_v5.env(players=3, edition="house", stacking="any", render_mode="rgb_array")

The number is that of every environment here (`openuno.env.version`): when the same seed and answers
lead to something else, the module is called `openuno_v6`.
"""

from typing import Any

from openuno.env.making import make_rules, parse_pay
from openuno.env.pettingzoo import Uno
from openuno.kernel.batch.lanes import Pay

raw_env = Uno


def env(
    players: int = 4,
    *,
    edition: str | None = None,
    pay: Pay | str = Pay.WIN,
    render_mode: str | None = None,
    **switches: Any,
) -> Uno:
    """A table of agents; `edition` and switches by name. It refuses what its mask does not allow,
    so that no wrapper has to."""
    rules = make_rules(None, edition, switches)
    return Uno(rules, players, pay=parse_pay(pay), render_mode=render_mode)
