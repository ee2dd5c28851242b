"""The games kept on this machine that are not over, to choose one to go on with."""

from datetime import datetime
from pathlib import Path

import click
import msgspec

from openuno.game.notation import format_text
from openuno.record.errors import RecordError
from openuno.record.reader import read_record
from openuno.terminal.saves import games_folder, unfinished_games

MAX_LISTED = 20


class UnfinishedGame(msgspec.Struct, frozen=True):
    """A game that was left: its name for `--resume`, and what is in its file, if it can be read."""

    name: str
    played: datetime
    format: str | None
    players: tuple[str, ...]


def print_games() -> None:
    """Print the games that are not over, the one played last first."""
    games = unfinished_games()
    if not games:
        click.echo(f"No unfinished games in {games_folder()}.")
        return
    for path in games[:MAX_LISTED]:
        click.echo(_line(_describe_game(path)))
    if len(games) > MAX_LISTED:
        click.echo(f"and {len(games) - MAX_LISTED} older ones in {games_folder()}")
    click.echo("Continue the first one with: uno play --resume")


def _describe_game(path: Path) -> UnfinishedGame:
    played = datetime.fromtimestamp(path.stat().st_mtime)
    try:
        header = read_record(path.read_bytes()).header
    except (RecordError, OSError):
        return UnfinishedGame(path.stem, played, None, ())
    return UnfinishedGame(path.stem, played, format_text(header.format), header.names)


def _line(game: UnfinishedGame) -> str:
    if game.format is None:
        return f"{game.name}  cannot be read"
    return f"{game.name}  {game.played:%Y-%m-%d %H:%M}  {game.format}  {', '.join(game.players)}"
