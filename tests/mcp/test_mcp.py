"""An assistant at a table: whole games through real processes, and nothing that it may not know."""

import asyncio
import os
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from mcp import Client

from openuno import RoundOver, Verdict, read_record, replay, verify
from openuno.cli.app import app
from openuno.mcp.local_seat import LocalSeat, LocalSetup
from openuno.mcp.page import GAME_OVER, YOUR_TURN
from openuno.room.commands import Say, Sit, Start
from openuno.room.state import GameOn, is_game_on
from openuno.terminal.commands.play import parse_start
from openuno.terminal.tables.table import Refusal
from tests.mcp.assistant import (
    LIMIT,
    Refused,
    call,
    hidden_cards,
    mentions,
    play_game,
    uno_mcp,
)
from tests.server.clients import Client as Person
from tests.server.clients import contribute, new_guest, open_table, play_out
from tests.server.servers import run_server
from tests.terminal.commands import UNO
from tests.terminal.online.test_plain import TWO, has_added

ROOT = Path(__file__).parents[2]
TOOLS = ["act", "decline", "go_on", "look", "read_rules", "say", "wait", "why_not"]


def test_the_client_of_assistants_md_plays_a_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "assistants.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    monkeypatch.setenv("PATH", str(Path(UNO).parent), prepend=os.pathsep)
    exec(compile(program, "assistants.md", "exec"), {})
    assert capsys.readouterr().out.rstrip().endswith(GAME_OVER)


def setup(
    tmp_path: Path | None = None, rules: str = "house+jump_in=on", seed: int = 4
) -> LocalSetup:
    start = parse_start(
        rules=rules,
        blanks=[],
        format="best-of:3",
        players=3,
        people="Robot",
        bots="regular",
        seed=seed,
        dealer=None,
    )
    return LocalSetup(start.rules, start.format, start.seating, start.seed, tmp_path)


def test_a_whole_game_against_bots_shows_no_card_of_theirs(tmp_path: Path) -> None:
    """The record has every card; after each call it stands where the page was written."""
    record = tmp_path / "game-1.uno"
    looked = 0

    def check(page: str) -> None:
        nonlocal looked
        *_, (_, game) = replay(read_record(record.read_bytes()))
        round = game.tables[0].round
        if not isinstance(round.phase, RoundOver):
            looked += 1
            secret = list(hidden_cards(round, 0))
            assert secret
            assert [card for card in secret if mentions(page, card)] == []

    async def work() -> None:
        words = ("--edition", "house", "--set", "jump_in=on", "--format", "best-of:3")
        more = ("--players", "3", "--seed", "4", "--records", str(tmp_path))
        async with Client(uno_mcp(*words, *more, config=tmp_path)) as client:
            assert sorted(tool.name for tool in (await client.list_tools()).tools) == TOOLS
            rules = await call(client, "read_rules")
            assert "HOUSE-2" in rules
            with pytest.raises(Refused, match="Nothing is offered"):
                await call(client, "decline")
            with pytest.raises(Refused, match="cannot be read"):
                await call(client, "act", action="play my best card")
            with pytest.raises(Refused, match="no action 99"):
                await call(client, "act", action="99")
            with pytest.raises(Refused, match="they do not listen"):
                await call(client, "say", text="hello")
            with pytest.raises(Refused, match="not over"):
                await call(client, "go_on")
            await play_game(client, check)

    asyncio.run(work())
    assert looked > 10
    assert verify(read_record(record.read_bytes())).verdict is Verdict.TRUE


def test_a_whole_game_on_a_server(tmp_path: Path) -> None:
    async def host(server: str, token: str, code: str) -> None:
        async with await Person.open(server, token) as ann:
            await ann.join(code)
            await ann.does(Sit(1))
            await contribute(ann)
            await ann.wait_for(lambda it: has_added(it.table.seats[0]))
            await ann.does(Say("Good luck!"))
            await ann.does(Start())
            await ann.wait_for(lambda it: is_game_on(it.table))
            await play_out([ann], Random(3))

    with run_server(tmp_path / "uno.db") as server:
        looked = 0

        def check(page: str) -> None:
            """In the assistant's own turn nothing moves: the server stands where the page does."""
            nonlocal looked
            actor = server.hub.actors.get(code)
            assert actor is not None
            assert actor.room is not None
            if YOUR_TURN in page and isinstance(actor.room.game, GameOn):
                looked += 1
                round = actor.room.game.game.tables[0].round
                assert [card for card in hidden_cards(round, 0) if mentions(page, card)] == []

        async def work() -> list[str]:
            link = f"{server.url}/t/{code}"
            async with (
                asyncio.timeout(LIMIT),
                asyncio.TaskGroup() as group,
                Client(uno_mcp(link, "--name", "Robot", config=tmp_path)) as client,
            ):
                lobby = await call(client, "look")
                assert "seat 0: Robot (you), ready" in lobby
                assert "The host starts the game" in lobby
                assert "Said." in await call(client, "say", text="hello")
                group.create_task(host(server.url, token, code))
                return await play_game(client, check)

        token = asyncio.run(new_guest(server.url, "Ann"))
        code = asyncio.run(open_table(server.url, token, TWO))
        pages = asyncio.run(work())
    assert looked
    assert any("Ann: Good luck!" in page for page in pages)
    assert "Won by " in pages[-1]


def test_a_number_counts_on_the_page_that_was_shown() -> None:
    async def work() -> None:
        seat = LocalSeat(setup())
        first = await seat.look()
        assert YOUR_TURN in first
        assert "That is allowed" in await seat.why_not("draw")
        assert "Not allowed now: " in await seat.why_not("challenge")
        with pytest.raises(Refusal, match="cannot be read"):
            await seat.why_not("nonsense")
        assert "What has happened:" not in await seat.look()

    asyncio.run(work())


@pytest.mark.parametrize(("seed", "seeds"), [(4, ["4", "5"]), (2**64 - 1, [str(2**64 - 1), "0"])])
def test_another_game_follows_with_the_next_seed(
    tmp_path: Path, seed: int, seeds: list[str]
) -> None:
    async def play(seat: LocalSeat) -> str:
        page = await seat.look()
        while GAME_OVER not in page:
            over = "call go_on" in page
            page = await (seat.go_on() if over else seat.act("1"))
        return await seat.go_on()

    folder = tmp_path / "games" / "kept"  # made with the first record
    seat = LocalSeat(setup(folder, seed=seed))
    assert YOUR_TURN in asyncio.run(play(seat))
    seat.close()
    headers = [read_record(path.read_bytes()).header for path in sorted(folder.glob("*.uno"))]
    assert [getattr(header.chance, "seed", None) for header in headers] == seeds


def test_a_folder_that_cannot_be_made_is_refused_before_anyone_sits_down(tmp_path: Path) -> None:
    in_the_way = tmp_path / "games"
    in_the_way.write_text("a file")
    done = CliRunner().invoke(app, ["mcp", "--records", str(in_the_way)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"uno: records: {in_the_way} is a file; name a folder\n"


@pytest.mark.parametrize("name", ["", "  ", "x" * 17, "a\x1bb", "Ann,Ben", ","])
def test_a_name_that_nobody_can_have_is_refused(name: str) -> None:
    done = CliRunner().invoke(app, ["mcp", "--name", name])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "uno: name: a name is 1 to 16 characters that can be printed, without a comma\n"
    )


def test_a_name_without_a_letter_is_refused_as_at_any_table_of_a_server() -> None:
    done = CliRunner().invoke(app, ["mcp", "http://127.0.0.1:9/t/ABC234", "--name", ""])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "uno: a name needs a letter\n"


@pytest.mark.parametrize("seed", ["-1", str(2**64)])
def test_a_seed_that_is_none_is_refused(seed: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["mcp", "--seed", seed, "--records", str(tmp_path / "games")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"uno: seed: a seed is 0 to 2^64 - 1, not {seed}\n"
    assert list(tmp_path.iterdir()) == []
