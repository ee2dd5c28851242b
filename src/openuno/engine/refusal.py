"""Why an action is not legal: the reason, and the values its sentence is about."""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

import msgspec

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
from openuno.engine.cards import Card, Face
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.faults import Value
from openuno.engine.lasting import forbidding_rule
from openuno.engine.legal import FITS, changes_hands, legal, may_stack, needs_target, playable_cards
from openuno.engine.rules import Stacking
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    Round,
    RoundOver,
    Turn,
    Undealt,
    can_draw,
    seat_to_act,
)

_CARDS = list(Card)  # a list: what is asked for need not be hashable
_PLAYS: dict[type[Phase], str] = {
    Turn: "play",
    AfterDraw: "play-drawn",
    FacingStack: "stack",
    FacingDrawFour: "stack",
}
_MOVES: dict[type[Action], str] = {
    Draw: "draw",
    Keep: "keep",
    Pass: "pass",
    NameColour: "name",
    ChoosePlayer: "choose",
    ChooseCard: "choose-card",
    Decide: "decide",
    Accept: "accept",
    Challenge: "challenge",
}
_ABOUT_TOP = {Reason.NO_MATCH, Reason.CANNOT_STACK, Reason.NO_JUMP_IN}
_ABOUT_COLOUR = {Reason.NO_MATCH, Reason.NO_BLUFFING}
_ABOUT_DRAWN = {Reason.ONLY_THE_DRAWN_CARD, Reason.MUST_PLAY}
_ABOUT_SEAT = {Reason.TARGET_NOT_AT_TABLE, Reason.NOTHING_TO_CATCH}
_ACTION: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)


def refusal(round: Round, seat: int, action: Action) -> IllegalAction:
    """The error that tells why `action` is not among the seat's legal ones."""
    try:
        # Written and read again it is made of our own values, or it is nothing one can do.
        sound = _ACTION.decode(msgspec.json.encode(action))
    except (TypeError, ValueError):
        if isinstance(action, Play | ChooseCard) and action.card not in _CARDS:
            return IllegalAction(Reason.UNKNOWN_CARD, card=str(action.card))
        return IllegalAction(Reason.NO_SUCH_ACTION)
    reason, values = _why(round, seat, sound)
    return IllegalAction(reason, **values, **_values(round, sound, reason))


class _Why(NamedTuple):
    """The reason, and what it needs beside the action and the round."""

    reason: Reason
    values: Mapping[str, Value] = {}


def _values(round: Round, action: Action, reason: Reason) -> dict[str, Value]:
    """What the reason is about; the seat that asks may know all of it."""
    values: dict[str, Value] = {}
    if isinstance(action, Play | ChooseCard):
        values["card"] = action.card.value
    if reason in _ABOUT_TOP:
        values["top"] = round.discard[-1].value
    if reason in _ABOUT_COLOUR and round.colour is not None:
        values["colour"] = round.colour.value
    if reason in _ABOUT_DRAWN and isinstance(round.phase, AfterDraw):
        values["drawn"] = round.phase.card.value
    if reason in _ABOUT_SEAT and isinstance(action, Play | Catch | ChoosePlayer):
        assert action.target is not None
        values["seat"] = action.target
    return values


def _why(round: Round, seat: int, action: Action) -> _Why:
    phase = round.phase
    if isinstance(phase, Undealt):
        return _Why(Reason.NOT_DEALT)
    if isinstance(phase, RoundOver):
        return _Why(Reason.ROUND_OVER)
    match action:
        case SayUno():
            return _Why(Reason.UNO_NOT_OWED)
        case Catch(target):
            return _why_no_catch(round, seat, target)
        case Suggest():
            if not round.rules.suggestion_penalty:
                return _Why(Reason.NO_SUGGESTION_PENALTY)
            return _Why(Reason.NOTHING_TO_DRAW, {"case": "penalty"})
        case Play():
            return _why_no_play(round, seat, action)
        case _ if seat_to_act(round) != seat:
            return _Why(Reason.NOT_YOUR_TURN)
        case Draw() if isinstance(phase, Turn):
            if not can_draw(round):
                return _Why(Reason.NOTHING_TO_DRAW)
            return _Why(Reason.MUST_PLAY)
        case Pass() if isinstance(phase, Turn):
            if can_draw(round):
                return _Why(Reason.STILL_CARDS_TO_DRAW)
            return _Why(Reason.MUST_PLAY, {"case": "no-pile"})
        case Keep() if isinstance(phase, AfterDraw):
            return _Why(Reason.MUST_PLAY, {"case": "drawn"})
        case Challenge() if not round.rules.bluffing:
            return _Why(Reason.NOTHING_TO_CHALLENGE, {"case": "honest"})
        case Challenge():
            return _Why(Reason.NOTHING_TO_CHALLENGE)
        case ChoosePlayer(target) if isinstance(phase, ChoosingPlayer):
            if phase.rule is None and target == seat:
                return _Why(Reason.TARGET_ONESELF, {"case": "choose"})
            if phase.rule is not None and target == phase.rule.target:
                return _Why(Reason.TARGET_ONESELF, {"case": "twice"})
            return _Why(Reason.TARGET_NOT_AT_TABLE)
        case ChooseCard(card) if isinstance(phase, ChoosingCards):
            return _Why(Reason.UNKNOWN_CARD if card is Card.BACK else Reason.CARD_NOT_HELD)
        case (
            Draw()
            | Pass()
            | Keep()
            | Accept()
            | NameColour()
            | ChoosePlayer()
            | ChooseCard()
            | Decide()
        ):
            return _wrong_phase(round, seat)
        case _:
            assert_never(action)


def _wrong_phase(round: Round, seat: int) -> _Why:
    moves = {type(action) for action in legal(round, seat)}
    allowed = [_PLAYS[type(round.phase)]] if Play in moves else []
    allowed += [name for move, name in _MOVES.items() if move in moves]
    return _Why(Reason.WRONG_PHASE, {"moves": tuple(allowed)})


def _why_no_catch(round: Round, seat: int, target: int) -> _Why:
    if not 0 <= target < len(round.hands):
        return _Why(Reason.TARGET_NOT_AT_TABLE)
    if target == seat:
        return _Why(Reason.TARGET_ONESELF, {"case": "catch"})
    return _Why(Reason.NOTHING_TO_CATCH)


def _why_no_play(round: Round, seat: int, play: Play) -> _Why:
    card = play.card
    if card is Card.BACK:
        return _Why(Reason.UNKNOWN_CARD)
    phase = round.phase
    out_of_turn = seat_to_act(round) != seat
    if out_of_turn and not round.rules.jump_in:
        return _Why(Reason.NOT_YOUR_TURN)
    if (
        isinstance(phase, (NamingColour, ChoosingPlayer, ChoosingCards, Deciding))
        and not out_of_turn
    ):
        return _wrong_phase(round, seat)
    if card not in round.hands[seat]:
        return _Why(Reason.CARD_NOT_HELD)
    why = _why_no_jump_in if out_of_turn else _why_not_this_card
    found = why(round, seat, card)
    return found or _why_not_so(round, seat, play)


def _why_no_jump_in(round: Round, seat: int, card: Card) -> _Why | None:
    top = round.discard[-1]
    if round.window is None or not isinstance(round.phase, (Turn, FacingStack)):
        return _Why(Reason.NO_JUMP_IN, {"case": "late"})
    if top.colour is None:
        return _Why(Reason.NO_JUMP_IN, {"case": "wild"})
    if card is not top:
        return _Why(Reason.NO_JUMP_IN)
    return _why_forbidden(round, seat, card)


def _why_forbidden(round: Round, seat: int, card: Card) -> _Why | None:
    rule = forbidding_rule(round, seat, card)
    if rule is None:
        return None
    until: dict[str, Value] = {"case": "round"} if rule.until is None else {"until": rule.until}
    return _Why(Reason.FORBIDDEN, until)


def _why_not_this_card(round: Round, seat: int, card: Card) -> _Why | None:
    phase = round.phase
    top = round.discard[-1]
    if isinstance(phase, AfterDraw) and card is not phase.card:
        return _Why(Reason.ONLY_THE_DRAWN_CARD)
    if isinstance(phase, FacingDrawFour) and round.rules.stacking is Stacking.OFF:
        return _wrong_phase(round, seat)
    if isinstance(phase, (FacingStack, FacingDrawFour)) and not may_stack(round.rules, top, card):
        return _Why(Reason.CANNOT_STACK)
    if card not in FITS[round.colour, top.face]:
        return _Why(Reason.NO_MATCH, {"case": "wild"} if top.colour is None else {})
    if forbidden := _why_forbidden(round, seat, card):
        return forbidden
    if card not in playable_cards(round, seat):
        return _Why(Reason.NO_BLUFFING)
    return None


def _why_not_so(round: Round, seat: int, play: Play) -> _Why:
    card = play.card
    if card.colour is None and play.colour is None:
        return _Why(Reason.COLOUR_MISSING)
    if card.colour is not None and play.colour is not None:
        return _Why(Reason.COLOUR_SUPERFLUOUS)
    last = len(round.hands[seat]) == 1
    if needs_target(round.rules, card, last=last):
        case = {"case": "choose" if card.face is Face.CUSTOM else "swap"}
        if play.target is None:
            return _Why(Reason.TARGET_MISSING, case)
        if play.target == seat:
            return _Why(Reason.TARGET_ONESELF, case)
        if not 0 <= play.target < len(round.hands):
            return _Why(Reason.TARGET_NOT_AT_TABLE)
    elif play.target is not None:
        return _Why(Reason.TARGET_SUPERFLUOUS)
    if play.uno and changes_hands(round.rules, card) and not last:
        return _Why(Reason.UNO_TOO_EARLY, {"case": "hands"})
    return _Why(Reason.UNO_TOO_EARLY)
