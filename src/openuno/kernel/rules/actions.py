"""An action as one number: what it does, card, colour, target, and whether UNO is said."""

from enum import IntEnum

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
from openuno.engine.cards import COLOUR_INDEX, COLOURS, KIND_OF, KINDS
from openuno.kernel.compiler import inline


class ActionKind(IntEnum):
    """What an action does: its lowest four bits."""

    PLAY = 1
    DRAW = 2
    KEEP = 3
    PASS = 4
    NAME_COLOUR = 5
    ACCEPT = 6
    CHALLENGE = 7
    SAY_UNO = 8
    CATCH = 9
    SUGGEST = 10
    CHOOSE_PLAYER = 11
    CHOOSE_CARD = 12
    DECIDE = 13
    """With the bit of a card that says UNO for yes."""


(
    PLAY,
    DRAW,
    KEEP,
    PASS,
    NAME_COLOUR,
    ACCEPT,
    CHALLENGE,
    SAY_UNO,
    CATCH,
    SUGGEST,
    CHOOSE_PLAYER,
    CHOOSE_CARD,
    DECIDE,
) = (kind.value for kind in ActionKind)

_PLAIN: dict[int, Action] = {
    ActionKind.DRAW: Draw(),
    ActionKind.KEEP: Keep(),
    ActionKind.PASS: Pass(),
    ActionKind.ACCEPT: Accept(),
    ActionKind.CHALLENGE: Challenge(),
    ActionKind.SAY_UNO: SayUno(),
    ActionKind.SUGGEST: Suggest(),
}
_PLAIN_CODES = {type(action): code for code, action in _PLAIN.items()}


@inline
def encode_action(action, kind, colour, target, uno):
    """The number of an action; -1 for a colour or a player that is not named."""
    return action | kind << 4 | (colour + 1) << 10 | (target + 1) << 13 | uno << 17


@inline
def action_kind(code):
    """What the action does."""
    return code & 15


@inline
def card_kind(code):
    """The kind of card it plays or chooses."""
    return code >> 4 & 63


@inline
def named_colour(code):
    """The colour it names; -1 if none."""
    return (code >> 10 & 7) - 1


@inline
def target_seat(code):
    """The player it picks; -1 if none."""
    return (code >> 13 & 15) - 1


@inline
def says_uno(code):
    """Whether UNO is said with the card, as 0 or 1."""
    return code >> 17 & 1


def encode(action: Action) -> int:
    """The number of an action of the engine."""
    match action:
        case Play(card, colour, target, uno):
            named = -1 if colour is None else COLOUR_INDEX[colour]
            picked = -1 if target is None else target
            return (
                ActionKind.PLAY
                | KIND_OF[card] << 4
                | named + 1 << 10
                | picked + 1 << 13
                | uno << 17
            )
        case NameColour(colour):
            return ActionKind.NAME_COLOUR | COLOUR_INDEX[colour] + 1 << 10
        case ChoosePlayer(target):
            return ActionKind.CHOOSE_PLAYER | target + 1 << 13
        case ChooseCard(card):
            return ActionKind.CHOOSE_CARD | KIND_OF[card] << 4
        case Catch(target):
            return ActionKind.CATCH | target + 1 << 13
        case Decide(yes):
            return ActionKind.DECIDE | yes << 17
        case _:
            return int(_PLAIN_CODES[type(action)])


def decode(code: int) -> Action:
    """The action of the engine with this number."""
    does = code & 15
    named, picked = (code >> 10 & 7) - 1, (code >> 13 & 15) - 1
    colour = COLOURS[named] if named >= 0 else None
    if does == ActionKind.PLAY:
        target = picked if picked >= 0 else None
        return Play(KINDS[code >> 4 & 63], colour, target, bool(code >> 17 & 1))
    if does == ActionKind.NAME_COLOUR:
        assert colour is not None, "a colour is named"
        return NameColour(colour)
    if does == ActionKind.CHOOSE_PLAYER:
        return ChoosePlayer(picked)
    if does == ActionKind.CHOOSE_CARD:
        return ChooseCard(KINDS[code >> 4 & 63])
    if does == ActionKind.CATCH:
        return Catch(picked)
    if does == ActionKind.DECIDE:
        return Decide(bool(code >> 17 & 1))
    return _PLAIN[does]
