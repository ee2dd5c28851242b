"""The games kept on this machine that are not over, to choose one to continue."""

import shutil
import sys
import textwrap
from datetime import datetime
from pathlib import Path

import click
import msgspec

from openuno.game.events import RoundScored
from openuno.game.notation import format_text
from openuno.record.errors import RecordError
from openuno.record.reader import read_record
from openuno.terminal.own_command import own_command
from openuno.terminal.saves import (
    CannotSave,
    games_folder,
    no_such_game,
    remove_save,
    unfinished_games,
)

MAX_LISTED = 20


class UnfinishedGame(msgspec.Struct, frozen=True):
    """A game that was left: its name for `--resume`, and what is in its file, if it can be read."""

    name: str
    played: datetime
    format: str | None
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()


def print_games() -> None:
    """Print the games that are not over, the one played last first."""
    games = unfinished_games()
    if not games:
        click.echo(f"No unfinished games in {games_folder()}.")
        return
    for path in games[:MAX_LISTED]:
        click.echo(_lines(_describe_game(path)))
    if len(games) > MAX_LISTED:
        click.echo(f"and {len(games) - MAX_LISTED} older ones in {games_folder()}")
    click.echo(f"Continue the first one with: {own_command()} play --resume")
    if len(games) > 1:
        click.echo(f"Continue another one with: {own_command()} games --resume {games[1].stem}")


def delete_game(name: str) -> None:
    """Delete a game that is kept here, and what is kept beside it."""
    path = games_folder() / f"{name}.uno"
    if path.parent != games_folder() or not path.exists():
        raise CannotSave(no_such_game(name))
    remove_save(path)
    click.echo(f"{name} is deleted.")


def _describe_game(path: Path) -> UnfinishedGame:
    played = datetime.fromtimestamp(path.stat().st_mtime)
    try:
        record = read_record(path.read_bytes())
    except (RecordError, OSError):
        return UnfinishedGame(path.stem, played, None)
    names = record.header.names
    scores = [0] * len(names)
    for event in record.events:
        if isinstance(event, RoundScored) and len(event.points) == len(names):
            scores = [have + more for have, more in zip(scores, event.points, strict=True)]
    return UnfinishedGame(
        path.stem, played, format_text(record.header.format), names, tuple(scores)
    )


def _lines(game: UnfinishedGame) -> str:
    """One line; in a narrow terminal the name, and the rest below it."""
    if game.format is None:
        return f"{game.name}  cannot be read"
    who = ", ".join(
        f"{name} {score}" if any(game.scores) else name
        for name, score in zip(game.players, game.scores, strict=True)
    )
    about = f"{game.played:%Y-%m-%d %H:%M}  {game.format}  {who}"
    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or len(f"{game.name}  {about}") <= width:
        return f"{game.name}  {about}"
    below = textwrap.fill(about, width, initial_indent="  ", subsequent_indent="  ")
    return f"{game.name}\n{below}"
