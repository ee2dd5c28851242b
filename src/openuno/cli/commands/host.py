"""`uno host`: a server for the network, a table on it, and the host's own seat in the terminal."""

import subprocess
import sys
import tempfile
from time import sleep
from typing import IO, Self

import click

from openuno.cli import options
from openuno.cli.errors import check_extra, refuse, refuse_on
from openuno.cli.help import Command
from openuno.cli.qr_output import show_address
from openuno.cli.values import Number
from openuno.engine.rules import DEFAULT_RULES
from openuno.local.interrupts import LONGEST_WAIT

DEFAULT_PORT = 8000
STOP_SECONDS = 10.0


@click.command(
    cls=Command,
    examples=("uno host", "uno host --edition house --players 3", "uno host --no-play"),
)
@options.edition
@options.switches
@options.game_format("Such as race:300, partners, best-of:5.")
@click.option(
    "--players",
    type=Number(),
    metavar="N",
    default=4,
    show_default=True,
    help="Seats at the table.",
)
@click.option("--password", metavar="WORD", help="Let in only those who know it.")
@click.option("--name", metavar="NAME", help="What you are called there.")
@click.option(
    "--port",
    type=Number(0, 65535),
    metavar="N",
    help=f"{DEFAULT_PORT} if left out, or a free one if that is taken.",
)
@options.database
@click.option("--no-play", is_flag=True, help="Only serve the table; sit down elsewhere.")
@click.option("--plain", is_flag=True, help="Line by line, without a screen: for screen readers.")
@options.language
def host(
    *,
    edition: str | None,
    switches: tuple[str, ...],
    format_: str | None,
    players: int,
    password: str | None,
    name: str | None,
    port: int | None,
    database: str | None,
    no_play: bool,
    plain: bool,
    language: str | None,
) -> None:
    """Open a table for others on your network, and sit down at it."""
    check_extra("server")
    from openuno.room.refusals import Refused
    from openuno.room.settings import Settings, normalize_settings
    from openuno.terminal.commands.online import CannotJoin, follow_table, open_new_table
    from openuno.terminal.languages.catalogue import translate
    from openuno.terminal.preferences import use_preferred_language

    use_preferred_language(language)
    rules = "+".join([edition or DEFAULT_RULES.edition, *switches])
    settings = Settings(rules=rules, format=format_ or "race", seats=players, public=False)
    with refuse_on(Refused):
        settings = normalize_settings(settings)
    with _Server(database, port) as server, refuse_on(CannotJoin):
        link, shared = open_new_table(server.here, name, settings, password)
        show_address(str(shared))
        sys.stdout.flush()
        if no_play:
            click.echo(translate("Ctrl-C stops the server."))
            server.wait()
        visit = follow_table(link, name, password, watching=False, plain=plain)
        if visit.others_stay:
            stay = translate("Others are still at the table.")
            click.echo(f"{stay} {translate('Ctrl-C stops the server.')}")
            server.wait()
    sys.exit(visit.status)


class _Server:
    """`uno serve --lan` as a process of its own, which ends with this one."""

    def __init__(self, database: str | None, port: int | None) -> None:
        self._log: IO[str] = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 - closed in `stop`
        self.here = ""
        """Its address on this machine."""
        for wanted in [DEFAULT_PORT, 0] if port is None else [port]:
            self._process = self._start(database, wanted)
            assert self._process.stdout is not None, "it is piped"
            line = self._process.stdout.readline().strip()
            if line.startswith("http"):
                self.here = line
                return
            self._process.wait()
        said = self._read_log()
        self.stop()
        refuse(said.removeprefix("uno: ") or "the server did not start")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self, database: str | None, port: int) -> "subprocess.Popen[str]":
        where = [] if database is None else ["--database", database]
        words = ["serve", "--lan", "--port", str(port), "--log-level", "warning", *where]
        return subprocess.Popen(
            [sys.executable, "-m", "openuno.cli.hosted_server", *words],
            stdin=subprocess.PIPE,  # it ends when this end of the pipe is closed
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,  # Ctrl-C is for the client; the server is stopped after it
        )

    def wait(self) -> None:
        """Serve until Ctrl-C, or until it ends by itself: then say why."""
        try:
            while self._process.poll() is None:
                sleep(LONGEST_WAIT)
        except KeyboardInterrupt:
            click.echo()  # what follows begins on a line of its own, after ^C
            self.stop()
            sys.exit(0)
        refuse(self._read_log() or "the server has ended")

    def stop(self) -> None:
        """End it in an orderly way, or at once if that takes too long."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._log.close()

    def _read_log(self) -> str:
        """The last line it has written."""
        self._log.seek(0)
        return ["", *self._log.read().strip().splitlines()][-1]
