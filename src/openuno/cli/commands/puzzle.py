"""`uno puzzle`: one position a day in which one move is far better than the others."""

import sys
from datetime import date

import click

from openuno.cli import options
from openuno.cli.errors import refuse, refuse_on
from openuno.cli.help import Command
from openuno.cli.values import Day, Number


@click.command(
    cls=Command,
    examples=("uno puzzle", "uno puzzle 3", "uno puzzle --date 2026-11-05", "uno puzzle 3 --json"),
)
@click.argument("number", metavar="[NUMBER]", required=False, type=Number())
@click.option(
    "--date",
    "day",
    type=Day(),
    metavar="YYYY-MM-DD",
    help="The puzzle of this day, by UTC; today's if left out.",
)
@click.option(
    "--answer", metavar="MOVE", help="Answer without being asked: a number, or R7, W/B, draw."
)
@options.language
@options.as_json
def puzzle(
    number: int | None,
    *,
    day: date | None,
    answer: str | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Find the best move in a position that the bot master has played; exit 1 if it is missed.

    There is a puzzle for every day, the same for everyone; NUMBER shows an earlier one.
    """
    from openuno.local.puzzles.puzzle import NoSuchPuzzle
    from openuno.terminal.commands.puzzle import CannotAnswer, show_puzzle

    if number is not None and day is not None:
        refuse("a number and a date name two puzzles; give one of them")
    if as_json and answer is not None:
        refuse("--json prints the puzzle and its solution; leave --answer out")
    with refuse_on(NoSuchPuzzle, CannotAnswer):
        solved = show_puzzle(
            number,
            day,
            answer=answer,
            as_json=as_json,
            language=language,
        )
    sys.exit(0 if solved else 1)
