"""A sentence that is being built: parts are picked in order, and each fits those before it."""

from typing import Any

import msgspec

from openuno.engine.custom import Effect
from openuno.engine.pencil.builder import (
    NOTHING,
    PER_CARD,
    PER_PLAYER,
    PLAIN,
    Pick,
    PickForm,
    PickNothing,
    PickOne,
    RuleForm,
    RulePart,
    effect_forms,
    nested_forms,
)

Draft = dict[str, Any]
"""An effect, a condition or an amount as the wire has it."""


def open_draft(effect: Effect) -> tuple[RuleForm, Draft]:
    """The form in which a sentence is built, and what is picked in it."""
    draft: Draft = msgspec.to_builtins(effect)
    return next(form for form in effect_forms() if form.name == draft["effect"]), draft


def built_effect(draft: Draft) -> Effect:
    """The sentence that was built."""
    return msgspec.convert(draft, Effect)  # type: ignore[no-any-return]


def nested_form(name: str) -> RuleForm:
    """The form of a condition or an amount by its name."""
    return next(form for form in nested_forms() if form.name == name)


def label(value: Any) -> str:
    """What a picked value is called where conflicts are listed."""
    match value:
        case None:
            return NOTHING
        case int():
            return PLAIN
        case dict():
            counted = PER_PLAYER if value.get("kind") is None else PER_CARD
            return str(value.get("if", counted))
        case _:
            return str(value)


def fitting_picks(form: RuleForm, draft: Draft, part: RulePart) -> tuple[Pick, ...]:
    """What can be picked for a part beside what is picked for the parts before it."""
    never = _find_excluded(form, draft, part)
    picks: list[Pick] = []
    for pick in part.picks:
        match pick:
            case PickOne(of, values):
                picks.append(PickOne(of, tuple(value for value in values if value not in never)))
            case PickNothing():
                picks += [] if NOTHING in never else [pick]
            case PickForm(name):
                picks += [] if name in never else [pick]
            case _:
                picks += [] if PLAIN in never else [pick]
    return tuple(picks)


def with_pick(form: RuleForm, draft: Draft, field: str, value: object) -> Draft:
    """The draft with another value for one part; parts after it that no longer fit are changed."""
    changed: Draft = {**draft, field: value}
    names = [part.field for part in form.parts]
    for part in form.parts[names.index(field) + 1 :]:
        if label(changed[part.field]) in _find_excluded(form, changed, part):
            changed[part.field] = _first_value(fitting_picks(form, changed, part), form, part)
    return changed


def _find_excluded(form: RuleForm, draft: Draft, part: RulePart) -> set[str]:
    return {
        value
        for conflict in form.conflicts
        if conflict.other == part.field and label(draft[conflict.field]) == conflict.value
        for value in conflict.values
    }


def _first_value(picks: tuple[Pick, ...], form: RuleForm, part: RulePart) -> object:
    match picks[0]:
        case PickOne(values=values):
            return values[0]
        case PickNothing():
            return None
        case PickForm(name):
            return nested_form(name).sample
        case _:
            return form.sample[part.field]
