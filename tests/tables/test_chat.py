"""What counts as a suggestion, and what may stand in a name or a message."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openuno import Card
from openuno.table.chat import (
    MOST_CHARACTERS,
    MOST_MARKS,
    MOST_NAME,
    checked_name,
    checked_text,
    names_a_card,
)
from openuno.table.refused import Code, Refused
from openuno.table.suggestions import COLOURS, FACES

LANGUAGES = ("en", "es", "de", "fr", "pt", "it", "pl", "tr", "ar", "hi", "zh", "ja")


def refusal(check: str, text: str) -> Code:
    with pytest.raises(Refused) as refused:
        {"name": checked_name, "text": checked_text}[check](text)
    return refused.value.code


def test_every_language_we_ship_is_listened_to() -> None:
    assert tuple(COLOURS) == tuple(FACES) == LANGUAGES


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_and_face_is_a_suggestion_in_every_language(language: str) -> None:
    for word in COLOURS[language] + FACES[language]:
        for said in (word, word.upper(), f"... {word}!", f"({word})"):
            assert names_a_card(said), said


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("card", [card for card in Card if card not in (Card.BACK, Card.W)])
def test_every_card_is_a_suggestion_by_its_name_and_its_code(card: Card) -> None:
    assert names_a_card(f"lay your {card.label} now")
    assert names_a_card(f"lay your {card.value} now")


@pytest.mark.parametrize(
    "text",
    [
        "red 7",
        "R7",
        "r7",
        "r-7",
        "R 7",
        "+4!",
        "+ 2",
        "play the Wild",
        "\uff32\uff45\uff44",  # full width
        "\uff52\uff17",
        "r\u200de\u200bd",  # zero width inside
        "b\u00adlue",
        "re\u3164d",
        "RED",
        "r\u0301e\u0302d\u0303",  # accents heaped on
        "𝓇𝑒𝒹",  # noqa: RUF001 - letters borrowed from mathematics
        "grun",
        "zolty",
        "SARI",
        "KIRMIZI",
        "juega el rojo",
        "spiel die rote Sieben",
        "العب بالأحمر",
        "العب أَحْمَر",
        "लाल खेलो",
        "出红",
        "红7",
        "红",
        "快出红色的",
        "赤を出して",
        "赤 7",
        "🔴",
        "play 🟦 please",
    ],
)
def test_a_card_is_heard_however_it_is_dressed_up(text: str) -> None:
    assert names_a_card(text)


@pytest.mark.parametrize(
    "text",
    [
        "I read it",
        "blueberry pie",
        "wildly good",
        "greenhouse",
        "skipper",
        "well played!",
        "reddish? no: bored, tired",
        "2+2=4",
        "10 yr old, br",
        "2 y 3 son 5",
        "uno!",
        "7",
        "draw",
        "jolly good, stop it",
        "verdict: overt",
        "her gün",
        "हर दिन",
        "赤ちゃん",
        "青年",
        "黄河",
        "شكرا",
        "gracias, muy bien",
        "danke, gut gespielt",
        "❤️ 😀",
        "",
    ],
)
def test_an_ordinary_sentence_is_no_suggestion(text: str) -> None:
    assert not names_a_card(text)


@given(st.text())
def test_any_text_is_a_suggestion_or_not(text: str) -> None:
    assert names_a_card(text) in (True, False)
    assert names_a_card(f"{text} red")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\tand\r\nBen", "Ann and Ben"),
        ("A\x00n\x1bn", "A n n"),
        ("\u202egnirts\u202c", "gnirts"),  # turned about
        ("\u2066Ann\u2069", "Ann"),
        ("A\u200bn\u2060n\ufeff", "Ann"),
        ("A\u3164nn", "Ann"),
        ("A\u2028nn", "A nn"),
        ("Zoe\u0308", "Zoë"),
        ("नीला", "नीला"),
        ("\u0301Ann", "Ann"),
        ("Ann \u0301", "Ann"),
        ("👩\u200d👩\u200d👧 ok", "👩\u200d👩\u200d👧 ok"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("🧑🏽\u200d🚀", "🧑🏽\u200d🚀"),
        ("🫨", "🫨"),
        ("\ue000Ann\U000e0041", "Ann"),
        ("\ud800Ann", "Ann"),
    ],
)
def test_what_could_fool_a_screen_is_left_out(text: str, kept: str) -> None:
    assert checked_name(text) == checked_text(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u3164",
        "\u115f\u1160",
        "\u200b\u200d\u200c",
        "\u202e",
        "\u2800\u2800",
        "\u00a0\u3000",
        "\u0301\u0302",
        "\ufe0f",
        "\n\x00",
    ],
)
def test_what_looks_empty_is_empty(text: str) -> None:
    assert refusal("name", text) is Code.EMPTY
    assert refusal("text", text) is Code.EMPTY


def test_a_heap_of_marks_is_cut_down() -> None:
    heap = "Z" + "\u0335\u0336\u0337\u0338" * 20 + "algo"
    kept = checked_text(heap)
    assert sum(map(unicodedata.combining, kept)) <= MOST_MARKS * 255
    assert sum(unicodedata.category(sign) == "Mn" for sign in kept) == MOST_MARKS
    assert kept.endswith("algo")


def test_names_and_messages_are_only_so_long() -> None:
    assert checked_name("x" * MOST_NAME) == "x" * MOST_NAME
    assert refusal("name", "x" * (MOST_NAME + 1)) is Code.TOO_LONG
    assert checked_text("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    assert refusal("text", "x" * (MOST_CHARACTERS + 1)) is Code.TOO_LONG
    assert checked_name("x" + " " * 500 + "y") == "x y"


@given(st.text(max_size=60))
@example("👩\u200d")
def test_what_is_kept_is_safe_and_is_kept_again(text: str) -> None:
    try:
        kept = checked_text(text)
    except Refused:
        return
    assert checked_text(kept) == kept
    assert kept == " ".join(kept.split()) != ""
    assert kept.encode()
    bad = {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert not bad & {unicodedata.category(sign) for sign in kept}
    assert not [c for c in kept if unicodedata.category(c) == "Cf" and c != "\u200d"]
