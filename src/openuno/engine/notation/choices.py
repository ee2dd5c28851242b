"""What a custom rule waits for, as part of a position line.

`1:discard:2:2:-:2,3:0:1:-:0`: seat 1 is to choose 2 more cards to discard of 2 that each chooses,
for nobody, then seats 2 and 3 are asked. Seat 0 laid the card; it is its sentence 1, without a
target. At the end is 1 if the turn comes back, and 2 more if the last condition was false. Cards
to pass on follow, by seat, as the hands do.
"""

from collections import Counter

from openuno.engine.cards import Card
from openuno.engine.custom import (
    MAX_CARDS,
    DiscardsChosen,
    DiscardsToChosen,
    Effect,
    GivesChosen,
    IfWants,
    NamesColour,
    PassesCards,
    SwapsChosen,
    targets_player,
)
from openuno.engine.errors import NotationError
from openuno.engine.events import CardChoice, Cards, UnfinishedRule
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.notation.cursor import Cursor
from openuno.engine.rules import Rules, custom_rule_on
from openuno.engine.state import ChoosingCards, Deciding

_NONE = "-"
_CHOICES = {choice.value: choice for choice in CardChoice}
_Asks = type[
    NamesColour | SwapsChosen | DiscardsChosen | DiscardsToChosen | GivesChosen | PassesCards
]
_ASKS: dict[CardChoice, _Asks] = {
    CardChoice.DISCARD: DiscardsChosen,
    CardChoice.DISCARD_TO: DiscardsToChosen,
    CardChoice.GIVE: GivesChosen,
    CardChoice.PASS: PassesCards,
}


def choosing_cards_text(phase: ChoosingCards) -> str:
    """The phase, without its name."""
    aside = "/".join(",".join(cards) or _NONE for cards in phase.set_aside)
    return (
        f"{phase.seat}:{phase.what.value}:{phase.left}:{phase.each}"
        f":{_seats_text(phase.to)}:{_seats_text(phase.waiting)}"
        f"{unfinished_rule_text(phase.rule)}{':' + aside if aside else ''}"
    )


def unfinished_rule_text(rule: UnfinishedRule | None) -> str:
    """Who laid the card, the sentence, the target and whether the turn comes back."""
    if rule is None:
        return ""
    target = _NONE if rule.target is None else rule.target
    return f":{rule.by}:{rule.sentence}:{target}:{rule.again + 2 * (not rule.held)}"


def _seats_text(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats)) or _NONE


class UnfinishedRuleReader:
    """Reads what follows the seat that is asked."""

    def __init__(self, cursor: Cursor, rules: Rules, top: Card, hands: tuple[Cards, ...]) -> None:
        self._cursor = cursor
        self._effects = custom_rule_on(rules, top)
        self._top = top
        self._hands = hands

    def deciding(self, seat: int) -> Deciding:
        """The phase of a seat that is asked whether it wants something."""
        return Deciding(seat, self.rule(None))

    def rule(self, asks: _Asks | None) -> UnfinishedRule:
        """The rule that waits; its sentence must be one that asks for this, or for a decision."""
        fault = Fault.of(FaultKind.PICKING_RULE)
        cursor, seats = self._cursor, len(self._hands)
        cursor.expect(":", fault)
        by = cursor.seat(seats)
        cursor.expect(":", fault)
        start = cursor.at
        sentence = cursor.number(max(len(self._effects) - 1, 0), self._wrong_sentence())
        if not self._effects or not self._is_asked(self._effects[sentence], asks):
            raise cursor.error(self._wrong_sentence(), start)
        cursor.expect(":", fault)
        start = cursor.at
        target = None if cursor.take(_NONE) else cursor.seat(seats)
        if target == by or (target is None and targets_player(self._effects, last=False)):
            raise cursor.error(fault, start)
        cursor.expect(":", fault)
        said = cursor.number(3, fault)
        return UnfinishedRule(by, sentence, target, again=bool(said & 1), held=said < 2)

    def _is_asked(self, effect: Effect, asks: _Asks | None) -> bool:
        if asks is not None:
            return isinstance(effect, asks)
        return isinstance(getattr(effect, "when", None), IfWants)

    def choosing_cards(self, seat: int) -> ChoosingCards:
        """The phase of a seat that is asked for cards."""
        cursor, start = self._cursor, self._cursor.at
        self._colon()
        what = _CHOICES.get(cursor.word())
        if what is None:
            raise self._wrong(start)
        each = Fault.of(FaultKind.PICKING_CARDS)
        self._colon()
        at = cursor.at
        left = cursor.number(MAX_CARDS, each, least=1)
        self._colon()
        number = cursor.number(MAX_CARDS, each, least=1)
        self._colon()
        to = self._seats()
        self._colon()
        waiting = self._seats()
        asked = (seat, *waiting)
        down = what is CardChoice.DISCARD_TO
        if (
            (left > number and not down)
            or (down and left >= len(self._hands[seat]))
            or (down and any(len(self._hands[other]) <= number for other in waiting))
            or bool(to) != (what is CardChoice.GIVE)
            or len(set(asked)) < len(asked)
            or len(set(to)) < len(to)
            or set(asked) & set(to)
            or (len(to) > 1 and waiting)
        ):
            raise self._wrong(at)
        rule = self.rule(_ASKS[what])
        aside = self._set_aside(seat, waiting, left, number) if what is CardChoice.PASS else ()
        return ChoosingCards(seat, what, left, number, to, waiting, rule, aside)

    def _set_aside(
        self, seat: int, waiting: tuple[int, ...], left: int, number: int
    ) -> tuple[Cards, ...]:
        """What has been chosen to be passed on, by seat; nothing follows when nothing is."""
        cursor = self._cursor
        if not cursor.take(":"):
            if left < number or len(waiting) < len(self._hands) - 1:
                raise self._wrong(cursor.at)
            return ()
        aside: list[Cards] = []
        for owner, hand in enumerate(self._hands):
            start = cursor.at
            if owner and not cursor.take("/"):
                raise self._wrong(start)
            start = cursor.at
            cards = self._cards(hand)
            # A hand that was smaller than asked for may have grown since, by a penalty.
            most = 0 if owner in waiting else number - left if owner == seat else number
            least = min(most, 1) if owner != seat else most
            if not least <= len(cards) <= most:
                raise self._wrong(start)
            aside.append(cards)
        if len(aside[seat]) == len(self._hands[seat]) or not any(aside):
            raise self._wrong(cursor.at)
        return tuple(aside)

    def _cards(self, hand: Cards) -> Cards:
        cursor = self._cursor
        if cursor.take(_NONE):
            return ()
        spare, cards = Counter(hand), []
        while True:
            start = cursor.at
            card = cursor.card()
            if not spare[card]:
                raise self._wrong(start)
            spare[card] -= 1
            cards.append(card)
            if not cursor.take(","):
                return tuple(sorted(cards))

    def _seats(self) -> tuple[int, ...]:
        cursor = self._cursor
        if cursor.take(_NONE):
            return ()
        seats = [cursor.seat(len(self._hands))]
        while cursor.take(","):
            seats.append(cursor.seat(len(self._hands)))
        return tuple(seats)

    def _colon(self) -> None:
        self._cursor.expect(":", Fault.of(FaultKind.PICKING_CARDS))

    def _wrong(self, at: int) -> NotationError:
        return self._cursor.error(Fault.of(FaultKind.PICKING_CARDS), at)

    def _wrong_sentence(self) -> Fault:
        return Fault.of(FaultKind.PICKING_SENTENCE, top=self._top.value)
