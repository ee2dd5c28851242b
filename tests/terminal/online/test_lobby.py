"""What the lobby of a table says to its host."""

import asyncio

import pytest
from msgspec.structs import replace

from openuno.room.state import FREE, BotSeat, Seat
from openuno.terminal.tables.lobby import Lobby, instruct_lobby
from openuno.terminal.tables.remote import RemoteTable
from tests.terminal.online.scenes import BOT, HOST, LINK, SETTINGS, Scene, feed


@pytest.mark.parametrize(
    ("format", "bots", "said"),
    [
        ("race", 0, "Invite somebody (I), or add a bot (B)."),
        ("race", 1, "Enter starts with 2, I invites others, B adds a bot."),
        ("rotating", 1, "Invite somebody (I), or add a bot (B)."),
        ("rotating", 3, "Enter starts with 4, I invites others, B adds a bot."),
        ("rotating", 7, "Everyone is ready: Enter starts the game."),
    ],
)
def test_a_host_is_told_to_start_once_the_format_can_be_played(
    format: str, bots: int, said: str
) -> None:
    others = (BOT, *(BotSeat("regular", f"Bot {number}") for number in range(2, bots + 1)))[:bots]
    seats: tuple[Seat, ...] = (HOST, *others, *(FREE,) * (7 - bots))
    scene = Scene(seats, settings=replace(SETTINGS, format=format, seats=8))

    async def look() -> tuple[str, bool]:
        table = RemoteTable(LINK, "", watching=False, clock=lambda: 0.0)
        feed(table, scene)
        return instruct_lobby(table).text, Lobby(table).can_start

    assert asyncio.run(look()) == (said, "starts" in said)
