"""Lasting rules: which of them forbids a card (MEET-47), and when they end (MEET-48)."""

from openuno.engine.cards import COLOURS, Card
from openuno.engine.custom import (
    MAX_LASTING,
    AllowsOnly,
    CardKind,
    Forbids,
    Until,
    is_of_kind,
)
from openuno.engine.events import Event, LastingRule, Skipped
from openuno.engine.rules import Rules
from openuno.engine.state import FacingDrawFour, FacingStack, Round, Turn, turn_seat

_COLOURS = frozenset(CardKind[colour.name] for colour in COLOURS)


def forbidding_rule(round: Round, seat: int, card: Card) -> LastingRule | None:
    """The rule in force that keeps the seat from playing the card, if there is one."""
    for rule in round.lasting:
        if seat in rule.seats and is_of_kind(card, rule.kind, None) is not rule.only:
            return rule
    return None


def find_ended_rules(before: Round, after: Round, happened: tuple[Event, ...]) -> list[LastingRule]:
    """The rules that end because the turn has come to a seat from another, or was missed."""
    come = {event.seat for event in happened if isinstance(event, Skipped)}
    phase = after.phase
    if isinstance(phase, (Turn, FacingStack, FacingDrawFour)) and phase.seat != turn_seat(before):
        come.add(phase.seat)
    return [rule for rule in after.lasting if rule.until in come]


def is_written(rules: Rules, rule: LastingRule) -> bool:
    """Whether a sentence on a blank limits the same cards for as long."""
    limits = AllowsOnly if rule.only else Forbids
    until = Until.ROUND if rule.until is None else Until.NEXT_TURN
    kinds = {rule.kind, CardKind.NAMED} if rule.kind in _COLOURS else {rule.kind}
    return any(
        isinstance(effect, limits) and effect.until is until and effect.kind in kinds
        for written in rules.written
        for effect in written
    )


def can_begin(round: Round, rule: LastingRule) -> bool:
    """Whether a card of the table can have begun the rule now."""
    seats = range(len(round.hands))
    return (
        bool(rule.seats)
        and list(rule.seats) == sorted(set(rule.seats).intersection(seats))
        and (rule.until is None or rule.until in seats)
        and rule not in round.lasting
        and len(round.lasting) < MAX_LASTING
        and is_written(round.rules, rule)
    )
