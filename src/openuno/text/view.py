"""A view as a page of text: the position, and what its seat may do."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from openuno.engine.cards import BLANKS, Card
from openuno.engine.events import CardChoice, LastingRule
from openuno.engine.pencil.wording import custom_rule_text, kind_text, unconditional_text
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    RoundOver,
    Turn,
    Undealt,
)
from openuno.engine.view import View
from openuno.text.answers import numbered_actions
from openuno.text.seats import TEXT_FORM, Seats, card_words, cards_text, find_seats


def view_page(view: View, names: Sequence[str] | None = None) -> str:
    """All that a seat may know of the round, and its legal actions, numbered.

    The page says what the view says and nothing else. `names` are by seat.
    """
    seats = find_seats(view, names)
    lines = [TEXT_FORM, _who_you_are(view, seats), _waiting(view, seats), *_piles(view, seats)]
    lines += ["Players:", *_players(view, seats), *_own_cards(view)]
    lines += [_lasting(rule, seats) for rule in view.lasting]
    actions = numbered_actions(view, names)
    if actions:
        lines += ["Your legal actions:", *actions]
    elif view.seat is not None:
        lines.append("You can do nothing now.")
    return "\n".join(lines) + "\n"


def _who_you_are(view: View, seats: Seats) -> str:
    if view.seat is None:
        return "You are watching."
    called = f"{seats.name(view.seat)}, " if seats.names else ""
    return f"You are {called}seat {view.seat} of {seats.count}."


def _waiting(view: View, seats: Seats) -> str:
    match view.phase:
        case Undealt():
            return "The cards are not dealt yet."
        case RoundOver(None):
            return "The round is over: nobody could move, and nobody has won it."
        case RoundOver(winner):
            assert winner is not None, "the case above"
            return f"The round is over: {seats.who(winner)} went out."
        case asked:
            return f"The table waits for {seats.who(asked.seat)} to {_question(view, seats)}."


def _question(view: View, seats: Seats) -> str:
    phase = view.phase
    match phase:
        case Turn():
            return "play a card or draw"
        case AfterDraw(_, card):
            drawn = (
                "the card just drawn" if card is Card.BACK else f"{card_words(card)}, just drawn"
            )
            return f"play {drawn}, if it fits, or to keep it"
        case FacingStack(_, total):
            return f"draw {cards_text(total)} or add a draw card"
        case FacingDrawFour(_, total, by, before, held):
            return (
                f"draw {cards_text(total)} or challenge the Wild Draw Four of {seats.who(by)}, who"
                f" had {cards_text(len(held))} left when {before.label.lower()} was in play"
            )
        case NamingColour():
            return f"name the colour of the {view.discard[-1].label}"
        case ChoosingPlayer(_, rule) if rule is not None and rule.target is not None:
            return f"choose who swaps hands with {seats.who(rule.target)}"
        case ChoosingPlayer():
            return f"choose a player for the {view.discard[-1].label}"
        case ChoosingCards(_, what, left, _, to):
            return f"choose {cards_text(left)}, one at a time, {_purpose(what, to, seats)}"
        case Deciding(_, rule):
            deed = unconditional_text(custom_rule_on(view.rules, view.discard[-1])[rule.sentence])
            return f"say yes or no: {deed}"
        case Undealt() | RoundOver():
            raise AssertionError("nobody is asked")
        case _:
            assert_never(phase)


def _purpose(what: CardChoice, to: tuple[int, ...], seats: Seats) -> str:
    match what:
        case CardChoice.DISCARD | CardChoice.DISCARD_TO:
            return "to discard"
        case CardChoice.PASS:
            return "to pass on"
        case CardChoice.GIVE:
            return f"for {seats.who(to[0])}"
        case _:
            assert_never(what)


def _piles(view: View, seats: Seats) -> Iterator[str]:
    if view.discard:
        by = "" if view.window is None else f", just played by {seats.who(view.window.by)}"
        colour = "no colour named yet" if view.colour is None else view.colour.label.lower()
        yield f"Top of the discard pile: {card_words(view.discard[-1])}{by}. Colour: {colour}."
    if len(view.discard) > 1:
        yield f"Under it, latest first: {' '.join(reversed(view.discard[:-1]))}."
    way, order = ("left", "up") if view.direction > 0 else ("right", "down")
    yield f"Draw pile: {cards_text(view.pile)}."
    yield f"Play goes to the {way}: the seat numbers go {order}."
    if view.passes:
        yield f"Players who have passed in a row: {view.passes}."


def _players(view: View, seats: Seats) -> Iterator[str]:
    for seat, hand in enumerate(view.hands):
        called = f", {seats.name(seat)}" if seats.names else ""
        notes = [cards_text(len(hand))]
        if seat == view.seat:
            called += " (you)"
        elif hand and Card.BACK not in hand:
            notes[0] += f": {' '.join(hand)}"  # laid open at the end of the round
        if seat == view.owes_uno:
            notes.append("has not said UNO")
        if seat == view.dealer:
            notes.append("dealer")
        if missed := view.sitting_out.count(seat):
            notes.append("misses the next turn" if missed == 1 else f"misses {missed} turns")
        if view.rules.teams and view.seat is not None and seat != view.seat:
            notes.append("opponent" if (seat - view.seat) % 2 else "with you")
        yield f"- seat {seat}{called}: {', '.join(notes)}"


def _own_cards(view: View) -> Iterator[str]:
    if view.seat is None:
        return
    hand = view.hands[view.seat]
    yield f"Your hand: {', '.join(map(card_words, hand)) or 'no cards'}."
    if isinstance(view.phase, ChoosingCards) and view.phase.set_aside:
        aside = view.phase.set_aside[view.seat]
        if aside:
            yield f"Of these you have set aside: {', '.join(map(card_words, aside))}."
    for blank in BLANKS:
        if blank in hand and (rule := custom_rule_on(view.rules, blank)):
            yield f"Written on {blank.value}: {custom_rule_text(rule)}"


def _lasting(rule: LastingRule, seats: Seats) -> str:
    cards = kind_text(rule.kind, many=True)
    until = "end of the round" if rule.until is None else f"next turn of {seats.who(rule.until)}"
    limit = "may play only" if rule.only else "may not play"
    who = "everyone" if len(rule.seats) == seats.count else seats.list(rule.seats)
    return f"Until the {until}, {who} {limit} {cards}."
