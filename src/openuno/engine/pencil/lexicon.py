"""The words of one language: phrases, and the concept each stands for."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from openuno.engine.pencil.text import COLONS, Mark, Piece

SHORTEST_SLIP = 5
"""A shorter word is put right only if two neighbouring letters were exchanged."""

_LAUGH = re.compile(r"[mb]?[uw]*a*(?:(?:h[aeio]+){2,}h?|(?:j[aeio]+){2,}j?)|lo+l|x+d+")


class Chunk(NamedTuple):
    """A phrase of a text as a concept (`WHO`, `DRAW`) with its value (`next`, `s`)."""

    concept: str
    value: str
    text: str
    start: int
    end: int


class Slip(NamedTuple):
    """A word that was misspelt, and what it was read as."""

    word: str
    read_as: str
    at: int


class LexiconData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a language, as its file has them."""

    language: str
    phrases: Mapping[str, Sequence[str]]
    """Each concept, and the phrases that say it."""
    parts: Mapping[str, str]
    silent: str
    """Words that change nothing."""
    contractions: Mapping[str, str]
    correct: str
    """Correct words that are never taken for a misspelling."""
    enclitics: Mapping[str, str] = {}
    """Pronouns that follow a verb with a hyphen (`donne-lui`), and the words they stand for."""
    people: str = ""
    """Words before a rule that may say who does it."""


class Lexicon:
    """The phrases of a language, and the spelling of its words."""

    def __init__(self, data: LexiconData) -> None:
        self.language = data.language
        self._silent = frozenset(data.silent.split())
        self._enclitics = data.enclitics
        self._contractions = {word: full.split() for word, full in data.contractions.items()}
        self._phrases: dict[tuple[str, ...], tuple[str, str]] = {}
        for concept, phrases in data.phrases.items():
            name, _, value = concept.partition("=")
            for phrase in phrases:
                for written in expand(phrase.format_map(data.parts).casefold()):
                    words = tuple(word for word in written if word not in self._silent)
                    if words:
                        self._phrases[words] = name, value
        self._longest_phrase = max(map(len, self._phrases))
        self.words = (
            frozenset(word for words in self._phrases for word in words)
            | self._silent
            | frozenset(self._contractions)
        )
        self._longest_word = max(map(len, self.words))
        self._correct = frozenset(data.correct.split())
        self.people = frozenset(data.people.split())

    def correct(self, pieces: Sequence[Piece]) -> tuple[list[Piece], list[Slip]]:
        """The words with contractions opened and slips put right, less those that say nothing."""
        found: list[Piece] = []
        slips: list[Slip] = []
        for piece in pieces:
            word = piece.text
            if piece.mark is not Mark.WORD:
                found.append(piece)
                continue
            if self.is_silent(word):
                continue
            verb, hyphen, pronoun = word.rpartition("-")
            divided = hyphen and verb in self.words and pronoun in self._enclitics
            if divided and word not in self.words:
                both = (verb, self._enclitics[pronoun])
                found += (Piece(Mark.WORD, one, piece.start, piece.end) for one in both)
                continue
            if word not in self.words and not word.isdigit():
                near = self.near(word)
                if near is not None:
                    slips.append(Slip(word, near, piece.start))
                    word = near
            full = self._contractions.get(word, (word,))
            found += (Piece(Mark.WORD, one, piece.start, piece.end) for one in full)
        return [piece for piece in found if piece.text not in self._silent], slips

    def is_silent(self, word: str) -> bool:
        """Whether a word changes nothing: `please`, or a laugh."""
        return word in self._silent or _LAUGH.fullmatch(word) is not None

    def near(self, word: str) -> str | None:
        """The one known word that this is a slip of, if there is exactly one."""
        if word in self._correct or not word.isalpha():
            return None
        if not SHORTEST_SLIP - 1 <= len(word) <= self._longest_word + 1:
            return None
        alike = {each for part in _without_a_letter(word) for each in self._alike.get(part, ())}
        known = sorted(each for each in alike if _is_slip(word, each))
        # draw and draws may both be near: the one with the same ending is meant.
        if len(known) > 1:
            known = [each for each in known if each[-1] == word[-1]] or known
        if len(known) > 1:
            known = [each for each in known if sorted(each) == sorted(word)]
        return known[0] if len(known) == 1 else None

    @cached_property
    def _alike(self) -> dict[str, list[str]]:
        """The words by what is left of them without a letter: a slip has one of these in common.

        Comparing a word with all others would take a rule of unknown words too long.
        """
        found: dict[str, list[str]] = {}
        for word in self.words:
            for part in _without_a_letter(word) if len(word) >= SHORTEST_SLIP - 1 else ():
                found.setdefault(part, []).append(word)
        return found

    def chunks(self, pieces: Sequence[Piece]) -> list[Chunk]:
        """The longest phrases, from left to right; a word in no phrase is `UNKNOWN`."""
        found: list[Chunk] = []
        at = 0
        while at < len(pieces):
            chunk, used = self._longest(pieces, at)
            if chunk.concept != "SILENT":
                found.append(chunk)
            at += used
        return found

    def _longest(self, pieces: Sequence[Piece], at: int) -> tuple[Chunk, int]:
        piece = pieces[at]
        if piece.mark is Mark.JOINT:
            concept = "COLON" if piece.text in COLONS else "AND" if piece.text == "&" else "COMMA"
            return Chunk(concept, "", piece.text, piece.start, piece.end), 1
        relative = self._relative_clause(pieces, at)
        if relative is not None:
            return relative
        words = tuple(each.text for each in pieces[at : at + self._longest_phrase])
        for length in range(len(words), 0, -1):
            found = self._phrases.get(words[:length])
            after = pieces[at + length : at + length + 1]
            if found is not None and not (found[0] == "IF_ANY" and after and _is_word(after[0])):
                if self._begins_later(found[0], words[1:], length):
                    continue
                if (
                    found[1].startswith("next-")
                    and after
                    and self._counts_cards(words, length, after[0])
                ):
                    continue
                end = pieces[at + length - 1].end
                return Chunk(*found, " ".join(words[:length]), piece.start, end), length
        if piece.text.isdigit():
            return Chunk("NUM", piece.text, piece.text, piece.start, piece.end), 1
        return Chunk("UNKNOWN", piece.text, piece.text, piece.start, piece.end), 1

    def _counts_cards(self, words: tuple[str, ...], length: int, after: Piece) -> bool:
        """`Lass den nächsten 2 Karten ziehen`: the number is one of cards."""
        number = self._phrases.get(words[length - 1 : length], ("", ""))[0] == "NUM"
        number |= words[length - 1].isdigit()
        return number and self._phrases.get((after.text,), ("", ""))[0] == "CARD"

    def _relative_clause(self, pieces: Sequence[Piece], at: int) -> tuple[Chunk, int] | None:
        """`Der Spieler, der die wenigsten Karten hat`: a player in words with a comma inside."""
        window = pieces[at : at + self._longest_phrase + 1]
        comma = next((i for i, piece in enumerate(window) if piece.text == ","), 0)
        if not 0 < comma <= _BEFORE_RELATIVE:
            return None
        words = tuple(each.text for i, each in enumerate(window) if i != comma)
        for length in range(len(words), comma + 1, -1):
            found = self._phrases.get(words[:length])
            if found is not None and found[0] == "WHO" and length > 2:
                end = pieces[at + length].end
                return Chunk(*found, " ".join(words[:length]), pieces[at].start, end), length + 1
        return None

    def _begins_later(self, concept: str, words: tuple[str, ...], length: int) -> bool:
        """Whether a phrase that begins with the next word goes on further, and is meant.

        `To your right` is a side, but in `to your right neighbour` a player follows on `to`.
        """
        meant = _MEANT_INSTEAD.get(concept)
        return meant is not None and any(
            self._phrases.get(words[:end], ("", ""))[0] == meant
            for end in range(length, len(words) + 1)
        )


_BEFORE_RELATIVE = 2
"""The most words before the comma of a relative clause."""
_MEANT_INSTEAD = {"TO_LEFT": "WHO", "TO_RIGHT": "WHO", "ELSE": "HAVE_NO"}


def _is_word(piece: Piece) -> bool:
    """`If you have any` ends a clause; in `if you have any red cards` it does not."""
    return piece.mark is Mark.WORD


def expand(phrase: str) -> list[tuple[str, ...]]:
    """Every way to say a phrase: `(a|any) player (else|)` is four."""
    tokens = re.findall(r"[()|]|[^\s()|]+", phrase)
    tokens.reverse()
    return [words for words in _alternatives(tokens) if words]


def _alternatives(tokens: list[str]) -> list[tuple[str, ...]]:
    """What stands up to the next closing bracket; the tokens are taken from the end."""
    found: list[tuple[str, ...]] = []
    ways: list[tuple[str, ...]] = [()]
    while tokens and (token := tokens.pop()) != ")":
        if token == "|":
            found += ways
            ways = [()]
        else:
            more = _alternatives(tokens) if token == "(" else [(token,)]
            ways = [one + other for one in ways for other in more]
    return found + ways


def _without_a_letter(word: str) -> set[str]:
    """The word, and the word without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_slip(word: str, known: str) -> bool:
    """Whether one letter was added, left out, changed, or two neighbours exchanged."""
    if word == known:
        return True
    head = next(
        (at for at, (one, other) in enumerate(zip(word, known, strict=False)) if one != other),
        min(len(word), len(known)),
    )
    rest, other = word[head:], known[head:]
    if len(word) == len(known) and rest[:2] == other[:2][::-1] and rest[2:] == other[2:]:
        return True
    if len(word) < SHORTEST_SLIP:
        return False
    if len(word) == len(known):
        return rest[1:] == other[1:]
    return rest[1:] == other if len(word) > len(known) else rest == other[1:]
