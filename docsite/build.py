"""Build the documentation site: `python -m docsite.build`, into `build/docs/site`.

The pages are gathered in `build/docs/pages`: those of `docs/`, the project's own at the top, and
those made from the rulebook and the tests. Links to other files of the project lead to copies.
Zensical makes the site, and a warning is an error: a link that leads nowhere stops the build.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from subprocess import run

from docsite.conformance import conformance_page
from docsite.editions import deck_picture, edition_page
from docsite.navigation import navigation
from docsite.reference import reference_page
from openuno.engine.rules import EDITIONS

ROOT = Path(__file__).parents[1]
PROJECT_PAGES = ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")
_LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")


def gather_pages(pages: Path) -> None:
    """Write every page of the site to a folder that does not exist yet."""
    shutil.copytree(ROOT / "docs", pages)
    (pages / "README.md").rename(pages / "pages.md")
    shutil.copy(ROOT / "docsite" / "index.md", pages / "index.md")
    shutil.copytree(ROOT / "docsite" / "assets", pages / "assets")
    shutil.copy(ROOT / "web" / "public" / "icon.svg", pages / "assets")
    for name in PROJECT_PAGES:
        shutil.copy(ROOT / name, pages / name)
    editions = pages / "editions"
    editions.mkdir()
    for name, rules in EDITIONS.items():
        (editions / f"{name}.md").write_text(edition_page(name), "utf-8")
        (editions / f"deck-{name}.svg").write_text(deck_picture(rules), "utf-8")
    (pages / "conformance.md").write_text(
        conformance_page(ROOT / "tests", ROOT / "bench" / "results_conformance.json"), "utf-8"
    )
    python_page = (ROOT / "docs" / "python.md").read_text("utf-8")
    (pages / "reference.md").write_text(reference_page(python_page), "utf-8")
    for page in sorted(pages.rglob("*.md")):
        _place_links(page, pages)


def _place_links(page: Path, pages: Path) -> None:
    """Rewrite the links of a page for its place in the site."""
    inside = page.relative_to(pages)
    source = ROOT / inside if inside.as_posix() in PROJECT_PAGES else ROOT / "docs" / inside
    up = "../" * (len(inside.parts) - 1)

    def place(found: re.Match[str]) -> str:
        opening, link, closing = found.groups()
        if (page.parent / link).exists():
            return found[0]
        target = (source.parent / link).resolve()
        if not target.is_relative_to(ROOT) or not target.exists():
            raise SystemExit(f"{inside}: the link {link} leads nowhere")
        return f"{opening}{up}{_placed(target, pages)}{closing}"

    page.write_text(_LINK.sub(place, page.read_text("utf-8")), "utf-8")


def _placed(target: Path, pages: Path) -> str:
    """Where a file of the project is in the site; what is not a page is copied."""
    path = target.relative_to(ROOT)
    if path.as_posix() == "README.md":
        return "index.md"
    if path.as_posix() == "docs/README.md":
        return "pages.md"
    if path.parts[0] == "docs":
        return path.relative_to("docs").as_posix()
    if path.as_posix() in PROJECT_PAGES:
        return path.as_posix()
    copy = pages / "files" / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, copy)
    return copy.relative_to(pages).as_posix()


def build_site(out: Path) -> None:
    """Gather the pages in `out/pages` and make `out/site` of them."""
    shutil.rmtree(out, ignore_errors=True)
    gather_pages(out / "pages")
    page_map = (ROOT / "docs" / "README.md").read_text("utf-8")
    settings = (ROOT / "docsite" / "zensical.toml").read_text("utf-8")
    settings = settings.replace("nav = []", f"nav = {navigation(page_map)}")
    (out / "zensical.toml").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    if run(command, cwd=out, env=environment, timeout=300, check=False).returncode:
        raise SystemExit("the site was not built: see the warnings above")


if __name__ == "__main__":
    build_site(ROOT / "build" / "docs")
    sys.stdout.write("build/docs/site/index.html\n")
