"""Secrets: what one is told follows from what one may know, and is enough to keep up."""

from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from random import Random

from hypothesis import event as tally
from hypothesis import example, given, note
from hypothesis import strategies as st

from openuno import Card, Colour, Event, IllegalAction, Round, apply, legal, redact, view
from openuno.engine import events
from openuno.engine.actions import Action
from openuno.engine.events import Cards, DrawReason
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.state import RoundOver
from openuno.engine.view import is_public
from tests.action_space import all_actions
from tests.hidden_worlds import Revealed, Watcher, other_world, revealed_by
from tests.policies import Game, Turned, choices, replay_game
from tests.strategies import games, rounds

SEEDS = st.integers(0, 2**32 - 1)
TRIES = 4
PASSING = (
    "mattel-2016+blank_cards=2+written=|Everyone_passes_2_cards_of_their_choice_to_the_left. "
    "hands=B1,B5,GS,WC2/B8,BR,G2,G3 pile=Y1,Y2,Y3,Y4,R1,R2,R3,R4 discard=R5 turn=0"
)


def watchers(round: Round) -> list[Watcher]:
    return [None, *range(len(round.hands))]


def answer(round: Round, seat: int, action: Action) -> tuple[object, ...]:
    """How a seat's own action is taken: only the refusal matters here."""
    try:
        apply(round, seat, action)
    except IllegalAction as refusal:
        return refusal.reason, refusal.sentence, tuple(refusal.values.items())
    return ()


@given(games(), SEEDS)
def test_a_view_is_the_same_in_every_world_the_watcher_cannot_tell_apart(
    game: Game, seed: int
) -> None:
    chance = Random(seed)
    space = list(all_actions(len(game.round.hands)))
    for round, watcher in product(game.by_phase(), watchers(game.round)):
        shown = Revealed()
        if isinstance(round.phase, RoundOver):
            shown.slots |= {
                (s, at) for s, hand in enumerate(round.hands) for at in range(len(hand))
            }
        other = other_world(round, watcher, chance, shown)
        note(f"{round_text(round)}\nmay be to {watcher}\n{round_text(other)}")
        assert view(other, watcher) == view(round, watcher)
        if watcher is not None:
            for action in chance.sample(space, 50) + space[-20:]:
                assert answer(other, watcher, action) == answer(round, watcher, action)


def one_of_each_kind(round: Round, chance: Random) -> list[tuple[int, Action]]:
    moves = choices(round)
    chance.shuffle(moves)
    return list({type(action): (seat, action) for seat, action in moves}.values())


@example(replay_game(PASSING, "0:WC2/R 1:choose B8"), 1)
@given(games(), SEEDS)
def test_what_a_seat_sees_of_an_action_is_the_same_in_every_such_world(
    game: Game, seed: int
) -> None:
    chance = Random(seed)
    for round in game.by_phase():
        for seat, action in one_of_each_kind(round, chance):
            turned = Turned(round, seat, action, apply(round, seat, action))
            for watcher in watchers(round):
                check_told(turned, watcher, chance)


def check_told(turned: Turned, watcher: Watcher, chance: Random) -> None:
    shown = revealed_by(turned, watcher)
    for _ in range(TRIES):
        other = other_world(turned.before, watcher, chance, shown)
        if turned.action in legal(other, turned.seat):
            break
    else:
        tally("the action gives the hand away")
        return
    note(f"{turned.seat}:{action_text(turned.action)} in {round_text(turned.before)}")
    note(f"may be to {watcher} {round_text(other)}")
    there = apply(other, turned.seat, turned.action)
    told = [redact(event, watcher) for event in turned.step.events]
    assert [redact(event, watcher) for event in there.events] == told
    assert view(there.round, watcher) == view(turned.step.round, watcher)


@given(rounds())
def test_a_view_offers_its_own_seat_what_is_legal_for_it_and_a_watcher_nothing(
    round: Round,
) -> None:
    for seat in range(len(round.hands)):
        seen = view(round, seat)
        assert seen.seat == seat
        assert seen.legal == legal(round, seat)
        assert seen.hands[seat] == round.hands[seat]
    assert view(round, None).legal == ()


@given(games())
def test_a_watcher_is_shown_no_face_that_lies_down(game: Game) -> None:
    for step in game.steps:
        if not isinstance(step.round.phase, RoundOver):
            assert {card for hand in view(step.round, None).hands for card in hand} == {Card.BACK}
        for event in step.events:
            told = redact(event, None)
            if isinstance(told, events.Drew):
                assert set(told.cards) == {Card.BACK}


@dataclass(frozen=True)
class Memory:
    """What a client keeps: its own hand, how many cards lie where, and what is on the table."""

    seat: Watcher
    own: Cards
    counts: tuple[int, ...]
    pile: int
    discard: Cards
    colour: Colour | None
    direction: int


def without(hand: Cards, card: Card) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def remember(known: Memory, event: Event) -> Memory:
    """A client's whole bookkeeping, from the events as it is told them."""

    def counted(seat: int, change: int) -> tuple[int, ...]:
        return tuple(count + change * (at == seat) for at, count in enumerate(known.counts))

    def dealt(hands: tuple[Cards, ...]) -> Memory:
        own = () if known.seat is None else hands[known.seat]
        return replace(known, own=own, counts=tuple(map(len, hands)))

    match event:
        case events.Dealt(hands, pile):
            return replace(dealt(hands), pile=len(pile))
        case (
            events.HandsSwapped(_, _, hands)
            | events.HandsPassed(_, hands)
            | events.HandsShuffled(_, hands)
        ):
            return dealt(hands)
        case events.RoundEnded(_, hands):
            assert dealt(hands) == known
            return known
        case events.TurnedUp(card):
            return replace(known, discard=(card,), pile=known.pile - 1, colour=card.colour)
        case events.PutBack(_, pile):
            return replace(known, discard=(), pile=len(pile), colour=None)
        case events.Reshuffled(pile):
            return replace(known, discard=known.discard[-1:], pile=len(pile))
        case events.Played(seat, card, colour):
            return replace(
                known,
                own=without(known.own, card) if seat == known.seat else known.own,
                counts=counted(seat, -1),
                discard=(*known.discard, card),
                colour=colour or card.colour,
            )
        case events.Drew(seat, cards):
            return replace(
                known,
                own=tuple(sorted(known.own + cards)) if seat == known.seat else known.own,
                counts=counted(seat, len(cards)),
                pile=known.pile - len(cards),
            )
        case events.Discarded(seat, cards):
            return replace(
                known,
                own=reduce(without, cards, known.own) if seat == known.seat else known.own,
                counts=counted(seat, -len(cards)),
                discard=(*known.discard[:-1], *cards, known.discard[-1]),
            )
        case events.CardsGiven(seat, to, cards):
            own = reduce(without, cards, known.own) if seat == known.seat else known.own
            counts = tuple(
                count + len(cards) * ((at == to) - (at == seat))
                for at, count in enumerate(known.counts)
            )
            return replace(
                known, own=tuple(sorted(own + cards)) if to == known.seat else own, counts=counts
            )
        case events.ColourNamed(_, colour):
            return replace(known, colour=colour)
        case events.Reversed(_, direction):
            return replace(known, direction=direction)
        case _:
            return known


def memory(round: Round, seat: Watcher) -> Memory:
    """What a client that has just joined is shown."""
    seen = view(round, seat)
    return Memory(
        seat=seat,
        own=() if seat is None else seen.hands[seat],
        counts=tuple(map(len, seen.hands)),
        pile=seen.pile,
        discard=seen.discard,
        colour=seen.colour,
        direction=seen.direction,
    )


@given(games())
def test_a_seats_events_are_enough_to_keep_up(game: Game) -> None:
    seats = len(game.round.hands)
    for watcher in watchers(game.round):
        known = memory(game.opening.round, watcher)
        if game.opening.events:
            blank = Memory(watcher, (), (0,) * seats, 0, (), None, 1)
            told = [redact(event, watcher) for event in game.opening.events]
            assert reduce(remember, told, blank) == known
        for turned in game.turned:
            told = [redact(event, watcher) for event in turned.step.events]
            known = reduce(remember, told, known)
            assert known == memory(turned.step.round, watcher)


@given(games())
def test_everyone_sees_a_public_event_as_it_is(game: Game) -> None:
    for step in game.steps:
        for event in step.events:
            told = [redact(event, seat) for seat in (None, *range(len(game.round.hands)))]
            if is_public(event):
                assert all(one is event for one in told)


def test_an_event_that_can_hide_cards_is_not_open() -> None:
    cards = (Card.R7,)
    assert not is_public(events.Drew(0, cards, DrawReason.TURN))
    assert not is_public(events.Reshuffled(cards, 0))
    assert not is_public(events.HandShown(0, 1, cards))
    assert is_public(events.Played(0, Card.R7, Colour.RED, None, uno=False))
