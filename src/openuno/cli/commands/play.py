"""`uno play`: a game at this keyboard, new or resumed, or one to watch."""

import sys
from pathlib import Path

import click

from openuno.bots.registry import CHOICES
from openuno.cli import options
from openuno.cli.completers import (
    complete_bots,
    complete_game_or_file,
)
from openuno.cli.errors import refuse, refuse_on
from openuno.cli.resume_option import LAST_GAME, PlayCommand
from openuno.cli.values import Number
from openuno.engine.rules import DEFAULT_RULES


@click.command(
    cls=PlayCommand,
    examples=(
        "uno play",
        "uno play --edition house --set jump_in=on --format race:300",
        "uno play --people Ann,Ben --players 3 --bots casual",
        "uno play --bots toaster,teapot,book",
        "uno play --resume",
    ),
)
@options.edition
@options.switches
@options.written
@options.game_format("Such as race:300, partners, best-of:5.")
@click.option("--players", type=Number(), metavar="N", help="Players in all; 4 if left out.")
@click.option("--people", metavar="NAMES", help="Who plays here: Ann,Ben; an empty name is a bot.")
@click.option(
    "--bots",
    metavar="KINDS",
    shell_complete=complete_bots,
    help=f"{', '.join(CHOICES)}, MODULE:FUNCTION, engine:COMMAND: one for all or each.",
)
@click.option(
    "--dealer", metavar="NAME|draw", help="Who deals first, if the table picks; else draw."
)
@options.seed
@click.option(
    "--save", type=options.PATH, metavar="FILE", help="Where to keep the game: a new file."
)
@click.option(
    "--resume",
    type=options.PATH,
    metavar="[GAME]",
    shell_complete=complete_game_or_file,
    help="Continue a game: a file, a name from `uno games`, or the last.",
)
@click.option("--plain", is_flag=True, help="Line by line, without a screen: for screen readers.")
@options.language
@click.option("--watch", "watching", is_flag=True, help="Let bots play every seat.")
@click.option(
    "--json", "as_json", is_flag=True, help="With --watch: print events as JSON, one to a line."
)
def play(
    *,
    edition: str | None,
    switches: tuple[str, ...],
    blanks: tuple[str, ...],
    format_: str | None,
    players: int | None,
    people: str | None,
    bots: str | None,
    dealer: str | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    plain: bool,
    language: str | None,
    watching: bool,
    as_json: bool,
) -> None:
    """Play with people and bots at this keyboard; the game is saved and can be resumed."""
    from openuno.engine.errors import NotationError, SetupError
    from openuno.local.bot_player import BotError
    from openuno.terminal.commands.play import parse_start, resume_play, start_play, watch
    from openuno.terminal.saves import CannotSave, find_game
    from openuno.terminal.seating import YOU

    if as_json and not watching:
        refuse("--json needs --watch")
    if people is not None and watching:
        refuse("--people can't be used with --watch, where bots play every seat")
    new = (edition, format_, players, dealer, seed, save)
    with refuse_on(NotationError, SetupError, CannotSave, BotError):
        if resume is not None:
            if switches or blanks or watching or any(option is not None for option in new):
                refuse("--resume keeps the game's rules; only --people and --bots can be changed")
            path = find_game(None if resume == Path(LAST_GAME) else resume)
            sys.exit(resume_play(path, people, bots, plain=plain, language=language))
        start = parse_start(
            rules="+".join([edition or DEFAULT_RULES.edition, *switches]),
            blanks=list(blanks),
            format="race" if format_ is None else format_,
            players=players,
            people="" if watching else people or YOU,
            bots=bots,
            seed=seed,
            dealer=dealer,
        )
        if watching:
            sys.exit(watch(start, save, plain=plain, as_json=as_json, language=language))
        sys.exit(start_play(start, save, plain=plain, language=language))
