"""A game that an assistant played over MCP, priced from its record."""

import asyncio
import json
from pathlib import Path

from mcp import Client

from tests.lab.commands import uno
from tests.mcp.assistant import play_game, uno_mcp


def test_a_game_over_mcp_is_priced_from_its_record(tmp_path: Path) -> None:
    words = ("--players", "2", "--bots", "casual", "--seed", "4", "--records", str(tmp_path))

    async def work() -> None:
        async with Client(uno_mcp(*words, config=tmp_path)) as client:
            await play_game(client, lambda _: None)

    asyncio.run(work())
    record = tmp_path / "game-1.uno"
    prices = ("--price", str(record), "--worlds", "1", "--processes", "1", "--json")
    done = uno("arena", "Assistant", *prices)
    assert (done.exit_code, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["player"] == "Assistant"
    assert found["figures"]["rounds"] == 1
    assert found["figures"]["prices"]["decisions"] > 3
