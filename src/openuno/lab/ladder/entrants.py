"""Who can climb the ladder: kernel policies, bots, oracles, anyone's own function or program."""

from enum import StrEnum
from typing import NamedTuple

from openuno.bots.bot import Bot
from openuno.bots.characters import LEVELS, Level
from openuno.bots.master import hoarding_master
from openuno.bots.registry import BOTS, ENGINES, EXPERT
from openuno.engine.errors import SetupError
from openuno.engine.faults import nearest_name
from openuno.kernel.bots.policies import Policy
from openuno.lab.ladder.rule_bot import rule
from openuno.lab.players import find_player, find_policy, split_names
from openuno.local.external_bot import PREFIX

MAX_ENTRANTS = 12
ANCHORS = ("random", "rule", "casual", "regular")
"""Who is on every ladder unless others are named."""
MASTER, HOARDER = "master", "master:hoards"
_ENGINE = BOTS | {"rule": rule, HOARDER: hoarding_master}


class Oracle(StrEnum):
    """Players that see hidden cards. They show how much there is to win; no table seats them."""

    HANDS = "oracle:hands"
    """Sees every hand."""
    ALL = "oracle:all"
    """Sees every hand and the order of the draw pile."""


class Entrant(NamedTuple):
    """A player on the ladder, by the name it was given."""

    name: str
    policy: Policy | None = None
    """How the kernel plays it; None: it cannot."""
    oracle: Oracle | None = None

    @property
    def is_network(self) -> bool:
        """Whether the shipped network decides for it."""
        return self.name in (MASTER, HOARDER)


def parse_entrants(text: str) -> tuple[Entrant, ...]:
    """The entrants of a comma-separated list; refuses unknown names and repeated ones."""
    names = split_names(text)
    if not 2 <= len(names) <= MAX_ENTRANTS:
        alone = "; --evaluate measures one alone" if len(names) == 1 else ""
        raise SetupError("bots", f"name 2 to {MAX_ENTRANTS} players, not {len(names)}{alone}")
    if len(set(names)) < len(names):
        raise SetupError("bots", f"a player is named twice: {', '.join(names)}")
    return tuple(map(parse_entrant, names))


def parse_entrant(name: str) -> Entrant:
    """A policy of the kernel, a bot, an oracle, `module:function`, or `engine:command`."""
    if (policy := find_policy(name)) is not None:
        return Entrant(name, policy=policy)
    if name.partition(":")[0] == "oracle":
        if name not in set(Oracle):
            known = " or ".join(Oracle)
            raise SetupError("bots", f"there is no oracle {name!r}; choose {known}")
        return Entrant(name, oracle=Oracle(name))
    find_bot(name)
    return Entrant(name)


def find_bot(name: str) -> Bot:
    """The function that plays for a name in the reference engine."""
    if name in _ENGINE:
        return _ENGINE[name]
    if ":" not in name and name not in (EXPERT, "uniform"):
        if name in list(Level):
            alike = " or ".join(bot for bot in ENGINES if LEVELS[bot] == name)
            raise SetupError("bots", f"{name!r} is a level of `uno play`; name a bot: {alike}")
        known = (*_ENGINE, EXPERT, "uniform", *Oracle)
        near = nearest_name(name, known)
        guess = (
            f"choose from {', '.join(known)}, or" if near is None else f"did you mean {near}? Or"
        )
        own = f"give module:function or {PREFIX}command"
        raise SetupError("bots", f"there is no player {name!r}; {guess} {own}")
    return find_player(name)
