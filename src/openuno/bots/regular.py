"""The regular bot: sensible under all rules, by what it sees and remembers, never by chance."""

from collections import Counter

from openuno.bots.bot import (
    Answer,
    Mind,
    are_partners,
    due_call,
    is_bluff,
    is_my_turn,
    legal_plays,
    other_actions,
    own_hand,
    prefer_saying_uno,
)
from openuno.bots.choices import fullest_hand, least_useful_card
from openuno.bots.evaluation import (
    DRAWS,
    WINS,
    chance_of_none,
    evaluate,
    prospect_after_answer,
    prospect_after_play,
    prospect_after_rule,
    prospect_if_drawing,
    prospect_if_waiting,
    race_value,
)
from openuno.bots.memory import Memory, known_cards, max_of_colour
from openuno.engine.actions import Action, Challenge, ChoosePlayer, Decide, NameColour, Play
from openuno.engine.cards import COLOURS, Colour, Face
from openuno.engine.rules import deck
from openuno.engine.scoring import card_points
from openuno.engine.state import (
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    NamingColour,
    Turn,
)
from openuno.engine.view import View

RISK = 0.4
"""Against a bluff: if it is challenged, say one time in four, it costs four cards."""
AIM = 0.01
"""For aiming a custom rule at an opponent, more the fewer cards it has; it decides equal values."""
LIARS = 0.06
"""How often players bluff with a Wild Draw Four, compared with playing it honestly."""
LOST_IF_WRONG = 2
"""The cards a wrong challenge costs on top of those demanded."""
TEMPO = 1
"""What not missing a turn is worth, in cards."""


def regular(view: View, mind: Mind) -> Answer:
    """Makes every call it can, challenges likely bluffs, and otherwise does what is worth most.

    It saves wilds for the end, stops players who are about to go out, names a colour that it can
    follow and the next player perhaps cannot, and spares its partner. It only draws if it must.
    """
    call = due_call(view)
    return (call, mind) if call is not None else choose_move(view, mind)


def choose_move(view: View, mind: Mind) -> Answer:
    """What is worth most besides calling UNO or a catch: a card, a colour, a challenge, a draw."""
    phase = view.phase
    if not is_my_turn(view):
        return _jump_in(view, mind), mind
    if isinstance(phase, NamingColour):
        return NameColour(_best_colour(view, mind)), mind
    if isinstance(phase, ChoosingCards):
        return least_useful_card(view), mind
    if isinstance(phase, ChoosingPlayer) and phase.rule is not None:
        return fullest_hand(view), mind
    if isinstance(phase, ChoosingPlayer):
        others = [action for action in view.legal if isinstance(action, ChoosePlayer)]
        return max(others, key=lambda choice: _target_value(view, choice.target)), mind
    if isinstance(phase, Deciding):
        return Decide(_is_wanted(view, mind, phase)), mind
    if isinstance(phase, FacingDrawFour) and _should_challenge(view, mind.memory, phase):
        return Challenge(), mind
    return _move(view, mind), mind


def _is_wanted(view: View, mind: Mind, phase: Deciding) -> bool:
    """Whether what a custom rule asks about is worth at least as much as leaving it."""
    yes, no = (
        evaluate(view, mind.memory, mind.format, prospect_after_answer(view, phase, answer))
        for answer in (True, False)
    )
    return yes >= no


def _jump_in(view: View, mind: Mind) -> Action | None:
    """The identical card, if that is better than waiting."""
    best = _best_play(view, mind)
    return best if best is not None and _is_better(view, mind, best) else None


def _move(view: View, mind: Mind) -> Action:
    """The best card, unless accepting a stack or keeping a drawn card is worth more."""
    best, others = _best_play(view, mind), other_actions(view)
    if best is None or (others and not _is_better(view, mind, best)):
        return others[0]
    return best


def _best_play(view: View, mind: Mind) -> Play | None:
    """The most valuable play; among equals, the one with most points."""
    ways = prefer_saying_uno(legal_plays(view))
    if len(ways) < 2:
        return ways[0] if ways else None
    return max(
        ways, key=lambda play: (_play_value(view, mind, play), card_points(view.rules, play.card))
    )


def _is_better(view: View, mind: Mind, play: Play) -> bool:
    """Whether playing the card is worth more than not.

    In a plain turn it is, since not means to draw; but a custom rule may cost more than that.
    """
    draws = isinstance(view.phase, Turn) and is_my_turn(view)
    if draws and play.card.face is not Face.CUSTOM:
        return True
    prospect = prospect_if_drawing(view) if draws else prospect_if_waiting(view)
    value = evaluate(view, mind.memory, mind.format, prospect)
    return _play_value(view, mind, play) > (value + DRAWS if draws else value)


def _play_value(view: View, mind: Mind, play: Play) -> float:
    if len(own_hand(view)) == 1:
        return WINS + _aim_value(view, play.target)
    value = evaluate(view, mind.memory, mind.format, prospect_after_play(view, play)) + _aim_value(
        view, play.target
    )
    return value - RISK if is_bluff(view, play.card) else value


def _target_value(view: View, target: int) -> float:
    """The value of picking the player for the first card, whose colour may not be named yet."""
    value = _aim_value(view, target)
    card = view.discard[-1]
    if card.face is not Face.CUSTOM:
        return value
    play = Play(card, view.colour, target)
    return race_value(view, prospect_after_rule(view, play, own_hand(view))) + value


def _aim_value(view: View, target: int | None) -> float:
    if target is None or view.seat is None or are_partners(view, view.seat, target):
        return 0.0
    return AIM / len(view.hands[target])


def _best_colour(view: View, mind: Mind) -> Colour:
    """The colour it would most like to play on."""
    prospect = prospect_if_waiting(view)._replace(turn=view.seat or 0)

    def value(colour: Colour) -> float:
        return evaluate(view, mind.memory, mind.format, prospect._replace(colour=colour))

    return max(COLOURS, key=value)


def _should_challenge(view: View, memory: Memory, phase: FacingDrawFour) -> bool:
    """Whether a bluff is likely enough for what is at stake."""
    assert view.seat is not None
    if are_partners(view, view.seat, phase.by):
        return False
    if any(card.colour is phase.before for card in known_cards(memory, phase.by)):
        return True
    held = max_of_colour(memory, phase.by, phase.before, len(phase.held))
    holds = 1 - chance_of_none(1 - _density(view, phase.before), held)
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
