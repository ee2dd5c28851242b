"""The same key does the same at the table of the browser and of the terminal."""

import re
from pathlib import Path

from textual.binding import Binding

from openuno.terminal.client.table.screen import TableScreen

ROOT = Path(__file__).parents[1]
SAME = {
    "d": ("intent.take()", "draw"),
    "k": ("intent.keep()", "keep"),
    "y": ("intent.decide(true)", "decide(True)"),
    "n": ("intent.decide(false)", "decide(False)"),
    "c": ("intent.challenge()", "challenge"),
    "u": ("intent.sayUno()", "uno"),
    "x": ("intent.catchPlayer()", "catch"),
}
"""A key, and what it does in each."""


def test_moves_have_the_same_keys_in_the_browser_and_in_the_terminal() -> None:
    source = (ROOT / "web/src/table/live/keys.ts").read_text("utf-8")
    web = dict(re.findall(r'case "(\w)":\s+return \(\) => (intent\.\w+\(\w*\));', source))
    terminal = {
        key: binding.action
        for binding in TableScreen.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
    }
    assert {key: (web.get(key), terminal.get(key)) for key in SAME} == SAME
