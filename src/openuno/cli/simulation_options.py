"""Options that the commands share which let bots play among themselves."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from openuno.cli.completers import complete_edition
from openuno.cli.values import Number
from openuno.engine.rules import DEFAULT_RULES, EDITION_NAMES

F = TypeVar("F", bound=Callable[..., Any])

edition = click.option(
    "--edition",
    metavar="EDITION",
    shell_complete=complete_edition,
    default=DEFAULT_RULES.edition,
    show_default=True,
    help=f"One of {', '.join(EDITION_NAMES)}.",
)

written = click.option(
    "--written", multiple=True, metavar="RULE", help="Write on four blanks; may be repeated."
)


def players(default: int) -> Callable[[F], F]:
    """How many play."""
    return click.option(
        "--players",
        type=Number(),
        metavar="N",
        default=default,
        show_default=True,
        help="Seats, 2 to 10.",
    )


def seed(meaning: str) -> Callable[[F], F]:
    """Where chance comes from, and what the same seed does again."""
    return click.option(
        "--seed", type=Number(), metavar="S", default=0, show_default=True, help=meaning
    )
