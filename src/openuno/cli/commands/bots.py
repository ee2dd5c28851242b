"""`uno bots`: who can sit at a table."""

import click

from openuno.cli import options
from openuno.cli.help import Command


@click.command(cls=Command, examples=("uno bots", "uno bots --json", "uno play --bots plant,radio"))
@options.as_json
def bots(*, as_json: bool) -> None:
    """List the bots, from the easiest on: the word for each, its name, and what it is like.

    Your own bots and programs can play as well: docs/bots.md.
    """
    from openuno.terminal.commands.bots import list_bots

    list_bots(as_json=as_json)
