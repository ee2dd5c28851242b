"""Every answer an outside policy can give, as one number of a fixed list.

The list is the same for all rules and numbers of seats, so that one policy can play everywhere. A
player is named by the distance from the asked seat in the order of play.
"""

from typing import NamedTuple

from openuno.engine.cards import COLOURS, KINDS
from openuno.kernel.compiler import inline
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE_CARD,
    DECIDE,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    SUGGEST,
    encode_action,
)
from openuno.kernel.rules.state import MAX_SEATS, SUIT_SIZE, WILD, YELLOW_0

_COLOURS = len(COLOURS)
_WILDS = YELLOW_0 - WILD
COLOURED = SUIT_SIZE * _COLOURS
"""How many plays are of cards with a colour; the wilds follow, each in four colours."""
PLAYS = COLOURED + _WILDS * _COLOURS
OTHERS = MAX_SEATS - 1


class ActionBlock(NamedTuple):
    """A run of answers: its name, how many there are, what they mean."""

    name: str
    size: int
    meaning: str


BLOCKS = (
    ActionBlock(
        "play", PLAYS, "play a card: a coloured one by its kind, a wild by kind and colour"
    ),
    ActionBlock(
        "play, saying UNO", PLAYS, "the same cards in the same order, and UNO is said with it"
    ),
    ActionBlock("draw", 1, "draw instead of playing"),
    ActionBlock("keep", 1, "keep the card just drawn"),
    ActionBlock("pass", 1, "nothing to play and nothing to draw"),
    ActionBlock("accept", 1, "draw what a draw card, or a stack of them, demands"),
    ActionBlock("challenge", 1, "challenge the Wild Draw Four"),
    ActionBlock(
        "name", _COLOURS, "name a colour: for a wild turned up first, or for a custom rule"
    ),
    ActionBlock("say UNO", 1, "say UNO after the card"),
    ActionBlock("suggest", 1, "suggest a card to another player, and take the penalty"),
    ActionBlock("wait", 1, "do nothing: the answer to a question out of turn"),
    ActionBlock("catch", OTHERS, "catch the player 1 to 9 seats after you"),
    ActionBlock("pick", OTHERS, "the player a card targets, 1 to 9 seats after you"),
    ActionBlock("pick yourself", 1, "yourself, as the second of two players who swap hands"),
    ActionBlock(
        "choose", len(KINDS), "choose a card of yours that a custom rule makes you discard or give"
    ),
    ActionBlock("yes", 1, "you want what a custom rule asks you about"),
    ActionBlock("no", 1, "you do not"),
)
STARTS = {
    block.name: sum(earlier.size for earlier in BLOCKS[:offset])
    for offset, block in enumerate(BLOCKS)
}
ACTIONS = sum(block.size for block in BLOCKS)
"""How many answers there are."""

ANSWER_PLAY, ANSWER_PLAY_UNO = STARTS["play"], STARTS["play, saying UNO"]
ANSWER_DRAW, ANSWER_KEEP, ANSWER_PASS = STARTS["draw"], STARTS["keep"], STARTS["pass"]
ANSWER_ACCEPT, ANSWER_CHALLENGE, ANSWER_NAME = STARTS["accept"], STARTS["challenge"], STARTS["name"]
ANSWER_SAY_UNO, ANSWER_SUGGEST, ANSWER_WAIT = STARTS["say UNO"], STARTS["suggest"], STARTS["wait"]
ANSWER_CATCH, ANSWER_PICK = STARTS["catch"], STARTS["pick"]
ANSWER_PICK_SELF, ANSWER_CHOOSE = STARTS["pick yourself"], STARTS["choose"]
ANSWER_YES, ANSWER_NO = STARTS["yes"], STARTS["no"]


@inline
def play_index(kind, colour):
    """The index of a card among the plays; the colour matters for a wild only."""
    if kind < WILD:
        return kind
    if kind >= YELLOW_0:
        return kind - _WILDS
    return COLOURED + (kind - WILD) * _COLOURS + colour


@inline
def play_of_answer(index):
    """The action of an answer that plays a card; its target is yet to be picked."""
    uno = 1 if index >= ANSWER_PLAY_UNO else 0
    offset = index - ANSWER_PLAY_UNO if index >= ANSWER_PLAY_UNO else index
    colour = -1
    kind = offset
    if offset >= COLOURED:
        colour = (offset - COLOURED) % _COLOURS
        kind = WILD + (offset - COLOURED) // _COLOURS
    elif offset >= WILD:
        kind = offset + _WILDS
    return encode_action(PLAY, kind, colour, -1, uno)


@inline
def action_of_answer(index, target):
    """The action of an answer that plays no card; `target` is the seat it is about."""
    if index >= ANSWER_YES:
        return encode_action(DECIDE, 0, -1, -1, 1 if index == ANSWER_YES else 0)
    if index >= ANSWER_CHOOSE:
        return encode_action(CHOOSE_CARD, index - ANSWER_CHOOSE, -1, -1, 0)
    if index >= ANSWER_CATCH:
        return encode_action(CATCH, 0, -1, target, 0)
    if (index >= ANSWER_NAME) & (index < ANSWER_NAME + _COLOURS):
        return encode_action(NAME_COLOUR, 0, index - ANSWER_NAME, -1, 0)
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


def answer_text(index: int) -> str:
    """An answer as text: `R7`, `W4/R!`, `draw`, `name R`, `catch +1`, `choose B2`."""
    block = next(block for block in reversed(BLOCKS) if index >= STARTS[block.name])
    offset = index - STARTS[block.name]
    if block.size == PLAYS:
        return _card(offset) + "!" * (block.name != "play")
    if block.name == "name":
        return f"name {COLOURS[offset]}"
    if block.name == "choose":
        return f"choose {KINDS[offset]}"
    return block.name if block.size == 1 else f"{block.name} +{offset + 1}"


def _card(offset: int) -> str:
    if offset >= COLOURED:
        wild, colour = divmod(offset - COLOURED, _COLOURS)
        return f"{KINDS[WILD + wild]}/{COLOURS[colour]}"
    return str(KINDS[offset if offset < WILD else offset + _WILDS])
