"""The casual bot: plays as a child does, gladly and without counting."""

from typing import TypeVar

from openuno.bots.bot import (
    Mind,
    Thought,
    aloud,
    one_in,
    owed,
    own_hand,
    pick,
    plays,
    quiet,
    waited_for,
)
from openuno.engine.actions import Action, Challenge, Play
from openuno.engine.cards import Card, Face
from openuno.engine.view import View

A = TypeVar("A", bound=Action)

FORGETS = 4
"""It forgets to say UNO with the card one time in so many; there must be somebody to catch."""
OVERLOOKS = 2
"""It misses a chance out of turn (its late UNO, a catch, a jump-in) one time in so many."""
WHIM = 4
"""It challenges one time in so many, whatever the hand it doubts."""
BRIGHT = (Face.WILD_DRAW_FOUR, Face.SWAP_HANDS, Face.SHUFFLE_HANDS, Face.CUSTOM, Face.WILD)
LOUD = (Face.DRAW_TWO, Face.SKIP, Face.REVERSE)


def casual(view: View, mind: Mind) -> Thought:
    """Lays the brightest card it can at once, bluff or not, in a colour it holds; aims at anyone.

    It forgets UNO now and then, overlooks catches, challenges on a whim and keeps no count.
    """
    word = owed(view)
    if word is not None:
        overlooked, mind = one_in(mind, OVERLOOKS)
        if not overlooked:
            return word, mind
    ways = plays(view)
    if not waited_for(view):
        overlooked, mind = one_in(mind, OVERLOOKS) if ways else (True, mind)
        return (None, mind) if overlooked else _lay(view, ways, mind)
    if Challenge() in view.legal:
        doubts, mind = one_in(mind, WHIM)
        if doubts:
            return Challenge(), mind
    return _lay(view, ways, mind) if ways else pick(mind, _liked(view, quiet(view)))


def _lay(view: View, ways: list[Play], mind: Mind) -> Thought:
    """One of the brightest cards, in one of the colours it holds."""
    brightest = max(_brightness(play.card) for play in ways)
    ways = _liked(view, [play for play in ways if _brightness(play.card) == brightest])
    play, mind = pick(mind, aloud(ways))
    if not play.uno:
        return play, mind
    forgotten, mind = one_in(mind, FORGETS)
    return (Play(play.card, play.colour, play.target) if forgotten else play), mind


def _brightness(card: Card) -> int:
    return 2 if card.face in BRIGHT else 1 if card.face in LOUD else 0


def _liked(view: View, actions: list[A]) -> list[A]:
    """Those that name a colour in the hand, if any does."""
    colours = {card.colour for card in own_hand(view) if card.colour is not None}
    liked = [action for action in actions if getattr(action, "colour", None) in colours]
    return liked or actions
