"""Who can be named where bots play by the thousand: policies of the kernel, and every bot."""

from functools import partial

from openuno.bots.bot import Bot
from openuno.bots.uniform import Habits, uniform
from openuno.kernel.bots.policies import Policy
from openuno.local import named_bots

KERNEL_PLAYERS = ("uniform", "regular")


def find_policy(name: str) -> Policy | None:
    """The policy of the kernel with this name; None: only Python can play it."""
    return Policy.parse(name) if name.partition(":")[0] in KERNEL_PLAYERS else None


def find_player(name: str) -> Bot:
    """The function that plays for a name in the reference engine."""
    policy = find_policy(name)
    if policy is not None and policy.name == "uniform":
        return partial(uniform, habits=Habits(*policy.rates))
    return named_bots.find_bot(name)


def split_names(text: str) -> list[str]:
    """Split at commas, but not inside the habits of a policy."""
    names: list[str] = []
    for part in filter(None, (word.strip() for word in text.split(","))):
        # `doubts=3` continues the policy before it; no name of a player has an equals sign.
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
