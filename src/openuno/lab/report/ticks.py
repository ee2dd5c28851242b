"""Round numbers for the axes of a chart."""

from math import floor, log10

_STEPS = (1, 2, 2.5, 5, 10)


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """A few round numbers that cover everything from low to high."""
    wide = (high - low) or abs(high) or 1.0
    size = 10.0 ** floor(log10(wide / most))
    step = next((size * way for way in _STEPS if wide / (size * way) <= most), size * 20)
    first = floor(low / step)
    last = first
    while last * step < high - step * 1e-9:
        last += 1
    return tuple(round(index * step, 12) for index in range(first, max(last, first + 1) + 1))


def tick_text(value: float, all_ticks: tuple[float, ...], *, is_share: bool) -> str:
    """A tick's number, with as many digits as its neighbours need."""
    scaled = [100 * tick if is_share else tick for tick in all_ticks]
    digits = next(
        (d for d in range(5) if all(abs(round(tick, d) - tick) < 1e-9 for tick in scaled)), 5
    )
    return f"{100 * value:.{digits}f} %" if is_share else f"{value:,.{digits}f}"
