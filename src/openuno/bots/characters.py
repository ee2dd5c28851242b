"""The twelve characters that play as bots: how well each plays, how it errs, and what it is called.

Each is a thing of the house, and its kind is that thing: `toaster`. A character is an engine and a
temper, so it gets what every bot gets: a view and its own mind.
"""

from collections.abc import Collection
from enum import StrEnum

import msgspec

from openuno.bots import master, regular
from openuno.bots.casual import choose_brightest
from openuno.bots.temper import Engine, Temper, Whim, with_temper

PLAIN_NAMES = (
    *("Mia", "Ned", "Ola", "Pip", "Quin", "Rae", "Sol", "Tess", "Uma", "Vic", "Wes", "Yan"),
    *("Abe", "Bea", "Cal", "Dot", "Ewa", "Finn", "Gil", "Hope", "Ike", "Jan", "Kai", "Liv"),
)
"""What bots without a character are called; no format has more players."""


class Level(StrEnum):
    """How well a bot plays, as people are told."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    MASTER = "master"
    EXPERT = "expert"
    GENTLE = "gentle"
    """Plays so that one player wins about half of the rounds."""


class Character(msgspec.Struct, frozen=True):
    """One of them: the name it sits down with, how well it plays, by which engine and temper."""

    name: str
    level: Level
    words: str
    """What it is like, in a few words."""
    engine: Engine
    temper: Temper = Temper()


CHARACTERS: dict[str, Character] = {
    "radio": Character(
        "Ada",
        Level.HARD,
        "Careful: rarely bluffs, rarely challenges",
        regular.choose_move,
        Temper(overlooks=8, trusts=2),
    ),
    "toaster": Character(
        "Bo",
        Level.MEDIUM,
        "Hot-headed: plays the loudest card, challenges at once",
        regular.choose_move,
        Temper(whims=4, whim=Whim.LOUD, forgets=8, overlooks=4, challenges=4, bluffs=3),
    ),
    "teapot": Character(
        "Cleo",
        Level.HARD,
        "Sly: loves to bluff",
        regular.choose_move,
        Temper(challenges=10, bluffs=3),
    ),
    "clock": Character(
        "Dev",
        Level.MEDIUM,
        "In a hurry: plays first, thinks later, misses no catch",
        regular.choose_move,
        Temper(whims=3, forgets=5, trusts=2),
    ),
    "book": Character(
        "Eli", Level.MASTER, "Has read everything and plays to win", master.choose_move
    ),
    "candle": Character(
        "Fay",
        Level.MEDIUM,
        "Flickers: now brilliant, now far away",
        regular.choose_move,
        Temper(whims=4, forgets=6, overlooks=3, trusts=2),
    ),
    "television": Character(
        "Gus",
        Level.EASY,
        "Sleepy: often forgets to say UNO",
        choose_brightest,
        Temper(whims=3, forgets=2, overlooks=2),
    ),
    "fan": Character(
        "Hal",
        Level.MASTER,
        "Brisk: hardly ever makes a mistake",
        master.choose_move,
        Temper(whims=40, challenges=20),
    ),
    "plant": Character(
        "Ivy",
        Level.EASY,
        "Kind: spares the others when possible",
        regular.choose_move,
        Temper(whims=1, whim=Whim.KIND, forgets=3, overlooks=2, trusts=1),
    ),
    "mug": Character(
        "Jo",
        Level.EASY,
        "Easy-going: plays whatever looks best",
        choose_brightest,
        Temper(forgets=4, overlooks=3, challenges=4),
    ),
    "piggy-bank": Character(
        "Kim",
        Level.HARD,
        "Thrifty: saves the best cards",
        regular.choose_move,
        Temper(whims=10, whim=Whim.THRIFTY, trusts=3),
    ),
    "lamp": Character(
        "Lou",
        Level.MEDIUM,
        "Bright, but believes everything",
        regular.choose_move,
        Temper(whims=5, forgets=7, overlooks=4, trusts=1),
    ),
}
CHARACTER_BOTS = {kind: with_temper(each.engine, each.temper) for kind, each in CHARACTERS.items()}
LEVELS = {
    "random": Level.EASY,
    "casual": Level.EASY,
    "relaxed": Level.MEDIUM,
    "regular": Level.HARD,
    "master": Level.MASTER,
    "expert": Level.EXPERT,
    "gentle": Level.GENTLE,
    **{kind: each.level for kind, each in CHARACTERS.items()},
}
"""How well each bot of a table plays."""
BOT_NAMES = (*(each.name for each in CHARACTERS.values()), *PLAIN_NAMES)


def find_character(name: str, kind: str = "") -> str | None:
    """The character that a bot is: by its kind, else by the name it was given; None if it is none.

    In older rooms bots without a character sit under the name of one, with its pace and face.
    """
    if kind in CHARACTERS:
        return kind
    return next((thing for thing, each in CHARACTERS.items() if each.name == name), None)


def name_for(kind: str, used: Collection[str]) -> str | None:
    """The name that a bot of this kind sits down with; None if all are taken.

    A character has its own; any other bot takes one that no character has, since it plays, thinks
    and looks like none of them.
    """
    if kind in CHARACTERS:
        return CHARACTERS[kind].name
    return next((name for name in PLAIN_NAMES if name not in used), None)
