"""Pictures by Matplotlib, one below the other in one PNG."""

from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import Bars, Chart, Picture


def write_png(pictures: Sequence[Picture], file: Path) -> None:
    """Draw the pictures; the file is written over."""
    figure = Figure(figsize=(8, 4 * len(pictures)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(pictures), 1, squeeze=False)
    for picture, axis in zip(pictures, axes[:, 0], strict=True):
        axis.set_title(picture.title)
        match picture:
            case Chart():
                _chart(picture, axis)
            case Bars():
                _bars(picture, axis)
            case _:
                assert_never(picture)
    figure.savefig(file, format="png", dpi=120)


def _errors(values: Sequence[Estimate], scale: float) -> list[list[float]]:
    below = [scale * (value.value - value.low) if value.low is not None else 0 for value in values]
    above = [
        scale * (value.high - value.value) if value.high is not None else 0 for value in values
    ]
    return [below, above]


def _chart(picture: Chart, axis: Axes) -> None:
    for place, series in enumerate(picture.series):
        values = [point.up for point in series.points]
        up = [100 * value.value for value in values]
        # Side by side, or their intervals would hide each other.
        shift = 0.05 * (place - (len(picture.series) - 1) / 2) if picture.dotted else 0.0
        across = [point.across + shift for point in series.points]
        if picture.dotted:
            axis.errorbar(across, up, yerr=_errors(values, 100), fmt="o", label=series.name)
        else:
            axis.plot(across, up, label=series.name)
    if picture.dotted:
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    else:
        axis.set_ylim(bottom=0)
    axis.set_xlabel(picture.across)
    axis.set_ylabel(f"% of {picture.of}")
    axis.legend(fontsize="small")


def _bars(picture: Bars, axis: Axes) -> None:
    scale = 100 if picture.is_share else 1
    values = [bar.value for bar in picture.bars]
    names = [bar.name for bar in picture.bars]
    axis.barh(names, [scale * value.value for value in values], xerr=_errors(values, scale))
    axis.invert_yaxis()
    axis.set_xlabel(picture.title + (" (%)" if picture.is_share else ""))
