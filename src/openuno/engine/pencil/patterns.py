"""Patterns over the concepts of a lexicon: one way to say something."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from openuno.engine.pencil.lexicon import Chunk

MACROS = {
    "most_of_all": "(?:(?:AT_MOST|COMPARE=at-most) (?P<most>NUM|A) CARD?"
    "|(?P<most2>NUM) COMPARE=at-most)?",
    "cards_of": "(?P<kind>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)? CARD?"
    "|SKIP|REVERSE|DRAW CARD|PLUS NUM CARD?)",
    "a_kind": "(?:A (?P<kind>COLOUR CARD|CARD COLOUR|WILD CARD?|FACE|NUM|SKIP|REVERSE|DRAW CARD"
    "|CARD NAMED|NAMED|PLUS NUM CARD?)"
    "|(?P<kinds>COLOUR CARD|CARD COLOUR|WILD CARD|FACE|CARD NAMED|NAMED))",
    "a_card": "(?:A|ALL)? (?P<kind>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)?"
    "|SKIP|REVERSE|DRAW CARD|CARD NAMED)",
    "holding": "(?:(?P<uno>UNO)"
    "|(?P<compare>COMPARE|ONLY)? (?P<held>NUM|A) CARD (?P<or>OR_MORE|OR_FEWER)?"
    "|(?P<compare2>COMPARE) (?P<held2>NUM)|(?P<held3>NUM) (?P<or3>OR_MORE|OR_FEWER|PLUS) CARD"
    "|A (?P<each_kind>COLOUR CARD|CARD COLOUR|WILD CARD?|FACE|NUM|SKIP|REVERSE|DRAW CARD"
    "|CARD NAMED|NAMED|PLUS NUM CARD?)"
    "|(?P<each_kinds>COLOUR CARD|CARD COLOUR|WILD CARD|FACE|CARD NAMED|NAMED))"
    " (?:IN_HAND|OWN|TO_LEFT)?",
    "lacking": "(?:A|ALL)? (?P<lacked>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)?"
    "|SKIP|REVERSE|DRAW CARD|CARD NAMED|NAMED) (?:IN_HAND|OWN)?",
    "limited": "(?P<kind>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)? CARD?|SKIP CARD?"
    "|REVERSE CARD?|DRAW CARD?|CARD? NAMED|CARD? PLUS NUM CARD?|DRAW NUM CARD)",
    "more_cards_of": "(?P<kind2>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)? CARD?"
    "|SKIP CARD?|REVERSE CARD?|DRAW CARD?|CARD NAMED|CARD? PLUS NUM CARD?)",
    "kinds_of": "(?P<kind>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)?|SKIP|REVERSE)"
    " (?:AND? POSS? (?P<kind2>COLOUR CARD?|WILD CARD?|FACE|NUM (?:S|APOS)?|SKIP|REVERSE))?"
    " (?:AND? POSS? (?P<kind3>COLOUR CARD?|WILD CARD?|FACE|NUM (?:S|APOS)?|SKIP|REVERSE))?"
    " AND POSS? (?P<kind4>COLOUR CARD?|WILD CARD?|FACE|NUM (?:S|APOS)?|SKIP|REVERSE) CARD?",
    "held": "(?:THAT? (?P<self>WHO) HAVE)?",
    "every": "(?:ALL|WHO=everyone)",
    "to_other": "(?:TO (?P<other>WHO)|(?P<beside>TO_LEFT|TO_RIGHT))",
    "who": "(?P<who>WHO|ALL)",
    "other": "(?P<other>WHO)",
    "subject": "(?:(?P<both_of>BOTH)? (?P<subject>WHO|ALL|PLAYERS) (?:AND (?P<second>WHO))?"
    " (?:ALL|EACHONE|(?P<both>BOTH))?"
    "|(?P<with>EACHWITH|WHO=everyone|WHO=others) holding (?P<have>HAVE)?"
    "|(?:(?P<without>EACHWITHOUT)|(?P<lackers>EACHWITH|WHO=everyone|WHO=others) NUM=0) lacking"
    " HAVE?"
    "|(?P<lackers2>EACHWITH|WHO=everyone|WHO=others) (?P<lacked2>NAMED|CARD NAMED) NOT HAVE"
    "|(?P<lacks_it>LACK_IT)|(?P<holds_it>HOLD_IT)"
    "|(?:WHO=you (?P<may_make>CAN))? MAKE (?P<made>WHO) TO?"
    "|(?:CHOOSE TO?|TAKE) (?P<picked>WHO) OUT? (?:TO|THAT|(?P<anded>AND))?)"
    " (?:COLON? (?P<resumed>WHO=they))? COLON? (?:MUST|(?P<may>CAN))? (?:ALL|EACHONE)?",
    "hands_of_both": "ALL? (?P<theirs>POSS)? ALL? (?:HAND|CARD)",
    "own": "POSS",
    "turns2": "(?P<turns2>NUM)",
    "turns": "(?P<turns>NUM|AGAIN=twice)",
    "n": "ONLY? (?P<n>NUM|A|ANOTHER|ANOTHER NUM|A MORE_CARDS)",
    "cards": "(?:MORE_CARDS? CARD|MORE_CARDS)?",
    "each": "(?P<each>EACHONE|ALL)?",
    "per": "(?:(?P<per>FOR_EACH (?P<counted>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM|CARD NAMED"
    "|CARD|DRAW CARD|SKIP|REVERSE)"
    " (?:THAT? (?P<holder>WHO) HAVE (?:IN_HAND|OWN)?|(?P<in_hand>OWN)|THAT? (?P<holder2>HAVE=d)"
    "|THAT HAVE (?P<holder3>WHO))"
    " (?:(?:AT_MOST|COMPARE=at-most) (?P<most>NUM|A) CARD?|(?P<most2>NUM) COMPARE=at-most)?)"
    "|(?P<per_own>FOR_EACH (?:OF|FROM)? (?P<in_hand2>POSS)?"
    " (?P<counted2>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)?|CARD NAMED|CARD)"
    " (?:(?:AT_MOST|COMPARE=at-most) (?P<most5>NUM|A) CARD?)?)"
    "|(?P<per_player>PER_PLAYER)"
    " (?:(?:AT_MOST|COMPARE=at-most) (?P<most3>NUM|A) CARD?|(?P<most4>NUM) COMPARE=at-most)?)?",
    "at_random": "(?P<random>RANDOM)?",
    "side": "(?P<side>TO_LEFT|TO_RIGHT)",
    "compare": "(?P<compare>COMPARE|ONLY)?",
}
"""Parts that many patterns share; a group's name says what it is."""


class Found(NamedTuple):
    """A pattern that fits, and which chunks its groups are."""

    name: str
    groups: dict[str, tuple[Chunk, ...]]
    length: int

    def first(self, group: str) -> Chunk | None:
        """The first chunk of a group, if it is there."""
        chunks = self.groups.get(group, ())
        return chunks[0] if chunks else None


class Pattern:
    """One way to say something, as a regular expression over the names of concepts.

    It is compiled when a rule is read that it may fit: to compile all patterns takes longer than to
    start the program, which reads no rule most of the time.
    """

    def __init__(self, name: str, written: str) -> None:
        self.name = name
        self._written = written
        self._needed = _find_needed(written)

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile(_expression(self._written))

    def match(self, said: str, chunks: Sequence[Chunk], *, whole: bool) -> Found | None:
        """Whether the chunks say this; `said` is their names, each followed by a space."""
        if not all(concept in said for concept in self._needed):
            return None
        found = self._expression.fullmatch(said) if whole else self._expression.match(said)
        if found is None:
            return None
        groups = {
            group: _slice(said, chunks, found.span(group))
            for group, text in found.groupdict().items()
            if text is not None
        }
        return Found(self.name, groups, said.count(" ", 0, found.end()))


def names(chunks: Sequence[Chunk]) -> str:
    """The chunks as patterns see them: `WHO=next DRAW NUM=2 CARD `."""
    return "".join(
        f"{chunk.concept}={chunk.value} " if chunk.value else f"{chunk.concept} "
        for chunk in chunks
    )


def _slice(said: str, chunks: Sequence[Chunk], span: tuple[int, int]) -> tuple[Chunk, ...]:
    return tuple(chunks[said.count(" ", 0, span[0]) : said.count(" ", 0, span[1])])


def _find_needed(written: str) -> tuple[str, ...]:
    """Concepts without which the pattern cannot fit: those that stand in no group."""
    while written != (outside := re.sub(r"\([^()]*\)\??", "", written)):
        written = outside
    if "|" in written:
        return ()
    words = written.replace("NUM1", "NUM=1").split()
    return tuple(word for word in words if re.fullmatch(r"[A-Z_]+(?:=[\w-]+)?", word))


def _expression(written: str) -> str:
    for name, macro in reversed(MACROS.items()):
        # A macro may name those above it, and stands for a whole.
        written = re.sub(rf"(?<![<\w]){name}(?![\w>])", f"(?:{macro})", written)
    written = written.replace("NUM1", "NUM=1")
    parts = re.split(r"(\(\?P<\w+>|\(\?:|[A-Z_]+(?:=[\w-]+)?)", written)
    out = []
    for part in parts:
        if re.fullmatch(r"[A-Z_]+(?:=[\w-]+)?", part):
            value = "" if "=" in part else r"(?:=\S+)?"
            out.append(f"(?:{part}{value} )")
        elif part.startswith("(?P<"):
            out.append(part)
        else:
            out.append(re.sub(r"\((?!\?)", "(?:", part.replace(" ", "")))
    return "".join(out)
