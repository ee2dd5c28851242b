"""`uno simulate`, `uno lab` and `uno ladder`: rules and players, tried by the million."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from openuno.cli import options, simulation_options
from openuno.cli.completers import complete_format
from openuno.cli.errors import check_extra, refuse
from openuno.cli.help import Command, Group
from openuno.cli.values import Number, Word
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.rules import DEFAULT_RULES
from openuno.lab.errors import LabError, Stopped

if TYPE_CHECKING:
    from openuno.lab.plans import AnyPlan

_FORMAT = options.game_format("Play whole games: race:300, partners, best-of:5.")
_SEED = simulation_options.seed("The same seed plays the same rounds or games.")
_DEVICE = click.option(
    "--device", type=Word("cpu", "cuda"), default="cpu", show_default=True, help="Where to play."
)
_THREADS = click.option(
    "--threads",
    type=Number(1, 1024),
    metavar="T",
    help="As many as there are cores if left out.",
)
_PLAN = (
    simulation_options.edition,
    simulation_options.players(default=4),
    click.option(
        "--rounds",
        type=Number(),
        metavar="K",
        help="How many rounds, of each case; 100,000 if left out.",
    ),
    _FORMAT,
    click.option(
        "--games",
        type=Number(),
        metavar="K",
        help="With --format: how many games, of each case; 10,000.",
    ),
    click.option(
        "--policy",
        "policies",
        multiple=True,
        metavar="POLICY",
        help="uniform, uniform:doubts=3, regular: for all, once for each seat, or A/B/... in one.",
    ),
    click.option(
        "--bots",
        metavar="A,B,...",
        help="Instead of --policy: any bots, module:function, engine:COMMAND; most are slower.",
    ),
    options.switches,
    simulation_options.written,
    _SEED,
    _DEVICE,
    _THREADS,
    click.option("--dask", metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786."),
    options.as_json,
)
"""What is played, how often and where: the options of both commands."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def _plan_options(function: _Function) -> _Function:
    for option in reversed(_PLAN):
        function = option(function)
    return function


@click.command(
    cls=Command,
    examples=(
        "uno simulate --rounds 1000000 --players 3",
        "uno simulate --set stacking=any --json",
    ),
)
@_plan_options
def simulate(
    *,
    edition: str,
    players: int,
    rounds: int | None,
    format_: str | None,
    games: int | None,
    policies: tuple[str, ...],
    bots: str | None,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    seed: int,
    device: str,
    threads: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Play many rounds or games and print what happened; the first time, rules are compiled."""
    with refuse_lab_errors():
        from openuno.lab import backends, commands, plans

        policy = _read_policies(policies, bots)
        plan: plans.AnyPlan
        if bots is None:
            plan = plans.parse_plan(
                edition, switches, players, policy, seed, format=format_, written=written
            )
        else:
            plan = plans.parse_bot_plan(
                edition, switches, players, bots, seed, format=format_, written=written
            )
        count = plans.choose_count([plan], rounds, games)
        in_python = _announce_python([plan])
        backend = backends.select_backend(device, threads, dask, in_python=in_python)
        commands.print_simulation(plan, count, backend, as_json=as_json)


@click.command("warm-up", cls=Command)
def warm_up() -> None:
    """Compile the rules in advance, so that a first simulation or training starts at once."""
    with refuse_lab_errors():
        from openuno.lab.warm_up import print_warm_up

        print_warm_up()


@click.group(cls=Group)
def lab() -> None:
    """Compare rules and bots by simulation."""


@lab.command(
    examples=(
        "uno lab compare --vary stacking=off,same,any",
        "uno lab compare --vary players=2,4,8 --html report.html",
    )
)
@click.option(
    "--vary", multiple=True, metavar="NAME=A,B", help="A switch, edition, format, ..., varied."
)
@click.option(
    "--case",
    "named",
    multiple=True,
    metavar="CASE",
    help="Such as: 'wild: stacking=any jump_in=on'.",
)
@click.option(
    "--show", "shown", multiple=True, metavar="FIGURE", help="turns, first, lengths, hands, ..."
)
@_plan_options
@click.option("--html", type=options.PATH, metavar="FILE", help="Write a report.")
@click.option("--svg", type=options.PATH, metavar="FILE", help="Write the first picture.")
def compare(
    *,
    vary: tuple[str, ...],
    named: tuple[str, ...],
    shown: tuple[str, ...],
    edition: str,
    players: int,
    rounds: int | None,
    format_: str | None,
    games: int | None,
    policies: tuple[str, ...],
    bots: str | None,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    seed: int,
    device: str,
    threads: int | None,
    dask: str | None,
    as_json: bool,
    html: Path | None,
    svg: Path | None,
) -> None:
    """Play the same deals under several rules or with several policies, side by side."""
    with refuse_lab_errors():
        from openuno.lab import backends, cases, commands, plans

        policy = _read_policies(policies, bots)
        defaults = cases.CaseDefaults(
            edition, switches, players, policy, seed, format_, bots, written
        )
        found = cases.build_cases(defaults, vary, named)
        played = [case.plan for case in found]
        count = plans.choose_count(played, rounds, games)
        in_python = _announce_python(played)
        commands.print_comparison(
            found,
            count,
            backends.select_backend(device, threads, dask, in_python=in_python),
            shown=shown,
            files=commands.Files(html, svg),
            command=shlex.join(["uno", *sys.argv[1:]]),
            as_json=as_json,
        )


@lab.command(
    examples=(
        "uno lab luck --players 2,4",
        "uno lab luck --format race:500 --svg luck.svg",
    )
)
@click.option(
    "--player", default="regular", show_default=True, metavar="A", help="Who plays better."
)
@click.option(
    "--field", default="uniform", show_default=True, metavar="B", help="Who has the other seats."
)
@click.option(
    "--players",
    metavar="N,M",
    default="2,3,4,6,10",
    show_default=True,
    help="Numbers of seats, each 2 to 10.",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Also play whole games: race:500, best-of:5.",
)
@click.option(
    "--rounds",
    type=Number(1),
    metavar="K",
    default=200_000,
    show_default=True,
    help="Of each case.",
)
@click.option(
    "--games",
    type=Number(1),
    metavar="K",
    default=20_000,
    show_default=True,
    help="Of each format.",
)
@simulation_options.edition
@options.switches
@simulation_options.written
@_SEED
@_DEVICE
@_THREADS
@options.as_json
@click.option("--svg", type=options.PATH, metavar="FILE", help="Draw what skill explains.")
def luck(
    *,
    player: str,
    field: str,
    players: str,
    formats: tuple[str, ...],
    rounds: int,
    games: int,
    edition: str,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    seed: int,
    device: str,
    threads: int | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Find out how much of winning is luck, by format and number of players."""
    with refuse_lab_errors():
        from openuno.lab import backends
        from openuno.lab.ladder import climb, duels, entrants
        from openuno.lab.ladder.luck import parse_players, print_luck

        tables = [
            climb.parse_table(edition, switches, count, format, seed, written=written)
            for format in (None, *formats)
            for count in parse_players(players)
        ]
        duel = duels.Duel(entrants.parse_entrant(player), entrants.parse_entrant(field))
        backend = backends.select_backend(device, threads, None)
        print_luck(duel, tables, rounds, games, backend, svg=svg, as_json=as_json)


@click.command(
    cls=Command,
    examples=(
        "uno ladder --bots casual,regular,master",
        "uno ladder --evaluate my_module:my_bot --json",
    ),
)
@click.option(
    "--bots",
    multiple=True,
    metavar="A,B,C",
    help="Bots, policies, oracles, module:function, engine:COMMAND.",
)
@click.option(
    "--evaluate",
    metavar="PLAYER",
    help="Measure one player by the fixed protocol openuno-eval-2.",
)
@simulation_options.edition
@simulation_options.players(default=2)
@click.option(
    "--rounds",
    type=Number(),
    metavar="K",
    help="Rounds or games of each duel, from all seats together; if left out 200,000, and 2,000"
    " where bots play in Python.",
)
@_FORMAT
@options.switches
@simulation_options.written
@_SEED
@_DEVICE
@_THREADS
@options.as_json
@click.option("--svg", type=options.PATH, metavar="FILE", help="Draw the ratings.")
def ladder(
    *,
    bots: tuple[str, ...],
    evaluate: str | None,
    edition: str,
    players: int,
    rounds: int | None,
    format_: str | None,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    seed: int,
    device: str,
    threads: int | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Let bots play each other, every deal from every seat, and rate them."""
    with refuse_lab_errors():
        from openuno.lab import backends
        from openuno.lab.ladder import climb, command, entrants

        if evaluate is not None:
            fixed = (edition, players) == (DEFAULT_RULES.edition, 2) and device == "cpu"
            if not fixed or bots or format_ or switches or written or svg:
                refuse("the protocol has its own rules and players; leave the other options out")
            command.print_evaluation(evaluate, seed, rounds, threads, as_json=as_json)
            return
        table = climb.parse_table(edition, switches, players, format_, seed, written=written)
        found = entrants.parse_entrants(",".join(bots or entrants.ANCHORS))
        backend = backends.select_backend(device, threads, None)
        command.print_ladder(found, table, rounds, backend, svg=svg, as_json=as_json)


def _read_policies(policies: tuple[str, ...], bots: str | None) -> str:
    if policies and bots is not None:
        refuse("name the players with --bots or with --policy, not with both")
    return "/".join(policies or ["uniform"])


def _announce_python(found: "Sequence[AnyPlan]") -> bool:
    """Say on stderr that bots play in Python, which takes longer; whether some do."""
    from openuno.lab.plans import compiled_lacks

    names = compiled_lacks(found)
    if names:
        lacking = f"the compiled simulation does not have {', '.join(names)}"
        click.echo(f"uno: {lacking}; playing in Python, which is slower", err=True)
    return bool(names)


@contextmanager
def refuse_lab_errors() -> Iterator[None]:
    """Refuse what the lab refuses, and everything if it is not installed."""
    check_extra("lab")
    try:
        yield
    except SetupError as error:
        refuse(error.sentence)
    except NotationError as error:
        refuse(str(error))
    except Stopped as error:
        click.echo(f"uno: {error}", err=True)
        sys.exit(130)
    except LabError as error:
        refuse(str(error))
