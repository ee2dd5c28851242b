"""Every bot by the name a table calls it, and the names bots sit down with."""

from openuno.bots.bot import Bot
from openuno.bots.casual import casual
from openuno.bots.master import master
from openuno.bots.random import random
from openuno.bots.regular import regular
from openuno.bots.relaxed import relaxed
from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name

BOTS: dict[str, Bot] = {
    "random": random,
    "casual": casual,
    "relaxed": relaxed,
    "regular": regular,
    "master": master,
}
BOT_NAMES = (
    *("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou"),
    *("Mia", "Ned", "Ola", "Pip", "Quin", "Rae", "Sol", "Tess", "Uma", "Vic", "Wes", "Yan"),
)
"""What bots are called, in the order in which they sit down; no format has more players."""


def find_bot(name: str) -> Bot:
    """The bot of this name; refuses names that no table can seat."""
    if is_oracle(name):
        raise SetupError(
            "bots", f"{name!r} sees hidden cards: it plays on `uno ladder`, and no table seats it"
        )
    if name not in BOTS:
        raise SetupError("bots", unknown_name("bot", name, BOTS))
    return BOTS[name]


def is_oracle(name: str) -> bool:
    """Whether the name is that of a player that sees hidden cards."""
    return name.partition(":")[0] == "oracle"
