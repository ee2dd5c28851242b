"""Whether a sentence tells someone which card to play (PEN-1).

A word that can name a card is not enough: people feel blue, skip lunch and have wild nights. It
counts where it is spoken of as a card: by a code or a name that means nothing else ("R7", "draw
four"), as a colour with a number, after a directive ("play your seven"), or when it is all that a
clause says ("the zero!", "red please"). Every language is tried, since nobody says which one it is.
No list of words is ever complete; what it misses, the players can accuse.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby

import msgspec

from openuno.engine.cards import Card

_ACCENTS = re.compile("[\u0300-\u036f\u0640\u064b-\u065f\u0670]")
"""What Latin and Arabic letters can be written without; elsewhere a mark makes another word."""
_PLAIN = str.maketrans({"ı": "i", "ł": "l", "ß": "ss"})  # noqa: RUF001 - Turkish, Polish, German
_LEET = str.maketrans("013457", "oieast")
_HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing; Unicode counts them among the others."""
_INSIDE_WORDS = frozenset("'’`\"“”«»-_~*")
"""Signs that end a word but not a clause."""
_PLUS = re.compile(r"(?<![\w=+])\+ ?[24](?!\w)")
_STRETCHED = re.compile(r"(.)\1{2,}")


_PICTURES = frozenset("🔴🟢🔵🟡🟥🟩🟦🟨")
_ARTICLES = ("ال", "وال", "بال", "كال", "فال", "لل")
"""What Arabic writes in one with the word after it: a determiner."""


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a language that writes spaces between them, as `hint_words.toml` lists them."""

    colours: str
    numbers: str
    faces: str
    cards: tuple[str, ...]
    directives: str
    naming: str
    determiners: str
    neutral: str
    verb_last: bool = False


class Unspaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns of a language that does not."""

    patterns: tuple[str, ...]
    pieces: dict[str, str]


class HintWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them, by language."""

    words: dict[str, Words]
    unspaced: dict[str, Unspaced]


class _Tokens(msgspec.Struct, frozen=True):
    """A language's words without capitals and accents, by what they do in a sentence."""

    colours: frozenset[str]
    numbers: frozenset[str]
    faces: frozenset[str]
    weak: frozenset[str]
    """The three together: they name a card only in company."""
    cards: tuple[str, ...]
    directives: frozenset[str]
    naming: frozenset[str]
    determiners: frozenset[str]
    neutral: frozenset[str]
    verb_last: bool


def suggests_card(text: str, names: Collection[str] = ()) -> bool:
    """Whether the text tells someone which card to play; `names` are those of the players."""
    flat = _flatten(text)
    if _codes().search(flat) or _PLUS.search(flat) or not _PICTURES.isdisjoint(flat):
        return True
    bare = _bare(text)
    if any(pattern.search(bare) for pattern in _patterns()):
        return True
    clauses = [_mend(clause) for clause in _clauses(bare)]
    called = frozenset(part for name in names for part in _bare(name).split())
    return any(
        _is_hint(words, clause, called) for words in _vocabularies() for clause in clauses if clause
    )


def _is_hint(words: _Tokens, clause: list[str], called: frozenset[str]) -> bool:
    plain = [_without_article(words, token) for token in clause]
    said = f" {' '.join(plain)} "
    if any(f" {card} " in said and _names_a_card(card, plain) for card in words.cards):
        return True
    free = words.neutral | called
    gap = words.determiners | words.colours | free
    for at, token in enumerate(plain):
        if token not in words.weak and not _is_number(token):
            continue
        follows = plain[at + 1] if at + 1 < len(plain) else None
        ends = follows is None or follows in free
        if _is_pair(words, token, follows) and (len(plain) == at + 2 or plain[at + 2] in free):
            return True
        counts = token in words.numbers or _is_number(token)  # "play 7 more rounds"
        closed = ends or (words.verb_last and follows in words.directives)
        if (closed or not counts) and _is_directed(words, plain, at, gap):
            return True
    return _says_nothing_else(words, clause, plain, free)


def _is_pair(words: _Tokens, one: str, other: str | None) -> bool:
    """A colour beside a number or a face, in either order."""
    if other is None:
        return False
    if one in words.colours:
        return other in words.numbers or other in words.faces or _is_number(other)
    return other in words.colours


def _is_directed(words: _Tokens, plain: list[str], at: int, gap: frozenset[str]) -> bool:
    """Whether it tells somebody to play the card: only words that change nothing are in between."""
    verbs = words.directives
    if plain[at] in words.colours:
        verbs = verbs | words.naming
    before = at - 1
    while before >= 0 and plain[before] in gap and plain[before] not in verbs:
        before -= 1
    if before >= 0 and plain[before] in verbs:
        return True
    if not words.verb_last:
        return False
    after = at + 1
    while after < len(plain) and plain[after] in gap and plain[after] not in verbs:
        after += 1
    return after < len(plain) and plain[after] in verbs


def _says_nothing_else(
    words: _Tokens, clause: list[str], plain: list[str], free: frozenset[str]
) -> bool:
    """Whether the clause names a card and that is all; a number needs a determiner with it."""
    determined = any(token in words.determiners for token in plain) or plain != clause
    cards = words.weak if determined else words.colours | words.faces  # "7!" is counting
    named = [token for token in plain if token in cards or (determined and _is_number(token))]
    around = [token for token in plain if token not in words.determiners and token not in free]
    return named != [] and set(around) <= set(named)


def _names_a_card(card: str, plain: list[str]) -> bool:
    """Whether these words name the card somewhere; after a number it is a sum (`two plus two`)."""
    name = card.split()
    return any(
        plain[at : at + len(name)] == name
        and not (at and (_is_number(plain[at - 1]) or plain[at - 1] == name[-1]))
        for at in range(len(plain))
    )


def _is_number(token: str) -> bool:
    return len(token) == 1 and token.isdecimal()


def _without_article(words: _Tokens, token: str) -> str:
    if not token.startswith(_ARTICLES):
        return token
    for article in _ARTICLES:
        if token.startswith(article) and token[len(article) :] in words.weak:
            return token[len(article) :]
    return token


def _clauses(bare: str) -> Iterator[list[str]]:
    """The words of each clause: signs end a clause, but for those that stand inside words."""
    clause: list[str] = []
    word = ""
    for sign in f"{bare}.":
        kind = unicodedata.category(sign)[0]
        if kind in "LNM":
            word += sign
            continue
        if word:
            clause.append(word)
            word = ""
        if kind in "PSC" and sign not in _INSIDE_WORDS and clause:
            yield clause
            clause = []


def _mend(clause: list[str]) -> list[str]:
    """The words as they are meant: no `r e d`, `r3d` or `reeed`."""
    joined: list[str] = []
    for spelt, group in groupby(clause, lambda word: len(word) == 1 and word.isalpha()):
        letters = list(group)
        joined += ["".join(letters)] if spelt and len(letters) > 2 else letters
    return [_correct_word(word) for word in joined]


def _correct_word(word: str) -> str:
    known = _all_words()
    if word in known:
        return word
    tries = [_STRETCHED.sub(r"\1", word), _STRETCHED.sub(r"\1\1", word)]
    if any(sign.isdecimal() for sign in word) and not word.isdecimal():
        tries += [each.translate(_LEET) for each in tuple(tries)]
    return next((each for each in tries if each in known), word)


def _flatten(text: str) -> str:
    """In ordinary width and digits, and without the signs that hide inside words."""
    flat = unicodedata.normalize("NFKC", text)
    shown = (c for c in flat if unicodedata.category(c) != "Cf" and c not in _HIDDEN)
    return " ".join("".join(str(int(c)) if c.isdecimal() else c for c in shown).split())


def _bare(text: str) -> str:
    """The same without capitals and accents."""
    apart = unicodedata.normalize("NFKD", _flatten(text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart)).translate(_PLAIN)


@cache
def hint_words() -> HintWords:
    """The words that ship with the table."""
    text = files("openuno.room").joinpath("hint_words.toml").read_bytes()
    return msgspec.toml.decode(text, type=HintWords)


@cache
def _vocabularies() -> tuple[_Tokens, ...]:
    return tuple(_tokens(words) for words in hint_words().words.values())


def _tokens(words: Words) -> _Tokens:
    def bare(text: str) -> frozenset[str]:
        return frozenset(_bare(text).split())

    colours, numbers, faces = bare(words.colours), bare(words.numbers), bare(words.faces)
    return _Tokens(
        colours=colours,
        numbers=numbers,
        faces=faces,
        weak=colours | numbers | faces,
        cards=tuple(map(_bare, words.cards)),
        directives=bare(words.directives),
        naming=bare(words.naming),
        determiners=bare(words.determiners),
        neutral=bare(words.neutral),
        verb_last=words.verb_last,
    )


@cache
def _all_words() -> frozenset[str]:
    """Every word of the lists: what a word in disguise may be taken for."""
    return frozenset().union(
        *(
            words.weak | words.directives | words.determiners | words.neutral | words.naming
            for words in _vocabularies()
        )
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(pattern.format_map(language.pieces))
        for language in hint_words().unspaced.values()
        for pattern in language.patterns
    )


@cache
def _codes() -> re.Pattern[str]:
    """Cards by their codes; without a digit in capitals alone: `yr` is a year, `y 2` is Spanish."""
    letters = "|".join(card.value for card in Card if card.value.isalpha() and len(card.value) > 1)
    digits = r"[rgb][ ._-]?\d|y[._-]?\d|w4|wc\d"
    return re.compile(rf"(?<!\w)(?:(?i:{digits})|{letters})(?!\w)")
