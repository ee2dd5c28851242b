"""What each switch of a table can be set to."""

from enum import Enum

from openuno.engine.notation.rules import value_text
from openuno.engine.rules import DEFAULT_RULES, SWITCH_BOUNDS, WILD_VALUES

_POINTS = ("special_points", "wild_points")


def switch_choices(switch: str) -> tuple[str, ...]:
    """The values of a switch that is one of a few, as the rules write them; none for others."""
    if switch in _POINTS:
        return tuple(map(str, WILD_VALUES))
    value = getattr(DEFAULT_RULES, switch, None)
    if isinstance(value, bool):
        return "on", "off"
    return tuple(map(value_text, type(value))) if isinstance(value, Enum) else ()


def allowed_values(switch: str) -> str:
    """What a switch can be set to, in words."""
    if switch in SWITCH_BOUNDS:
        least, most = SWITCH_BOUNDS[switch]
        return f"a number from {least} to {most}"
    *others, last = switch_choices(switch) or ("rules, as --written takes them",)
    return f"{', '.join(others)} or {last}" if others else last
