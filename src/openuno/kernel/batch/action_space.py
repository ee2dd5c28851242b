"""Every answer an outside policy can give, as one number of a fixed list.

The list is the same for every table, so that one policy can play at all of them. Players are named
by how many places after the asked seat they come in the order of play.
"""

from typing import NamedTuple

from openuno.engine.cards import COLOURS
from openuno.kernel.compiler import inlined
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    SUGGEST,
    coded,
)
from openuno.kernel.rules.state import A_SUIT, KINDS, MOST_SEATS, WILD, YELLOW_0

_COLOURS = len(COLOURS)
_WILDS = YELLOW_0 - WILD
COLOURED = A_SUIT * _COLOURS
"""Ways to lay a card with a colour; behind them come the wilds, each in four colours."""
WAYS = COLOURED + _WILDS * _COLOURS
OTHERS = MOST_SEATS - 1


class Block(NamedTuple):
    """A run of answers: where it starts, how long it is, what it says."""

    name: str
    size: int
    meaning: str


BLOCKS = (
    Block("lay", WAYS, "lay a card: a coloured one by its kind, a wild by kind and colour"),
    Block("lay, saying UNO", WAYS, "the same cards in the same order, and UNO is said with it"),
    Block("draw", 1, "draw instead of playing"),
    Block("keep", 1, "keep the card just drawn"),
    Block("pass", 1, "nothing to play and nothing to draw"),
    Block("accept", 1, "draw what a draw card, or a stack of them, demands"),
    Block("challenge", 1, "doubt the Wild Draw Four"),
    Block("name", _COLOURS, "name a colour for the wild that was turned up first"),
    Block("say UNO", 1, "say UNO after the card"),
    Block("suggest", 1, "suggest a card to another player, and pay for it"),
    Block("wait", 1, "let it go: the answer to a question out of turn"),
    Block("catch", OTHERS, "catch the player so many places after you, 1 to 9"),
    Block("pick", OTHERS, "the player a card is about, so many places after you, 1 to 9"),
)
STARTS = {
    block.name: sum(earlier.size for earlier in BLOCKS[:place])
    for place, block in enumerate(BLOCKS)
}
ACTIONS = sum(block.size for block in BLOCKS)
"""How many answers there are."""

ANSWER_PLAY, ANSWER_PLAY_UNO = STARTS["lay"], STARTS["lay, saying UNO"]
ANSWER_DRAW, ANSWER_KEEP, ANSWER_PASS = STARTS["draw"], STARTS["keep"], STARTS["pass"]
ANSWER_ACCEPT, ANSWER_CHALLENGE, ANSWER_NAME = STARTS["accept"], STARTS["challenge"], STARTS["name"]
ANSWER_SAY_UNO, ANSWER_SUGGEST, ANSWER_WAIT = STARTS["say UNO"], STARTS["suggest"], STARTS["wait"]
ANSWER_CATCH, ANSWER_PICK = STARTS["catch"], STARTS["pick"]


@inlined
def way(kind, colour):
    """The place of a card among the ways to lay one; the colour counts for a wild only."""
    if kind < WILD:
        return kind
    if kind >= YELLOW_0:
        return kind - _WILDS
    return COLOURED + (kind - WILD) * _COLOURS + colour


@inlined
def laid_by(index):
    """The action, its player yet to be picked, of an answer that lays a card."""
    uno = 1 if index >= ANSWER_PLAY_UNO else 0
    place = index - ANSWER_PLAY_UNO if index >= ANSWER_PLAY_UNO else index
    colour = -1
    kind = place
    if place >= COLOURED:
        colour = (place - COLOURED) % _COLOURS
        kind = WILD + (place - COLOURED) // _COLOURS
    elif place >= WILD:
        kind = place + _WILDS
    return coded(PLAY, kind, colour, -1, uno)


@inlined
def spoken(index, target):
    """The action of an answer that lays no card; `target` is the seat it is about."""
    if index >= ANSWER_CATCH:
        return coded(CATCH, 0, -1, target, 0)
    if (index >= ANSWER_NAME) & (index < ANSWER_NAME + _COLOURS):
        return coded(NAME_COLOUR, 0, index - ANSWER_NAME, -1, 0)
    if index == ANSWER_DRAW:
        return DRAW
    if index == ANSWER_KEEP:
        return KEEP
    if index == ANSWER_PASS:
        return PASS
    if index == ANSWER_ACCEPT:
        return ACCEPT
    if index == ANSWER_CHALLENGE:
        return CHALLENGE
    if index == ANSWER_SAY_UNO:
        return SAY_UNO
    return SUGGEST


def told(index: int) -> str:
    """An answer as text, in the table's codes: `R7`, `W4/R!`, `draw`, `name R`, `catch +1`."""
    block = next(block for block in reversed(BLOCKS) if index >= STARTS[block.name])
    place = index - STARTS[block.name]
    if block.size == WAYS:
        return _card(place) + "!" * (block.name != "lay")
    if block.name == "name":
        return f"name {COLOURS[place]}"
    return block.name if block.size == 1 else f"{block.name} +{place + 1}"


def _card(place: int) -> str:
    if place >= COLOURED:
        wild, colour = divmod(place - COLOURED, _COLOURS)
        return f"{KINDS[WILD + wild]}/{COLOURS[colour]}"
    return str(KINDS[place if place < WILD else place + _WILDS])
