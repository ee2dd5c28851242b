"""The progress bars of the lab's commands."""

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A bar on stderr, if that is a terminal; it leaves nothing behind and counts in per cent."""
    err = Console(stderr=True)
    return Progress(
        *(columns or percent_columns()),
        console=err,
        transient=True,
        disable=not err.is_terminal,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def percent_columns() -> tuple[ProgressColumn, ...]:
    """What is done, how much of it, and how long the rest takes."""
    return (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
