"""Puts the clauses of a sentence together: under its condition, after `otherwise`, or as a choice.

A condition is asked once, before the first effect; the effects after it follow with `if so`, unless
asking again cannot give another answer.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from openuno.engine import custom
from openuno.engine.custom import Condition, CustomRule, Effect, Who
from openuno.engine.pencil.clauses.clause import Clause
from openuno.engine.pencil.clauses.conditions import negate, with_condition

MAX_READINGS = 8
_ONCE = (custom.PlaysAgain(), custom.ShufflesHands())


class Conditions(msgspec.Struct):
    """The condition of a sentence: said before its clauses, or after the last one."""

    first: Condition | None = None
    last: Condition | None = None
    asked: Who | None = None
    """The several players each of whom it asks."""

    @property
    def any(self) -> Condition | None:
        """The condition, wherever it stands."""
        return self.first or self.last


class Turning(msgspec.Struct, frozen=True):
    """Where `otherwise`, `if so` or `or` stands: after how many clauses, and at which position."""

    follows: Condition | None
    """`Otherwise` or `IfSo`; None for `or`."""
    clauses: int
    at: int


class Readings(msgspec.Struct, frozen=True):
    """What the clauses can say together; if it is not `sure`, the player must say what is meant."""

    rules: tuple[CustomRule, ...]
    sure: bool


def combine(
    clauses: Sequence[Clause],
    conditions: Conditions,
    turning: Turning | None,
    decider: Who | None,
) -> Readings:
    """The readings of a whole sentence."""
    deciders: Sequence[Who | None] = (None,)
    if turning is not None and turning.follows is None:
        deciders = (decider,) if decider is not None else find_deciders(clauses, turning.clauses)
    readings: list[CustomRule] = []
    for choice in product(*(clause.readings for clause in clauses)):
        for who in deciders:
            if len(readings) < MAX_READINGS:
                readings += _with_turning(clauses, choice, conditions, turning, who)
    # `Free turn, play again!` says it twice, or means two more turns.
    twice = any(rule.count(custom.PlaysAgain()) > 1 for rule in readings)
    distinct = tuple(
        dict.fromkeys(
            meant for rule in readings for meant in _turns_meant(_without_repetition(rule))
        )
    )
    sure = all(clause.sure for clause in clauses) and len(distinct) == 1
    may = any(clause.may for clause in clauses)
    if may and turning is not None and turning.follows is None:
        sure = False  # `You may draw 2 or discard 1`: is neither possible, too?
    if may and conditions.any is not None:
        sure = False  # `If you have a 7 you may draw 2`: under a condition nobody is asked
    return Readings(distinct, sure and not twice)


def _without_repetition(rule: CustomRule) -> CustomRule:
    """The rule without what makes no difference a second time."""
    return tuple(
        effect
        for at, effect in enumerate(rule)
        if effect not in _ONCE or effect not in rule[at + 1 :]
    )


def _turns_meant(rule: CustomRule) -> Iterator[CustomRule]:
    """The rule; first without another turn, where everyone is skipped and the turn comes anyway."""
    again = custom.PlaysAgain()
    if again in rule and custom.LosesTurn(Who.OTHERS) in rule:
        yield tuple(effect for effect in rule if effect != again)
    yield rule


def find_deciders(clauses: Sequence[Clause], first: int) -> tuple[Who, ...]:
    """Who can be meant to choose between the first clauses and the others: those who do them."""
    doers = [clause.subject for clause in (*clauses[:1], *clauses[first : first + 1])]
    found = dict.fromkeys(who for who in doers if who is not None)
    if len(found) > 1:
        # `The next player draws 2 or everyone else draws 1`: the player of the card decides.
        found = dict.fromkeys((Who.YOU, *(who for who in found if who not in custom.SEVERAL)))
    return tuple(who for who in found if who not in custom.SEVERAL)


def _with_turning(
    clauses: Sequence[Clause],
    choice: Sequence[CustomRule],
    conditions: Conditions,
    turning: Turning | None,
    decider: Who | None,
) -> Iterator[CustomRule]:
    """The effects of these clauses: before and after `otherwise`, `if so` or `or`."""
    at = len(choice) if turning is None else turning.clauses
    before = tuple(_with_permission(clauses[:at], choice[:at]))
    if conditions.any is not None:
        before = tuple(map(_without_permission, before))
    others = tuple(effect for part in choice[at:] for effect in part)
    if turning is None:
        for effects in before:
            yield from _conditional(effects, conditions)
        return
    if turning.follows is None:
        if decider is None or conditions.any is not None:
            return
        plain = tuple(effect for part in choice[:at] for effect in part)
        yield from _choice(_without_permission(plain), _without_permission(others), decider)
        return
    done = _each_with(others, turning.follows)
    if done is None:
        return
    if at == 0 and done:
        yield done
        return
    if not any(before) and conditions.first is not None:
        # `If you have a 7 nothing happens, otherwise draw 2`: draw 2 if you have no 7.
        opposite = negate(conditions.first)
        if opposite is not None and isinstance(turning.follows, custom.Otherwise):
            yield from _under(others, opposite, conditions.asked)
        return
    for effects in before:
        for first in _conditional(effects, conditions):
            yield (*first, *done)


def _with_permission(
    clauses: Sequence[Clause], choice: Sequence[CustomRule]
) -> Iterator[CustomRule]:
    """`You may draw 2 and go again`: what follows belongs to what one may do.

    Where somebody else does it (`... and the next player draws 1`) it may stand by itself.
    """
    permitted: list[Effect] = []
    alone: list[Effect] = []
    may = named = False
    for clause, part in zip(clauses, choice, strict=True):
        follows = may and not clause.may and all(_when(effect) is None for effect in part)
        named |= follows and clause.named
        given = _each_with(part, custom.IfSo()) if follows else part
        permitted += part if given is None else given
        alone += part if clause.named or given is None else given
        may |= clause.may
    yield tuple(permitted)
    if named:
        yield tuple(alone)


def _choice(one: CustomRule, other: CustomRule, decider: Who) -> Iterator[CustomRule]:
    """One or the other, as a player decides."""
    first, *more = one
    wanted = with_condition(first, custom.IfWants(decider))
    along = _each_with(more, custom.IfSo())
    instead = _each_with(other, custom.Otherwise())
    if wanted is not None and along is not None and instead:
        yield (wanted, *along, *instead)


def _without_permission(effects: CustomRule) -> CustomRule:
    return tuple(
        msgspec.structs.replace(effect, when=None)
        if isinstance(_when(effect), custom.IfWants)
        else effect
        for effect in effects
    )


def _conditional(effects: CustomRule, conditions: Conditions) -> Iterator[CustomRule]:
    if conditions.last is not None:
        *before, last = effects
        alone = with_condition(last, conditions.last, conditions.asked)
        if alone is None:
            return
        yield (*before, alone)
        if before:
            # At the end of a list the condition may be meant for the last part or for all.
            yield from _under(effects, conditions.last, conditions.asked)
    elif conditions.first is not None:
        yield from _under(effects, conditions.first, conditions.asked)
    else:
        yield effects


def _under(effects: CustomRule, when: Condition, asked: Who | None) -> Iterator[CustomRule]:
    """All effects under one condition."""
    if not isinstance(when, custom.IfNamed | custom.IfNotNamed):
        # Neither the turn nor the hand changes when these are said first.
        first = [e for e in effects if isinstance(e, custom.PlaysAgain | custom.LosesTurn)]
        rest = [e for e in effects if not isinstance(e, custom.PlaysAgain | custom.LosesTurn)]
        if len(effects) > 1 and (len(rest) > 1 or isinstance(when, custom.IfWants)):
            yield from _under_once(effects, when)
            return
        effects = (*first, *rest)
    given = [with_condition(effect, when, asked) for effect in effects]
    done = tuple(effect for effect in given if effect is not None)
    if len(done) == len(given):
        yield done


def _under_once(effects: CustomRule, when: Condition) -> Iterator[CustomRule]:
    """The condition is asked for the first effect: that one may change the answer."""
    if isinstance(when, custom.ASKS_EACH):
        return
    first = with_condition(effects[0], when)
    others = _each_with(effects[1:], custom.IfSo())
    if first is not None and others is not None:
        yield (first, *others)


def _each_with(effects: Sequence[Effect], when: Condition) -> CustomRule | None:
    given = [with_condition(effect, when) for effect in effects]
    done = tuple(effect for effect in given if effect is not None)
    return done if len(done) == len(given) else None


def _when(effect: Effect) -> Condition | None:
    return None if isinstance(effect, custom.HonourRule) else effect.when
