"""The casual bot: plays like a child, happily and without counting."""

from typing import TypeVar

from openuno.bots.bot import (
    Answer,
    Mind,
    chance_one_in,
    due_call,
    forget_uno,
    is_my_turn,
    legal_plays,
    other_actions,
    own_hand,
    pick,
    prefer_saying_uno,
)
from openuno.engine.actions import Action, Challenge, Play
from openuno.engine.cards import Card, Face
from openuno.engine.view import View

A = TypeVar("A", bound=Action)

FORGETS = 4
"""It forgets to say UNO with the card one time in this number, so that others can catch it."""
OVERLOOKS = 2
"""It overlooks that it can act out of turn (late UNO, catch, jump in) one time in this number."""
WHIM = 4
"""It challenges one time in this number, whatever it knows."""
BRIGHT = (Face.WILD_DRAW_FOUR, Face.SWAP_HANDS, Face.SHUFFLE_HANDS, Face.CUSTOM, Face.WILD)
LOUD = (Face.DRAW_TWO, Face.SKIP, Face.REVERSE)


def casual(view: View, mind: Mind) -> Answer:
    """Plays the most striking card it can, bluff or not, in a colour it holds, at anyone.

    It forgets UNO now and then, overlooks catches, challenges on a whim and keeps no count.
    """
    word = due_call(view)
    if word is not None:
        overlooked, mind = chance_one_in(mind, OVERLOOKS)
        if not overlooked:
            return word, mind
    ways = legal_plays(view)
    if not is_my_turn(view):
        overlooked, mind = chance_one_in(mind, OVERLOOKS) if ways else (True, mind)
        return (None, mind) if overlooked else _choose_play(view, ways, mind)
    if Challenge() in view.legal:
        challenges, mind = chance_one_in(mind, WHIM)
        if challenges:
            return Challenge(), mind
    return (
        _choose_play(view, ways, mind)
        if ways
        else pick(mind, _prefer_own_colours(view, other_actions(view)))
    )


def choose_brightest(view: View, mind: Mind) -> Answer:
    """One of the brightest cards in its turn, without a slip; never a challenge or a jump-in."""
    if not is_my_turn(view):
        return None, mind
    ways = legal_plays(view)
    return (
        _pick_brightest(view, ways, mind)
        if ways
        else pick(mind, _prefer_own_colours(view, other_actions(view)))
    )


def brightness(card: Card) -> int:
    """How much a card catches the eye of a child: a wild most, a number least."""
    return 2 if card.face in BRIGHT else 1 if card.face in LOUD else 0


def _choose_play(view: View, ways: list[Play], mind: Mind) -> Answer:
    play, mind = _pick_brightest(view, ways, mind)
    return forget_uno(mind, play, FORGETS)


def _pick_brightest(view: View, ways: list[Play], mind: Mind) -> tuple[Play, Mind]:
    """One of the brightest cards, in one of the colours it holds."""
    brightest = max(brightness(play.card) for play in ways)
    ways = _prefer_own_colours(view, [play for play in ways if brightness(play.card) == brightest])
    return pick(mind, prefer_saying_uno(ways))


def _prefer_own_colours(view: View, actions: list[A]) -> list[A]:
    """Those that name a colour in the hand, if any does."""
    colours = {card.colour for card in own_hand(view) if card.colour is not None}
    liked = [action for action in actions if getattr(action, "colour", None) in colours]
    return liked or actions
