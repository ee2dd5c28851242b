"""Everything that the builder offers is a rule, and is read back as it was built."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import msgspec
import pytest

from openuno.engine import custom
from openuno.engine.custom import Effect
from openuno.engine.errors import SetupError
from openuno.engine.pencil.builder import (
    NOTHING,
    PLAIN,
    SAMPLES,
    PickForm,
    PickNothing,
    PickNumber,
    PickOne,
    PickWords,
    RuleForm,
    RulePart,
    effect_forms,
    nested_forms,
)
from openuno.engine.pencil.draft import built_effect, fitting_picks, open_draft, with_pick
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text

NESTED = {form.name: form for form in nested_forms()}
Built = dict[str, Any]
Picked = tuple[str, object]


def values_of(part: RulePart) -> Iterator[Picked]:
    """Each thing that can be picked for a part, with its label; of numbers, the ends."""
    for pick in part.picks:
        match pick:
            case PickNothing():
                yield NOTHING, None
            case PickNumber(least, most):
                yield from ((PLAIN, number) for number in (least, 2, most))
            case PickOne(values=values):
                yield from ((value, value) for value in values)
            case PickWords(most):
                yield PLAIN, "Everyone hums."
                yield PLAIN, "x" * most
            case PickForm(name):
                yield from ((name, built) for built in each_part_varied(NESTED[name]))


def sample_of(form: RuleForm, part: RulePart) -> Picked:
    """What the sample has for a part; whatever is nested there is never in conflict."""
    value = form.sample[part.field]
    if value is None:
        return NOTHING, None
    return (str(value) if isinstance(part.picks[0], PickOne) else PLAIN), value


def fits(form: RuleForm, labels: dict[str, str]) -> bool:
    return not any(
        labels[each.field] == each.value and labels[each.other] in each.values
        for each in form.conflicts
    )


def each_part_varied(form: RuleForm) -> Iterator[Built]:
    """The sample with each value of each part, one part after another."""
    for part in form.parts:
        for _, value in values_of(part):
            yield {**form.sample, part.field: value}


def offered(form: RuleForm) -> Iterator[Built]:
    """All choices with one another, and all else that can be picked, alone and beside anything."""
    sample = {part.field: sample_of(form, part) for part in form.parts}
    choices = [part for part in form.parts if isinstance(part.picks[0], PickOne)]
    tried = [
        {**sample, **dict(zip((part.field for part in choices), picked, strict=True))}
        for picked in product(*(values_of(part) for part in choices))
    ]
    chance = random.Random(form.name)
    for part in form.parts:
        for pick in values_of(part):
            others = {each.field: chance.choice(list(values_of(each))) for each in form.parts}
            tried += [{**sample, part.field: pick}, {**others, part.field: pick}]
    for picked_parts in tried:
        if fits(form, {field: label for field, (label, _) in picked_parts.items()}):
            yield {**form.sample, **{field: value for field, (_, value) in picked_parts.items()}}


@pytest.mark.parametrize("form", effect_forms(), ids=lambda form: str(form.name))
def test_what_is_built_is_read_back_as_it_was_built(form: RuleForm) -> None:
    for built in offered(form):
        effect: Effect = msgspec.convert(built, Effect)
        text = custom_rule_text((effect,))
        assert parse_custom_rule(text) == (effect,), text


def test_every_effect_condition_and_amount_is_offered() -> None:
    assert {type(sample) for sample in SAMPLES} == set(get_args(Effect))
    assert len(SAMPLES) == len(get_args(Effect))
    conditions = {str(kind.__struct_config__.tag) for kind in get_args(custom.Condition)}
    # `Otherwise` and `if so` are about another sentence: they are written, not picked.
    assert set(NESTED) == conditions - {"otherwise", "if-so"} | {"per-card", "per-player"}


@pytest.mark.parametrize("form", effect_forms(), ids=lambda form: str(form.name))
def test_what_conflicts_cannot_be_built(form: RuleForm) -> None:
    for conflict in form.conflicts:
        for value in conflict.values:
            given = {
                **form.sample,
                conflict.field: conflict.value,
                conflict.other: NESTED[value].sample if value in NESTED else value,
            }
            with pytest.raises((msgspec.ValidationError, SetupError)):
                msgspec.convert(given, Effect)


def test_a_part_fits_those_before_it_and_changes_those_after_it() -> None:
    form, draft = open_draft(custom.Gives(custom.Who.NEXT, 1, custom.Who.CHOSEN))
    (to,) = (part for part in form.parts if part.field == "to")
    (others,) = fitting_picks(form, draft, to)
    assert isinstance(others, PickOne)
    assert "next" not in others.values
    changed = with_pick(form, draft, "who", "chosen")
    assert changed["to"] == "you"
    changed = with_pick(form, {**changed, "when": NESTED["they-have"].sample}, "who", "next")
    assert changed["when"] is None
    assert built_effect(changed) == custom.Gives(custom.Who.NEXT, 1, custom.Who.YOU)
