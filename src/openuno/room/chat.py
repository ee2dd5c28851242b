"""What people may say at a table, and be called."""

import unicodedata
from collections.abc import Iterator

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused

MOST_CHARACTERS = 300
MOST_NAME = 24
MOST_MARKS = 3
"""Marks on one letter: as many as any language piles up; a heap of them hides the lines around."""
EMOTES = ("hello", "well-played", "thanks", "oops", "thinking", "laugh", "wow", "sad", "good-game")

_JOINER, _AS_PICTURE = "\u200d", "\ufe0f"
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing; Unicode counts them among the others."""


def clean_text(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text without what a screen could be fooled by; refused if nothing or too much is left."""
    return _clean(text, most, RefusalKind.EMPTY, RefusalKind.TOO_LONG)


def clean_name(text: str) -> str:
    """A person's name, likewise."""
    return _clean(text, MOST_NAME, RefusalKind.NAME_EMPTY, RefusalKind.NAME_TOO_LONG)


def _clean(text: str, most: int, empty: RefusalKind, long: RefusalKind) -> str:
    shown = "".join(_safe_signs(unicodedata.normalize("NFC", text)))
    kept = " ".join(unicodedata.normalize("NFC", shown).split())
    if not kept:
        raise Refused(empty)
    if len(kept) > most:
        raise Refused(long, most=most)
    return kept


def _safe_signs(text: str) -> Iterator[str]:
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
