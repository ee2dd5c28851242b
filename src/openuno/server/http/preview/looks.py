"""What a name looks like, the same as in the pages (`web/src/faces/looks.ts`)."""

from collections.abc import Callable
from typing import NamedTuple

from openuno.bots.characters import CHARACTERS, PLAIN_NAMES

PLAIN_BOTS = ("robot", "robot-sand", "robot-sage", "robot-plum")
"""What bots without a character are: one drawing, in several colours."""
STYLES = (
    *("crop", "parted", "curls", "bob", "long", "bun", "ponytail", "buzz", "waves", "puffs"),
    *("bald", "headscarf", "cap", "beanie", "turban"),
)
EXTRAS = (
    *("none", "round-glasses", "square-glasses", "moustache", "short-beard", "full-beard"),
    *("beard-and-glasses", "freckles", "earrings"),
)
CUTS = ("round", "collar", "hood", "scarf")
SKINS = ("#f8d8bc", "#f0c19b", "#dca77a", "#c58b59", "#a66e48", "#89563a", "#6f4531")
HAIRS = (
    *("#211a1b", "#402a20", "#70472b", "#c4622c"),
    *("#e0b562", "#8d8a8b", "#dedad4", "#7c3f6d"),
)
TOPS = (
    *("#d9534a", "#dd9f31", "#45895a", "#2b7c86"),
    *("#4174bb", "#7c60a9", "#c4638a", "#5f6876"),
)
_BOTS = {each.name: thing for thing, each in CHARACTERS.items()}
_WITHOUT_BEARD = {"bob", "long", "bun", "ponytail", "waves", "puffs", "headscarf"}
_PLAIN = ("none", "none", "none", "round-glasses", "square-glasses", "freckles")
_BEARDS = ("moustache", "short-beard", "full-beard", "beard-and-glasses")
_DARK = (0, 1, 0, 0, 1, 5, 0)


class PersonLook(NamedTuple):
    """A face built from parts; the numbers are indices, `top` is a colour and a cut in one."""

    skin: int
    hair: int
    style: int
    top: int
    extra: int


class ThingLook(NamedTuple):
    """A bot is a thing of the room."""

    thing: str


Look = PersonLook | ThingLook


def look_for(name: str, *, bot: bool, face: str | None = None) -> Look:
    """How somebody looks: as the code of a chosen face says, else as is proposed for the name."""
    if bot and face is not None and face.startswith("b:"):
        return ThingLook(face.removeprefix("b:"))
    if face is not None and not bot:
        return PersonLook(*map(int, face.removeprefix("p:").split("-")))
    if not bot:
        return _person(name)
    number = PLAIN_NAMES.index(name) if name in PLAIN_NAMES else _hash(name)
    return ThingLook(_BOTS.get(name) or PLAIN_BOTS[number % len(PLAIN_BOTS)])


def _person(name: str) -> PersonLook:
    random = _generator(_hash(name.strip().lower()))
    style = _shuffle(len(STYLES), random)[0]
    skin = _shuffle(len(SKINS), random)[0]
    extra = _extra(STYLES[style], random)
    hair = _hair(skin, random)
    return PersonLook(skin, hair, style, int(random() * len(TOPS) * len(CUTS)), extra)


def _extra(style: str, random: Callable[[], float]) -> int:
    if style == "headscarf":
        choice: tuple[str, ...] = _PLAIN
    elif style in _WITHOUT_BEARD:
        choice = (*_PLAIN, "earrings")
    else:
        choice = (*_PLAIN, *_BEARDS)
    return EXTRAS.index(choice[int(random() * len(choice))])


def _hair(skin: int, random: Callable[[], float]) -> int:
    choice = (0, 1, 2, 3, 4, 1, 4, 6) if skin < 2 else (0, 1, 2, 0, 1, 5) if skin < 4 else _DARK
    return choice[int(random() * len(choice))]


def _hash(text: str) -> int:
    """FNV-1a over code points."""
    value = 0x811C9DC5
    for letter in text:
        value = ((value ^ ord(letter)) * 0x01000193) & 0xFFFF_FFFF
    return value


def _generator(seed: int) -> Callable[[], float]:
    """mulberry32: numbers from 0 to 1 that follow from a seed."""
    state = seed

    def random() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFF_FFFF
        mixed = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFF_FFFF
        added = (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & 0xFFFF_FFFF)) & 0xFFFF_FFFF
        mixed ^= added
        return (mixed ^ (mixed >> 14)) / 4294967296

    return random


def _shuffle(length: int, random: Callable[[], float]) -> list[int]:
    order = list(range(length))
    for at in range(length - 1, 0, -1):
        other = int(random() * (at + 1))
        order[at], order[other] = order[other], order[at]
    return order
