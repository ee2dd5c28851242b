"""The bots that a table can seat, for a player who chooses opponents."""

import click
import msgspec

from openuno.bots.registry import describe_bots
from openuno.terminal.own_command import own_command


def list_bots(*, as_json: bool) -> None:
    """Print every bot with its level and what it is like, from the easiest on."""
    bots = describe_bots()
    if as_json:
        click.echo(msgspec.json.encode(bots))
        return
    wide = max(len(each.bot) for each in bots)
    names = max(len(each.name or "") for each in bots)
    level = None
    for each in bots:
        if each.level is not level:
            click.echo(f"{'' if level is None else chr(10)}{each.level.capitalize()}")
            level = each.level
        click.echo(f"  {each.bot:{wide}}  {each.name or '':{names}}  {each.words}")
    click.echo(
        f"\nSeat some with: {own_command()} play --bots toaster,teapot,book\n"
        f"Seat a level with: {own_command()} play --bots easy"
    )
