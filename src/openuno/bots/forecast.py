"""What a custom rule would do, as far as one seat can tell: sizes of hands, turns, its own cards.

Sentences are carried out one after another on the sizes of the hands. Where other players' cards
decide, an average stands for them; a condition on such cards is taken for false either way.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from openuno.engine.cards import Colour
from openuno.engine.custom import (
    Amount,
    CardKind,
    Condition,
    CustomRule,
    Discards,
    DiscardsChosen,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    DiscardsToChosen,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Gives,
    GivesChosen,
    HonourRule,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfSo,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    LosesTurn,
    Otherwise,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Reverses,
    ShufflesHands,
    Side,
    Swaps,
    SwapsChosen,
    Takes,
    Who,
)
from openuno.engine.custom.kinds import is_of_kind
from openuno.engine.custom_play.conditions import compares
from openuno.engine.custom_play.seats import Laid, seats_meant
from openuno.engine.events import Cards
from openuno.engine.view import View

ONE_IN = 4
"""One in this many cards of other players is taken to be of the kind that a rule names."""
UNTIL = 4
"""How many cards a player is expected to draw until one of a kind comes."""


_FRIENDS = frozenset((Who.YOU, Who.PARTNER, Who.EVERYONE))


@lru_cache(maxsize=64)
def is_attack(rule: CustomRule) -> bool:
    """Whether it makes others draw, or lose a turn, under no condition."""
    return any(
        isinstance(effect, (Draws, LosesTurn))
        and effect.when is None
        and effect.who not in _FRIENDS
        for effect in rule
    )


class Forecast(NamedTuple):
    """The table after a rule: cards by seat, whose turn it is, the own hand, who has gone out.

    The hand is None if the seat got another one. `extra` counts the cards it has beyond those in
    `hand`; if it is negative, that many of `hand` are gone, not known which. A turn that a player
    is still to miss counts as one card more.
    """

    sizes: list[int]
    turn: int
    hand: Cards | None
    extra: int
    winner: int | None


def forecast_rule(
    view: View, rule: CustomRule, laid: Laid, colour: Colour | None, hand: Cards
) -> Forecast:
    """The table after the rule, laid by the view's seat, which is then left with `hand`."""
    return _forecast(_Table(view, laid, colour, hand), rule, answer=None)


def forecast_answer(view: View, rule: CustomRule, laid: Laid, *, answer: bool) -> Forecast:
    """The table after what is left of a rule, if the view's seat says that it wants it, or not."""
    assert view.seat is not None, "a spectator is asked for nothing"
    return _forecast(_Table(view, laid, view.colour, view.hands[view.seat]), rule, answer=answer)


def _forecast(table: "_Table", rule: CustomRule, *, answer: bool | None) -> Forecast:
    """Carry out the rule; `answer` is what the first sentence asks for, if it is known."""
    held: bool | None = True
    for effect in rule:
        if isinstance(effect, HonourRule):
            continue
        when = effect.when
        applies: bool | None
        if answer is not None:
            applies, held, answer = answer, answer, None
        elif isinstance(when, Otherwise):
            applies = None if held is None else not held
        elif isinstance(when, IfSo):
            applies = held
        else:
            applies = table.is_true(when)
            held = held if when is None else applies
        if applies:
            table.carry_out(effect)
            if table.winner is not None:
                break
    return table.settle()


class _Table:
    """What is left of a round if every card lies face down but those of one seat."""

    def __init__(self, view: View, laid: Laid, colour: Colour | None, hand: Cards) -> None:
        assert view.seat is not None, "it is a seat that looks ahead"
        self.laid, self.colour, self.own = laid, colour, view.seat
        self.sizes = [len(held) for held in view.hands]
        self.sizes[self.own] = len(hand)
        self.direction = view.direction
        self.reverse_skips = view.rules.two_player_reverse
        self.missing = [view.sitting_out.count(seat) for seat in range(len(self.sizes))]
        self.hand: Cards | None = hand
        self.extra = 0
        self.again = False
        self.winner: int | None = None

    def settle(self) -> Forecast:
        """Whose turn it is once everything is done."""
        turn = self.laid.seat if self.again else self._next(self.laid.seat)
        while self.missing[turn]:
            self.missing[turn] -= 1
            turn = self._next(turn)
        sizes = [size + more for size, more in zip(self.sizes, self.missing, strict=True)]
        return Forecast(sizes, turn, self.hand, self.extra, self.winner)

    def _next(self, seat: int) -> int:
        return (seat + self.direction) % len(self.sizes)

    def _seats(self, who: Who) -> tuple[int, ...]:
        return seats_meant(self.sizes, self.direction, self.laid, who)

    def _has(self, kind: CardKind) -> bool:
        return any(is_of_kind(card, kind, self.colour) for card in self.hand or ())

    def is_true(self, condition: Condition | None) -> bool | None:
        """Whether a condition is true; None: only other players' cards could tell."""
        match condition:
            case IfNamed(colour):
                return self.colour is colour
            case IfNotNamed(colour):
                return self.colour is not colour
            case IfHolds(who, compare, number):
                return all(compares(self.sizes[at], compare, number) for at in self._seats(who))
            case IfHas(who, kind) | IfHasNo(who, kind):
                if self.hand is None or self._seats(who) != (self.own,):
                    return None
                return self._has(kind) is isinstance(condition, IfHas)
            case _:
                return True  # none, one asked of each, or a player who is taken to want it

    def _acting(self, who: Who, when: Condition | None) -> tuple[int, ...]:
        """Who does it: of several, those for whom the condition holds as far as is known."""
        seats = self._seats(who)
        match when:
            case IfTheyHold(compare, number):
                return tuple(at for at in seats if compares(self.sizes[at], compare, number))
            case IfTheyHave(kind) | IfTheyHaveNo(kind):
                true = self._has(kind) is isinstance(when, IfTheyHave)
                known = self.hand is not None and true
                return tuple(at for at in seats if known and at == self.own)
            case _:
                return seats

    def carry_out(self, effect: Effect) -> None:
        """Do what a sentence says, which applies."""
        match effect:
            case Draws(who, amount, when=when):
                self._draw([(at, self._count(amount, at)) for at in self._acting(who, when)])
            case DrawsTo(who, number, when=when):
                acting = self._acting(who, when)
                self._draw([(at, max(number - self.sizes[at], 0)) for at in acting])
            case DrawsUntil(who, when=when):
                self._draw([(at, UNTIL) for at in self._acting(who, when)])
            case Discards(who, amount, when=when) | DiscardsChosen(who, amount, when=when):
                self._discard([(at, self._count(amount, at)) for at in self._acting(who, when)])
            case DiscardsTo(who, number, when=when) | DiscardsToChosen(who, number, when=when):
                acting = self._acting(who, when)
                self._discard([(at, max(self.sizes[at] - number, 0)) for at in acting])
            case DiscardsColour(who, when=when):
                self._discard_all(self._acting(who, when), CardKind.NAMED)
            case DiscardsKind(who, kind, when=when):
                self._discard_all(self._acting(who, when), kind)
            case LosesTurn(who, turns, when=when):
                self._miss(self._acting(who, when), turns)
            case Gives(who, amount, to, when=when):
                self._give(self._acting(who, when), self._seats(to), amount, takers_count=False)
            case Takes(who, amount, source, when=when):
                self._give(self._seats(source), self._acting(who, when), amount, takers_count=True)
            case GivesChosen(who, amount, to, when=when):
                givers, takers = self._acting(who, when), self._seats(to)
                if len(takers) > 1:
                    takers = tuple(at for at in takers if at not in givers)
                self._give(givers, takers, amount, takers_count=False)
            case PassesCards(amount, side):
                self._pass_cards(self._count(amount, self.laid.seat), side)
            case Swaps(who, other):
                (one,), (two,) = self._seats(who), self._seats(other)
                self._swap(one, two)
            case SwapsChosen():
                assert self.laid.target is not None, "legal asks for the player"
                self._swap(self.laid.target, self._fullest())
            case Reverses():
                self.direction = -self.direction
                if len(self.sizes) == 2 and self.reverse_skips:
                    self._miss((self._next(self.laid.seat),), 1)
            case PassesHands(side):
                self._pass_hands(side)
            case ShufflesHands():
                self.sizes = share_out(self.sizes, self.laid.seat)
                self.hand = None
            case PlaysAgain():
                self.again = True
            case _:
                pass  # who shows a hand or names the colour moves no card

    def _count(self, amount: Amount, acting: int) -> int:
        if isinstance(amount, int):
            return amount
        if amount.kind is None:
            assert amount.who is not None, "it is the players who are counted"
            return min(amount.number * len(self._seats(amount.who)), amount.most)
        holder = acting if amount.who is None else self._seats(amount.who)[0]
        if amount.kind is CardKind.ANY:
            held = self.sizes[holder]
        elif holder == self.own and self.hand is not None:
            held = sum(is_of_kind(card, amount.kind, self.colour) for card in self.hand)
        else:
            held = self.sizes[holder] // ONE_IN
        return min(amount.number * held, amount.most)

    def _move(self, seat: int, cards: int) -> None:
        self.sizes[seat] += cards
        if seat == self.own:
            self.extra += cards

    def _draw(self, drawn: Sequence[tuple[int, int]]) -> None:
        for seat, cards in drawn:
            self._move(seat, cards)

    def _discard(self, gone: Sequence[tuple[int, int]]) -> None:
        for seat, cards in gone:
            self._move(seat, -min(cards, self.sizes[seat]))
            if not self.sizes[seat]:
                self.winner = seat
                return

    def _discard_all(self, seats: tuple[int, ...], kind: CardKind) -> None:
        for seat in seats:
            if seat == self.own and self.hand is not None:
                left = tuple(card for card in self.hand if not is_of_kind(card, kind, self.colour))
                self.sizes[seat] = max(self.sizes[seat] - len(self.hand) + len(left), 0)
                self.hand = left
                if not self.sizes[seat]:
                    self.winner = seat
                    return
            else:
                self._move(seat, -(self.sizes[seat] // ONE_IN))

    def _miss(self, seats: tuple[int, ...], turns: int) -> None:
        for seat in seats:
            self.missing[seat] = max(self.missing[seat], turns)

    def _give(
        self,
        givers: tuple[int, ...],
        takers: tuple[int, ...],
        amount: Amount,
        *,
        takers_count: bool,
    ) -> None:
        pairs = [
            (giver, taker, self._count(amount, taker if takers_count else giver))
            for giver in givers
            for taker in takers
            if giver != taker
        ]
        for giver, taker, cards in pairs:
            given = min(cards, self.sizes[giver])
            self._move(giver, -given)
            self._move(taker, given)
            if not self.sizes[giver]:
                self.winner = giver
                return

    def _pass_hands(self, side: Side) -> None:
        seats, way = len(self.sizes), 1 if side is Side.LEFT else -1
        self.sizes = [self.sizes[(seat - way) % seats] for seat in range(seats)]
        self.hand = None

    def _pass_cards(self, cards: int, side: Side) -> None:
        seats, way = len(self.sizes), 1 if side is Side.LEFT else -1
        passed = [min(cards, size) for size in self.sizes]
        for seat in range(seats):
            self._move(seat, passed[(seat - way) % seats] - passed[seat])

    def _fullest(self) -> int:
        """The player whom it would pick second, see `choices.fullest_hand`; of two the own seat."""
        seat, target = self.laid.seat, self.laid.target
        others = [at for at in range(len(self.sizes)) if at != target]
        return max(others, key=lambda at: (self.sizes[at], at == seat))

    def _swap(self, one: int, two: int) -> None:
        self.sizes[one], self.sizes[two] = self.sizes[two], self.sizes[one]
        if one != two and self.own in (one, two):
            self.hand = None


def share_out(sizes: Sequence[int], seat: int) -> list[int]:
    """The sizes of the hands after all cards are dealt out again from the left of a seat."""
    seats = len(sizes)
    share, rest = divmod(sum(sizes), seats)
    return [share + ((other - seat - 1) % seats < rest) for other in range(seats)]
