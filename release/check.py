"""Whether a checkout is fit to be released: version, changelog, tag, pages, nothing uncommitted."""

import re
from pathlib import Path
from subprocess import run

from hatch_build import digest_sources, read_archive

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:rc\d+)?")


def find_problems(root: Path) -> list[str]:
    """What has to be done before this can be released; nothing if it can be."""
    version = read_version(root)
    problems = []
    if not _VERSION.fullmatch(version):
        problems.append(
            f"the version is {version}; write one such as 1.0.0 in src/openuno/version.py"
        )
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    heading, notes = _first_section(changelog)
    if not re.fullmatch(rf"## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d", heading):
        problems.append(
            f'the changelog begins with "{heading}"; rename it to "## [{version}] - YYYY-MM-DD"'
        )
    elif not notes.strip():
        problems.append(f"the changelog says nothing about {version}")
    if read_archive(root) != digest_sources(root):
        problems.append("web/pages.tar.xz is older than the pages; run make archive and commit it")
    if changed := _git(root, "status", "--porcelain"):
        problems.append(f"commit or remove what is not committed:\n{changed}")
    tagged = _git(root, "rev-list", "-n", "1", f"v{version}", "--")
    head = _git(root, "rev-parse", "HEAD")
    if not tagged:
        problems.append(f"there is no tag; once all else is right: git tag -s v{version}")
    elif tagged != head:
        problems.append(f"the tag v{version} is at another commit; write a new version")
    return problems


def read_version(root: Path) -> str:
    """The version that this checkout says it is."""
    text = (root / "src" / "openuno" / "version.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("src/openuno/version.py has no __version__")
    return found[1]


def commit_time(root: Path) -> str:
    """When the present commit was made, in seconds since 1970."""
    return _git(root, "log", "-1", "--format=%ct")


def _first_section(changelog: str) -> tuple[str, str]:
    """The heading of the latest version, and what is below it."""
    parts = re.split(r"^(## .*)$", changelog, maxsplit=2, flags=re.MULTILINE)
    return (parts[1], parts[2]) if len(parts) > 2 else ("", "")


def _git(root: Path, *words: str) -> str:
    """What git answers; nothing if it refuses."""
    done = run(["git", *words], cwd=root, capture_output=True, text=True, check=False, timeout=60)
    return done.stdout.strip() if done.returncode == 0 else ""
