"""How a command refuses: one line on stderr and exit status 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer


def refuse(sentence: str) -> NoReturn:
    """Print one line on stderr and exit with status 2: what was asked for cannot be done."""
    typer.echo(f"uno: {sentence}", err=True)
    raise typer.Exit(2)


@contextmanager
def refuse_on(*errors: type[Exception]) -> Iterator[None]:
    """Refuse with the sentence of any of these errors."""
    try:
        yield
    except errors as error:
        refuse(str(error))
