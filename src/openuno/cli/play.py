"""`uno play`: a game at this keyboard, new or resumed, or one to watch."""

from pathlib import Path
from typing import Annotated

import typer

from openuno.bots.registry import BOTS
from openuno.cli.errors import refuse, refuse_on
from openuno.cli.options import EDITION, SWITCHES
from openuno.cli.resume_option import LAST_GAME
from openuno.engine.rules import DEFAULT_RULES


def play(
    *,
    edition: Annotated[str | None, EDITION] = None,
    switches: Annotated[list[str] | None, SWITCHES] = None,
    blanks: Annotated[
        list[str] | None,
        typer.Option("--written", metavar="RULE", help="Write on a blank; may be repeated."),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="Such as race:300, partners, best-of:5."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players in all; 4 if left out.")
    ] = None,
    people: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Who plays here: Ann,Ben; an empty name is a bot."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="KINDS", help=f"{', '.join(BOTS)}: one for all, or one for each."),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option(metavar="NAME|draw", help="Who deals first, if the table picks; else draw."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Seed, to deal the same cards again.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to keep the game: a new file.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="[GAME]", help="Continue a game: a file, a name from `uno games`, or the last."
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours, and the screen is never cleared.")
    ] = False,
    watching: Annotated[bool, typer.Option("--watch", help="Let bots play every seat.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --watch: print events as JSON, one to a line.")
    ] = False,
) -> None:
    """Play with people and bots at this keyboard; the game is saved and can be resumed."""
    from openuno.engine.errors import NotationError, SetupError
    from openuno.terminal.commands.play import parse_start, resume_play, start_play, watch
    from openuno.terminal.saves import CannotSave, find_game
    from openuno.terminal.seating import YOU

    if as_json and not watching:
        refuse("--json goes with --watch")
    if people is not None and watching:
        refuse("--people goes without --watch")
    new = (edition, switches, blanks, format_, players, dealer, seed, save, watching or None)
    with refuse_on(NotationError, SetupError, CannotSave):
        if resume is not None:
            if any(option is not None for option in new):
                refuse("--resume keeps the game's rules; only --people and --bots can be changed")
            path = find_game(None if resume == Path(LAST_GAME) else resume)
            raise typer.Exit(resume_play(path, people, bots, plain=plain))
        start = parse_start(
            rules="+".join([edition or DEFAULT_RULES.edition, *(switches or [])]),
            blanks=blanks or [],
            format="race" if format_ is None else format_,
            players=players,
            people="" if watching else people or YOU,
            bots=bots,
            seed=seed,
            dealer=dealer,
        )
        if watching:
            raise typer.Exit(watch(start, save, plain=plain, as_json=as_json))
        raise typer.Exit(start_play(start, save, plain=plain))
