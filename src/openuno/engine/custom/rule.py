"""A whole custom rule: what it asks for, and whether it can be played at a table."""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from openuno.engine.custom.amounts import CountPerCard
from openuno.engine.custom.conditions import (
    ASKS_EACH,
    FOLLOWS,
    Condition,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfWants,
)
from openuno.engine.custom.effects import (
    AllowsOnly,
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
    Forbids,
    Gives,
    GivesChosen,
    HonourRule,
    LosesTurn,
    NamesColour,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Swaps,
    SwapsChosen,
    Takes,
)
from openuno.engine.custom.kinds import CardKind
from openuno.engine.custom.limits import MAX_SENTENCES, rule_error
from openuno.engine.custom.people import Who
from openuno.engine.faults import FaultKind

CustomRule = tuple[Effect, ...]
"""The rule on one blank, a sentence to an effect; empty: a plain wild (CUST-3)."""

_MAYBE_YOU = frozenset((Who.YOU, Who.EVERYONE, Who.MOST, Who.FEWEST))


def people_in(effect: Effect) -> Iterator[Who]:
    """Everyone a sentence speaks of, in its condition too."""
    for name in effect.__struct_fields__:
        part = getattr(effect, name)
        if isinstance(part, Who):
            yield part
        elif isinstance(part, (IfHolds, IfHas, IfHasNo, IfWants)) or (
            isinstance(part, CountPerCard) and part.who is not None
        ):
            assert part.who is not None
            yield part.who
    if isinstance(effect, SwapsChosen):
        yield Who.CHOSEN


def is_draw_of_others(effect: Effect) -> bool:
    """Whether it is carried out of a last card too: others draw (CUST-4)."""
    return isinstance(effect, (Draws, DrawsTo, DrawsUntil)) and effect.who is not Who.YOU


@lru_cache(maxsize=64)
def has_honour_rule(rules: tuple[CustomRule, ...]) -> bool:
    """Whether any of these rules is left to the honour of the table, if only in part."""
    return any(isinstance(effect, HonourRule) for rule in rules for effect in rule)


@lru_cache(maxsize=64)
def targets_player(rule: CustomRule, *, last: bool) -> bool:
    """Whether a player is picked with the card; of the last card only the draws count (CUST-4)."""
    if not last:
        return any(Who.CHOSEN in people_in(effect) for effect in rule)
    return any(
        Who.CHOSEN in people_in(effect)
        if is_draw_of_others(effect)
        else getattr(getattr(effect, "when", None), "who", None) is Who.CHOSEN
        for effect, asked in zip(rule, needs_last_card(rule), strict=True)
        if asked
    )


@lru_cache(maxsize=64)
def needs_last_card(rule: CustomRule) -> tuple[bool, ...]:
    """For each sentence, whether what others draw of a last card depends on it (CUST-4).

    It does if it is one of those draws, or decides an `otherwise` or `if so` that is one.
    """
    found: list[bool] = []
    decides = False
    for effect in reversed(rule):
        draws = is_draw_of_others(effect)
        when = None if isinstance(effect, HonourRule) else effect.when
        if isinstance(when, FOLLOWS):
            decides |= draws
            found.append(draws)
        elif when is not None:
            found.append(draws or decides)
            decides = False
        else:
            found.append(draws)
    return tuple(reversed(found))


@lru_cache(maxsize=64)
def needs_colour(rule: CustomRule) -> bool:
    """Whether what it does depends on the colour named with the card."""
    return any(
        isinstance(effect, DiscardsColour)
        or any(kind is CardKind.NAMED for kind in _kinds_in(effect))
        or (not isinstance(effect, HonourRule) and isinstance(effect.when, IfNamed | IfNotNamed))
        for effect in rule
    )


def _kinds_in(effect: Effect) -> Iterator[CardKind]:
    for part in (effect, getattr(effect, "amount", None), getattr(effect, "when", None)):
        kind = getattr(part, "kind", None)
        if isinstance(kind, CardKind):
            yield kind


@lru_cache(maxsize=64)
def may_change_own_hand(rule: CustomRule) -> bool:
    """Whether it can change the hand of its player, so that UNO can only be said after it."""
    return any(_may_change(effect) for effect in rule)


def _may_change(effect: Effect) -> bool:
    match effect:
        case (
            Draws(who=who)
            | DrawsTo(who=who)
            | DrawsUntil(who=who)
            | Discards(who=who)
            | DiscardsTo(who=who)
            | DiscardsColour(who=who)
            | DiscardsKind(who=who)
            | DiscardsChosen(who=who)
            | DiscardsToChosen(who=who)
        ):
            return who in _MAYBE_YOU
        case (
            Swaps(who=one, other=two)
            | Gives(who=one, to=two)
            | GivesChosen(who=one, to=two)
            | Takes(who=one, source=two)
        ):
            return one in _MAYBE_YOU or two in _MAYBE_YOU
        case PassesHands() | ShufflesHands() | PassesCards() | SwapsChosen():
            return True
        case (
            LosesTurn()
            | Shows()
            | Reverses()
            | PlaysAgain()
            | HonourRule()
            | NamesColour()
            | Forbids()
            | AllowsOnly()
        ):
            return False
        case _:
            assert_never(effect)


def check_rule(rule: CustomRule, *, teams: bool) -> None:
    """Refuse a rule that cannot be carried out at this table."""
    if len(rule) > MAX_SENTENCES:
        raise rule_error(FaultKind.SENTENCES, most=MAX_SENTENCES)
    _check_otherwise(rule)
    if not teams and any(Who.PARTNER in people_in(effect) for effect in rule):
        raise rule_error(FaultKind.NO_PARTNER)


def _check_otherwise(rule: CustomRule) -> None:
    """`Otherwise` and `if so` need a condition before them, one that is true or not for all."""
    asked: Condition | None = None
    for effect in rule:
        when = None if isinstance(effect, HonourRule) else effect.when
        if isinstance(when, FOLLOWS):
            if asked is None or isinstance(asked, ASKS_EACH):
                raise rule_error(FaultKind.OTHERWISE)
        elif when is not None:
            asked = when
