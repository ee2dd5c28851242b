"""How likely it is that a Wild Draw Four was a bluff, by what the player can see."""

from collections import Counter
from math import comb

from openuno.engine.rules import deck
from openuno.engine.state import FacingDrawFour
from openuno.engine.view import View


def bluff_chance(view: View, phase: FacingDrawFour) -> float:
    """The chance that one of the cards held then had the colour, if they were drawn blindly.

    People choose what they lay, so a player who plays a Wild Draw Four holds the colour less often.
    """
    own = () if view.seat is None else view.hands[view.seat]
    unseen = Counter(deck(view.rules)) - Counter((*view.discard, *own))
    total = unseen.total()
    without = sum(many for card, many in unseen.items() if card.colour is not phase.before)
    held = min(len(phase.held), total)
    return 1 - comb(without, held) / comb(total, held)
