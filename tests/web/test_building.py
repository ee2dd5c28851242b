"""The pages get into the wheel, and are built again only when something has changed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build
from hatch_build import PAGES, WEB, build_pages, up_to_date
from tests.browser import ROOT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in (WEB / "package-lock.json", WEB / "src" / "main.ts", PAGES / "index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1000, 1000))
        os.utime((tmp_path / name).parent, (1000, 1000))
    return tmp_path


def test_pages_that_are_newer_than_their_sources_are_left_alone(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # whoever needs nothing built needs no Node
    assert not build_pages(project)


@pytest.mark.parametrize("name", ["src/main.ts", "package-lock.json", "index.html", "public/a.svg"])
def test_a_source_that_is_newer_asks_for_a_build(project: Path, name: str) -> None:
    source = project / WEB / name
    source.parent.mkdir(exist_ok=True)
    source.touch()
    os.utime(source, (2000, 2000))
    assert not up_to_date(project)


def test_a_source_that_is_gone_asks_for_a_build(project: Path) -> None:
    folder = project / WEB / "src" / "parts"
    folder.mkdir()
    (folder / "Card.svelte").touch()
    for path in (folder / "Card.svelte", folder):
        os.utime(path, (1000, 1000))
    os.utime(project / WEB / "src", (1000, 1000))
    assert up_to_date(project)
    (folder / "Card.svelte").unlink()
    assert not up_to_date(project)


def test_pages_that_are_not_there_are_to_be_built(project: Path) -> None:
    (project / PAGES / "index.html").unlink()
    assert not up_to_date(project)


def test_a_source_distribution_brings_its_pages(project: Path) -> None:
    (project / "PKG-INFO").touch()
    os.utime(project / WEB / "src", (2000, 2000))
    os.utime(project / WEB / "src" / "main.ts", (2000, 2000))
    assert up_to_date(project)
    (project / PAGES / "index.html").unlink()
    assert not up_to_date(project)


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
