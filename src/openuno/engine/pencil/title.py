"""The name of a card, which people write before its rule: `Robin Hood: ...`, `BOOM! ...`.

It is read out, like words of honour. Words that could say who does it (`Youngest: draw 2`) are no
name: where it is not clear, the text is not read, and offered with the words read out.
"""

from collections.abc import Sequence

from openuno.engine.pencil.clauses.parts import VERBS
from openuno.engine.pencil.lexicon import Lexicon
from openuno.engine.pencil.text import COLONS, Mark, Piece

LONGEST_TITLE = 5
"""The most words of the name of a card."""

_ENDS = frozenset("!¡…")
_SEPARATES = COLONS | frozenset("-–—")
_SAYS_MORE = (
    VERBS
    | {"PLUS", "MINUS", "IF", "UNLESS", "ELSE", "SO", "OR", "EITHER", "UNTIL", "UNTIL_TURN"}
    | {"UNTIL_ROUND", "UNTIL_EITHER", "FOR_EACH", "PER_PLAYER", "ONLY", "NOT", "NOBODY", "CARD"}
    | {"HAND", "TURN", "AGAIN", "DIRECTION", "TURN_AGAIN", "EXCEPT_YOU", "WHO", "EACHWITH"}
)
"""Words with these are no name but a part of a rule that could not be read."""
_ANNOUNCED = frozenset(("SWAP", "STEAL", "GIVE", "SHUFFLE", "SHOW", "LOOK", "DISCARD"))
_NAMES_PLAYERS = frozenset(("WHO", "EACHWITH", "EACHWITHOUT", "PAIR", "NOBODY"))


def title_length(pieces: Sequence[Piece], text: str, lexicon: Lexicon) -> int:
    """How many pieces at the beginning are the name of the card."""
    for at, piece in enumerate(pieces[: LONGEST_TITLE + 2]):
        name, rest = pieces[:at], pieces[at + 1 :]
        if piece.mark is Mark.STOP and at > 0:
            named = _is_name(name, lexicon) and any(each.mark is Mark.WORD for each in rest)
            if piece.text in _ENDS:
                return at if named or _is_said_again(name, rest, lexicon) else 0
            return at if named and _names_players(rest, lexicon) else 0
        if piece.mark is Mark.JOINT and piece.text in _SEPARATES and at > 0:
            shouted = _is_shouted(name, text) or _names_players(rest, lexicon)
            return at if _is_name(name, lexicon) and shouted else 0
    return _capitals(pieces, text, lexicon)


def _is_shouted(pieces: Sequence[Piece], text: str) -> bool:
    """`ROBBER: take a card`: a name in capitals; `GIRLS: draw 2` says who."""
    words = [text[piece.start : piece.end] for piece in pieces if piece.mark is Mark.WORD]
    return all(word.isupper() and not word.endswith(("S", "EST", "STE", "STER")) for word in words)


def _capitals(pieces: Sequence[Piece], text: str, lexicon: Lexicon) -> int:
    """`BOOM everyone draws 1`: unknown words in capitals before words in small letters."""
    shouted = 0
    for piece in pieces:
        written = text[piece.start : piece.end]
        if piece.mark is not Mark.WORD or not written.isupper() or piece.text in lexicon.words:
            break
        shouted += 1
    rest = pieces[shouted:]
    small = any(text[each.start : each.end].islower() for each in rest)
    named = 0 < shouted <= LONGEST_TITLE and small and _names_players(rest, lexicon)
    return shouted if named and _is_name(pieces[:shouted], lexicon) else 0


def _is_name(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """Whether these are words of which none belongs to a rule."""
    words = [piece for piece in pieces if piece.mark is Mark.WORD]
    if any(piece.text in lexicon.people for piece in words):
        return False
    chunks = lexicon.chunks(lexicon.correct(words)[0])
    unknown = [chunk for chunk in chunks if chunk.concept == "UNKNOWN"]
    if not unknown or any(chunk.concept in _SAYS_MORE for chunk in chunks):
        return False
    return all(each.text.isalpha() for each in unknown)


def _is_said_again(pieces: Sequence[Piece], rest: Sequence[Piece], lexicon: Lexicon) -> bool:
    """`SWAP! Swap hands with anyone`: one verb, which the rule says in full."""
    said = lexicon.chunks(lexicon.correct(pieces)[0])
    words = [piece for piece in rest[: 4 * LONGEST_TITLE] if piece.mark is Mark.WORD]
    again = {chunk.concept for chunk in lexicon.chunks(lexicon.correct(words)[0])}
    return len(said) == 1 and said[0].concept in _ANNOUNCED & again


def _names_players(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """Whether the rule says itself who does it, so that the words before it cannot."""
    words = lexicon.correct(pieces[: 2 * LONGEST_TITLE])[0]
    chunks = [chunk for chunk in lexicon.chunks(words) if chunk.concept not in ("COMMA", "AND")]
    if len(chunks) > 1 and chunks[0].concept in ("CHOOSE", "TAKE", "MAKE"):
        chunks = [chunk for chunk in chunks[1:] if chunk.concept != "TO"]
    return bool(chunks) and chunks[0].concept in _NAMES_PLAYERS and chunks[0].value != "you"
