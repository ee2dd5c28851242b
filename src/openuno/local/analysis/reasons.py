"""Why one action is better than another: as values, and in one sentence."""

import msgspec

from openuno.bots.memory import NOTHING, Memory, max_of_colour
from openuno.bots.network.layout import Stake
from openuno.engine.actions import (
    Accept,
    Action,
    Challenge,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
)
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.enums import NamedEnum
from openuno.engine.events import Cards
from openuno.engine.scoring import card_points
from openuno.engine.state import FacingStack, Round, next_seat

_STOPPING = (Face.SKIP, Face.DRAW_TWO, Face.WILD_DRAW_FOUR)
FEW = 2
"""From how many cards on a player is about to go out."""


def action_words(action: Action, names: tuple[str, ...]) -> str:
    """The action as people say it; `names` are by seat."""
    match action:
        case Play(card, colour, target, uno):
            named = f" ({colour.label.lower()})" if colour is not None else ""
            aimed = f" at {names[target]}" if target is not None else ""
            return f"{card.label}{named}{aimed}{' and UNO' if uno else ''}"
        case Draw():
            return "draw a card"
        case Keep():
            return "keep the card"
        case Accept():
            return "take the cards"
        case Challenge():
            return "challenge"
        case NameColour(colour):
            return f"name {colour.label.lower()}"
        case ChoosePlayer(target):
            return f"choose {names[target]}"
        case Pass():
            return "pass"
        case _:
            return str(action.__struct_config__.tag)


class ReasonKind(NamedEnum):
    """What speaks for an action; the pages say each in twelve languages."""

    LAST_CARD = "last-card"
    SAY_UNO = "say-uno"
    CHALLENGE = "challenge"
    NO_CHALLENGE = "no-challenge"
    PASS_ON = "pass-on"
    PLAY = "play"
    JUMP_IN = "jump-in"
    DRAW = "draw"
    KEEP = "keep"
    STOP = "stop"
    TURN_AWAY = "turn-away"
    PARTNER = "partner"
    SAVE_CARD = "save-card"
    CHOOSE_COLOUR = "choose-colour"
    POINTS = "points"
    LACKS = "lacks"
    HOLDS = "holds"
    FEWER_POINTS = "fewer-points"
    GENERAL = "general"


class Reason(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why one action is better than another, as values: `seat` is the player it is about.

    `cards` and `colour` belong to the better action, `other_cards` and `other` to the worse one.
    """

    kind: ReasonKind
    seat: int | None = None
    card: Card | None = None
    colour: Colour | None = None
    cards: int = 0
    other: Colour | None = None
    other_cards: int = 0


class Comparison(msgspec.Struct, frozen=True, gc=False):
    """Two actions of a seat, of which `best` is better; None is to let a jump-in go."""

    round: Round
    seat: int
    done: Action | None
    best: Action | None
    memory: Memory = NOTHING
    stake: Stake = Stake.WIN
    """What `best` is better for."""


def find_reason(pair: Comparison) -> Reason:
    """The first thing that speaks for the better action, by what the seat can see."""
    for find in (_about_calls, _about_answers, _about_stopping, _about_cards, _about_colours):
        found = find(pair)
        if found is not None:
            return found
    is_tally = pair.stake is Stake.TALLY
    return Reason(ReasonKind.FEWER_POINTS if is_tally else ReasonKind.GENERAL)


def reason_text(reason: Reason, names: tuple[str, ...]) -> str:
    """The reason in one English sentence."""
    who = names[reason.seat] if reason.seat is not None else "the other player"
    card = reason.card.label if reason.card is not None else ""
    cards = "one card" if reason.cards == 1 else f"{reason.cards} cards"
    colour, other = _colour_word(reason.colour), _colour_word(reason.other)
    match reason.kind:
        case ReasonKind.LAST_CARD:
            return "It is the last card: playing it ends the round."
        case ReasonKind.SAY_UNO:
            return "With one card left and no UNO, anyone can catch you."
        case ReasonKind.CHALLENGE:
            return (
                f"{who} may well have held the colour, and a bluffer who is found out pays for it."
            )
        case ReasonKind.NO_CHALLENGE:
            return "A bluff is unlikely, and a wrong challenge costs two extra cards."
        case ReasonKind.PASS_ON:
            return f"Adding to the stack passes {reason.cards} cards on."
        case ReasonKind.PLAY:
            return "A card fits: playing it leaves one card fewer, drawing leaves one more."
        case ReasonKind.JUMP_IN:
            return "Jumping in leaves one card fewer, and play goes on from there."
        case ReasonKind.DRAW:
            return "Drawing saves a card that is worth more later."
        case ReasonKind.KEEP:
            return "The card just drawn is worth more later."
        case ReasonKind.STOP:
            return f"It stops {who}, who has {cards} left."
        case ReasonKind.TURN_AWAY:
            return f"It turns play away from {who}, who has {cards} left."
        case ReasonKind.PARTNER:
            return f"It does not stop {who}, a partner with {cards} left."
        case ReasonKind.SAVE_CARD:
            return f"It saves the {card} for when nothing else fits."
        case ReasonKind.CHOOSE_COLOUR:
            return f"It keeps the {card} and chooses the colour."
        case ReasonKind.POINTS:
            return (
                f"It gets rid of {reason.cards} points instead of {reason.other_cards},"
                " if another player goes out."
            )
        case ReasonKind.LACKS:
            return f"{who} seems to have no {colour}, and has {cards} left."
        case ReasonKind.HOLDS:
            kept = f"1 {colour} card" if reason.cards == 1 else f"{reason.cards} {colour} cards"
            return (
                f"It sets the colour to {colour} and leaves {kept} in hand;"
                f" {other} would leave {_count(reason.other_cards)}."
            )
        case ReasonKind.FEWER_POINTS:
            return "It leaves a hand that costs fewer points on average."
        case ReasonKind.GENERAL:
            return "It leaves a hand that wins more often."


def _about_calls(pair: Comparison) -> Reason | None:
    done, best = pair.done, pair.best
    if isinstance(best, Play) and len(pair.round.hands[pair.seat]) == 1:
        return None if isinstance(done, Play) else Reason(ReasonKind.LAST_CARD)
    if isinstance(done, Play) and isinstance(best, Play) and best.uno and not done.uno:
        return Reason(ReasonKind.SAY_UNO)
    return None


def _about_answers(pair: Comparison) -> Reason | None:
    done, best, phase = pair.done, pair.best, pair.round.phase
    if isinstance(best, Challenge):
        return Reason(ReasonKind.CHALLENGE, seat=getattr(phase, "by", None))
    if isinstance(done, Challenge):
        return Reason(ReasonKind.NO_CHALLENGE)
    if isinstance(phase, FacingStack) and isinstance(best, Play):
        return Reason(ReasonKind.PASS_ON, cards=phase.total)
    if done is None:
        return Reason(ReasonKind.JUMP_IN)
    if isinstance(done, Draw) and isinstance(best, Play):
        return Reason(ReasonKind.PLAY)
    if isinstance(best, Draw):
        return Reason(ReasonKind.DRAW)
    return Reason(ReasonKind.KEEP) if isinstance(best, Keep) else None


def _about_stopping(pair: Comparison) -> Reason | None:
    round, done, best = pair.round, pair.done, pair.best
    if not isinstance(best, Play):
        return None
    victim = next_seat(round, pair.seat)
    left = len(round.hands[victim])
    if left > FEW:
        return None
    stops, stopped = _stops(best, round), _stops(done, round)
    if round.rules.teams and victim % 2 == pair.seat % 2:
        spared = stopped and not stops
        return Reason(ReasonKind.PARTNER, seat=victim, cards=left) if spared else None
    if stops and not stopped:
        return Reason(ReasonKind.STOP, seat=victim, cards=left)
    if best.card.face is Face.REVERSE and not _turns(done) and not stopped:
        return Reason(ReasonKind.TURN_AWAY, seat=victim, cards=left)
    return None


def _about_cards(pair: Comparison) -> Reason | None:
    rules, done, best = pair.round.rules, pair.done, pair.best
    if not isinstance(done, Play) or not isinstance(best, Play) or done.card is best.card:
        return None
    if done.card.colour is None and best.card.colour is not None:
        return Reason(ReasonKind.SAVE_CARD, card=done.card)
    if done.card.colour is not None and best.card.colour is None:
        return Reason(ReasonKind.CHOOSE_COLOUR, card=done.card)
    points, worse = card_points(rules, best.card), card_points(rules, done.card)
    if points > worse and done.card.colour is best.card.colour:
        return Reason(ReasonKind.POINTS, cards=points, other_cards=worse)
    return None


def _about_colours(pair: Comparison) -> Reason | None:
    round, seat, done, best = pair.round, pair.seat, pair.done, pair.best
    one, other = _colour_after(best), _colour_after(done)
    if one is None or other is None or one is other:
        return None
    hand = round.hands[seat]
    for_best, for_done = _follows(hand, one, best), _follows(hand, other, done)
    if for_best > for_done:
        return Reason(
            ReasonKind.HOLDS, colour=one, cards=for_best, other=other, other_cards=for_done
        )
    victim = next_seat(round, seat)
    left = len(round.hands[victim])
    if not (round.rules.teams and victim % 2 == seat % 2) and (
        _seems_to_lack(pair, victim, one) and not _seems_to_lack(pair, victim, other)
    ):
        return Reason(ReasonKind.LACKS, seat=victim, colour=one, cards=left)
    return None


def _seems_to_lack(pair: Comparison, seat: int, colour: Colour) -> bool:
    return max_of_colour(pair.memory, seat, colour, len(pair.round.hands[seat])) == 0


def _stops(action: Action | None, round: Round) -> bool:
    if not isinstance(action, Play):
        return False
    face = action.card.face
    return face in _STOPPING or (face is Face.REVERSE and len(round.hands) == FEW)


def _turns(action: Action | None) -> bool:
    return isinstance(action, Play) and action.card.face is Face.REVERSE


def _colour_after(action: Action | None) -> Colour | None:
    match action:
        case Play(card, colour):
            return colour or card.colour
        case NameColour(colour):
            return colour
        case _:
            return None


def _follows(hand: Cards, colour: Colour, action: Action | None) -> int:
    held = sum(card.colour is colour for card in hand)
    return held - (isinstance(action, Play) and action.card.colour is colour)


def _colour_word(colour: Colour | None) -> str:
    return colour.label.lower() if colour is not None else ""


def _count(number: int) -> str:
    return "none" if not number else str(number)
