"""A position on one line, actions as text, and what came of them: how the clause tests speak."""

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

import msgspec
import pytest

from openuno import (
    EDITIONS,
    Card,
    Event,
    IllegalAction,
    Reason,
    Round,
    Step,
    apply,
    deal,
    evolve,
    legal,
    seat_to_act,
    undealt_round,
)
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Generator
from openuno.engine.state import Phase

E = TypeVar("E", bound=Event)

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@dataclass(frozen=True)
class Table:
    """A round, and the events of the action that led to it."""

    round: Round
    events: tuple[Event, ...] = ()

    def does(self, seat: int, action: str) -> "Table":
        """The table after the action; the log agrees with it and no card is lost."""
        step = apply(self.round, seat, parse_action(action))
        _agree(self.round, step)
        assert all_cards(step.round) == all_cards(self.round)
        return Table(step.round, step.events)

    def refused(self, seat: int, action: str, reason: Reason) -> "Table":
        """The same table: the action is refused for this reason and touches nothing."""
        fields = [getattr(self.round, name) for name in Round.__struct_fields__]
        written = msgspec.msgpack.encode(self.round)
        with pytest.raises(IllegalAction) as refusal:
            apply(self.round, seat, parse_action(action))
        assert refusal.value.reason is reason, refusal.value.sentence
        assert refusal.value.sentence
        for name, before in zip(Round.__struct_fields__, fields, strict=True):
            assert getattr(self.round, name) is before
        assert msgspec.msgpack.encode(self.round) == written
        return self

    def may(self, seat: int) -> list[str]:
        """Everything the seat may do, as text."""
        return [action_text(action) for action in legal(self.round, seat)]

    def events_of(self, kind: type[E]) -> list[E]:
        """The events of this kind in the latest action."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def phase(self) -> Phase:
        return self.round.phase

    @property
    def turn(self) -> int | None:
        return seat_to_act(self.round)

    @property
    def hands(self) -> str:
        """As a position writes them: `G1,R7/B2/-`."""
        return "/".join(map(_cards, self.round.hands))

    @property
    def pile(self) -> str:
        """Top card first."""
        return _cards(self.round.pile[::-1])

    @property
    def discard(self) -> str:
        """Top card first."""
        return _cards(self.round.discard[::-1])

    @property
    def colour(self) -> str:
        return "-" if self.round.colour is None else self.round.colour.value


def table(position: str) -> Table:
    """`table("mattel-2016 hands=R7,G1/B1,B2 pile=Y1,Y2 discard=R5 turn=0")`."""
    return Table(parse_round(position))


def deal_table(rules: str, seats: int, dealer: int, rng: Generator) -> Table:
    """A table just dealt."""
    before = undealt_round(parse_rules(rules), seats, dealer, rng)
    step = deal(before.rules, seats, dealer, rng)
    _agree(before, step)
    assert all_cards(step.round) == all_cards(before)
    return Table(step.round, step.events)


def all_cards(round: Round) -> Counter[Card]:
    """Every card at the table, wherever it lies."""
    return Counter(card for place in (*round.hands, round.pile, round.discard) for card in place)


def _agree(before: Round, step: Step) -> None:
    assert reduce(evolve, step.events, before) == step.round


def _cards(cards: tuple[Card, ...]) -> str:
    return ",".join(card.value for card in cards) or "-"
