"""A robot plays whole games in the client: every edition, every format, a shared screen."""

import asyncio

import pytest

from openuno.engine.rules import EDITION_NAMES
from openuno.game.notation import FORMAT_NAMES
from tests.terminal.client.driver import Robot, make_app, make_table

GAMES = [
    ("mattel-2016+hand_size=3", "race:60", 4, (0,)),
    ("classic+hand_size=2", "low-tally:60", 3, (1,)),
    ("wild-112+hand_size=2", "elimination:60", 3, (0,)),
    ("house+hand_size=2+stacking=any+jump_in=on+seven_zero=on", "best-of:3", 4, (2,)),
    ("mattel-2016+hand_size=1", "partners:100", 4, (0, 1)),
    ("house+hand_size=1+first_card=wilds-name", "rotating", 4, (3,)),
    ("classic+hand_size=1", "teams:60", 6, (0,)),
    ("mattel-2016", "single", 2, (0, 1)),
]


def test_every_edition_and_format_is_played() -> None:
    assert {rules.split("+")[0] for rules, *_ in GAMES} == set(EDITION_NAMES)
    assert {format.split(":")[0] for _, format, *_ in GAMES} == set(FORMAT_NAMES)


@pytest.mark.parametrize(("rules", "format", "players", "people"), GAMES)
def test_a_whole_game_is_played(
    rules: str, format: str, players: int, people: tuple[int, ...]
) -> None:
    table = make_table(rules, format, players=players, people=people)
    app = make_app(table)
    robot = Robot(app)

    async def play() -> None:
        async with app.run_test():
            await robot.play_to_end()

    asyncio.run(play())
    assert table.state.game.winners is not None
    assert app.return_code == 0
    assert "RoundEnd" in robot.seen
    assert ("Curtain" in robot.seen) == (len(people) > 1)
