"""The only writer: one event turns one round into the next."""

from typing import assert_never

from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.cards import Card
from openuno.engine.custom.limits import MAX_CARDS
from openuno.engine.events import CardChoice, Cards, DrawReason, Event
from openuno.engine.rng import advance
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
    Window,
    next_seat,
)

_BY_TURN = DrawReason.TURN  # an Enum's own look-up is slow, and every draw asks


def evolve(round: Round, event: Event) -> Round:
    """The round after the event.

    Folding the events as redacted for a seat gives the round as that seat's view shows it: every
    hand but its own stays face down, even if it has seen some of those cards. What was seen is
    for a memory to keep (`bots.memory`): it goes stale when cards move unseen.
    """
    match event:  # the commonest first: a match tries its cases in turn
        case events.Played():
            return _lay(round, event)
        case events.Drew():
            return _draw(round, event)
        case events.Kept():
            return replace(round, phase=_next_turn(round, event.seat))
        case events.Skipped():
            return _skip(round, event.seat)
        case (
            events.HandShown()
            | events.CaughtWrongly()
            | events.Suggested()
            | events.HonourRuleRead()
        ):
            return round
        case events.Reversed(seat, direction):
            turned = replace(round, direction=direction)
            return replace(turned, phase=_next_turn(turned, seat))
        case events.ChallengeOffered(seat, total, by, before):
            return replace(round, phase=FacingDrawFour(seat, total, by, before, round.hands[by]))
        case events.StackOffered(seat, total):
            return replace(round, phase=FacingStack(seat, total))
        case events.Accepted() | events.Challenged():
            # Answering begins a turn: the window closes (UNO-4).
            return replace(round, window=None)
        case events.SaidUno(seat) | events.Caught(_, seat):
            return replace(round, window=Window(seat, settled=True))
        case events.Passed(seat):
            phase = _next_turn(round, seat)
            return replace(round, passes=round.passes + 1, phase=phase, window=None)
        case events.TurnBegan(seat):
            return replace(round, phase=Turn(seat))
        case events.Reshuffled(pile, spent):
            top = round.discard[-1:]
            return replace(round, pile=pile, discard=top, rng=advance(round.rng, spent))
        case events.HandsSwapped(_, _, hands) | events.HandsPassed(_, hands):
            return replace(round, hands=hands)
        case events.HandsShuffled(_, hands, spent):
            return replace(round, hands=hands, rng=advance(round.rng, spent))
        case events.Discarded(seat, cards, spent):
            return _discard(round, seat, cards, spent)
        case events.CardsGiven(seat, to, cards, spent):
            return _give(round, seat, to, cards, spent)
        case events.CardsAsked(seats, what, number, to, rule):
            left = _cards_to_choose(round, seats[0], what, number)
            asking = ChoosingCards(seats[0], what, left, number, to, seats[1:], rule)
            return replace(round, phase=asking)
        case events.CardSetAside(seat, card):
            return _set_aside(round, seat, card)
        case events.TurnLost(seat, turns):
            others = tuple(other for other in round.sitting_out if other != seat)
            return replace(round, sitting_out=tuple(sorted(others + (seat,) * turns)))
        case events.LastingRuleBegan(_, lasting_rule):
            return replace(round, lasting=(*round.lasting, lasting_rule))
        case events.LastingRuleEnded(lasting_rule):
            lasting = tuple(other for other in round.lasting if other != lasting_rule)
            return replace(round, lasting=lasting)
        case events.Dealt(hands, pile, spent):
            return replace(round, hands=hands, pile=pile, rng=advance(round.rng, spent))
        case events.TurnedUp(card):
            return replace(round, pile=round.pile[:-1], discard=(card,), colour=card.colour)
        case events.PutBack(_, pile, spent):
            rng = advance(round.rng, spent)
            return replace(round, pile=pile, discard=(), colour=None, rng=rng)
        case events.ColourAsked(seat, rule):
            return replace(round, phase=NamingColour(seat, rule))
        case events.ColourNamed(seat, colour):
            rule = getattr(round.phase, "rule", None)
            turn = Turn(seat) if rule is None else _next_turn(round, rule.by)
            return replace(round, colour=colour, phase=turn)
        case events.ChoiceAsked(seat, rule):
            return replace(round, phase=ChoosingPlayer(seat, rule))
        case events.PlayerChosen(seat):
            return replace(round, phase=_next_turn(round, seat))
        case events.DecisionAsked(seat, rule):
            return replace(round, phase=Deciding(seat, rule))
        case events.Decided(seat):
            asked = getattr(round.phase, "rule", None)
            return replace(round, phase=_next_turn(round, seat if asked is None else asked.by))
        case events.RoundEnded(winner, hands):
            return replace(round, hands=hands, phase=RoundOver(winner), window=None)
        case _:
            assert_never(event)


def _lay(round: Round, played: events.Played) -> Round:
    seat, card = played.seat, played.card
    hands = list(round.hands)
    hand = hands[seat]
    try:
        index = hand.index(card)
    except ValueError:
        # In a round as one seat knows it, another's card is among its face-down ones.
        index = hand.index(Card.BACK)
    hands[seat] = hand[:index] + hand[index + 1 :]
    return replace(
        round,
        hands=tuple(hands),
        discard=round.discard + (card,),  # noqa: RUF005 - twice as fast as unpacking
        colour=played.colour or card.colour,
        phase=Turn((seat + round.direction) % len(round.hands)),
        window=Window(seat, played.uno),
        passes=0,
    )


def _draw(round: Round, drew: events.Drew) -> Round:
    seat, cards = drew.seat, drew.cards
    changed = list(round.hands)
    changed[seat] = tuple(sorted(changed[seat] + cards))
    hands = tuple(changed)
    pile = round.pile[: -len(cards)]
    if drew.why is not _BY_TURN:
        return replace(round, hands=hands, pile=pile)
    # Where a drawn card may not be played, the turn passes at once and there is nothing to ask.
    phase = AfterDraw(seat, cards[-1]) if round.rules.play_drawn else _next_turn(round, seat)
    return replace(round, hands=hands, pile=pile, phase=phase, window=None, passes=0)


def _skip(round: Round, seat: int) -> Round:
    phase = _next_turn(round, seat)
    if seat not in round.sitting_out:
        return replace(round, phase=phase)
    # A player who sits out has not passed: the passes in a row start again (OUT-4).
    waiting = list(round.sitting_out)
    waiting.remove(seat)
    return replace(round, phase=phase, sitting_out=tuple(waiting), passes=0)


def _discard(round: Round, seat: int, cards: Cards, spent: int) -> Round:
    hands = list(round.hands)
    hands[seat] = _without(hands[seat], cards)
    return replace(
        round,
        hands=tuple(hands),
        discard=round.discard[:-1] + cards + round.discard[-1:],
        phase=_next_question(round),
        rng=advance(round.rng, spent),
    )


def _give(round: Round, seat: int, to: int, cards: Cards, spent: int) -> Round:
    hands = list(round.hands)
    hands[seat] = _without(hands[seat], cards)
    hands[to] = _with(hands[to], cards)
    phase, rng = _next_question(round), advance(round.rng, spent)
    return replace(round, hands=tuple(hands), phase=phase, rng=rng)


def _set_aside(round: Round, seat: int, card: Card) -> Round:
    phase = round.phase
    assert isinstance(phase, ChoosingCards), "cards are set aside in this phase only"
    aside = list(phase.set_aside or ((),) * len(round.hands))
    aside[seat] = tuple(sorted((*aside[seat], card)))
    # A hand smaller than what is asked for is passed on whole.
    left = phase.left if len(aside[seat]) < len(round.hands[seat]) else 1
    chosen = replace(round, phase=replace(phase, left=left, set_aside=tuple(aside)))
    return replace(chosen, phase=_next_question(chosen))


def _next_question(round: Round) -> Phase:
    """What the table waits for once the seat asked for a card has chosen one."""
    phase = round.phase
    if not isinstance(phase, ChoosingCards):
        return phase
    if phase.left > 1:
        return replace(phase, left=phase.left - 1)
    if len(phase.to) > 1:
        return replace(phase, left=phase.each, to=phase.to[1:])
    if phase.waiting:
        seat, *waiting = phase.waiting
        left = _cards_to_choose(round, seat, phase.what, phase.each)
        return replace(phase, seat=seat, left=left, waiting=tuple(waiting))
    return _next_turn(round, phase.rule.by)


def _cards_to_choose(round: Round, seat: int, what: CardChoice, number: int) -> int:
    """How many cards a seat is asked for."""
    if what is not CardChoice.DISCARD_TO:
        return number
    return min(len(round.hands[seat]) - number, MAX_CARDS)


def _without(hand: Cards, cards: Cards) -> Cards:
    """The hand less these cards; one that lies face down only gets smaller."""
    left = list(hand)
    for card in cards:
        left.remove(card if card in left else Card.BACK)
    return tuple(left)


def _with(hand: Cards, cards: Cards) -> Cards:
    """The hand and these cards; one that lies face down stays so, even if they were seen."""
    if Card.BACK in hand:
        cards = (Card.BACK,) * len(cards)
    return tuple(sorted(hand + cards))


def _next_turn(round: Round, seat: int) -> Turn:
    return Turn(next_seat(round, seat))
