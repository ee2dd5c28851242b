"""What a sentence can be built from: each effect with its parts, and what can be picked for each.

The parts are read from the types in `custom`, and what fits together is found by trying it. A new
effect is offered by the pages and the terminal as soon as `SAMPLES` has one of it.
"""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import combinations, product
from types import NoneType, UnionType
from typing import Any, get_args

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from openuno.engine import custom
from openuno.engine.cards import Colour
from openuno.engine.custom import CardKind, Compare, Effect, Side, Until, Who
from openuno.engine.errors import SetupError

SAMPLES: tuple[Effect, ...] = (
    custom.Draws(Who.NEXT, 2),
    custom.LosesTurn(Who.NEXT),
    custom.PlaysAgain(),
    custom.Reverses(),
    custom.Gives(Who.YOU, 1, Who.CHOSEN),
    custom.Takes(Who.YOU, 1, Who.MOST),
    custom.DiscardsChosen(Who.YOU, 2),
    custom.DiscardsToChosen(Who.EVERYONE, 5),
    custom.GivesChosen(Who.YOU, 1, Who.NEXT),
    custom.PassesCards(1, Side.LEFT),
    custom.Discards(Who.YOU, 2),
    custom.DiscardsKind(Who.YOU, CardKind.BLUE),
    custom.DiscardsColour(Who.YOU),
    custom.DrawsTo(Who.EVERYONE, 7),
    custom.DrawsUntil(Who.NEXT, CardKind.RED),
    custom.DiscardsTo(Who.EVERYONE, 5),
    custom.Swaps(Who.YOU, Who.CHOSEN),
    custom.SwapsChosen(),
    custom.NamesColour(Who.NEXT),
    custom.Forbids(Who.EVERYONE, CardKind.DRAW, Until.NEXT_TURN),
    custom.AllowsOnly(Who.EVERYONE, CardKind.RED, Until.NEXT_TURN),
    custom.PassesHands(Side.LEFT),
    custom.ShufflesHands(),
    custom.Shows(Who.CHOSEN, Who.YOU),
    custom.HonourRule("Everyone claps."),
)
"""One of each effect, in the order they are offered: what a new sentence begins with."""

_CONDITIONS: tuple[custom.Condition, ...] = (
    custom.IfHolds(Who.YOU, Compare.FEWER, 3),
    custom.IfHas(Who.YOU, CardKind.SEVEN),
    custom.IfTheyHold(Compare.MORE, 5),
    custom.IfTheyHave(CardKind.RED),
    custom.IfNamed(Colour.RED),
    custom.IfHasNo(Who.YOU, CardKind.SEVEN),
    custom.IfTheyHaveNo(CardKind.RED),
    custom.IfNotNamed(Colour.RED),
    custom.IfWants(Who.YOU),
)
_NESTED: tuple[msgspec.Struct, ...] = (
    *_CONDITIONS,
    custom.CountPerCard(1, CardKind.RED, Who.YOU, 5),
    custom.CountPerCard(1, None, Who.OTHERS, 5),
)
_RARE = frozenset(custom.NEXT_SEVERAL) - {Who.NEXT_TWO, Who.NEXT_THREE}
"""Players who can be written of, but would crowd a list to pick from."""
_HIGHEST = 100
"""No number of a sentence is as high."""
NOTHING, PLAIN, PER_CARD, PER_PLAYER = "nothing", "plain", "per-card", "per-player"
"""Labels of what can be picked beside the values and forms that have a name of their own."""


class PickNothing(msgspec.Struct, frozen=True, tag_field="pick", tag="nothing"):
    """It can be left out."""


class PickNumber(msgspec.Struct, frozen=True, tag_field="pick", tag="number"):
    """A number within bounds."""

    least: int
    most: int


class PickOne(msgspec.Struct, frozen=True, tag_field="pick", tag="choice"):
    """One of a few values; `of` names what they are, as the types of `custom` are called."""

    of: str
    values: tuple[str, ...]


class PickWords(msgspec.Struct, frozen=True, tag_field="pick", tag="words"):
    """Words of the player's own."""

    most: int


class RuleConflict(msgspec.Struct, frozen=True):
    """With this value of one part, another part cannot have these.

    A value is that of a choice, the name of a form, or `nothing` or `plain` (a number).
    """

    field: str
    value: str
    other: str
    values: tuple[str, ...]


class PickForm(msgspec.Struct, frozen=True, tag_field="pick", tag="form"):
    """Something with parts of its own: a condition, a number for each card."""

    name: str


Pick = PickNothing | PickNumber | PickOne | PickWords | PickForm


class RulePart(msgspec.Struct, frozen=True):
    """One part of a form, and what can be picked for it."""

    field: str
    picks: tuple[Pick, ...]


class RuleForm(msgspec.Struct, frozen=True):
    """Something that is built from parts, with a sample to begin with."""

    name: str
    sample: dict[str, str | int | None]
    parts: tuple[RulePart, ...]
    conflicts: tuple[RuleConflict, ...]


@cache
def effect_forms() -> tuple[RuleForm, ...]:
    """Every effect that a sentence can have, in the order they are offered."""
    return tuple(map(_form, SAMPLES))


@cache
def nested_forms() -> tuple[RuleForm, ...]:
    """What the parts of an effect can be built from in turn."""
    return tuple(map(_form, _NESTED))


def _form(sample: msgspec.Struct) -> RuleForm:
    fixed = _name(sample) == PER_PLAYER  # there is no kind of card to pick
    asked = [field for field in fields(sample) if not (fixed and field.name == "kind")]
    names = [field.name for field in asked]
    tried = [dict(_values_to_try(sample, field.name, field.type)) for field in asked]
    fitting = {
        labels
        for labels in product(*tried)
        if _fits(sample, {n: v[of] for n, v, of in zip(names, tried, labels, strict=True)})
    }
    parts = tuple(
        RulePart(field.name, tuple(_picks(sample, field, {labels[at] for labels in fitting})))
        for at, field in enumerate(asked)
    )
    return RuleForm(
        _name(sample), msgspec.to_builtins(sample), parts, tuple(_conflicts(names, tried, fitting))
    )


def _values_to_try(sample: msgspec.Struct, name: str, kind: Any) -> Iterator[tuple[str, object]]:
    """One value for each thing that can be picked for a part, by its label."""
    for each in _alternatives(kind):
        if each is NoneType:
            yield NOTHING, None
        elif each in (int, str):
            value = getattr(sample, name)
            yield PLAIN, value if isinstance(value, each) else 1
        elif issubclass(each, Enum):
            yield from ((member.value, member) for member in each)
        else:
            yield from ((_name(nested), nested) for nested in _samples_of(each))


def _picks(sample: msgspec.Struct, field: FieldInfo, labels: set[str]) -> Iterator[Pick]:
    """What can be picked for a part of which these labels fit somewhere."""
    for each in _alternatives(field.type):
        if each is NoneType:
            yield PickNothing()
        elif each is int:
            taken = [n for n in range(_HIGHEST) if _takes(sample, field.name, n)]
            yield PickNumber(taken[0], taken[-1])
        elif each is str:
            yield PickWords(custom.MOST_WORDS)
        elif issubclass(each, Enum):
            values = tuple(
                member.value for member in each if member.value in labels and member not in _RARE
            )
            yield PickOne(each.__name__, values)
        else:
            names = (_name(nested) for nested in _samples_of(each))
            yield from (PickForm(name) for name in names if name in labels)


def _alternatives(kind: Any) -> list[Any]:
    """The types of a part; to leave it out, or a plain number, comes first."""
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    # Left to those who write: `otherwise` and `if so` need a sentence before them, and only several
    # players can count their own cards, which is a holder left out.
    kinds = tuple(each for each in kinds if each not in custom.FOLLOWS)
    for named in (Who, CardKind):
        if named in kinds:
            kinds = (named,)
    return sorted(kinds, key=lambda each: (each is not NoneType, each is not int))


def _samples_of(kind: type[msgspec.Struct]) -> list[msgspec.Struct]:
    return [each for each in _NESTED if type(each) is kind]


def _name(struct: msgspec.Struct) -> str:
    if isinstance(struct, custom.CountPerCard):
        return PER_PLAYER if struct.kind is None else PER_CARD
    return str(struct.__struct_config__.tag)


def _fits(sample: msgspec.Struct, values: dict[str, object]) -> bool:
    try:
        replace(sample, **values)
    except SetupError:
        return False
    return True


def _takes(sample: msgspec.Struct, name: str, number: int) -> bool:
    try:
        replace(sample, **{name: number})
    except SetupError:
        return False
    return True


def _conflicts(
    names: list[str], tried: list[dict[str, object]], fitting: set[tuple[str, ...]]
) -> Iterator[RuleConflict]:
    """The pairs that never fit, though each of the two fits elsewhere."""
    possible = [{labels[at] for labels in fitting} for at in range(len(names))]
    for one, other in combinations(range(len(names)), 2):
        together = {(labels[one], labels[other]) for labels in fitting}
        for value in tried[one]:
            never = tuple(
                theirs
                for theirs in tried[other]
                if theirs in possible[other] and (value, theirs) not in together
            )
            if never and value in possible[one]:
                yield RuleConflict(names[one], value, names[other], never)
