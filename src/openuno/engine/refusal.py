"""Why an action is not legal: the reason for programs, the sentence for players."""

from typing import assert_never

import msgspec

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChoosePlayer,
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
from openuno.engine.legal import FITS, changes_hands, legal, may_stack, needs_target, playable_cards
from openuno.engine.rules import Stacking
from openuno.engine.state import (
    AfterDraw,
    ChoosingPlayer,
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
_LAYING: dict[type[Phase], str] = {
    Turn: "play a card",
    AfterDraw: "play",
    FacingStack: "add a draw card",
    FacingDrawFour: "add a draw card",
}
_MOVES: dict[type[Action], str] = {
    Draw: "draw",
    Keep: "keep the card you drew",
    Pass: "pass",
    NameColour: "name the colour",
    ChoosePlayer: "choose a player",
    Accept: "accept the cards",
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
        if isinstance(action, Play) and action.card not in _CARDS:
            return IllegalAction(Reason.UNKNOWN_CARD, f"{action.card} is not a card one can play")
        return IllegalAction(Reason.NO_SUCH_ACTION, "that action does not exist")
    reason, sentence = _why(round, seat, sound)
    return IllegalAction(reason, sentence, **_values(round, sound, reason))


def _values(round: Round, action: Action, reason: Reason) -> dict[str, str | int]:
    """What the reason is about; the seat that asks may know all of it."""
    values: dict[str, str | int] = {}
    if isinstance(action, Play):
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


def _why(round: Round, seat: int, action: Action) -> tuple[Reason, str]:
    phase = round.phase
    if isinstance(phase, Undealt):
        return Reason.NOT_DEALT, "the cards are not dealt yet"
    if isinstance(phase, RoundOver):
        return Reason.ROUND_OVER, "the round is over"
    match action:
        case SayUno():
            return Reason.UNO_NOT_OWED, "you don't need to say UNO now"
        case Catch(target):
            return _why_no_catch(round, seat, target)
        case Suggest():
            if not round.rules.suggestion_penalty:
                return Reason.NO_SUGGESTION_PENALTY, "this table has no penalty for suggestions"
            return Reason.NOTHING_TO_DRAW, "there is no card left to pay the penalty with"
        case Play():
            return _why_no_play(round, seat, action)
        case _ if seat_to_act(round) != seat:
            return Reason.NOT_YOUR_TURN, "it is not your turn"
        case Draw() if isinstance(phase, Turn):
            if not can_draw(round):
                return Reason.NOTHING_TO_DRAW, "there is nothing left to draw"
            return Reason.MUST_PLAY, "you hold a card that you must play"
        case Pass() if isinstance(phase, Turn):
            if can_draw(round):
                return Reason.STILL_CARDS_TO_DRAW, "there are cards to draw; draw one"
            return Reason.MUST_PLAY, "you hold a card that you must play: there is none to draw"
        case Keep() if isinstance(phase, AfterDraw):
            return Reason.MUST_PLAY, f"the {phase.card.label} you drew must be played"
        case Challenge() if not round.rules.bluffing:
            return Reason.NOTHING_TO_CHALLENGE, "nobody can bluff here, so there is no challenge"
        case Challenge():
            return Reason.NOTHING_TO_CHALLENGE, "there is no Wild Draw Four to challenge"
        case ChoosePlayer(target) if isinstance(phase, ChoosingPlayer):
            if target == seat:
                return Reason.TARGET_ONESELF, "you cannot choose yourself"
            return Reason.TARGET_NOT_AT_TABLE, f"there is no seat {target} at this table"
        case Draw() | Pass() | Keep() | Accept() | NameColour() | ChoosePlayer():
            return _wrong_phase(round, seat)
        case _:
            assert_never(action)


def _wrong_phase(round: Round, seat: int) -> tuple[Reason, str]:
    moves = {type(action) for action in legal(round, seat)}
    advice = [_LAYING[type(round.phase)]] if Play in moves else []
    advice += [words for move, words in _MOVES.items() if move in moves]
    return Reason.WRONG_PHASE, "not now: " + " or ".join(advice)


def _why_no_catch(round: Round, seat: int, target: int) -> tuple[Reason, str]:
    if not 0 <= target < len(round.hands):
        return Reason.TARGET_NOT_AT_TABLE, f"there is no seat {target} at this table"
    if target == seat:
        return Reason.TARGET_ONESELF, "you cannot catch yourself; say UNO"
    return Reason.NOTHING_TO_CATCH, "that player doesn't owe UNO"


def _why_no_play(round: Round, seat: int, play: Play) -> tuple[Reason, str]:
    card = play.card
    if card is Card.BACK:
        return Reason.UNKNOWN_CARD, f"{card} is not a card one can play"
    phase = round.phase
    out_of_turn = seat_to_act(round) != seat
    if out_of_turn and not round.rules.jump_in:
        return Reason.NOT_YOUR_TURN, "it is not your turn"
    if isinstance(phase, (NamingColour, ChoosingPlayer)) and not out_of_turn:
        return _wrong_phase(round, seat)
    if card not in round.hands[seat]:
        return Reason.CARD_NOT_HELD, f"you do not hold a {card.label}"
    found = _why_no_jump_in(round, card) if out_of_turn else _why_not_this_card(round, seat, card)
    return found or _why_not_so(round, seat, play)


def _why_no_jump_in(round: Round, card: Card) -> tuple[Reason, str] | None:
    top = round.discard[-1]
    if round.window is None or not isinstance(round.phase, (Turn, FacingStack)):
        return Reason.NO_JUMP_IN, "you can only jump in right after a card is played"
    if top.colour is None:
        return Reason.NO_JUMP_IN, "nobody jumps in on a wild"
    if card is not top:
        return (
            Reason.NO_JUMP_IN,
            f"to jump in you need the same card: {top.label}",
        )
    return None


def _why_not_this_card(round: Round, seat: int, card: Card) -> tuple[Reason, str] | None:
    phase = round.phase
    top = round.discard[-1]
    if isinstance(phase, AfterDraw) and card is not phase.card:
        return (
            Reason.ONLY_THE_DRAWN_CARD,
            f"after drawing, only the card you drew ({phase.card.label}) may be played",
        )
    if isinstance(phase, FacingDrawFour) and round.rules.stacking is Stacking.OFF:
        return _wrong_phase(round, seat)
    if isinstance(phase, (FacingStack, FacingDrawFour)) and not may_stack(round.rules, top, card):
        return Reason.CANNOT_STACK, f"{card.label} does not go on the {top.label} here"
    if card not in FITS[round.colour, top.face]:
        assert round.colour is not None
        colour = round.colour.label.lower()
        what = colour if top.colour is None else f"{colour} nor {top.face.label}"
        joint = "does not match" if top.colour is None else "matches neither"
        return Reason.NO_MATCH, f"{card.label} {joint} {what}"
    if card not in playable_cards(round, seat):
        assert round.colour is not None
        return (
            Reason.NO_BLUFFING,
            f"no bluffing here: you hold a {round.colour.label.lower()} card",
        )
    return None


def _why_not_so(round: Round, seat: int, play: Play) -> tuple[Reason, str]:
    card = play.card
    if card.colour is None and play.colour is None:
        return Reason.COLOUR_MISSING, f"name the colour for your {card.label}"
    if card.colour is not None and play.colour is not None:
        return Reason.COLOUR_SUPERFLUOUS, f"{card.label} is not a wild; don't name a colour"
    last = len(round.hands[seat]) == 1
    if needs_target(round.rules, card, last=last):
        written = card.face is Face.CUSTOM
        if play.target is None:
            what = "say which player you choose" if written else "say whose hand you take"
            return Reason.TARGET_MISSING, what
        if play.target == seat:
            deed = "choose" if written else "swap hands with"
            return Reason.TARGET_ONESELF, f"you cannot {deed} yourself"
        if not 0 <= play.target < len(round.hands):
            return Reason.TARGET_NOT_AT_TABLE, f"there is no seat {play.target} at this table"
    elif play.target is not None:
        return Reason.TARGET_SUPERFLUOUS, "this card does not target a player"
    if play.uno and changes_hands(round.rules, card) and not last:
        return Reason.UNO_TOO_EARLY, "say UNO after this card: hands change first"
    return Reason.UNO_TOO_EARLY, "UNO is said when one card is left after this one"
