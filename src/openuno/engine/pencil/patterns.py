"""The sentences the pencil reads, as patterns over the concepts of a lexicon."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from openuno.engine.pencil.lexicon import Chunk

MACROS = {
    "cards_of": "(?P<kind>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|NUM (?:S|APOS)? CARD?"
    "|SKIP|REVERSE)",
    "a_kind": "(?:A (?P<kind>COLOUR CARD|CARD COLOUR|WILD CARD?|FACE|NUM|SKIP|REVERSE)"
    "|(?P<kinds>COLOUR CARD|CARD COLOUR|WILD CARD|FACE))",
    "holding": "(?:(?P<compare>COMPARE|ONLY)? (?P<held>NUM|A) CARD (?P<or>OR_MORE|OR_FEWER)?"
    "|(?P<compare2>COMPARE) (?P<held2>NUM)|(?P<held3>NUM) (?P<or3>OR_MORE|OR_FEWER|PLUS) CARD"
    "|A (?P<each_kind>COLOUR CARD|CARD COLOUR|WILD CARD?|FACE|NUM|SKIP|REVERSE)"
    "|(?P<each_kinds>COLOUR CARD|CARD COLOUR|WILD CARD|FACE)) (?:IN_HAND|OWN|TO_LEFT)?",
    "every": "(?:ALL|WHO=everyone)",
    "to_other": "(?:TO (?P<other>WHO)|(?P<beside>TO_LEFT|TO_RIGHT))",
    "who": "(?P<who>WHO|ALL)",
    "other": "(?P<other>WHO)",
    "subject": "(?:(?P<subject>WHO|ALL) (?:AND (?P<second>WHO))?"
    "|(?P<with>EACHWITH|WHO=everyone|WHO=others) holding (?P<have>HAVE)?|MAKE (?P<made>WHO) TO?"
    "|(?:CHOOSE|TAKE) (?P<picked>WHO) (?:TO|THAT|AND)?)"
    " COLON? MUST?",
    "own": "POSS",
    "n": "ONLY? (?P<n>NUM|A|ANOTHER|ANOTHER NUM|A MORE_CARDS)",
    "cards": "(?:MORE_CARDS? CARD|MORE_CARDS)?",
    "each": "(?:EACHONE|ALL)?",
    "per": "(?:(?P<per>FOR_EACH (?P<counted>COLOUR CARD|CARD COLOUR|WILD CARD?|FACE|NUM|CARD)"
    " (?:(?P<holder>WHO) HAVE (?:IN_HAND|OWN)?|(?P<in_hand>OWN))"
    " (?:(?:AT_MOST|COMPARE=at-most) (?P<most>NUM|A) CARD?)?))?",
    "at_random": "(?P<random>RANDOM)?",
    "side": "(?P<side>TO_LEFT|TO_RIGHT)",
    "compare": "(?P<compare>COMPARE|ONLY)?",
}
"""Parts that many patterns share; a group's name says what it is."""

EFFECTS: Sequence[tuple[str, str]] = (
    # Cards from the pile.
    ("draws", "subject? (DRAW|TAKE) n cards FROMPILE? each FROMPILE? per"),
    ("draws", "subject? (DRAW|TAKE) n cards UP FROMPILE? each per"),
    ("draws", "subject? n cards FROMPILE? DRAW"),
    ("draws", "subject? DRAW EACHONE n cards FROMPILE?"),
    ("draws", "subject? DRAW CARD"),
    ("draws", "subject? PLUS n cards"),
    ("draws-for", "PLUS n cards (FOR|TO) who"),
    ("draws-for", "n cards (FOR|TO) who"),
    ("draws-for", "(DEAL|GIVE|TAKE) who n cards FROMPILE"),
    ("draws-for", "(DEAL|GIVE|TAKE) n cards FROMPILE TO who"),
    ("draws-for", "DEAL who n cards"),
    ("draws-for", "DEAL n cards TO who"),
    ("draws-to", "subject? DRAW CARD? UNTIL (?P<self>WHO) HAVE (?P<n>NUM|A) CARD? (IN_HAND|OWN)?"),
    ("draws-to", "subject? DRAW UNTIL (?P<self>WHO) (?P<n>NUM|A) CARD? (IN_HAND|OWN)? HAVE"),
    ("draws-to-unclear", "subject? DRAW COMPARE=at-most n cards"),
    # Turns.
    ("loses-turn", "subject? LOSE (A|POSS|ANOTHER)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SITOUT (FOR? (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY))?"),
    ("loses-turn", "subject SKIP (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SKIPPED (FOR? (A|NUM1) TURN)?"),
    ("loses-turn", "(CHOOSE|TAKE) (?P<picked>WHO) TO SKIP"),
    ("skips", "SKIP who ((FOR A TURN)|(APOS NEXT_TURN? TURN))?"),
    ("skips", "SKIP OVER who"),
    ("skips-own", "SKIP POSS NEXT_TURN? (TURN|PLAY)"),
    ("skips-turn", "who APOS NEXT_TURN? TURN SKIPPED"),
    ("skips-turn", "who APOS NEXT_TURN? TURN IS SKIPPED"),
    ("skip-somebody", "SKIP ((A|NUM1)? TURN)?"),
    # Cards from hands.
    ("discards", "subject? DISCARD n RANDOM cards OWN? OFF? per"),
    ("discards", "subject? DISCARD n RANDOM? cards OWN? RANDOM OFF? per"),
    ("discards", "subject? RANDOM DISCARD n cards OWN?"),
    ("discards-any", "subject? DISCARD n cards OWN? each OFF? per"),
    ("discards-any", "subject? DISCARD n cards OWN? CHOICE"),
    ("discards-colour", "subject? DISCARD (every|own)* CARD? NAMED OFF?"),
    ("discards-kind", "subject? DISCARD every OF? own? cards_of OFF?"),
    ("discards-kind", "subject? DISCARD own (?P<kind>COLOUR CARD|WILD CARD|FACE) OFF?"),
    ("discards-kind", "subject? every own? cards_of DISCARD"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM cards OWN? to_other per"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM? cards OWN? RANDOM to_other per"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM? cards OWN? to_other RANDOM per"),
    ("gives", "subject? (GIVE|PASS|HAND) other n RANDOM cards OWN? OFF? per"),
    ("gives", "subject? (GIVE|PASS|HAND) other n cards OWN? RANDOM per"),
    ("gives", "subject (?P<other>WHO=you) GIVE n RANDOM? cards RANDOM per"),
    ("gives-any", "subject (?P<other>WHO=you) GIVE n cards"),
    ("gives-any", "subject? (GIVE|PASS|HAND) n cards OWN? CHOICE? to_other each per"),
    ("gives-any", "subject? (GIVE|PASS|HAND) ONE_OF POSS CARD to_other"),
    ("gives-any", "subject? (GIVE|PASS|HAND) other n cards (OWN|CHOICE)"),
    ("gives-any", "subject? (GIVE|PASS|HAND) other ONE_OF POSS CARD"),
    ("gives-unclear", "subject? (GIVE|PASS|HAND) other n cards each OFF? per"),
    ("takes", "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM other RANDOM? each per"),
    (
        "takes",
        "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM other APOS HAND RANDOM? per",
    ),
    (
        "takes",
        "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM (?P<theirs>POSS) HAND RANDOM?",
    ),
    ("takes", "subject? (TAKE|STEAL|DRAW) n RANDOM? OF other APOS CARD RANDOM?"),
    ("takes-one", "subject? (TAKE|STEAL|DRAW) ONE_OF other APOS CARD RANDOM?"),
    ("takes-one", "subject? (TAKE|STEAL|DRAW) ONE_OF (?P<theirs>POSS) CARD RANDOM?"),
    ("takes-one", "subject? STEAL FROM other"),
    ("takes", "subject? STEAL (TO? other) n RANDOM? cards RANDOM?"),
    ("takes", "subject? STEAL n RANDOM? cards RANDOM? TO other RANDOM?"),
    ("takes", "subject? TAKE other n RANDOM? cards RANDOM? OFF"),
    # Whole hands.
    ("swaps", "subject? SWAP (ALL|own)* HAND WITH other (APOS HAND?)?"),
    ("swaps", "subject? (SWAP|CHANGE) HAND WITH other"),
    ("swaps", "subject? SWAP ALL own? CARD WITH other"),
    ("swaps", "subject? SWAP WITH other own? HAND"),
    ("swaps", "subject? own? HAND WITH other SWAP"),
    ("swaps-pair", "(?P<subject>WHO) AND other MUST? SWAP (ALL|own)* HAND"),
    ("swaps-pair", "SWAP (?P<subject>WHO) APOS HAND (WITH|AND) other (APOS HAND?)?"),
    ("swaps-unclear", "subject? SWAP (own? CARD)? WITH other"),
    ("swaps-unclear", "subject? SWAP (own|ALL)* HAND"),
    ("shows", "subject? SHOW (ALL|own)* (HAND|CARD) TO other"),
    ("shows", "subject? SHOW other (ALL|own)* (HAND|CARD)"),
    ("shows", "subject (?P<other>WHO=you) SHOW (ALL|own)* (HAND|CARD)"),
    ("shows-all", "subject? SHOW (ALL|own)* (HAND|CARD)"),
    ("looks", "subject? LOOK (?P<seen>WHO) APOS (ALL? CARD|HAND)"),
    ("looks", "subject? LOOK ALL OF? (?P<seen>WHO) APOS (CARD|HAND)"),
    ("looks", "subject? LOOK (HAND|CARD) (OF|FROM)? (?P<seen>WHO) TO?"),
    ("looks", "subject? LOOK every (HAND|CARD) (OF|FROM)? (?P<seen>WHO) TO?"),
    ("looks-theirs", "subject? LOOK ALL? (?P<theirs>POSS) (CARD|HAND)"),
    (
        "passes-hands",
        "(?:(?P<subject>WHO|ALL) MUST?)? (PASS|GIVE|HAND) ALL? (own ALL?)? (HAND|own CARD)"
        " side OFF?",
    ),
    ("passes-hands", "(?:(?P<subject>WHO|ALL) MUST?)? (PASS|GIVE|HAND) (ALL own? CARD) side"),
    ("passes-hands", "(every|own)* HAND (MUST? (PASS|PLAY))? side"),
    ("passes-hands", "WHO APOS HAND (MUST? (PASS|PLAY)) side"),
    ("passes-hands", "PASS every? HAND side"),
    ("passes-unclear", "subject? (PASS|GIVE) (ALL|own)* HAND"),
    ("shuffles-hands", "SHUFFLE (every|own|WHO APOS)* HAND TOGETHER? (AND? DEAL_AGAIN)?"),
    ("shuffles-hands", "SHUFFLE ALL? WHO=everyone APOS CARD TOGETHER? (AND? DEAL_AGAIN)?"),
    ("shuffles-hands", "SHUFFLED every HAND"),
    ("shuffles-hands", "TAKE ALL HAND AND? SHUFFLE WHO=they? AND? DEAL_AGAIN"),
    ("shuffles-hands", "(every|WHO APOS)* HAND (SHUFFLED|SHUFFLE) TOGETHER? (AND DEAL_AGAIN)?"),
    # Play.
    ("reverses", "(WHO=you)? (REVERSE|CHANGE|SWAP) DIRECTION AROUND?"),
    ("reverses", "REVERSE (TURN|PLAY)?"),
    ("reverses", "PLAY REVERSE"),
    ("reverses", "DIRECTION (REVERSE|CHANGE|SWAP) AROUND?"),
    ("reverses", "PLAY? OTHER_WAY"),
    ("reverses", "PLAY CHANGE DIRECTION"),
    ("plays-again", "subject? CAN? (PLAY|TAKE|HAVE) AGAIN"),
    ("plays-again", "subject? CAN? AGAIN PLAY"),
    ("plays-again", "subject? CAN? PLAY (A|POSS)? (TURN|PLAY) AGAIN"),
    (
        "plays-again",
        "subject? CAN? (PLAY|TAKE|HAVE) (ANOTHER|SECOND|A? MORE_CARDS|NUM1 MORE_CARDS) (TURN|PLAY)",
    ),
    ("plays-again", "subject? CAN? (PLAY|TAKE|HAVE) TURN_AGAIN"),
    ("plays-again", "subject? CAN? PLAY (ANOTHER|A SECOND) CARD"),
    ("plays-again", "(subject COLON?)? TURN_AGAIN (FOR (WHO=you))?"),
    ("nothing", "(WHO=you CAN?)? CHOOSE_COLOUR"),
    ("picks", "(WHO=you CAN?)? (CHOOSE|TAKE) (?P<picked>WHO)"),
)
"""What a clause can say, the most exact way first; the name says how its parts are put together."""

CONDITIONS: Sequence[tuple[str, str]] = (
    ("has", "(who HAVE|HAVE=d) a_kind (IN_HAND|OWN)?"),
    ("holds", "(who HAVE|HAVE=d) (?P<n>NUM|A) (?P<or>OR_MORE|OR_FEWER|PLUS) CARD? (IN_HAND|OWN)?"),
    (
        "holds",
        "(who HAVE|HAVE=d) compare (?P<n>NUM|A) CARD? (?P<or>OR_MORE|OR_FEWER)?"
        " (IN_HAND|OWN|TO_LEFT)?",
    ),
    ("holds", "who ONLY HAVE (?P<n>NUM|A) CARD? (IN_HAND|OWN|TO_LEFT)?"),
    ("has", "who a_kind (IN_HAND|OWN)? HAVE"),
    ("holds", "who compare (?P<n>NUM|A) CARD? (?P<or>OR_MORE|OR_FEWER)? (IN_HAND|OWN)? HAVE"),
    ("named", "WHO=you (?P<colour>COLOUR) CHOOSE"),
    ("named", "CHOOSE=d (?P<colour>COLOUR)"),
    ("named", "THE_COLOUR (?P<colour>COLOUR) IS"),
    ("named", "THE_COLOUR IS (?P<colour>COLOUR)"),
    ("named", "WHO=you (CHOOSE|TAKE) (?P<colour>COLOUR)"),
    ("named", "CHOICE=you (?P<colour>COLOUR)"),
)


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
    """One way to say something, as a regular expression over the names of concepts."""

    def __init__(self, name: str, written: str) -> None:
        self.name = name
        self._expression = re.compile(_expression(written))

    def match(self, said: str, chunks: Sequence[Chunk], *, whole: bool) -> Found | None:
        """Whether the chunks say this; `said` is their names, each followed by a space."""
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


EFFECT_PATTERNS = tuple(Pattern(name, written) for name, written in EFFECTS)
CONDITION_PATTERNS = tuple(Pattern(name, written) for name, written in CONDITIONS)
