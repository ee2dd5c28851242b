"""What a release needs: the checks before it, and the list of what is inside the wheel."""

import json
from pathlib import Path
from subprocess import run

import pytest

from hatch_build import PAGES, STAMP, digest_sources, pack
from openuno.version import __version__
from release.bill_of_materials import LOCK, bill_of_materials
from release.check import find_problems, read_version

ROOT = Path(__file__).parents[1]
READY = "# Changelog\n\n## [1.2.3] - 2030-01-02\n\n- Something new.\n\n## [1.2.2] - 2030-01-01\n"


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, timeout=60)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout that is fit to be released as 1.2.3."""
    package = tmp_path / "src" / "openuno"
    (tmp_path / PAGES).mkdir(parents=True)
    (tmp_path / PAGES / "index.html").touch()
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / STAMP).write_text(json.dumps(digest_sources(tmp_path)._asdict()))
    pack(tmp_path)
    (package / "version.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(READY)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "Release")
    git(tmp_path, "tag", "v1.2.3")
    return tmp_path


def test_a_checkout_that_is_ready_has_no_problems(checkout: Path) -> None:
    assert find_problems(checkout) == []


@pytest.mark.parametrize(
    ("changelog", "problem"),
    [
        ("# Changelog\n\n## [Unreleased]\n\n- New.\n", 'rename it to "## [1.2.3] - YYYY-MM-DD"'),
        ("# Changelog\n", 'begins with ""'),
        (READY.replace("- Something new.\n", ""), "says nothing about 1.2.3"),
    ],
)
def test_the_changelog_has_to_tell_of_the_version(
    checkout: Path, changelog: str, problem: str
) -> None:
    (checkout / "CHANGELOG.md").write_text(changelog)
    git(checkout, "commit", "--quiet", "-am", "Change")
    git(checkout, "tag", "--force", "v1.2.3")
    (found,) = find_problems(checkout)
    assert problem in found


def test_the_tag_has_to_be_at_a_clean_commit(checkout: Path) -> None:
    (checkout / "new.txt").touch()
    (found,) = find_problems(checkout)
    assert "new.txt" in found
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "-m", "More")
    (found,) = find_problems(checkout)
    assert "another commit" in found
    git(checkout, "tag", "--delete", "v1.2.3")
    (found,) = find_problems(checkout)
    assert "git tag -s v1.2.3" in found


def test_a_version_for_development_is_not_released(checkout: Path) -> None:
    (checkout / "src" / "openuno" / "version.py").write_text('__version__ = "1.3.dev0"\n')
    assert "such as 1.0.0" in find_problems(checkout)[0]


def test_pages_that_are_not_kept_are_a_problem(checkout: Path) -> None:
    (checkout / "web" / "package.json").write_text('{"name": "newer"}')
    git(checkout, "commit", "--quiet", "-am", "Change")
    git(checkout, "tag", "--force", "v1.2.3")
    (found,) = find_problems(checkout)
    assert "make archive" in found


def test_the_version_is_read_without_importing_anything() -> None:
    assert read_version(ROOT) == __version__


def test_the_list_of_what_is_inside_is_that_of_the_lock() -> None:
    kept = json.loads((ROOT / "requirements" / "pages.cdx.json").read_text())
    assert kept == bill_of_materials(json.loads(LOCK.read_text()))
    names = {each["name"] for each in kept["components"]}
    assert {"svelte", "intl-messageformat", "@fontsource-variable/baloo-2"} <= names
    assert not names & {"vite", "eslint", "typescript"}
