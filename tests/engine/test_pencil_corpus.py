"""Rules as families write them: read as they are meant, asked about, or refused with offers."""

import contextlib
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from openuno.engine.custom import HonourRule
from openuno.engine.errors import NotationError, UnreadRule
from openuno.engine.faults import FaultKind
from openuno.engine.pencil.languages import LANGUAGES, LEXICONS, read_lexicon_data
from openuno.engine.pencil.lexicon import expand
from openuno.engine.pencil.parser import MAX_RULE_LENGTH, parse_custom_rule, read_custom_rule
from openuno.engine.pencil.wording import custom_rule_text

FOLDER = Path(__file__).parents[1] / "pencil"
MARKS = ("=>", "=?", "=!", '="')
READ, ASKED, REFUSED, HONOUR = MARKS


class Entry(NamedTuple):
    """What somebody writes, how it must end, and the rules it must become or offer."""

    text: str
    mark: str
    rules: tuple[str, ...]


@cache
def corpus(language: str) -> tuple[Entry, ...]:
    lines = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(_entry(line) for line in lines if line and not line.startswith("#"))


def _entry(line: str) -> Entry:
    at, mark = max((line.rfind(f" {mark}"), mark) for mark in MARKS)
    rules = line[at + 1 + len(mark) :].strip()
    return Entry(line[:at], mark, tuple(rules.split(" | ")) if rules else ())


ALL = [entry for language in LANGUAGES for entry in corpus(language)]


def refusal(text: str) -> UnreadRule:
    try:
        rule = parse_custom_rule(text)
    except UnreadRule as error:
        return error
    pytest.fail(f"{text!r} is read: {custom_rule_text(rule)}")


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_read_as_it_is_meant(language: str) -> None:
    wrong = [
        (entry.text, read)
        for entry in corpus(language)
        if entry.mark == READ
        and (read := custom_rule_text(parse_custom_rule(entry.text))) != entry.rules[0]
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_it_is_not_clear_the_readings_are_offered(language: str) -> None:
    for entry in corpus(language):
        if entry.mark == ASKED:
            error = refusal(entry.text)
            assert error.fault.kind is FaultKind.UNCLEAR, entry.text
            assert error.offers == entry.rules, entry.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_understood_is_named_and_can_be_kept_as_words_of_honour(language: str) -> None:
    for entry in corpus(language):
        if entry.mark not in (REFUSED, HONOUR):
            continue
        error = refusal(entry.text)
        assert error.fault.kind is not FaultKind.UNCLEAR, entry.text
        assert 0 <= error.at < len(entry.text), entry.text
        assert error.honour is not None, entry.text
        assert custom_rule_text(parse_custom_rule(error.honour)) == error.honour
        if entry.mark == HONOUR:
            assert error.honour == f'"{entry.text}"'


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Sing a song or draw 4", "You draw 4 cards if you want to."),
        ("Draw 2 or sing a song", "You draw 2 cards if you want to."),
        (
            "The next player sings or loses a turn",
            "The next player loses a turn if the next player wants to.",
        ),
        ("Mach ein Kompliment, ansonsten zieh zwei Karten", "You draw 2 cards if you want to."),
        ("Chante une chanson ou pioche 3", "You draw 3 cards if you want to."),
        ("Canta una canción o come 4", "You draw 4 cards if you want to."),
    ],
)
def test_instead_of_what_the_game_cannot_do_a_player_can_choose_the_rest(
    text: str, effect: str
) -> None:
    assert refusal(text).offers == (f'"{text}" {effect}',)


@pytest.mark.parametrize("text", ["Everyone hums or draws 1", "Draw 1 or 2 cards", "hum or sing"])
def test_nobody_is_offered_a_choice_that_was_not_written(text: str) -> None:
    assert not any('"' in offer for offer in refusal(text).offers)


def test_the_corpus_is_large_and_nearly_all_of_it_is_read() -> None:
    games = [entry for entry in ALL if entry.mark != HONOUR]
    read = [entry for entry in games if entry.mark in (READ, ASKED)]
    assert len(ALL) >= 300
    assert len({entry.text for entry in ALL}) == len(ALL)
    assert len(read) >= 0.9 * len(games)


def test_nothing_is_carried_out_of_what_is_not_read() -> None:
    lines = (FOLDER / "unread.txt").read_text(encoding="utf-8").splitlines()
    for text in (line for line in lines if not line.startswith("#")):
        error = refusal(text)
        assert error.fault.kind is not FaultKind.UNCLEAR, text
        assert error.honour is not None, text


def every_offer(error: UnreadRule) -> tuple[str, ...]:
    return error.offers if error.honour is None else (*error.offers, error.honour)


def test_every_offer_is_a_rule_that_is_read_as_it_stands() -> None:
    """Those of the corpus, and those for words of every language in any order."""
    texts = [entry.text for entry in ALL]
    chance = Random("offers")
    for lexicon in LEXICONS:
        words = sorted(lexicon.words)
        texts += (" ".join(chance.choices(words, k=chance.randint(1, 9))) for _ in range(300))
        said = [entry.text.split() for entry in corpus(lexicon.language)]
        for _ in range(300):
            one, other = chance.sample(said, 2)
            texts.append(" ".join(one[: chance.randint(1, 5)] + other[chance.randint(0, 3) :]))
    followed = 0
    for text in texts:
        try:
            rule = parse_custom_rule(text)
        except UnreadRule as error:
            for offer in every_offer(error):
                assert custom_rule_text(parse_custom_rule(offer)) == offer, text
                followed += 1
        else:
            assert parse_custom_rule(custom_rule_text(rule)) == rule
    assert followed > 1000


def test_capitals_stops_and_emoji_do_not_matter() -> None:
    for entry in ALL:
        if entry.mark == READ and entry.text[-1].isalnum():
            rule = parse_custom_rule(entry.text)
            assert parse_custom_rule(entry.text + "!!! \N{GRINNING FACE}") == rule
            if not isinstance(rule[0], HonourRule):  # a name is read out as it is written
                assert parse_custom_rule(f" {entry.text.upper()}.") == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("BOOM! Everyone draws 2", '"BOOM" Everyone draws 2 cards.'),
        ("Bo\u200bom! Everyone draws 2", '"Bo om" Everyone draws 2 cards.'),
        ("MEGA BOMB - everyone draws 3", '"MEGA BOMB" Everyone draws 3 cards.'),
        ("BOOM everyone draws 2", '"BOOM" Everyone draws 2 cards.'),
        ("SWAP! Swap your cards with anyone", '"SWAP" You swap hands with a player you choose.'),
    ],
)
def test_the_name_of_a_card_is_read_out(text: str, rule: str) -> None:
    assert custom_rule_text(parse_custom_rule(text)) == rule


@pytest.mark.parametrize(
    "text",
    [
        "Youngest: draw 2",
        "KIDS: draw 2",
        "GIRLS - draw 2",
        "Tallest player: draw 2",
        "Everyone sings! Draw 2",
        f"{'x' * 300}! Everyone draws 1",
    ],
)
def test_words_that_may_say_who_are_no_name(text: str) -> None:
    assert refusal(text).fault.kind is FaultKind.NOT_READ


def _work(text: str) -> int:
    """How many functions are called to read a text."""
    calls = 0

    def count(_frame: object, event: str, _value: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_custom_rule.__wrapped__(text)
    except UnreadRule:
        pass
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "said",
    [
        "x! ",
        "a ",
        "pick a player and ",
        "draw 2 and ",
        "+2 ",
        "haa",
        "if you have ",
        "sing or draw 2 or ",
        "to your left ",
        "alle müssen ",
        "w/ ",
    ],
)
def test_twice_the_text_is_no_more_than_about_twice_the_work(said: str) -> None:
    half, whole = ((said * MAX_RULE_LENGTH)[: MAX_RULE_LENGTH // part] for part in (2, 1))
    parse_or_refuse(said)  # the words are put in order by the first one that is read
    assert _work(whole) < 2.5 * _work(half) + 2000


def parse_or_refuse(text: str) -> None:
    with contextlib.suppress(UnreadRule):
        parse_custom_rule(text)


def test_what_was_understood_is_marked() -> None:
    text = "Draw 2, then everyone hums."
    error = refusal(text)
    assert [text[start:end] for start, end in error.understood] == ["Draw 2"]
    assert error.at == text.index("hums")


@pytest.mark.parametrize(
    "text",
    [
        "„Alle singen!“",
        "«Tout le monde chante»",
        "« Chantez ! »",
        "»Singt!«",
        "“Sing!”",
        "”Sjung!”",
        "「歌って」",
        "『歌って』",
        "〝歌って〟",
        "„Śpiewajcie!”",
        "”غنّوا!“",
        "«غنّوا!»",
        "\u2018Sing, don’t shout!’",
        "\u201aSingt!\u2018",
        "\u2039Chantez !\u203a",
        "\uff02唱歌\uff02",
        '"Sing!"',
    ],
)
def test_quotation_marks_of_every_language(text: str) -> None:
    (honour,) = parse_custom_rule(f"Draw 1. {text}")[1:]
    assert custom_rule_text((honour,))[1:-1] == text[1:-1].strip()


@pytest.mark.parametrize(
    "text", ["Everyone draws 1. ", '"', "“", "x", "1", "漢", "drwas ", "if ", "\n", "' "]
)
def test_ten_kilobytes_of_anything_are_refused_unread(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_custom_rule(text * (10_240 // len(text)))
    assert refused.value.fault.kind is FaultKind.TOO_LONG


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_belongs_to_one_concept(language: str) -> None:
    data = read_lexicon_data(language)
    silent = data.silent.split()
    found: dict[tuple[str, ...], str] = {}
    for concept, phrases in data.phrases.items():
        for phrase in phrases:
            for written in expand(phrase.format_map(data.parts)):
                words = tuple(word for word in written if word not in silent)
                assert words, f"{concept} has a phrase that says nothing: {phrase}"
                assert found.setdefault(words, concept) == concept, " ".join(words)


def test_a_long_text_is_refused_before_it_is_read() -> None:
    for text in ("x" * 10_000, "draw 2 and " * 1000, '"' * 10_000, "\N{GRINNING FACE}" * 10_000):
        assert refusal(text).fault.kind is FaultKind.TOO_LONG
    assert refusal(("pick a player and " * 100)[:MAX_RULE_LENGTH]).sentence


def test_a_text_is_read_once() -> None:
    read_custom_rule.cache_clear()
    for _ in range(3):
        read_custom_rule("Draw 2")
    assert read_custom_rule.cache_info().misses == 1
