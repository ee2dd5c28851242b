"""Every bot by the name a table calls it."""

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
