"""The rule player that published UNO agents are usually compared with."""

from collections import Counter

from openuno.bots.bot import (
    Answer,
    Mind,
    due_call,
    is_my_turn,
    legal_plays,
    other_actions,
    own_hand,
    pick,
    prefer_saying_uno,
)
from openuno.engine.actions import NameColour
from openuno.engine.cards import COLOURS, Card, Colour
from openuno.engine.view import View


def rule(view: View, mind: Mind) -> Answer:
    """A Wild Draw Four as soon as it has one, else any coloured card, else any wild.

    A wild names the colour it holds most of. These are the rules of RLCard's `uno-rule-v1`; calling
    UNO and catching, which that game does not have, are added, challenging and jumping in are not.
    """
    call = due_call(view)
    if call is not None:
        return call, mind
    if not is_my_turn(view):
        return None, mind
    ways = prefer_saying_uno(legal_plays(view))
    if not ways:
        others = other_actions(view)
        names = [action for action in others if isinstance(action, NameColour)]
        if names:
            return NameColour(_most_held(view)), mind
        return pick(mind, others)
    fours = [play for play in ways if play.card is Card.W4]
    coloured = [play for play in ways if play.card.colour is not None]
    willing = fours or coloured or ways
    favoured = [play for play in willing if play.colour in (None, _most_held(view))]
    return pick(mind, favoured or willing)


def _most_held(view: View) -> Colour:
    held = Counter(card.colour for card in own_hand(view))
    return max(COLOURS, key=lambda colour: held[colour])
