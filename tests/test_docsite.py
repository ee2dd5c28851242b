"""The documentation site: built without a warning, complete, and loading nothing from elsewhere."""

import json
import re
from pathlib import Path

import openuno
from docsite.badges import badges, badges_picture
from docsite.build import build_site
from openuno.engine.rules import EDITIONS, deck
from openuno.rulebook.clauses import rulebook

ROOT = Path(__file__).parents[1]


def test_the_badges_of_the_readme_are_true() -> None:
    assert (ROOT / "docs/pictures/badges.svg").read_text() == badges_picture()
    said = ", ".join(f"{claim} {value}" for claim, value in badges())
    assert f"![{said}](docs/pictures/badges.svg)\n" in (ROOT / "README.md").read_text()


def test_the_site_is_complete(tmp_path: Path) -> None:
    """One test, since building takes seconds; a link that leads nowhere stops the build."""
    build_site(tmp_path)
    site = tmp_path / "site"
    texts = {path.relative_to(site).as_posix(): path.read_text() for path in site.rglob("*.html")}
    gathered = [path.relative_to(tmp_path / "pages") for path in tmp_path.glob("pages/**/*.md")]
    built = {path.with_suffix(".html").as_posix().replace("README", "index") for path in gathered}
    assert built <= set(texts)
    loads = re.compile(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"?\w+://")
    assert [page for page, text in texts.items() if loads.search(text)] == []

    start = texts["index.html"]
    reached = {
        each for each in texts if f'href="./{each}"' in start or each.startswith("decisions/")
    }
    assert set(texts) - reached == {"404.html", "index.html"}  # each page is in the navigation

    reference = texts["reference.html"]
    names = [name for name in openuno.__all__ if name != "__version__"]
    assert [name for name in names if f'id="openuno.{name}"' not in reference] == []

    conformance = texts["conformance.html"]
    assert [each for each in rulebook().ids if f'id="{each.lower()}"' not in conformance] == []
    assert "Tests: 0." not in conformance
    programs = json.loads((ROOT / "bench" / "results_conformance.json").read_text())
    assert [each["program"] for each in programs] == ["RLCard", "uno-engine", "Uno-Game"]
    for each in programs:  # each answer stands at a clause that exists
        shown = conformance.count(f"{each['program']} {each['version']}: ")
        assert shown == len(each["clauses"])

    for name, rules in EDITIONS.items():
        page = texts[f"editions/{name}.html"]
        held = [clause.id for clause in rulebook() if name in clause.editions]
        assert [each for each in held if f"<strong>{each}</strong>" not in page] == []
        picture = (site / "editions" / f"deck-{name}.svg").read_text()
        assert sum(map(int, re.findall(r"× (\d+)<", picture))) == len(deck(rules))
