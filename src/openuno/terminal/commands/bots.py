"""The bots that a table can seat, for a player who chooses opponents."""

import click
import msgspec
from rich.console import Console
from rich.text import Text

from openuno.bots.characters import CHARACTERS, Level
from openuno.bots.registry import BotDescription, describe_bots
from openuno.terminal.languages.catalogue import say, translate
from openuno.terminal.own_command import own_command
from openuno.terminal.preferences import use_preferred_language

_LEVEL_MESSAGES = {
    Level.EASY: "lobby.bot-easy",
    Level.MEDIUM: "lobby.bot-medium",
    Level.HARD: "lobby.bot-hard",
    Level.MASTER: "lobby.bot-master",
    Level.EXPERT: "lobby.bot-expert",
    Level.GENTLE: "lobby.bot-gentle",
}


def list_bots(*, as_json: bool, language: str | None = None) -> None:
    """Print every bot with its level and what it is like, from the easiest on.

    JSON is for programs, and the same in every language.
    """
    bots = describe_bots()
    if as_json:
        click.echo(msgspec.json.encode(bots))
        return
    use_preferred_language(language)
    out = Console()
    wide = max(len(each.bot) for each in bots)
    names = max(len(each.name or "") for each in bots)
    level = None
    for each in bots:
        if each.level is not level:
            click.echo(f"{'' if level is None else chr(10)}{level_title(each.level)}")
            level = each.level
        head = f"  {each.bot:{wide}}  {each.name or '':{names}}  "
        lines = [bot_words(each)]
        if out.is_terminal:
            lines = [row.plain for row in Text(*lines).wrap(out, max(20, out.width - len(head)))]
        for line in lines:
            click.echo(f"{head}{line}".rstrip())
            head = " " * len(head)
    seat = f"{own_command()} play --bots"
    click.echo("\n" + translate("Seat some with: {command}", command=f"{seat} toaster,teapot,book"))
    click.echo(translate("Seat a level with: {command}", command=f"{seat} easy"))


def level_title(level: Level) -> str:
    """How well a bot plays, as a heading; with the word that is typed where it is another."""
    words = say(_LEVEL_MESSAGES[level])
    title = f"{words[:1].upper()}{words[1:]}"
    return title if words.casefold() == level else f"{title} ({level})"


def bot_words(bot: BotDescription) -> str:
    """What a bot is like, in the language spoken."""
    if bot.bot in CHARACTERS:
        return say(f"characters.{bot.bot}")
    return translate(bot.words)
