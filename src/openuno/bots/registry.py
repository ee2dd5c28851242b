"""Every bot by the name a table calls it, and the names bots sit down with."""

from openuno.bots.bot import Bot
from openuno.bots.casual import casual
from openuno.bots.random import random
from openuno.bots.regular import regular
from openuno.bots.relaxed import relaxed

BOTS: dict[str, Bot] = {
    "random": random,
    "casual": casual,
    "relaxed": relaxed,
    "regular": regular,
}
BOT_NAMES = (
    *("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou"),
    *("Mia", "Ned", "Ola", "Pip", "Quin", "Rae", "Sol", "Tess", "Uma", "Vic", "Wes", "Yan"),
)
"""What bots are called, in the order in which they sit down; no format has more players."""
