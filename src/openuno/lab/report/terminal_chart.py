"""Lines as text, for a terminal; each case has a letter, so that no colour is needed."""

from string import ascii_lowercase

import plotext
from rich.text import Text

from openuno.lab.report.charts import LineChart
from openuno.lab.report.ticks import tick_text, ticks

_HEIGHT = 18
_MIN_WIDTH, _MAX_WIDTH = 40, 100


def draw_chart(chart: LineChart, width: int) -> Text:
    """A chart as wide as `width`, and beneath it what each letter stands for."""
    figure = plotext.figure  # the only one there is: cleared before and after
    figure.clear()
    figure.plot_size(max(min(width, _MAX_WIDTH), _MIN_WIDTH), _HEIGHT)
    figure.theme("simple")
    figure.title(chart.title)
    figure.label(chart.x_label, "x")
    named = list(zip(ascii_lowercase, chart.series, strict=False))
    for letter, series in named:
        across = [point.x for point in series.points]
        signal = figure.signal(across, [point.y.value for point in series.points], marker=letter)
        signal.lines()
        figure.draw(signal)
    points = [point for series in chart.series for point in series.points]
    up = ticks(0, max(point.y.value for point in points) or 1.0)
    along = ticks(0, max(point.x for point in points))
    figure.ruler("y").lim(up[0], up[-1])
    figure.ruler("y").ticks(up, [tick_text(tick, up, is_share=True) for tick in up])
    figure.ruler("x").lim(along[0], along[-1])
    figure.ruler("x").ticks(along, [tick_text(tick, along, is_share=False) for tick in along])
    drawn = str(figure.build())
    figure.clear()
    names = "\n".join(f"{letter}  {series.name}" for letter, series in named)
    return Text.from_ansi(f"{drawn.rstrip()}\n{names}")
