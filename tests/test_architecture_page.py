"""docs/architecture.md shows the packages as they are."""

import re
from pathlib import Path

from tests.package_picture import LEFT_OUT, check_rows, imports, rows, svg

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ANEW = "not as on file; if the change is meant: make docs"


def test_the_picture_is_the_import_graph() -> None:
    graph = imports()
    drawn = (ROOT / "docs" / "pictures" / "packages.svg").read_text(encoding="utf-8")
    assert drawn == svg(graph), ANEW
    check_rows(rows(graph), graph)


def test_every_package_and_module_has_a_word_on_the_page() -> None:
    source = ROOT / "src" / "openuno"
    for package in (*imports(), *LEFT_OUT - {"__main__", "slow_notice", "version"}):
        assert f"| `{package}` |" in PAGE, package
    for package in ("engine", "game", "event", "record", "room", "server", "kernel"):
        section = PAGE[PAGE.index(f"## Inside {_heading(package)}") :]
        section = section[: section.index("\n## ", 4)]
        words = set(re.findall(r"\w+", section))
        modules = {path.stem for path in (source / package).glob("[a-z]*") if path.name != "pages"}
        assert modules - words == set(), package


def _heading(package: str) -> str:
    return {"event": "an event", "room": "a room"}.get(package, f"the {package}")
