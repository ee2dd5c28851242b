"""The terminal's words in twelve languages: all there, from the catalogues, and they fit."""

import ast
import asyncio
import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from openuno.bots.registry import ENGINE_WORDS
from openuno.engine.cards import Card, Colour
from openuno.engine.errors import IllegalAction
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.play import apply
from openuno.local.analysis.reasons import Reason, ReasonKind
from openuno.terminal.client.table.buttons import key_buttons
from openuno.terminal.languages import build
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import (
    ENGLISH,
    LANGUAGES,
    choose_language,
    own_messages,
    say,
    shared_messages,
    translate,
    use_language,
)
from openuno.terminal.languages.messages import format_message, plural_category
from openuno.terminal.languages.refusals import refusal_sentence
from openuno.terminal.preferences import Pace, Preferences
from openuno.terminal.text.reasons import reason_sentence
from tests.terminal.client.driver import (
    SMALL,
    StillTable,
    game_at,
    make_app,
    make_table,
    screen_text,
)
from tests.terminal.client.scenes import SCENES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "openuno"
SOURCES = PACKAGE / "terminal"
OTHERS = [code for code in LANGUAGES if code != ENGLISH]
PLACE = re.compile(r"\{(\w+)")


def calls(name: str, *modules: ast.Module) -> set[str]:
    """The texts that the source, or these modules of it, passes to a function of this name."""
    found = set()
    sources = [*SOURCES.rglob("*.py"), *(PACKAGE / "cli").rglob("*.py")]
    for module in modules or [ast.parse(path.read_text(encoding="utf-8")) for path in sources]:
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def test_the_copies_are_those_of_the_pages() -> None:
    for name, text in build.shared_texts(ROOT / "web" / "src" / "i18n"):
        kept = (SOURCES / "languages" / "shared" / name).read_text(encoding="utf-8")
        assert kept == text, "make docs"


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_there_and_says_the_same_things(code: str) -> None:
    own = own_messages(code)
    assert set(own) == calls("translate") | set(ENGINE_WORDS.values())
    for english, text in own.items():
        assert text.strip(), english
        assert set(PLACE.findall(text)) >= {"count"} & set(PLACE.findall(english)), english
        named = {place for place in PLACE.findall(english) if place in ("name", "card", "colour")}
        assert named <= set(PLACE.findall(text)), english
    assert set(shared_messages(code)) == set(shared_messages(ENGLISH)) >= calls("say")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_can_be_said(code: str) -> None:
    class Anything(dict[str, str | int]):
        def __missing__(self, name: str) -> int:
            return 3

    use_language(code)
    messages = {**shared_messages(code), **(own_messages(code) if code != ENGLISH else {})}
    for key, message in messages.items():
        said = format_message(message, Anything(), code)
        assert "{" not in said, (key, said)
        assert "#" not in said, (key, said)
    assert len({card_name(card) for card in Card if card is not Card.BACK}) >= 40
    assert card_name(Card.WC1) != card_name(Card.BACK)


@pytest.mark.parametrize(
    ("code", "number", "category"),
    [
        *[("en", 1, "one"), ("de", 0, "other"), ("fr", 0, "one"), ("pt", 1, "one")],
        *[("pl", 1, "one"), ("pl", 3, "few"), ("pl", 12, "many"), ("pl", 22, "few")],
        *[("ar", 0, "zero"), ("ar", 2, "two"), ("ar", 7, "few"), ("ar", 11, "many")],
        *[("ar", 100, "other"), ("ja", 1, "other"), ("hi", 0, "one"), ("zh", 5, "other")],
    ],
)
def test_plural_forms(code: str, number: int, category: str) -> None:
    assert plural_category(code, number) == category


def test_nested_messages() -> None:
    message = (
        "{me, select, yes {You take {n, plural, =0 {nothing} one {# card} other {# cards}}}"
        " other {{name} takes}}"
    )
    assert format_message(message, {"me": "yes", "n": 0}, "en") == "You take nothing"
    assert format_message(message, {"me": "yes", "n": 1}, "en") == "You take 1 card"
    assert format_message(message, {"me": "no", "name": "Bo"}, "en") == "Bo takes"


@pytest.mark.parametrize(
    ("preferred", "environment", "chosen"),
    [
        (None, {}, "en"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "nl_NL.UTF-8"}, "en"),
        ("fr", {"LANG": "de_DE.UTF-8"}, "fr"),
        ("xx", {"LANG": "ja_JP.UTF-8"}, "ja"),
    ],
)
def test_which_language_is_spoken(
    preferred: str | None, environment: dict[str, str], chosen: str
) -> None:
    assert choose_language(preferred, environment) == chosen


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_colour_within_a_sentence_has_a_capital_only_in_german(code: str) -> None:
    use_language(code)
    seems = reason_sentence(Reason(ReasonKind.LACKS, seat=0, colour=Colour.RED, cards=2), ("Ann",))
    word = colour_name(Colour.RED)
    assert word in seems
    assert word.istitle() is (code == "de")


def test_a_refusal_in_another_language() -> None:
    position = "classic hands=B6,R2/G1,G2 pile=Y9,Y8 discard=R5,R9 turn=0"
    with pytest.raises(IllegalAction) as refused:
        apply(parse_round(position), 0, parse_action("B6"))
    assert refusal_sentence(refused.value) == "Blue 6 matches neither red nor 5"
    use_language("de")
    assert refusal_sentence(refused.value) == "Blau 6 passt weder zu Rot noch zu 5"


async def draw(code: str, scene: str) -> tuple[str, list[str]]:
    """A scene in a language, and what its lowest row offers."""
    use_language(code)
    shown = SCENES[scene]
    table = make_table(
        people=(0,),
        game=game_at(shown.position, shown.format),
        preferences=Preferences(pace=Pace.NORMAL, call_seconds=None),
        kind=StillTable,
    )
    app = make_app(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(*shown.keys)
        await pilot.pause()
        text = screen_text(app)
        labels = [button.label for button in key_buttons(table.state, Pace.NORMAL)]
        app.exit()
    return text, labels


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_off_at_80_columns(code: str) -> None:
    text, labels = asyncio.run(draw(code, "turn"))
    for label in labels:
        assert label in text
    for slow in (translate("Slower"), translate("Faster")):
        row = [*(label for label in labels), translate("Undo"), slow]
        row.remove(translate("Faster"))
        assert sum(cell_len(label) for label in row) + 4 * len(row) + 2 * (len(row) - 1) <= 78
    assert cell_len(translate("sits out")) <= 8
    for english in own_messages("de"):
        if english.startswith("↑ ↓"):
            assert cell_len(translate(english)) <= 56, english
    menu = ast.parse((SOURCES / "commands" / "menu.py").read_text(encoding="utf-8"))
    for english in calls("translate", menu):
        assert cell_len(translate(english)) <= 54, english
    keys = [key for key in shared_messages(code) if key.startswith("keys.")]
    assert max(cell_len(say(key)) for key in keys) <= 50
    assert json.dumps(text, ensure_ascii=False).isprintable()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_player_asked_for_cards_reads_how_many_and_which_rule_asks(code: str) -> None:
    text, _ = asyncio.run(draw(code, "choose-cards"))
    asked = say("say.choose-discard", left=2, name="")
    words = {"card": "✎1", "rule": "Everyone discards 2 cards of their choice."}
    assert asked in text
    assert translate("{name} played {card}: “{rule}”", name="Ada", **words) in text
    assert translate("Choose") in text
