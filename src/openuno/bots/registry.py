"""Every bot by the name a table calls it."""

from collections.abc import Collection

import msgspec

from openuno.bots.bot import Bot
from openuno.bots.casual import casual
from openuno.bots.characters import CHARACTER_BOTS, CHARACTERS, LEVELS, Level
from openuno.bots.gentle import gentle
from openuno.bots.master import master
from openuno.bots.random import random
from openuno.bots.regular import regular
from openuno.bots.relaxed import relaxed
from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name

ENGINES: dict[str, Bot] = {
    "random": random,
    "casual": casual,
    "relaxed": relaxed,
    "regular": regular,
    "master": master,
    "gentle": gentle,
}
"""The bots without a character."""
BOTS: dict[str, Bot] = ENGINES | CHARACTER_BOTS
EXPERT = "expert"
"""A search on top of `master` (`openuno.local.search`): it carries rounds on, as no bot here may. A
server lets it think in processes of its own."""
TABLE_BOTS = (*BOTS, EXPERT)
"""Every bot that a table can seat."""
CHOICES = (*(level for level in Level if level not in TABLE_BOTS), *TABLE_BOTS)
"""Every word for a bot: levels, engines and characters; some words are a level and an engine."""


ENGINE_WORDS = {
    "random": "Plays any card that fits",
    "casual": "Plays the first card that looks good, forgets UNO now and then",
    "relaxed": "Plays like regular, but makes mistakes",
    "regular": "Weighs every card, and remembers who lacked a colour",
    "master": "Decides by a network trained on billions of moves",
    EXPERT: "Plays like master, but looks ahead",
    "gentle": "Lets one player, such as a child, win about half of the rounds",
}
"""What the bots without a character are like, in a few words."""


class BotDescription(msgspec.Struct, frozen=True):
    """What a player who chooses opponents wants to know about one."""

    bot: str
    """The word for it, as in `uno play --bots`."""
    level: Level
    words: str
    name: str | None = None
    """The name that a character sits down with."""


def describe_bots() -> list[BotDescription]:
    """Every bot that a table can seat, from the gentlest on; of a level, characters first."""
    characters = [
        BotDescription(kind, each.level, each.words, each.name) for kind, each in CHARACTERS.items()
    ]
    engines = [BotDescription(bot, LEVELS[bot], words) for bot, words in ENGINE_WORDS.items()]
    levels = sorted(Level, key=lambda level: level is not Level.GENTLE)
    return [each for level in levels for each in (*characters, *engines) if each.level is level]


def find_bot(name: str) -> Bot:
    """The bot of this name; refuses names that no table can seat."""
    if is_oracle(name):
        raise SetupError(
            "bots", f"{name!r} sees hidden cards: it plays on `uno ladder`, and no table seats it"
        )
    if name not in BOTS:
        raise SetupError("bots", unknown_name("bot", name, BOTS))
    return BOTS[name]


def read_choice(typed: str) -> str:
    """The word for a bot that somebody has typed, also as a character's name or in capitals.

    A word that is not known comes back as it is: it may name somebody's own bot.
    """
    word = typed.strip()
    named = {each.name.casefold(): kind for kind, each in CHARACTERS.items()}
    known = {choice.casefold(): str(choice) for choice in CHOICES}
    return {**named, **known}.get(word.casefold(), word)


def list_choices() -> tuple[str, ...]:
    """Every word for a bot for someone to choose from: levels, then the bots of each in turn."""
    bots = (each.bot for level in Level for each in describe_bots() if each.level is level)
    return tuple(dict.fromkeys((*(level.value for level in Level), *bots)))


def choose_kind(word: str, used: Collection[str]) -> str:
    """The kind of bot that a word asks for: of a level, the first character not yet seated.

    `used` are the names at the table; once all are seated, the first comes again.
    """
    alike = [kind for kind, each in CHARACTERS.items() if each.level == word]
    if word in BOTS or not alike:
        return word
    return next((kind for kind in alike if CHARACTERS[kind].name not in used), alike[0])


def is_oracle(name: str) -> bool:
    """Whether the name is that of a player that sees hidden cards."""
    return name.partition(":")[0] == "oracle"
