"""The site's navigation, from the map of the pages in docs/README.md."""

import json
import re
from collections.abc import Iterable

from docsite.editions import TITLES

TABS = {
    "Host a server for friends or a club": "Host",
    "Teach with it": "Teach",
    "Write a bot or a client": "Bots and clients",
    "Simulate and train": "Research",
    "Use it from Python and scripts": "Python",
    "Change openuno": "Contribute",
}
"""Shorter names for the sections of the map."""
RULES = (
    *((title, f"editions/{name}.md") for name, title in TITLES.items()),
    ("The whole rulebook", "rules.md"),
    ("Conformance", "conformance.md"),
)
ALSO = {
    "Host": (("Security", "SECURITY.md"),),
    "Python": (("API reference", "reference.md"),),
    "Contribute": (
        ("Changelog", "CHANGELOG.md"),
        ("Code of conduct", "CODE_OF_CONDUCT.md"),
        ("All pages", "pages.md"),
    ),
}
"""Pages of the site that are not in the map."""
_SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PAGE = re.compile(r"\[([^\]]+)\]\(([^)\s#]+\.md)\)")


def navigation(page_map: str) -> str:
    """The tabs with their pages, in TOML; a page in two sections of the map is in the first."""
    placed = {"../README.md", *(path for _, path in RULES)}
    tabs = [_entry("Start", _text("index.md"))]
    for heading, body in _SECTION.findall(page_map):
        tab = TABS.get(heading, heading)
        pages = []
        for title, path in _PAGE.findall(body):
            if path not in placed:
                pages.append((title.partition(":")[0], path.removeprefix("../")))
                placed.add(path)
        tabs.append(_tab(tab, (*pages, *ALSO.get(tab, ()))))
        if tab == "Play":
            tabs.append(_tab("Rules", RULES))
    return f"[{', '.join(tabs)}]"


def _tab(title: str, pages: Iterable[tuple[str, str]]) -> str:
    return _entry(title, f"[{', '.join(_entry(name, _text(path)) for name, path in pages)}]")


def _entry(title: str, value: str) -> str:
    return f"{{{_text(title)} = {value}}}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)  # a basic string of TOML, too
