"""What people may say at a table, and when saying it is a suggestion (PEN-1)."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import chain

from openuno.engine.cards import COLOURS, Card, Face
from openuno.table import suggestions
from openuno.table.refused import Code, Refused

MOST_CHARACTERS = 300
MOST_NAME = 24
MOST_MARKS = 3
"""Marks on one letter: as many as any language piles up; a heap of them hides the lines around."""
EMOTES = ("hello", "well-played", "thanks", "oops", "thinking", "laugh", "wow", "sad", "good-game")

_JOINER, _AS_PICTURE = "\u200d", "\ufe0f"
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing; Unicode counts them among the others."""
_HAN = "\u3400-\u9fff"
_UNSPACED = re.compile(f"[\u3040-\u30ff{_HAN}]")
"""Scripts that leave no space between words."""
_ARABIC = re.compile("[\u0621-\u064a]")
_ACCENTS = re.compile("[\u0300-\u036f\u0640\u064b-\u065f\u0670]")
"""What Latin and Arabic letters can be written without; elsewhere a mark makes another word."""
_PLAIN = str.maketrans({"ı": "i", "ł": "l"})  # noqa: RUF001 - Turkish has an i without a dot


def names_a_card(text: str) -> bool:
    """Whether the text names a card or a colour, in any language and however it is dressed up."""
    return _named().search(_bare(text)) is not None or _coded().search(_flat(text)) is not None


def checked_text(text: str) -> str:
    """The text without what a screen could be fooled by; refused if nothing or too much is left."""
    return _checked(text, MOST_CHARACTERS, "say something", "say it in {most} characters or fewer")


def checked_name(text: str) -> str:
    """A person's name, likewise."""
    return _checked(
        text, MOST_NAME, "a name needs a letter", "a name has at most {most} characters"
    )


def _checked(text: str, most: int, empty: str, long: str) -> str:
    shown = "".join(_shown(unicodedata.normalize("NFC", text)))
    kept = " ".join(unicodedata.normalize("NFC", shown).split())
    if not kept:
        raise Refused(Code.EMPTY, empty)
    if len(kept) > most:
        raise Refused(Code.TOO_LONG, long.format(most=most))
    return kept


def _shown(text: str) -> Iterator[str]:
    """The signs that are safe to show: nothing turns a line about, breaks it or covers others."""
    marks = MOST_MARKS  # on nothing, a mark would sit on whatever is shown before the text
    drawn = False
    for sign in text:
        category = unicodedata.category(sign)
        if sign.isspace() or category == "Cc":
            yield " "
            marks, drawn = MOST_MARKS, False
        elif sign in (_JOINER, _AS_PICTURE):
            if drawn:  # several emoji that make one picture
                yield sign
        elif sign in _BLANKS or (category[0] == "C" and not _is_picture(sign)):
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= MOST_MARKS:
                yield sign
        else:
            yield sign
            marks, drawn = 0, category in ("So", "Sk") or _is_picture(sign)


def _is_picture(sign: str) -> bool:
    """Emoji younger than the tables of our Python are unknown to them, but lie here."""
    return "\U0001f000" <= sign <= "\U0001faff"


def _flat(text: str) -> str:
    """In ordinary width, and without the signs that hide inside words."""
    flat = unicodedata.normalize("NFKC", text)
    kept = (c for c in flat if unicodedata.category(c) != "Cf" and c not in _BLANKS)
    return " ".join("".join(kept).split())


def _bare(text: str) -> str:
    """The same without capitals and accents."""
    apart = unicodedata.normalize("NFKD", _flat(text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart)).translate(_PLAIN)


@cache
def _named() -> re.Pattern[str]:
    """Names of colours and faces; as words, in scripts that have such."""
    printed = (
        *(colour.label for colour in COLOURS),
        *(face.label for face in Face if face is not Face.BACK and face.number is None),
    )
    tongues = chain(suggestions.COLOURS.values(), suggestions.FACES.values())
    names = frozenset(map(_bare, chain(printed, *tongues)))
    inside = _either(name for name in names if _UNSPACED.search(name))
    words = _either(
        article + name
        for name in names
        if not _UNSPACED.search(name)
        for article in (suggestions.ARTICLES if _ARABIC.search(name) else ("",))
    )
    alone = f"(?<![{_HAN}])[{suggestions.ALONE}](?![{_HAN}ち])"  # 赤 is red, 赤ちゃん a baby
    pictures = f"[{suggestions.PICTURES}]"
    return re.compile(rf"(?<!\w)(?:{words}|\+ ?[24])(?!\w)|{inside}|{alone}|{pictures}")


@cache
def _coded() -> re.Pattern[str]:
    """Cards by their codes; without a digit in capitals alone: `yr` is a year, `y 2` is Spanish."""
    letters = _either(card.value for card in Card if card.value.isalpha() and len(card.value) > 1)
    digits = r"[rgb][ ._-]?\d|y[._-]?\d|w4|wc\d"
    return re.compile(rf"(?<!\w)(?:(?i:{digits})|{letters})(?!\w)")


def _either(words: Iterator[str]) -> str:
    # The longest first, or a shorter one would end the search before it.
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
