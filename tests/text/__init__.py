"""Pages of the text form on file: each scene with the page it gave.

The form has a version: a difference here is a new one, unless a clause or a rule was repaired.
`python -m tests.text` writes the pages of the same scenes anew.
"""

from pathlib import Path
from typing import NamedTuple

from openuno import parse_format, parse_round, parse_rules, rules_page, view, view_page

VIEWS = Path(__file__).with_name("views.txt")
RULES = Path(__file__).with_name("rules.txt")
NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jun")
_MARK = "=== "


class Page(NamedTuple):
    """A scene, in words that lead to it, and its page."""

    scene: str
    text: str


def pages(file: Path) -> list[Page]:
    """The pages on file."""
    found = file.read_text("utf-8").split(_MARK)[1:]
    return [Page(*page.split("\n", 1)) for page in found]


def write(file: Path, scenes: list[str]) -> str:
    """The file with these scenes."""
    page = view_scene if file == VIEWS else rules_scene
    return "".join(f"{_MARK}{scene}\n{page(scene)}" for scene in scenes)


def view_scene(scene: str) -> str:
    """The page of `seat`, of `seat` without names (`seat 1 unnamed`), or of someone watching."""
    who, position = scene.split(": ", 1)
    round = parse_round(position)
    seat = None if who == "watching" else int(who.split()[1])
    names = None if "unnamed" in who else NAMES[: len(round.hands)]
    return view_page(view(round, seat), names)


def rules_scene(scene: str) -> str:
    """The page of a table: rules, players, and a format or none."""
    rules, players, *formats = scene.split(" ")
    return rules_page(parse_rules(rules), int(players), *map(parse_format, formats))
