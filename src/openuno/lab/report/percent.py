"""Estimates in per cent, each with its interval beside it."""

from openuno.lab.figures import Estimate

_SHIFT = 0.05
"""By how much of its half an interval may be shifted and still be written as ±."""


def percent_text(found: Estimate | None, *, digits: int = 1, unit: bool = False) -> str:
    """Such as `61.4 ± 2.2`; `100.0 (72.2 to 100.0)` where the interval is longer on one side.

    With the unit they are `61.4 ± 2.2 %` and `100.0 % (72.2 to 100.0)`. A dash stands for an
    estimate or an interval that there is none of.
    """
    if found is None:
        return "–"
    value = f"{100 * found.value:z.{digits}f}"
    if (half := _even_half(found, digits)) is not None:
        return f"{value} ± {half:.{digits}f}" + (" %" if unit else "")
    if found.low is not None and found.high is not None:
        ends = f"({100 * found.low:z.{digits}f} to {100 * found.high:z.{digits}f})"
        return f"{value} % {ends}" if unit else f"{value} {ends}"
    return f"{value} % (± –)" if unit else f"{value} ± –"


def _even_half(found: Estimate, digits: int) -> float | None:
    """Half of an interval around its value, in per cent; None where ± would say something else."""
    if found.half is None or found.low is None or found.high is None:
        return None
    value, half = 100 * found.value, 100 * found.half
    if abs(100 * (found.low + found.high) / 2 - value) > _SHIFT * half:
        return None
    # A share has ends: what is written must not lie beyond them.
    low, high = (
        round(round(value, digits) + sign * round(half, digits), digits) for sign in (-1, 1)
    )
    if (found.low >= 0 > low) or (found.high <= 1 and high > 100):
        return None
    return half
