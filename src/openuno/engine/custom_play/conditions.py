"""Whether a sentence is carried out, and by whom of several players."""

from typing import NamedTuple, assert_never

from openuno.engine.custom import (
    AllowsOnly,
    Compare,
    Condition,
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
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfSo,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    IfWants,
    LosesTurn,
    Otherwise,
    Shows,
    Takes,
)
from openuno.engine.custom_play.cards import has_kind
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.state import Round

ByPlayers = (
    Draws
    | DrawsTo
    | DrawsUntil
    | LosesTurn
    | Discards
    | DiscardsTo
    | DiscardsColour
    | DiscardsKind
    | DiscardsChosen
    | DiscardsToChosen
    | Shows
    | Gives
    | GivesChosen
    | Takes
    | Forbids
    | AllowsOnly
)
"""The effects that one or several players do."""


class Asked(NamedTuple):
    """Whether a sentence is carried out, and whether the last condition so far was true."""

    applies: bool
    held: bool


def sentence_applies(round: Round, laid: Laid, effect: Effect, held: bool) -> Asked:
    """Ask the condition of a sentence; `held` answers for an otherwise and an if so."""
    if isinstance(effect, HonourRule) or effect.when is None:
        return Asked(True, held)
    if isinstance(effect.when, Otherwise):
        return Asked(not held, held)
    if isinstance(effect.when, IfSo):
        return Asked(held, held)
    true = _true(round, laid, effect.when)
    return Asked(true, true)


def acting_seats(round: Round, laid: Laid, effect: ByPlayers) -> tuple[int, ...]:
    """Who does it at this moment: of several, those for whom the condition holds."""
    seats = seats_of(round, laid, effect.who)
    match effect.when:
        case IfTheyHold(compare, number):
            hands = round.hands
            return tuple(seat for seat in seats if compares(len(hands[seat]), compare, number))
        case IfTheyHave(kind):
            return tuple(seat for seat in seats if has_kind(round, seat, kind))
        case IfTheyHaveNo(kind):
            return tuple(seat for seat in seats if not has_kind(round, seat, kind))
        case _:
            return seats


def _true(round: Round, laid: Laid, condition: Condition) -> bool:
    match condition:
        case IfNamed(colour):
            return round.colour is colour
        case IfHolds(who, compare, number):
            held = [len(round.hands[seat]) for seat in seats_of(round, laid, who)]
            return all(compares(count, compare, number) for count in held)
        case IfHas(who, kind):
            return all(has_kind(round, seat, kind) for seat in seats_of(round, laid, who))
        case IfHasNo(who, kind):
            return not any(has_kind(round, seat, kind) for seat in seats_of(round, laid, who))
        case IfNotNamed(colour):
            return round.colour is not colour
        case IfTheyHold() | IfTheyHave() | IfTheyHaveNo():
            return True  # each of them is asked when it is settled who acts
        case IfWants():
            return False  # of a last card nobody is asked: the round ends (MEET-51)
        case Otherwise() | IfSo():
            raise AssertionError("it is about the condition before it")
        case _:
            assert_never(condition)


def compares(count: int, compare: Compare, number: int) -> bool:
    """Whether a hand of `count` cards compares with the number as the condition says."""
    match compare:
        case Compare.FEWER:
            return count < number
        case Compare.MORE:
            return count > number
        case Compare.EXACTLY:
            return count == number
        case Compare.AT_LEAST:
            return count >= number
        case Compare.AT_MOST:
            return count <= number
        case _:
            assert_never(compare)
