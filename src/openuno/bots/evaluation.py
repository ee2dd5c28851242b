"""What a position is worth to a seat after its action.

The unit is roughly the log-odds of going out first. The weights began as a regression over rounds
of random play and were then tuned, one at a time, for a bot that wins most.
"""

from typing import NamedTuple

from openuno.bots.bot import are_partners, is_my_turn, own_hand
from openuno.bots.forecast import forecast_answer, forecast_rule, is_attack, share_out
from openuno.bots.memory import Memory, known_cards, max_of_colour
from openuno.engine.actions import Play
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.custom_play.seats import Laid
from openuno.engine.events import Cards
from openuno.engine.rules import custom_rule_on
from openuno.engine.scoring import hand_points
from openuno.engine.state import Deciding, FacingDrawFour, FacingStack
from openuno.engine.view import View
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)

WINS = 1000.0
"""For going out: nothing is better."""
NEAR = 1.5
"""For one over the shortest hand of a side: the last cards matter most."""
CARD = 0.1
"""For each card that the opponents hold more than the own side, on average."""
WILD = 0.6
"""For a wild in hand: it always fits, which makes it the best last card."""
FOUR = 1.0
"""For a Wild Draw Four, or a custom rule like it: it also stops a player about to go out."""
FOLLOWS = 0.25
"""For holding a card of the colour in force."""
EACH = 0.02
"""For every further one; little, so that it decides only which colour to name."""
STRAY = {2: 0.35}
"""Against each colour in hand, by seats: with two, the colour rarely changes before a turn."""
STRAY_AT_LARGE = 0.1
AGAIN = -0.3
"""Against another turn at once: it is only worth something with a card for it."""
DRAWS = -0.5
"""Against drawing where a card could be played instead."""
GOES_ON = 0.25
"""For having that card."""
GOES_OUT = 6.0
"""For having it as the last one."""
LAST_FITS = 0.8
"""For a last card that fits now: it may still when the turn comes back."""
LAST_WILD = 1.0
"""For a last card that will fit whatever happens."""
ANSWERED = {1: 2.4, 2: 0.7}
"""Against the next player's having the colour, by the size of its hand: with one it goes out."""
ANSWERED_AT_LARGE = 0.1
LACKS = 0.77
"""The chance that an unknown card is neither of a given colour nor a wild."""


def chance_of_none(lacks: float, cards: int) -> float:
    """The chance that none of the cards fits, if each does not fit with the chance `lacks`.

    Multiplied out instead of a power: every machine rounds a product alike.
    """
    chance = 1.0
    for _ in range(cards):
        chance *= lacks
    return chance


CERTAIN = 144
"""With this many cards, one of them fits as surely as a float can express."""
SOME_FIT = tuple(1 - chance_of_none(LACKS, cards) for cards in range(CERTAIN + 1))
"""By number of unknown cards: the chance that one is of a given colour or wild."""


class Prospect(NamedTuple):
    """The position after an action: cards by seat, whose turn, the own hand, what must be matched.

    The hand is None if the seat got another one that it does not know. `extra` and `winner` are
    those of a custom rule's `Forecast`.
    """

    sizes: list[int]
    turn: int
    hand: Cards | None
    colour: Colour | None
    face: Face
    extra: int = 0
    winner: int | None = None


def points_weight(format: Format) -> float:
    """How much a point left in hand weighs while another player has one card."""
    match format:
        case Single() | BestOf():
            return 0.0  # only going out counts
        case Race() | Partners() | Rotating() | Teams():
            return 0.003  # they go to the player who goes out
        case LowTally() | Elimination():
            return 0.012  # they are all that counts


def evaluate(view: View, memory: Memory, format: Format, prospect: Prospect) -> float:
    """What the prospect is worth to the view's seat."""
    if prospect.winner is not None:
        return race_value(view, prospect)
    nearest, lead = _race(view, prospect.sizes)
    value = lead
    hand = prospect.hand
    if hand is None:
        value += FOLLOWS - 2 * _stray(view)  # an average hand
    else:
        value += _hand_value(view, prospect, hand)
        weight = points_weight(format)
        if weight and hand:
            value -= weight * hand_points(view.rules, (hand,))[0] / nearest
    if prospect.turn != view.seat:
        value += _answer_value(view, memory, prospect)
    return value


def race_value(view: View, prospect: Prospect) -> float:
    """How far the own side is ahead by the sizes of the hands alone, or that the round is over."""
    if prospect.winner is None:
        return _race(view, prospect.sizes)[1]
    assert view.seat is not None
    return WINS if are_partners(view, view.seat, prospect.winner) else -WINS


def _race(view: View, sizes: list[int]) -> tuple[int, float]:
    """The size of the shortest opposing hand, and how far the own side is ahead."""
    seat = view.seat
    assert seat is not None
    if view.rules.teams:
        ours, theirs = sizes[seat % 2 :: 2], sizes[1 - seat % 2 :: 2]
    else:
        ours, theirs = [sizes[seat]], sizes[:seat] + sizes[seat + 1 :]
    shortest, nearest = max(min(ours), 1), max(min(theirs), 1)
    ahead = sum(theirs) / len(theirs) - sum(ours) / len(ours)
    return nearest, NEAR / shortest - NEAR / nearest + CARD * ahead


def _stray(view: View) -> float:
    return STRAY.get(len(view.hands), STRAY_AT_LARGE)


def _hand_value(view: View, prospect: Prospect, hand: Cards) -> float:
    """What the cards left in hand are good for."""
    colour, face = prospect.colour, prospect.face
    of_colour = wilds = attacks = others = 0
    fits = False
    colours = set()
    value = 0.0
    for card in hand:
        own = card.colour
        if own is None:
            if card is Card.W:
                wilds += 1
            elif _is_attack(view, card):
                attacks += 1
            else:
                others += 1
        else:
            colours.add(own)
            if own is colour:
                of_colour += 1
            elif card.face is face:
                fits = True
    # Added one by one and in this order: a float depends on it, and the kernel's must be the same.
    for _ in range(wilds):
        value += WILD
    for _ in range(attacks):
        value += FOUR
    for _ in range(others):
        value += WILD
    wilds += attacks + others
    fits = fits or wilds > 0 or of_colour > 0
    value -= _stray(view) * len(colours)
    if of_colour:
        value += FOLLOWS + EACH * of_colour
    last = len(hand) + prospect.extra == 1
    if prospect.turn == view.seat:
        value += AGAIN
        if fits:
            value += GOES_OUT if last else GOES_ON
    elif last and fits:
        value += LAST_FITS + LAST_WILD * wilds
    return value


def _is_attack(view: View, card: Card) -> bool:
    if card.face is Face.CUSTOM:
        return is_attack(custom_rule_on(view.rules, card))
    return card is Card.W4


def _answer_value(view: View, memory: Memory, prospect: Prospect) -> float:
    """The value of the next player's having the colour: good for a partner, bad for an opponent."""
    turn, colour = prospect.turn, prospect.colour
    assert view.seat is not None
    if colour is None:
        return 0.0
    held = prospect.sizes[turn]
    follows = SOME_FIT[min(max_of_colour(memory, turn, colour, held), CERTAIN)]
    if any(card.colour in (None, colour) for card in known_cards(memory, turn)):
        follows = 1.0
    weight = follows * ANSWERED.get(held, ANSWERED_AT_LARGE)
    return weight if are_partners(view, view.seat, turn) else -weight


def pending(view: View) -> int:
    """How many cards a stack, or a Wild Draw Four not yet answered, demands."""
    phase = view.phase
    return phase.total if isinstance(phase, (FacingStack, FacingDrawFour)) else 0


def prospect_if_waiting(view: View) -> Prospect:
    """The prospect if the seat draws what is demanded, keeps its card or does nothing."""
    seat = view.seat
    assert seat is not None
    sizes = [len(hand) for hand in view.hands]
    if is_my_turn(view):
        sizes[seat] += pending(view)
        turn = (seat + view.direction) % len(sizes)
    else:
        turn = getattr(view.phase, "seat", seat)
    return Prospect(sizes, turn, own_hand(view), view.colour, view.discard[-1].face)


def prospect_if_drawing(view: View) -> Prospect:
    """The prospect if the seat draws a card instead of playing one, and keeps it."""
    waiting = prospect_if_waiting(view)
    assert view.seat is not None
    waiting.sizes[view.seat] += 1
    return waiting._replace(extra=1)


def prospect_after_rule(view: View, play: Play, hand: Cards) -> Prospect:
    """The prospect after a custom rule, as far as the seat can tell what it does."""
    assert view.seat is not None
    rule, laid = custom_rule_on(view.rules, play.card), Laid(view.seat, play.target)
    sizes, turn, left, extra, winner = forecast_rule(view, rule, laid, play.colour, hand)
    return Prospect(sizes, turn, left, play.colour, play.card.face, extra, winner)


def prospect_after_answer(view: View, phase: Deciding, answer: bool) -> Prospect:
    """The prospect after the rest of a custom rule, if the seat wants what it asks about or not."""
    top, rule = view.discard[-1], phase.rule
    left = custom_rule_on(view.rules, top)[rule.sentence :]
    laid = Laid(rule.by, rule.target)
    sizes, turn, hand, extra, winner = forecast_answer(view, left, laid, answer=answer)
    return Prospect(sizes, turn, hand, view.colour, top.face, extra, winner)


def prospect_after_play(view: View, play: Play) -> Prospect:
    """The prospect after the card has acted."""
    seat, seats = view.seat, len(view.hands)
    assert seat is not None
    rules, card, face = view.rules, play.card, play.card.face
    sizes = [len(hand) for hand in view.hands]
    sizes[seat] -= 1
    left = list(own_hand(view))
    left.remove(card)
    hand: Cards | None = tuple(left)
    if face is Face.CUSTOM:
        return prospect_after_rule(view, play, tuple(left))
    way = -view.direction if face is Face.REVERSE else view.direction
    turn = (seat + way) % seats
    match face:
        case Face.DRAW_TWO | Face.WILD_DRAW_FOUR:
            sizes[turn] += pending(view) + (2 if face is Face.DRAW_TWO else 4)
            turn = (turn + way) % seats
        case Face.SKIP:
            turn = (turn + way) % seats
        case Face.REVERSE if seats == 2 and rules.two_player_reverse:
            turn = seat
        case Face.SWAP_HANDS | Face.SEVEN if play.target is not None:
            sizes[seat], sizes[play.target] = sizes[play.target], sizes[seat]
            hand = None
        case Face.ZERO if rules.seven_zero and hand:
            sizes = [sizes[(other - way) % seats] for other in range(seats)]
            hand = None
        case Face.SHUFFLE_HANDS if hand:
            sizes = share_out(sizes, seat)
            hand = None
        case _:
            pass
    return Prospect(sizes, turn, hand, play.colour or card.colour, face)
