"""The menu and the replay as text, at two sizes; the table and the lobby have scenes of their own.

`python -m tests.terminal.scenes` writes them again; look at what has changed.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text
from textual.app import App

from openuno.local.analysis.analyse import Options, analyse
from openuno.record.reader import read_record
from openuno.terminal.client.menu import MenuApp
from openuno.terminal.client.replay.app import ReplayApp
from openuno.terminal.commands.menu import menu_choices
from openuno.terminal.preferences import Look, Preferences
from openuno.terminal.replay.frames import ReplayFrames
from tests.record.games import play_setting
from tests.record.sample import SAMPLE
from tests.terminal.client.driver import LARGE, SMALL, screen_text

FOLDER = Path(__file__).with_name("screens")
LIMIT = 60.0


class Scene(NamedTuple):
    """An app, the keys that lead to what is shown, and words by which it is known to be there."""

    app: Callable[[], App[Any]]
    words: str
    keys: tuple[str, ...] = ()


def menu() -> MenuApp:
    """The menu of somebody who has a game to continue, and can open a table."""
    return MenuApp(menu_choices(can_host=True, can_resume=True), Preferences(look=Look.NIGHT))


def replay() -> ReplayApp:
    """The replay of a short game."""
    record = read_record(play_setting(SAMPLE).data)
    return ReplayApp(
        ReplayFrames(record, None),
        Preferences(look=Look.NIGHT),
        verify=lambda: Text("Every line of it is true."),
        analyse=lambda number, report: analyse(record, Options(only=number, worlds=2), report),
    )


SCENES = {
    "menu": Scene(menu, "See all commands"),
    "menu-link": Scene(menu, "The link to the table", ("j",)),
    "replay": Scene(replay, "step 2 of 5", ("n", "n")),
    "replay-step": Scene(replay, "Go to which step", ("g",)),
    "replay-search": Scene(replay, "For example", ("slash",)),
    "replay-seat": Scene(replay, "Look from which seat?", ("s",)),
    "replay-keys": Scene(replay, "Esc goes back", ("question_mark",)),
    "replay-verified": Scene(replay, "Every line of it is true.", ("v",)),
    "replay-analysed": Scene(replay, "No costly moves found.", ("right_square_bracket", "a")),
}


async def show(name: str) -> dict[str, str]:
    """The scene at both sizes, by the name of its file."""
    scene = SCENES[name]
    app, shown = scene.app(), {}
    async with app.run_test(size=SMALL) as pilot:
        for key in scene.keys:
            await pilot.pause()
            await pilot.press(key)
        async with asyncio.timeout(LIMIT):
            while scene.words not in screen_text(app):
                await asyncio.sleep(0)
        for size in (SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown[f"{name}-{size[0]}x{size[1]}.txt"] = screen_text(app)
        app.exit()
    return shown


def write_all() -> None:
    """Write every scene again."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in SCENES:
        for file, text in asyncio.run(show(name)).items():
            (FOLDER / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
