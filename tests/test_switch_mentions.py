"""Every switch that a page, a help text or a docstring names exists and can be set as shown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from openuno import EDITIONS, NotationError, SetupError, parse_rules
from openuno.engine.rules import SWITCHES
from tests.test_code_blocks import PAGES

ROOT = Path(__file__).parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for folder, ending in (("src/openuno", "*.py"), ("examples", "*.py"), ("docs", "*.1"))
    for path in sorted((ROOT / folder).rglob(ending))
    if "migrations" not in path.parts  # they name what old databases have
}
RULES_LINE = re.compile(rf"\b(?:{'|'.join(EDITIONS)})(?:\+[a-z_]+=[\w|.%-]+)+")
OPTION = re.compile(r"""-(?:set|vary)(?: '?|", ")([a-z_]+)=([\w,-]+)""")
NAMED = re.compile(r"[Ss]witch `{1,2}(\w+)`")
OF_A_CASE = {"bots", "edition", "format", "players", "policy"}
"""What else `uno lab compare` can vary."""


def mentions(text: str) -> Iterator[str]:
    """Rules with each switch that a text names, set to each value that it shows."""
    for line in RULES_LINE.findall(text):
        yield line.rstrip(".") if "written=" not in line else line
    for name, values in OPTION.findall(text):
        if name not in OF_A_CASE:
            yield from (f"house+{name}={value}" for value in values.split(",") if value)


@pytest.mark.parametrize("page", PAGES)
def test_every_switch_on_a_page_exists(page: str) -> None:
    for rules in mentions(PAGES[page]):
        parse_rules(rules)
    assert set(NAMED.findall(PAGES[page])) <= set(SWITCHES)


def test_every_switch_in_a_help_text_or_a_docstring_exists() -> None:
    found = [rules for text in SOURCES.values() for rules in mentions(text)]
    assert len(found) > 15
    for rules in found:
        parse_rules(rules)
    for text in SOURCES.values():
        assert set(NAMED.findall(text)) <= set(SWITCHES)


@pytest.mark.parametrize(
    "text",
    [
        "Try `uno play --set stack=any`.",
        "| `house+stacking=all` | 2 |",
        "uno lab compare --vary stacking=off,every --rounds 9",
    ],
)
def test_a_switch_that_does_not_exist_is_found(text: str) -> None:
    *_, rules = mentions(text)
    with pytest.raises((NotationError, SetupError)):
        parse_rules(rules)
