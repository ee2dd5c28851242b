"""Why one action was better than another, in one sentence."""

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


def explain(round: Round, seat: int, done: Action, best: Action, names: tuple[str, ...]) -> str:
    """What speaks for the better action, by what the seat could see."""
    for reason in (_about_calls, _about_answers, _about_stopping, _about_cards, _about_colours):
        found = reason(round, seat, done, best, names)
        if found:
            return found
    return "It leaves a hand that wins more often, played on from there."


def _about_calls(
    round: Round, seat: int, done: Action, best: Action, _names: tuple[str, ...]
) -> str:
    if isinstance(best, Play) and len(round.hands[seat]) == 1 and not isinstance(done, Play):
        return "It was the last card: playing it ends the round."
    if isinstance(done, Play) and isinstance(best, Play) and best.uno and not done.uno:
        return "With one card left and no UNO, anyone can catch you."
    return ""


def _about_answers(
    round: Round, _seat: int, done: Action, best: Action, names: tuple[str, ...]
) -> str:
    if isinstance(best, Challenge):
        by = getattr(round.phase, "by", None)
        who = names[by] if by is not None else "the other player"
        return f"{who} could well have held the colour, and a bluff found out costs its player."
    if isinstance(done, Challenge):
        return "A bluff was unlikely, and a wrong challenge costs two cards more."
    if isinstance(round.phase, FacingStack) and isinstance(best, Play):
        return f"Adding to the stack passes {round.phase.total} cards on."
    if isinstance(done, Draw) and isinstance(best, Play):
        return "A card fitted: playing it leaves one card less, drawing one more."
    if isinstance(best, Draw):
        return "Drawing saved a card that was worth more later."
    if isinstance(best, Keep):
        return "The card drawn was worth more later."
    return ""


def _about_stopping(
    round: Round, seat: int, done: Action, best: Action, names: tuple[str, ...]
) -> str:
    if not isinstance(best, Play):
        return ""
    victim = next_seat(round, seat)
    left = len(round.hands[victim])
    if left > FEW or (round.rules.teams and victim % 2 == seat % 2):
        return ""
    cards = "one card" if left == 1 else f"{left} cards"
    if _stops(best.card, round) and not (isinstance(done, Play) and _stops(done.card, round)):
        return f"It stops {names[victim]}, who has {cards} left."
    return ""


def _about_cards(
    round: Round, _seat: int, done: Action, best: Action, _names: tuple[str, ...]
) -> str:
    if not isinstance(done, Play) or not isinstance(best, Play) or done.card is best.card:
        return ""
    if done.card.colour is None and best.card.colour is not None:
        return f"It saves the {done.card.label} for when nothing else fits."
    if done.card.colour is not None and best.card.colour is None:
        return f"It keeps the {done.card.label} and chooses the colour."
    points, worse = card_points(round.rules, best.card), card_points(round.rules, done.card)
    if points > worse and done.card.colour is best.card.colour:
        return f"It gets rid of {points} points instead of {worse}, if another goes out."
    return ""


def _about_colours(
    round: Round, seat: int, done: Action, best: Action, _names: tuple[str, ...]
) -> str:
    one, other = _colour_after(best), _colour_after(done)
    if one is None or other is None or one is other:
        return ""
    rest = list(round.hands[seat])
    for_best, for_done = _follows(rest, one, best), _follows(rest, other, done)
    if for_best > for_done:
        return (
            f"It makes the colour {one.label.lower()}, of which {_count(for_best)} stay in hand;"
            f" of {other.label.lower()} {_count(for_done)}."
        )
    return ""


def _stops(card: Card, round: Round) -> bool:
    return card.face in _STOPPING or (card.face is Face.REVERSE and len(round.hands) == FEW)


def _colour_after(action: Action) -> Colour | None:
    match action:
        case Play(card, colour):
            return colour or card.colour
        case NameColour(colour):
            return colour
        case _:
            return None


def _follows(hand: list[Card], colour: Colour, action: Action) -> int:
    held = sum(card.colour is colour for card in hand)
    return held - (isinstance(action, Play) and action.card.colour is colour)


def _count(number: int) -> str:
    return "none" if not number else str(number)
