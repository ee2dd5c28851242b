"""What may stand in a name or a message."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openuno.room.chat import (
    MOST_CHARACTERS,
    MOST_MARKS,
    MOST_NAME,
    clean_name,
    clean_text,
)
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused


def refusal(check: str, text: str) -> RefusalCode:
    with pytest.raises(Refused) as refused:
        {"name": clean_name, "text": clean_text}[check](text)
    return refused.value.code


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
    assert clean_name(text) == clean_text(text) == kept


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
    assert refusal("name", text) is RefusalCode.EMPTY
    assert refusal("text", text) is RefusalCode.EMPTY


def test_a_heap_of_marks_is_cut_down() -> None:
    heap = "Z" + "\u0335\u0336\u0337\u0338" * 20 + "algo"
    kept = clean_text(heap)
    assert sum(map(unicodedata.combining, kept)) <= MOST_MARKS * 255
    assert sum(unicodedata.category(sign) == "Mn" for sign in kept) == MOST_MARKS
    assert kept.endswith("algo")


def test_names_and_messages_are_only_so_long() -> None:
    assert clean_name("x" * MOST_NAME) == "x" * MOST_NAME
    assert refusal("name", "x" * (MOST_NAME + 1)) is RefusalCode.TOO_LONG
    assert clean_text("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    assert refusal("text", "x" * (MOST_CHARACTERS + 1)) is RefusalCode.TOO_LONG
    assert clean_name("x" + " " * 500 + "y") == "x y"


@given(st.text(max_size=60))
@example("👩\u200d")
def test_what_is_kept_is_safe_and_is_kept_again(text: str) -> None:
    try:
        kept = clean_text(text)
    except Refused:
        return
    assert clean_text(kept) == kept
    assert kept == " ".join(kept.split()) != ""
    assert kept.encode()
    bad = {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert not bad & {unicodedata.category(sign) for sign in kept}
    assert not [c for c in kept if unicodedata.category(c) == "Cf" and c != "\u200d"]
