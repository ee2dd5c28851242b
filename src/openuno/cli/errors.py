"""How a command refuses: one line on stderr and exit status 2."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import click
from click.core import ParameterSource

from openuno.extras import MissingExtra, require_extra


def refuse(sentence: str) -> NoReturn:
    """Print one line on stderr and exit with status 2: what was asked for cannot be done."""
    click.echo(f"uno: {sentence}", err=True)
    sys.exit(2)


@contextmanager
def refuse_on(*errors: type[Exception]) -> Iterator[None]:
    """Refuse with the sentence of any of these errors."""
    try:
        yield
    except errors as error:
        refuse(str(error))


def refuse_options(reason: str, *names: str) -> None:
    """Refuse options that were typed and would be ignored; the names are those of their values."""
    ctx = click.get_current_context()
    ignored = [
        max(param.opts, key=len)
        for param in ctx.command.get_params(ctx)
        if param.name in names
        and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    if ignored:
        refuse(f"{reason}; leave {' and '.join(ignored)} out")


def check_extra(extra: str) -> None:
    """Refuse if an extra is not installed; say what to type."""
    with refuse_on(MissingExtra):
        require_extra(extra)
