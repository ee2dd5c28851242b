"""Reads a rule as people write it: sentences become effects, and what is not understood is named.

A text is cut into sentences at stops, a sentence into clauses at commas, `and` and `then`. Every
word must belong to a pattern that fits: nothing is passed over and nothing is guessed. Where two
readings are possible, both are offered.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from openuno.engine import custom
from openuno.engine.custom import Condition, CustomRule, Who
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, Value
from openuno.engine.pencil.clauses.clause import (
    EFFECT_PATTERNS,
    LASTING_PATTERNS,
    Clause,
    read_clause,
)
from openuno.engine.pencil.clauses.conditions import (
    CONDITION_PATTERNS,
    build_condition,
    negate,
    with_condition,
)
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.clauses.lasting import UNTIL
from openuno.engine.pencil.clauses.parts import VERBS
from openuno.engine.pencil.clauses.unread import Unread, not_read
from openuno.engine.pencil.lexicon import Chunk, Lexicon, Slip
from openuno.engine.pencil.patterns import names
from openuno.engine.pencil.text import Mark, Piece

MOST_PARTS = 4
LONGEST_CLAUSE = 40
"""How many parts between commas and joints one clause can have, and how many phrases."""

_JOINTS = frozenset(("AND", "BUT", "COMMA", "COLON"))
_ASKS = frozenset(("IF", "UNLESS"))
_MAX_READINGS = 8
MOST_CLAUSES = 8
"""Reading stops after this number of clauses of a sentence: a rule has four effects."""


class SentenceRead(msgspec.Struct, frozen=True):
    """What a sentence says, from `start` to `end`; several readings, or none and what is wrong."""

    start: int
    end: int
    readings: tuple[CustomRule, ...] = ()
    sure: bool = True
    fault: Fault | None = None
    at: int = 0
    until: int = 0
    """Where the words end that `fault` is about."""
    understood: tuple[tuple[int, int], ...] = ()
    chunks: tuple[Chunk, ...] = ()


class TextRead(msgspec.Struct, frozen=True):
    """What a lexicon makes of a text."""

    language: str
    sentences: tuple[SentenceRead, ...]
    slips: tuple[Slip, ...]
    unknown: int
    """How many words the language does not have."""


def read_text(pieces: Sequence[Piece], lexicon: Lexicon) -> TextRead:
    """Read all sentences of a text in one language."""
    context = Context()
    sentences: list[SentenceRead] = []
    slips: list[Slip] = []
    for sentence in _split_sentences(pieces):
        corrected, put_right = lexicon.correct(sentence)
        slips += put_right
        sentences.append(_read_sentence(lexicon, sentence, corrected, context))
    unknown = sum(chunk.concept == "UNKNOWN" for each in sentences for chunk in each.chunks)
    return TextRead(lexicon.language, tuple(sentences), tuple(slips), unknown)


def _split_sentences(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces between stops; quoted words are a sentence of their own."""
    sentence: list[Piece] = []
    for piece in pieces:
        if piece.mark in (Mark.STOP, Mark.QUOTED, Mark.UNCLOSED):
            if any(each.mark is Mark.WORD for each in sentence):
                yield [*sentence, piece] if piece.mark is Mark.STOP else sentence
            sentence = []
            if piece.mark is not Mark.STOP:
                yield [piece]
        else:
            sentence.append(piece)
    if any(each.mark is Mark.WORD for each in sentence):
        yield sentence


def _read_sentence(
    lexicon: Lexicon, pieces: Sequence[Piece], corrected: Sequence[Piece], context: Context
) -> SentenceRead:
    start, end = pieces[0].start, pieces[-1].end
    first = pieces[0]
    if first.mark is Mark.UNCLOSED:
        return _unread(start, end, first.start, FaultKind.QUOTES)
    if first.mark is Mark.QUOTED:
        try:
            return SentenceRead(start, end, ((custom.HonourRule(" ".join(first.text.split())),),))
        except SetupError as error:
            return SentenceRead(start, end, fault=error.fault, at=start + 1)
    context.subject, context.each, context.asked = None, None, None
    context.inherits, context.you, context.holder = False, False, None
    chunks = lexicon.chunks([piece for piece in corrected if piece.mark is not Mark.STOP])
    if not any(chunk.concept not in _JOINTS for chunk in chunks):
        return SentenceRead(start, end, ((),))
    read = _Sentence(chunks, context).read()
    return msgspec.structs.replace(read, start=start, end=end, chunks=tuple(chunks))


def _unread(start: int, end: int, at: int, kind: FaultKind, **values: Value) -> SentenceRead:
    return SentenceRead(start, end, fault=Fault(kind, values), at=at)


class _Sentence:
    """The clauses of one sentence, read from left to right."""

    def __init__(self, chunks: Sequence[Chunk], context: Context) -> None:
        self._chunks = chunks
        self._parts = _split_parts(chunks)
        self._context = context
        self._clauses: list[Clause] = []
        self._understood: list[tuple[int, int]] = []
        self._condition: Condition | None = None
        self._last_condition: Condition | None = None
        self._otherwise: int | None = None
        """How many clauses stand before `otherwise`; then where it stands."""
        self._otherwise_at = 0

    def read(self) -> SentenceRead:
        """What the sentence says."""
        start, end = self._chunks[0].start, self._chunks[-1].end
        at = 0
        while at < len(self._parts):
            try:
                used = self._read_clause(at)
            except Unread as error:
                return self._failed(start, end, error)
            if used == 0:
                return self._failed(start, end, self._not_read(self._parts[at]))
            part = self._parts[at : at + used]
            self._understood.append((part[0][0].start, part[-1][-1].end))
            at += used
            if len(self._clauses) > MOST_CLAUSES:
                fault = Fault.of(FaultKind.SENTENCES, most=custom.MAX_SENTENCES)
                return self._failed(start, end, Unread(part[0][0].start, fault))
        readings, sure = self._combine()
        if not readings:
            return self._failed(start, end, self._not_read(self._parts[0]))
        return SentenceRead(start, end, readings, sure, understood=tuple(self._understood))

    def _failed(self, start: int, end: int, error: Unread) -> SentenceRead:
        return SentenceRead(
            start,
            end,
            fault=error.fault,
            at=error.at,
            until=error.until,
            understood=tuple(self._understood),
        )

    def _not_read(self, part: Sequence[Chunk]) -> Unread:
        """The first word that is not known, or else the words that make no sentence together."""
        words = [chunk for chunk in part if chunk.concept not in _JOINTS]
        unknown = next((chunk for chunk in words if chunk.concept in ("UNKNOWN", "OR")), None)
        if unknown is not None:
            return not_read(unknown)
        return not_read(*(words or part))

    def _read_clause(self, at: int) -> int:
        """Read the clause that begins here; how many parts it has, 0 if it cannot be read."""
        error: Unread | None = None
        for used in range(min(MOST_PARTS, len(self._parts) - at), 0, -1):
            chunks = [
                chunk
                for part in self._parts[at : at + used]
                for chunk in part
                if chunk.concept != "COMMA"
            ]
            while chunks and chunks[0].concept in _JOINTS:
                chunks = chunks[1:]
            if not chunks:
                return used
            if chunks[0].concept == "ELSE":
                self._begin_otherwise(chunks[0])
                chunks = chunks[1:]
            if len(chunks) > LONGEST_CLAUSE:
                continue
            try:
                if self._read_whole(chunks):
                    return used
            except Unread as found:
                if found.fault.kind is FaultKind.NUMBER:
                    raise
                error = found
        if error is not None:
            raise error
        return 0

    def _begin_otherwise(self, chunk: Chunk) -> None:
        """Let `otherwise` stand here: once, after a condition that is true or not for all."""
        if self._otherwise is not None and self._otherwise_at == chunk.start:
            return  # the same word, in a clause of fewer parts
        own = self._condition or self._last_condition
        alone = own is None and (self._clauses or not self._context.conditional)
        if alone or isinstance(own, custom.ASKS_EACH) or self._otherwise is not None:
            raise Unread(chunk.start, Fault.of(FaultKind.OTHERWISE), chunk.end)
        self._otherwise, self._otherwise_at = len(self._clauses), chunk.start
        self._context.subject, self._context.inherits = None, False

    def _read_whole(self, chunks: Sequence[Chunk]) -> bool:
        """Read one clause, which may begin or end with its condition."""
        asked = next((i for i, chunk in enumerate(chunks) if chunk.concept in _ASKS), None)
        if asked is None:
            return self._read_effect(chunks)
        if self._condition is not None or self._last_condition is not None:
            return False
        if asked > 0:
            return self._read_last_condition(chunks[:asked], chunks[asked:])
        for condition, length in self._conditions(chunks, whole=False):
            rest = chunks[1 + length :]
            while rest and rest[0].concept in _JOINTS:
                rest = rest[1:]
            if not rest or self._read_effect(rest):
                self._condition = condition
                return True
        return False

    def _read_last_condition(self, effect: Sequence[Chunk], condition: Sequence[Chunk]) -> bool:
        """`Everyone draws 1 if they hold a 7`: the effect says who they are."""
        before = msgspec.structs.replace(self._context)
        if self._read_effect(effect):
            for found, _ in self._conditions(condition, whole=True):
                self._last_condition = found
                return True
            self._clauses.pop()
        self._context = before
        return False

    def _conditions(
        self, chunks: Sequence[Chunk], *, whole: bool
    ) -> Iterator[tuple[Condition, int]]:
        """The conditions that these chunks, from `if` or `unless` on, can be."""
        unless, chunks = chunks[0].concept == "UNLESS", chunks[1:]
        said = names(chunks)
        for pattern in CONDITION_PATTERNS:
            found = pattern.match(said, chunks, whole=whole)
            if found is not None:
                condition = build_condition(found, self._context)
                if condition is not None and unless:
                    condition = negate(condition)
                if condition is not None:
                    yield condition, found.length

    def _read_effect(self, chunks: Sequence[Chunk]) -> bool:
        if self._last_condition is not None and self._otherwise is None:
            return False  # `... if you hold 3 cards, and ...`: whose condition is it?
        if self._match_effect(chunks):
            return True
        inverted = len(chunks) > 1 and chunks[0].concept in VERBS and chunks[1].concept == "WHO"
        if inverted and (chunks[0].value in ("s", "d") or chunks[0].concept == "DRAW"):
            # `... zieht der nächste Spieler 2 Karten`: the verb stands before who does it.
            return self._match_effect([chunks[1], chunks[0], *chunks[2:]])
        return False

    def _match_effect(self, chunks: Sequence[Chunk]) -> bool:
        if chunks[-1].concept == "EXCEPT_YOU":
            # `Everyone draws 2 except me`: everyone else does.
            first = chunks[0]
            if first.concept != "WHO" or first.value != "everyone":
                return False
            chunks = [first._replace(value="others"), *chunks[1:-1]]
        lasting = [chunk for chunk in chunks if chunk.concept in UNTIL]
        if len(lasting) > 1 or len(lasting) == len(chunks):
            return False
        patterns = LASTING_PATTERNS if lasting else EFFECT_PATTERNS
        self._context.until = lasting[0] if lasting else None
        chunks = [chunk for chunk in chunks if chunk.concept not in UNTIL]
        said = names(chunks)
        error: Unread | None = None
        for pattern in patterns:
            found = pattern.match(said, chunks, whole=True)
            if found is None:
                continue
            try:
                clause = read_clause(found, chunks, self._context)
            except Unread as unread:
                error = error or unread
                continue
            if clause is not None:
                self._clauses.append(clause)
                return True
        if error is not None:
            raise error
        return False

    def _combine(self) -> tuple[tuple[CustomRule, ...], bool]:
        """The readings of the whole sentence, with its condition."""
        sure = all(clause.sure for clause in self._clauses)
        readings: list[CustomRule] = []
        for choice in product(*(clause.readings for clause in self._clauses)):
            if len(readings) < _MAX_READINGS:
                readings += self._with_otherwise(choice)
        distinct = tuple(dict.fromkeys(readings))
        when = self._condition or self._last_condition
        if when is not None:
            self._context.conditional = not isinstance(when, custom.ASKS_EACH)
        return distinct, sure and len(distinct) == 1

    def _with_otherwise(self, choice: Sequence[CustomRule]) -> Iterator[CustomRule]:
        """The effects of these clauses: under the condition, and after `otherwise`."""
        at = len(choice) if self._otherwise is None else self._otherwise
        effects = tuple(effect for part in choice[:at] for effect in part)
        others = [effect for part in choice[at:] for effect in part]
        given = [with_condition(effect, custom.Otherwise()) for effect in others]
        done = tuple(effect for effect in given if effect is not None)
        if len(done) < len(given):
            return
        if at == 0 and done:
            yield done
        else:
            for first in self._conditional(effects):
                yield (*first, *done)

    def _conditional(self, effects: CustomRule) -> Iterator[CustomRule]:
        if self._last_condition is not None:
            *before, last = effects
            alone = with_condition(last, self._last_condition, self._context.asked)
            if alone is None:
                return
            yield (*before, alone)
            if before:
                # At the end of a list the condition may be meant for the last part or for all.
                yield from _under(effects, self._last_condition, self._context.asked)
        elif self._condition is not None:
            yield from _under(effects, self._condition, self._context.asked)
        else:
            yield effects


def _under(effects: CustomRule, when: Condition, asked: Who | None) -> Iterator[CustomRule]:
    """All effects under one condition; none may change what it asks before it is asked again."""
    if not isinstance(when, custom.IfNamed | custom.IfNotNamed):
        # Neither the turn nor the hand changes when these are said first.
        first = [e for e in effects if isinstance(e, custom.PlaysAgain | custom.LosesTurn)]
        rest = [e for e in effects if not isinstance(e, custom.PlaysAgain | custom.LosesTurn)]
        if len(rest) > 1:
            return
        effects = (*first, *rest)
    given = [with_condition(effect, when, asked) for effect in effects]
    done = tuple(effect for effect in given if effect is not None)
    if len(done) == len(given):
        yield done


def _split_parts(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """The chunks cut at joints; a joint begins the part that follows it."""
    parts: list[list[Chunk]] = [[]]
    for chunk in chunks:
        begins = chunk.concept in _JOINTS or chunk.concept == "ELSE"
        if begins and any(c.concept not in _JOINTS for c in parts[-1]):
            parts.append([])
        parts[-1].append(chunk)
    return parts
