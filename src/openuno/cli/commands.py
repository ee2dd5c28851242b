"""What `uno` can do. Thin: every subcommand calls one function elsewhere."""

import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from openuno.cli import OutputFailed
from openuno.cli.resume_option import LAST_GAME, PlayCommand
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.rules import DEFAULT, EDITION_SLUGS
from openuno.lab.errors import LabError, Stopped
from openuno.local.bot_player import KINDS
from openuno.rulebook.coverage import NoTests, UnreadableMark
from openuno.terminal.commands.export import write_export
from openuno.terminal.commands.games import print_games
from openuno.terminal.commands.pencil import print_examples, print_written
from openuno.terminal.commands.perft import UnreadableFile, print_perft
from openuno.terminal.commands.play import play, play_again, start_of, watch
from openuno.terminal.commands.records import UnreadableRecord, print_report, print_summary
from openuno.terminal.commands.replay import replay_record
from openuno.terminal.commands.rules import print_coverage, print_rules
from openuno.terminal.saves import CannotSave, find_game
from openuno.terminal.seating import YOU

_WHICH = f"{', '.join(EDITION_SLUGS)}; all of them if left out."

app = typer.Typer(
    name="uno",
    help="UNO by every printed rule sheet.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"uno {version('openuno')}")
        raise typer.Exit


@app.callback()
def _uno(
    *,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None: ...


@app.command("rules")
def _rules(
    edition: Annotated[str | None, typer.Argument(metavar="EDITION", help=_WHICH)] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
    with_tests: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Print every clause with its tests; exit 1 if one has none."
        ),
    ] = False,
) -> None:
    """Print the rulebook: switches and clauses of an edition, or the tests behind each clause."""
    if with_tests and edition is not None:
        _refuse("--coverage counts the clauses of every edition; name none")
    try:
        if with_tests:
            raise typer.Exit(0 if print_coverage(as_json=as_json) else 1)
        print_rules(edition, as_json=as_json)
    except SetupError as error:
        _refuse(error.sentence)
    except (NoTests, UnreadableMark) as error:
        _refuse(str(error))


@app.command("play", cls=PlayCommand)
def _play(
    *,
    edition: Annotated[
        str | None, typer.Option(metavar="EDITION", help=f"One of {', '.join(EDITION_SLUGS)}.")
    ] = None,
    switches: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated."),
    ] = None,
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
        typer.Option(metavar="KINDS", help=f"{', '.join(KINDS)}: one for all, or one for each."),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option(metavar="NAME|draw", help="Who deals first, if the table picks; else draw."),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="For the same cards again.")] = None,
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
    """Play a game with people and bots at this keyboard; it is kept, and can be gone on with."""
    if as_json and not watching:
        _refuse("--json goes with --watch")
    if people is not None and watching:
        _refuse("--people goes without --watch")
    new = (edition, switches, blanks, format_, players, dealer, seed, save, watching or None)
    try:
        if resume is not None:
            if any(option is not None for option in new):
                _refuse("a game goes on as it was begun: --resume takes --people and --bots alone")
            path = find_game(None if resume == Path(LAST_GAME) else resume)
            raise typer.Exit(play_again(path, people, bots, plain=plain))
        start = start_of(
            rules="+".join([edition or DEFAULT.edition, *(switches or [])]),
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
        raise typer.Exit(play(start, save, plain=plain))
    except (NotationError, SetupError, CannotSave) as error:
        _refuse(str(error))


@app.command("perft")
def _perft(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Such as perft/*.txt.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Count every sequence of actions from known positions; exit 1 if a count differs."""
    try:
        raise typer.Exit(0 if print_perft(files, as_json=as_json) else 1)
    except UnreadableFile as error:
        _refuse(str(error))


@app.command("pencil")
def _pencil(
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="Such as: Everyone else draws 1.")
    ] = None,
    *,
    examples: Annotated[bool, typer.Option("--examples", help="Print ready-made rules.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Read a rule for a blank card: print its normal form and what it does, or its mistake."""
    if examples == (rule is not None):
        _refuse("write a rule, or ask for --examples")
    if rule is None:
        print_examples(as_json=as_json)
    elif not print_written(rule, as_json=as_json):
        raise typer.Exit(2)


@app.command("games")
def _games() -> None:
    """List the games kept on this machine that are not over."""
    print_games()


@app.command("show")
def _show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Print a record at a glance: who played what, the score sheet and the result."""
    try:
        print_summary(file, as_json=as_json)
    except UnreadableRecord as error:
        _refuse(str(error))


@app.command("verify")
def _verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Deal, play and score a record again; exit 0 if it is true, 1 if false, 2 if unreadable."""
    try:
        raise typer.Exit(print_report(file, as_json=as_json))
    except UnreadableRecord as error:
        _refuse(str(error))


@app.command("replay")
def _replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    *,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Show what this player knew, from 0.")
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show everybody's cards.")] = False,
    start: Annotated[int, typer.Option("--from", metavar="K", help="Begin at this step.")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="Print everything, as text.")] = False,
) -> None:
    """Step through a record with keys, or print all of it."""
    try:
        raise typer.Exit(replay_record(file, seat=seat, whole=whole, start=start, plain=plain))
    except UnreadableRecord as error:
        _refuse(str(error))


_DATABASE = typer.Option(
    "--database",
    metavar="PATH|URL",
    envvar="UNO_DATABASE",
    show_envvar=False,
    help="A SQLite file, or postgresql://user@host/name; $UNO_DATABASE, else a file of yours.",
)


@app.command("export")
def _export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    *,
    seat: Annotated[int, typer.Option(metavar="N", help="Whose knowledge to keep, from 0.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="A new file; else print it.")
    ] = None,
) -> None:
    """Write a record as one player knew it: the others' cards lie face down, the seed is gone."""
    try:
        write_export(file, seat, out)
    except (UnreadableRecord, CannotSave) as error:
        _refuse(str(error))


@app.command("serve")
def _serve(
    *,
    database: Annotated[str | None, _DATABASE] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everyone.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, max=64, metavar="N", help="Processes; several need PostgreSQL.")
    ] = 1,
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="A page elsewhere that may speak to us."),
    ] = None,
    allowed_hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            help="A name people reach this server by, such as uno.example; * for any.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Believe the X-Forwarded-For of a proxy of yours."),
    ] = False,
    no_migrate: Annotated[
        bool,
        typer.Option("--no-migrate", help="Refuse an older database instead of updating it."),
    ] = False,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help="Log JSON, one line to an event.")
    ] = False,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="What to log: debug, info, warning or error.")
    ] = "info",
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser here.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What logs and metrics call this server.")
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=N", help="Move a limit; docs/serving.md lists them."),
    ] = None,
) -> None:
    """Serve tables to browsers and programs, until told to stop; prints the address to open."""
    # Within the command: the others stay quick.
    from openuno.server.options import Options, default_database  # noqa: PLC0415
    from openuno.server.starting import CannotServe, parse_level, parse_limits, start  # noqa: PLC0415

    try:
        options = Options(
            database=database or default_database(),
            host=host,
            port=port,
            workers=workers,
            origins=tuple(origins or ()),
            allowed_hosts=tuple(allowed_hosts or ()),
            behind_proxy=behind_proxy,
            migrate=not no_migrate,
            json_logs=json_logs,
            log_level=parse_level(log_level),
            process=name,
            limits=parse_limits(limits or ()),
        )
        _start_or_stop(
            lambda say: start(options, say), _show_and_open if open_page else _show_addresses
        )
    except CannotServe as error:
        _refuse(str(error))


_Say = Callable[[Sequence[str]], None]


def _start_or_stop(start: Callable[[_Say], None], show: _Say) -> None:
    """Serve; but a server whose address cannot be printed is stopped in an orderly way."""
    failures: list[OutputFailed] = []

    def say(addresses: Sequence[str]) -> None:
        try:
            show(addresses)
            sys.stdout.flush()
        except OutputFailed as failed:
            failures.append(failed)
            signal.raise_signal(signal.SIGTERM)

    start(say)
    if failures:
        raise failures[0]


_LOOPBACK = ("http://127.", "http://[::1]")


def _show_addresses(addresses: Sequence[str]) -> None:
    """Print where the server is: the address for this machine, then those for its network."""
    here, *others = addresses
    typer.echo(here)
    for address in others:
        typer.echo(f"On your network: {address}")
    if here.startswith(_LOOPBACK) and not others and sys.stdout.isatty():
        typer.echo("Only this computer can open it; --host 0.0.0.0 lets your network in.")


def _show_and_open(addresses: Sequence[str]) -> None:
    """Print where the server is and open it; a machine without a browser is told where to look."""
    import webbrowser  # noqa: PLC0415 - the other commands stay quick

    _show_addresses(addresses)
    webbrowser.open(addresses[0])


@app.command("migrate")
def _migrate(*, database: Annotated[str | None, _DATABASE] = None) -> None:
    """Bring a database up to date with this version; a new SQLite file is made."""
    from openuno.server import upkeep  # noqa: PLC0415 - the other commands stay quick

    try:
        done = upkeep.migrate(database)
    except upkeep.CannotDo as error:
        _refuse(str(error))
    typer.echo("The database is up to date now." if done else "The database was up to date.")


@app.command("backup")
def _backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new SQLite file.")],
    *,
    database: Annotated[str | None, _DATABASE] = None,
) -> None:
    """Copy everything to a file, while the server runs; the file is a database itself."""
    from openuno.server import upkeep  # noqa: PLC0415 - the other commands stay quick

    try:
        rows = upkeep.back_up(database, file)
    except upkeep.CannotDo as error:
        _refuse(str(error))
    typer.echo(f"{file}: {rows} rows.")


@app.command("restore")
def _restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `uno backup` wrote.")],
    *,
    database: Annotated[str | None, _DATABASE] = None,
) -> None:
    """Copy a backup to a new or empty database."""
    from openuno.server import upkeep  # noqa: PLC0415 - the other commands stay quick

    try:
        rows = upkeep.restore(file, database)
    except upkeep.CannotDo as error:
        _refuse(str(error))
    typer.echo(f"{rows} rows restored.")


@app.command("check-database")
def _check_database(
    *,
    database: Annotated[str | None, _DATABASE] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Look through a database for damage, while the server runs; exit status 1 if there is any."""
    from openuno.server import upkeep  # noqa: PLC0415 - the other commands stay quick

    try:
        report = upkeep.check(database)
    except upkeep.CannotDo as error:
        _refuse(str(error))
    typer.echo(upkeep.report_json(report) if as_json else upkeep.report_text(report))
    if report.damage:
        raise typer.Exit(1)


_EDITION = typer.Option(metavar="EDITION", help=f"One of {', '.join(EDITION_SLUGS)}.")
_SET = typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
_PLAYERS = typer.Option(metavar="N", help="Seats, 2 to 10.")
_FORMAT = typer.Option(
    "--format", metavar="FORMAT", help="Play whole games: race:300, partners, best-of:5."
)
_ROUNDS = typer.Option(metavar="K", help="How many rounds, of each case; 100,000 if left out.")
_GAMES = typer.Option(metavar="K", help="With --format: how many games, of each case; 10,000.")
_POLICY = typer.Option(
    "--policy",
    metavar="POLICY",
    help="uniform, uniform:doubts=3, regular: for all, once for each seat, or A/B/... in one.",
)
_SEED = typer.Option(metavar="S", help="The same seed plays the same rounds or games.")
_DEVICE = typer.Option(metavar="cpu|cuda", help="Where to play.")
_THREADS = typer.Option(
    min=1, max=1024, metavar="T", help="As many as there are cores if left out."
)
_DASK = typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786.")
_JSON = typer.Option("--json", help="Print JSON, for programs.")

lab = typer.Typer(
    name="lab", help="Questions about the rules, answered by playing.", no_args_is_help=True
)
app.add_typer(lab)


@app.command("simulate")
def _simulate(
    *,
    edition: Annotated[str, _EDITION] = DEFAULT.edition,
    players: Annotated[int, _PLAYERS] = 4,
    rounds: Annotated[int | None, _ROUNDS] = None,
    format_: Annotated[str | None, _FORMAT] = None,
    games: Annotated[int | None, _GAMES] = None,
    policies: Annotated[list[str] | None, _POLICY] = None,
    switches: Annotated[list[str] | None, _SET] = None,
    seed: Annotated[int, _SEED] = 0,
    device: Annotated[str, _DEVICE] = "cpu",
    threads: Annotated[int | None, _THREADS] = None,
    dask: Annotated[str | None, _DASK] = None,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Play many rounds or games and print what happened; the first time, rules are compiled."""
    with _in_the_lab():
        from openuno.lab import backends, commands, plans  # noqa: PLC0415 - the others stay quick

        policy = "/".join(policies or ["uniform"])
        plan = plans.plan_of(edition, switches or (), players, policy, seed, format=format_)
        count = plans.count_of(plan, rounds, games)
        place = backends.place_of(device, threads, dask)
        commands.print_simulation(plan, count, place, as_json=as_json)


@lab.command("compare")
def _compare(
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B", help="A switch, edition, format, ..., varied."),
    ] = None,
    named: Annotated[
        list[str] | None,
        typer.Option("--case", metavar="CASE", help="Such as: 'wild: stacking=any jump_in=on'."),
    ] = None,
    shown: Annotated[
        list[str] | None,
        typer.Option("--show", metavar="FIGURE", help="turns, first, lengths, hands, ..."),
    ] = None,
    edition: Annotated[str, _EDITION] = DEFAULT.edition,
    players: Annotated[int, _PLAYERS] = 4,
    rounds: Annotated[int | None, _ROUNDS] = None,
    format_: Annotated[str | None, _FORMAT] = None,
    games: Annotated[int | None, _GAMES] = None,
    policies: Annotated[list[str] | None, _POLICY] = None,
    switches: Annotated[list[str] | None, _SET] = None,
    seed: Annotated[int, _SEED] = 0,
    device: Annotated[str, _DEVICE] = "cpu",
    threads: Annotated[int | None, _THREADS] = None,
    dask: Annotated[str | None, _DASK] = None,
    as_json: Annotated[bool, _JSON] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the pictures.")] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the first picture.")
    ] = None,
) -> None:
    """Play the same deals under several rules or with several policies, side by side."""
    with _in_the_lab():
        from openuno.lab import backends, cases, commands, plans  # noqa: PLC0415 - as above

        policy = "/".join(policies or ["uniform"])
        shared = cases.Shared(edition, tuple(switches or ()), players, policy, seed, format_)
        found = cases.cases_of(shared, vary or (), named or ())
        commands.print_comparison(
            found,
            plans.count_of(found[0].plan, rounds, games),
            backends.place_of(device, threads, dask),
            shown=shown or (),
            files=commands.Files(html, png, svg),
            command=shlex.join(["uno", *sys.argv[1:]]),
            as_json=as_json,
        )


@contextmanager
def _in_the_lab() -> Iterator[None]:
    """Refuse what the lab refuses, and everything if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("openuno"):
            raise
        _refuse(f"this needs {error.name}; install the lab: pip install 'openuno[lab]'")
    except SetupError as error:
        _refuse(error.sentence)
    except NotationError as error:
        _refuse(str(error))
    except Stopped as error:
        typer.echo(f"uno: {error}", err=True)
        raise typer.Exit(130) from None
    except LabError as error:
        _refuse(str(error))


def _refuse(sentence: str) -> NoReturn:
    """One line on stderr and exit status 2: what was asked for cannot be done."""
    typer.echo(f"uno: {sentence}", err=True)
    raise typer.Exit(2)
