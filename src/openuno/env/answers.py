"""Answers of the environments as actions of the engine, and back."""

from typing import NamedTuple

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import COLOURS, KIND_OF, KINDS, Card
from openuno.kernel.batch.action_space import (
    ANSWER_CATCH,
    ANSWER_CHOOSE,
    ANSWER_NAME,
    ANSWER_NO,
    ANSWER_PICK,
    ANSWER_PICK_SELF,
    ANSWER_PLAY_UNO,
    ANSWER_WAIT,
    ANSWER_YES,
    COLOURED,
    PLAYS,
    STARTS,
)
from openuno.kernel.rules.actions import decode, encode
from openuno.kernel.rules.state import WILD, YELLOW_0

_WILDS = YELLOW_0 - WILD
_PLAIN: dict[int, Action] = {
    STARTS["draw"]: Draw(),
    STARTS["keep"]: Keep(),
    STARTS["pass"]: Pass(),
    STARTS["accept"]: Accept(),
    STARTS["challenge"]: Challenge(),
    STARTS["say UNO"]: SayUno(),
    STARTS["suggest"]: Suggest(),
    ANSWER_YES: Decide(True),
    ANSWER_NO: Decide(False),
}
_PLAIN_ANSWERS = {type(action): index for index, action in _PLAIN.items() if index < ANSWER_YES}
_TARGET = 13
"""Where the bits of the target begin in the number of an action."""


class Order(NamedTuple):
    """The order of play: 1 to the left or -1 to the right, among this many seats."""

    direction: int
    seats: int


def answer_of(action: Action | None, order: Order, seat: int) -> int:
    """The answer that stands for an action, None for waiting; the target of a play comes after."""
    match action:
        case None:
            return ANSWER_WAIT
        case Play(card, colour, _, uno):
            kind = KIND_OF[card]
            offset = kind if kind < WILD else kind - _WILDS
            if colour is not None and WILD <= kind < YELLOW_0:
                offset = COLOURED + (kind - WILD) * len(COLOURS) + COLOURS.index(colour)
            return offset + ANSWER_PLAY_UNO * uno
        case NameColour(colour):
            return ANSWER_NAME + COLOURS.index(colour)
        case Catch(target):
            return ANSWER_CATCH + _distance(order, seat, target) - 1
        case ChoosePlayer(target):
            return pick_answer(order, seat, target)
        case ChooseCard(card):
            return ANSWER_CHOOSE + KIND_OF[card]
        case Decide(yes):
            return ANSWER_YES if yes else ANSWER_NO
        case _:
            return _PLAIN_ANSWERS[type(action)]


def pick_answer(order: Order, seat: int, target: int) -> int:
    """The answer that picks a player."""
    distance = _distance(order, seat, target)
    return ANSWER_PICK + distance - 1 if distance else ANSWER_PICK_SELF


def action_of(index: int, order: Order, seat: int, unfinished: int) -> Action | None:
    """The action that an answer stands for, None for waiting.

    `unfinished` is the number of the action whose player is being picked. Of two players a target
    is the other one.
    """
    if index == ANSWER_WAIT:
        return None
    if index < 2 * PLAYS:
        offset = index % PLAYS
        if offset >= COLOURED:
            wild, colour = divmod(offset - COLOURED, len(COLOURS))
            return Play(KINDS[WILD + wild], COLOURS[colour], None, index >= ANSWER_PLAY_UNO)
        return Play(
            KINDS[offset if offset < WILD else offset + _WILDS], uno=index >= ANSWER_PLAY_UNO
        )
    if ANSWER_PICK <= index < ANSWER_CHOOSE:
        distance = 0 if index == ANSWER_PICK_SELF else index - ANSWER_PICK + 1
        return decode(unfinished + (_seat_at(order, seat, distance) + 1 << _TARGET))
    if ANSWER_CATCH <= index < ANSWER_PICK:
        return Catch(_seat_at(order, seat, index - ANSWER_CATCH + 1))
    if ANSWER_NAME <= index < ANSWER_NAME + len(COLOURS):
        return NameColour(COLOURS[index - ANSWER_NAME])
    if ANSWER_CHOOSE <= index < ANSWER_YES:
        return ChooseCard(Card(KINDS[index - ANSWER_CHOOSE]))
    return _PLAIN[index]


def aim(play: Play, target: int) -> Action:
    """The play with its target."""
    return decode(encode(play) + (target + 1 << _TARGET))


def _distance(order: Order, seat: int, other: int) -> int:
    return (other - seat) * order.direction % order.seats


def _seat_at(order: Order, seat: int, distance: int) -> int:
    return (seat + distance * order.direction) % order.seats
