"""Every screen and dialog of the terminal has a picture, and looks as it did."""

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.client import scenes as table_scenes
from tests.terminal.online import scenes as online_scenes
from tests.terminal.scenes import FOLDER, SCENES, show

CLIENT = Path(__file__).parents[2] / "src" / "openuno" / "terminal" / "client"
AGAIN = "if that is on purpose: python -m tests.terminal.scenes"
PICTURES = {
    "app.UnoApp.on_mount: TableScreen": "table/turn",
    "menu.MenuApp.on_mount: Question": "menu",
    "menu.MenuApp._run: Prompt": "menu-link",
    "online.app.OnlineApp.__init__: LobbyScreen": "online/lobby-alone",
    "online.app.OnlineApp.room_changed: TableScreen": "online/turn",
    "online.app.OnlineApp.ask_password: Prompt": "online/password",
    "online.lobby_screen.LobbyScreen.action_invite: Invitation": "online/invitation",
    "online.lobby_screen.LobbyScreen.action_help: Page": "online/lobby-help",
    "online.lobby_screen.LobbyScreen.action_leave: Question": "online/lobby-leave",
    "preference_app.PreferenceApp.action_settings: Settings": "table/settings",
    "replay.app.ReplayApp.__init__: ReplayScreen": "replay",
    "replay.screen.ReplayScreen.action_ask_step: Prompt": "replay-step",
    "replay.screen.ReplayScreen.action_search: Prompt": "replay-search",
    "replay.screen.ReplayScreen.action_seat: Question": "replay-seat",
    "replay.screen.ReplayScreen.action_help: Page": "replay-keys",
    "replay.screen.ReplayScreen._show_report: Page": "replay-verified",
    "table.pickers.ask_colour: Question": "table/colour",
    "table.pickers.ask_player: Question": "table/player",
    "table.pickers.ask_decision: Question": "table/decide",
    "table.pickers.ask_challenge: Question": "table/challenge",
    "table.pickers._ask_challenge_translated: Question": "table/challenge-de",
    "table.pickers.ask_move: Question": "table/moves",
    "table.pickers.ask_leaving: Question": "table/leave",
    "table.pickers.ask_wrong_catch: Question": "table/wrong-catch",
    "table.screen.TableScreen.hear: Curtain": "table/pass-the-screen",
    "table.screen.TableScreen.action_log: Page": "table/log",
    "table.screen.TableScreen.action_help: Page": "table/help",
    "table.screen.TableScreen._end_round: RoundEnd": "table/round-end",
    "table.talk.Talk.ask_words: Prompt": "online/say",
    "table.talk.Talk.ask_phrase: Question": "online/lobby-phrases",
    "table.talk.Talk.confirm_suggestion: Question": "online/costly-words",
    "table.talk.ask_verdict: Question": "online/verdict",
    "table.talk.ask_charge: Question": "online/rule-not-kept",
}
"""A picture of each screen and dialog, by the place in the source that opens it."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(CLIENT.rglob("*.py")):
        module = ".".join(path.relative_to(CLIENT).with_suffix("").parts)
        yield module, ast.parse(path.read_text(encoding="utf-8"))


def name_of(node: ast.expr) -> str:
    """The name of a class or function, without what stands in brackets."""
    return getattr(node.value if isinstance(node, ast.Subscript) else node, "id", "")


def screen_classes() -> set[str]:
    """Every screen and dialog that the client has."""
    return {
        node.name
        for _, module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
        and any(name_of(base) in ("Screen", "ModalScreen") for base in node.bases)
    }


def places(node: ast.AST, name: str, screens: set[str]) -> Iterator[str]:
    """Where a screen or a dialog is made: the function, and what is made there."""
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        within = f"{name}.{child.name}" if named else name  # type: ignore[attr-defined]
        if isinstance(child, ast.Call) and name_of(child.func) in screens:
            yield f"{name}: {name_of(child.func)}"
        yield from places(child, within, screens)


def test_every_screen_and_dialog_has_a_picture() -> None:
    screens = screen_classes()
    found = {place for name, module in sources() for place in places(module, name, screens)}
    assert found == set(PICTURES)
    kept = {
        *SCENES,
        *(f"table/{name}" for name in table_scenes.SCENES),
        *(f"online/{name}" for name in online_scenes.SCENES),
    }
    assert set(PICTURES.values()) <= kept


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_did(name: str) -> None:
    for file, text in asyncio.run(show(name)).items():
        assert text == (FOLDER / file).read_text(encoding="utf-8"), AGAIN


def test_no_other_screens_are_kept() -> None:
    kept = {path.name.rsplit("-", 1)[0] for path in FOLDER.iterdir()}
    assert kept == set(SCENES)
