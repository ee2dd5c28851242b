"""A rule's text as words and marks, each with its position."""

import re
import unicodedata
from typing import NamedTuple

from openuno.engine.enums import NamedEnum

QUOTED = (
    ('"', '"“”'),
    ("“", "”"),
    ("„", "“”"),
    ("”", "”“"),
    ("«", "»"),
    ("»", "«"),
    ("\u2039", "\u203a"),
    ("\u203a", "\u2039"),
    ("\u2018", "’"),
    ("\u201a", "\u2018’"),
    ("「", "」"),
    ("『", "』"),
    ("\u301d", "\u301e\u301f"),
    ("\uff02", "\uff02"),
)
"""Quotation marks that open, and those that close them, in the languages of our pages."""

_OPENING = dict(QUOTED)
_ALSO_APOSTROPHES = frozenset("\u2018’")
_STOPS = frozenset(".!?;…。\uff01\uff1f\uff1b¡¿।؟؛")
COLONS = frozenset(":\uff1a")
_JOINTS = COLONS | frozenset(",&()\uff0c、،–—")
_APOSTROPHES = str.maketrans(dict.fromkeys("’\u02bc`\u00b4\u2018", "'"))
_WORD = re.compile(r"w/(?!\w)|[^\W\d_]+(?:['-][^\W\d_]+)*'?|\d+", re.UNICODE | re.IGNORECASE)
_ARROW = re.compile(r"[-=]+>|[→➜➡⇒]")
_ELIDED = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu)'", re.IGNORECASE)


class Mark(NamedEnum):
    """What a piece of a text is."""

    WORD = "word"
    STOP = "stop"
    JOINT = "joint"
    QUOTED = "quoted"
    UNCLOSED = "unclosed"


class Piece(NamedTuple):
    """A word or a mark of a text; words are in lower case, quoted text is as it was written."""

    mark: Mark
    text: str
    start: int
    end: int


def split_text(text: str) -> list[Piece]:
    """The words and marks of a text; an emoji or an arrow says nothing and is left out."""
    plain = text.translate(_APOSTROPHES)
    pieces: list[Piece] = []
    at = 0
    while at < len(text):
        mark = text[at]
        word = _WORD.match(plain, at)
        if word:
            pieces += _words(word[0].casefold(), at)
            at = word.end()
        elif mark in _OPENING:
            at = _quoted(text, at, pieces)
        elif arrow := _ARROW.match(text, at):
            at = arrow.end()  # `hands -> left`: it points, and says nothing else
        else:
            if kind := _kind(text, at):
                pieces.append(Piece(kind, mark, at, at + 1))
            at += 1
    return pieces


def _kind(text: str, at: int) -> Mark | None:
    mark = text[at]
    if mark in _STOPS:
        return Mark.STOP
    if mark in _JOINTS:
        return Mark.JOINT
    if mark == "-":
        # A dash between spaces joins two parts; a minus stands at its number.
        alone = text[at + 1 : at + 2].isspace() or at + 1 == len(text)
        return Mark.JOINT if alone else Mark.WORD
    if mark.isspace() or mark == "'" or unicodedata.category(mark) in _SILENT:
        return None
    return Mark.WORD


_SILENT = frozenset(("So", "Sk", "Mn", "Me", "Mc", "Cf", "Cn", "Co", "Cs"))


def _quoted(text: str, at: int, pieces: list[Piece]) -> int:
    closing = _OPENING[text[at]]
    ends = (each for each in range(at + 1, len(text)) if text[each] in closing)
    end = next((each for each in ends if not _is_in_word(text, each)), None)
    if end is None:
        pieces.append(Piece(Mark.UNCLOSED, text[at], at, at + 1))
        return len(text)
    pieces.append(Piece(Mark.QUOTED, text[at + 1 : end], at, end + 1))
    return end + 1


def _is_in_word(text: str, at: int) -> bool:
    """Whether it is the apostrophe of a word such as `don’t`, and closes nothing."""
    return text[at] in _ALSO_APOSTROPHES and text[at + 1 : at + 2].isalpha()


def _words(word: str, at: int) -> list[Piece]:
    """A word, its apostrophes opened: `player's` is `player` and `'s`, `l'un` is `l'` and `un`."""
    elided = _ELIDED.match(word)
    if elided and elided.end() < len(word):
        cut = at + elided.end()
        return [
            Piece(Mark.WORD, word[: elided.end()], at, cut),
            *_words(word[elided.end() :], cut),
        ]
    for ending in ("'s", "'"):
        if word.endswith(ending) and len(word) > len(ending):
            cut = at + len(word) - len(ending)
            return [
                Piece(Mark.WORD, word[: -len(ending)], at, cut),
                Piece(Mark.WORD, "'s", cut, at + len(word)),
            ]
    return [Piece(Mark.WORD, word, at, at + len(word))]
