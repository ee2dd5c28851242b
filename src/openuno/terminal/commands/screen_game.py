"""A local game in the Textual client, and what is printed once the screen is given back."""

import os
import shlex
import sys
from collections.abc import Sequence

import click
import msgspec

from openuno.game.state import Game, GameStep
from openuno.local.bot_player import BotError, BotPlayer
from openuno.record.lines import Header
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.own_command import own_command
from openuno.terminal.preferences import load_preferences
from openuno.terminal.saves import Save
from openuno.terminal.seating import shown_names

INTERRUPTED = 130
DRAWN = "╭┃▒█▮●▲■◆★"
"""What cards and hands are drawn with."""


class ScreenGame(msgspec.Struct, frozen=True):
    """A game to be shown: its head, its first step, who plays, and where it is kept."""

    header: Header
    first: GameStep
    bots: dict[int, BotPlayer]
    advisers: dict[int, BotPlayer]
    save: Save | None


def has_screen() -> bool:
    """Whether a person is there, at a terminal that can move its cursor and show the shapes."""
    dumb = os.environ.get("TERM", "") in ("", "dumb") and sys.platform != "win32"
    if dumb or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    try:
        DRAWN.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def play_on_screen(
    shown: ScreenGame,
    *,
    past: Sequence[GameStep] = (),
    game: Game | None = None,
    notes: Sequence[str] = (),
) -> int:
    """Play until the game is over or the person leaves; the exit status.

    `past` and `game` are those of a game that is resumed, `notes` are shown first.
    """
    # Textual takes long to import, and only this draws with it.
    from openuno.terminal.client.app import UnoApp  # noqa: PLC0415
    from openuno.terminal.tables.local import LocalTable  # noqa: PLC0415

    preferences = load_preferences()
    table = LocalTable(
        shown.first,
        shown_names(shown.header.names),
        bots=shown.bots,
        advisers=shown.advisers,
        save=shown.save,
        preferences=preferences,
    )
    table.catch_up(past)
    if game is not None:
        table.set_game(game)
    app = UnoApp(table, preferences, greeting="\n".join(notes) or None)
    app.run()
    if app.failure is not None:
        if isinstance(app.failure, BotError):
            _say_goodbye(shown, over=False, interrupted=False)
        raise app.failure
    if app.return_code:
        return app.return_code
    over = table.state.game.winners is not None
    return _say_goodbye(shown, over=over, interrupted=app.interrupted)


def _say_goodbye(shown: ScreenGame, *, over: bool, interrupted: bool) -> int:
    if shown.save is not None:
        path = shlex.quote(str(shown.save.path))
        if over:
            words = translate("To check the whole game:")
            click.echo(f"{words}\n  {own_command()} verify {path}")
        else:
            words = translate("To resume this game:")
            click.echo(f"{words}\n  {own_command()} play --resume {path}")
    return INTERRUPTED if interrupted and not over else 0
