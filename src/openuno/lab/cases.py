"""Several plans from one command: what they share, and what is varied."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name
from openuno.engine.rules import DEFAULT_RULES, SWITCHES
from openuno.lab.plans import AnyPlan, parse_bot_plan, parse_plan

MAX_CASES = 12
_SETTINGS = ("edition", "format", "players", "policy", "bots", *SWITCHES)
_NEXT_VALUE = re.compile(r",(?![a-z_]+=)")
"""A comma between two values; `uniform:doubts=1,bluffs=2` is one."""
_NEXT_SETTING = re.compile(r",?\s+")


class Case(NamedTuple):
    """A plan and what the table calls it."""

    name: str
    plan: AnyPlan


class CaseDefaults(NamedTuple):
    """What all cases have, unless they say otherwise."""

    edition: str = DEFAULT_RULES.edition
    switches: tuple[str, ...] = ()
    players: int = 4
    policy: str = "uniform"
    seed: int = 0
    format: str | None = None
    bots: str | None = None
    """Instead of a policy."""
    written: tuple[str, ...] = ()


def build_cases(
    defaults: CaseDefaults, vary: Sequence[str], named: Sequence[str]
) -> tuple[Case, ...]:
    """Every combination of the varied values, then the cases that were written out."""
    found = [*_vary(defaults, vary), *(_parse_case(defaults, text) for text in named)]
    if not 2 <= len(found) <= MAX_CASES:
        raise SetupError(
            "vary",
            f"two to {MAX_CASES} cases can be compared, not {len(found)}; give"
            " --vary stacking=off,any or several --case 'name: stacking=any'",
        )
    names = [case.name for case in found]
    if len(set(names)) < len(names):
        raise SetupError("case", f"two cases have the same name: {', '.join(names)}")
    if len({case.plan.format is None for case in found}) > 1:
        alone = next(case.name for case in found if case.plan.format is None)
        raise SetupError(
            "format",
            f"rounds and whole games cannot be compared: {alone!r} has no format; give all cases"
            " one, such as --format single, or none",
        )
    return tuple(found)


def _vary(defaults: CaseDefaults, vary: Sequence[str]) -> Iterator[Case]:
    if not vary:
        return
    ways = []
    for name, values in _collect_settings(vary).items():
        ways.append([f"{name}={value.strip()}" for value in _NEXT_VALUE.split(values)])
    for settings in product(*ways):
        yield Case(" ".join(settings), _make_plan(defaults, settings))


def _parse_case(defaults: CaseDefaults, text: str) -> Case:
    name, colon, settings = text.partition(": ")
    if not colon:
        name, settings = text.strip().removesuffix(":"), ""
        if "=" in name:
            raise SetupError("case", f"a case is a name, a colon, a space and settings: {text!r}")
    if not name.strip() or not name.isprintable():
        raise SetupError("case", f"a case needs a name that can be printed: {text!r}")
    return Case(
        name.strip(), _make_plan(defaults, list(filter(None, _NEXT_SETTING.split(settings))))
    )


def _parse_setting(text: str) -> tuple[str, str]:
    name, equals, value = text.strip().partition("=")
    if name not in _SETTINGS:
        raise SetupError("case", unknown_name("setting", name, _SETTINGS))
    if not equals or not value:
        raise SetupError("case", f"say how {name} is set: {name}=...")
    return name, value


def _collect_settings(settings: Sequence[str]) -> dict[str, str]:
    """The settings by name; refuses two of one name, for nobody could say which holds."""
    found: dict[str, str] = {}
    for name, value in map(_parse_setting, settings):
        if name in found:
            raise SetupError("case", f"{name} is set twice; keep one of them")
        found[name] = value
    return found


def _make_plan(defaults: CaseDefaults, settings: Sequence[str]) -> AnyPlan:
    switches = _collect_settings(defaults.switches)
    found = _collect_settings(settings)
    if "policy" in found and "bots" in found:
        raise SetupError("case", "a case has a policy or bots, not both; keep one of them")
    for setting in found.items():
        match setting:
            case ("edition", value):
                defaults = defaults._replace(edition=value)
            case ("format", value):
                defaults = defaults._replace(format=value)
            case ("players", value):
                if not value.isascii() or not value.isdigit():
                    raise SetupError("players", f"players are a number, not {value!r}")
                defaults = defaults._replace(players=int(value))
            case ("policy", value):
                defaults = defaults._replace(policy=value, bots=None)
            case ("bots", value):
                defaults = defaults._replace(bots=value)
            case (name, value):
                switches[name] = value
    edition, _, players, policy, seed, format, bots, written = defaults
    if "written" in switches:
        written = ()
    texts = [f"{name}={value}" for name, value in switches.items()]
    if bots is None:
        return parse_plan(edition, texts, players, policy, seed, format=format, written=written)
    return parse_bot_plan(edition, texts, players, bots, seed, format=format, written=written)
