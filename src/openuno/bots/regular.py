"""The regular bot: sensible at every table, by what it sees and remembers, never by chance."""

from collections import Counter

from openuno.bots.bot import (
    Mind,
    Thought,
    aloud,
    bluffs,
    owed,
    own_hand,
    plays,
    quiet,
    same_side,
    waited_for,
)
from openuno.bots.evaluation import if_laid, if_quiet, none_of, worth
from openuno.bots.memory import Memory, known_cards, may_hold
from openuno.engine.actions import Action, Challenge, ChoosePlayer, NameColour, Play
from openuno.engine.cards import COLOURS, Colour
from openuno.engine.rules import deck
from openuno.engine.scoring import card_points
from openuno.engine.state import ChoosingPlayer, FacingDrawFour, NamingColour, Turn
from openuno.engine.view import View

WINS = 1000.0
"""For a last card: nothing is better."""
RISK = 0.4
"""Against a bluff: doubted one time in four, say, it costs four cards and stops nobody."""
AIM = 0.01
"""For aiming a written rule at an opponent, more the fewer cards it has; it is rarely a gift."""
LIARS = 0.06
"""How readily one lays a Wild Draw Four unlawfully, against lawfully: few would dare."""
LOST_IF_WRONG = 2
"""The cards a wrong challenge costs on top of those demanded."""
TEMPO = 1
"""What not missing a turn is worth, in cards."""


def regular(view: View, mind: Mind) -> Thought:
    """Calls whatever there is to call, doubts what is unlikely, and else does what is worth most.

    It keeps wilds for the end, stops whoever is about to go out, names the colour it can follow and
    the next player perhaps cannot, and does none of it to a partner. It never draws if it can play.
    """
    word = owed(view)
    if word is not None:
        return word, mind
    phase = view.phase
    if not waited_for(view):
        return _jump_in(view, mind), mind
    if isinstance(phase, NamingColour):
        return NameColour(_colour(view, mind)), mind
    if isinstance(phase, ChoosingPlayer):
        others = [action for action in view.legal if isinstance(action, ChoosePlayer)]
        return max(others, key=lambda choice: _aim(view, choice.target)), mind
    if isinstance(phase, FacingDrawFour) and _doubts(view, mind.memory, phase):
        return Challenge(), mind
    return _move(view, mind), mind


def _jump_in(view: View, mind: Mind) -> Action | None:
    """The identical card, if that is better than waiting."""
    best = _best(view, mind)
    return best if best is not None and _better(view, mind, best) else None


def _move(view: View, mind: Mind) -> Action:
    """The best card; but a stack is taken, a drawn card kept, where that is worth more."""
    best, others = _best(view, mind), quiet(view)
    if best is None or (others and not _better(view, mind, best)):
        return others[0]
    return best


def _best(view: View, mind: Mind) -> Play | None:
    """What is worth most to lay; of equals, what counts most in points."""
    ways = aloud(plays(view))
    if len(ways) < 2:
        return ways[0] if ways else None
    return max(
        ways, key=lambda play: (_worth(view, mind, play), card_points(view.rules, play.card))
    )


def _better(view: View, mind: Mind, play: Play) -> bool:
    """Whether laying the card is worth more than not; in a plain turn it is, for not is to draw."""
    if isinstance(view.phase, Turn) and waited_for(view):
        return True
    waiting = worth(view, mind.memory, mind.format, if_quiet(view))
    return _worth(view, mind, play) > waiting


def _worth(view: View, mind: Mind, play: Play) -> float:
    if len(own_hand(view)) == 1:
        return WINS + _aim(view, play.target)
    value = worth(view, mind.memory, mind.format, if_laid(view, play)) + _aim(view, play.target)
    return value - RISK if bluffs(view, play.card) else value


def _aim(view: View, target: int | None) -> float:
    if target is None or view.seat is None or same_side(view, view.seat, target):
        return 0.0
    return AIM / len(view.hands[target])


def _colour(view: View, mind: Mind) -> Colour:
    """The colour it would most like to go on with."""
    outlook = if_quiet(view)._replace(turn=view.seat or 0)

    def liking(colour: Colour) -> float:
        return worth(view, mind.memory, mind.format, outlook._replace(colour=colour))

    return max(COLOURS, key=liking)


def _doubts(view: View, memory: Memory, phase: FacingDrawFour) -> bool:
    """Whether the layer is guilty often enough for what is at stake."""
    assert view.seat is not None
    if same_side(view, view.seat, phase.by):
        return False
    if any(card.colour is phase.before for card in known_cards(memory, phase.by)):
        return True
    held = may_hold(memory, phase.by, phase.before, len(phase.held))
    holds = 1 - none_of(1 - _density(view, phase.before), held)
    guilty = holds * LIARS / (holds * LIARS + 1 - holds) if holds < 1 else 1.0
    return guilty * (2 * phase.total + TEMPO) > (1 - guilty) * LOST_IF_WRONG


def _density(view: View, colour: Colour) -> float:
    """The share of cards out of sight that have the colour."""
    unseen = Counter(deck(view.rules))
    unseen.subtract(own_hand(view))
    unseen.subtract(view.discard)
    left = unseen.total()
    of_colour = sum(count for card, count in unseen.items() if card.colour is colour)
    return min(max(of_colour / left, 0.0), 1.0) if left > 0 else 0.0
