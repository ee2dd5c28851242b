"""Reads a rule as people write it: sentences become effects, and what is not understood is named.

A text is cut into sentences at stops, a sentence into clauses at commas, `and` and `then`. Every
word must belong to a pattern that fits: nothing is passed over and nothing is guessed. Where two
readings are possible, both are offered.
"""

from collections.abc import Iterator, Sequence

import msgspec

from openuno.engine import custom
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, Value
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.lexicon import Lexicon, Slip
from openuno.engine.pencil.offers import honour_text
from openuno.engine.pencil.sentence import Sentence, SentenceRead
from openuno.engine.pencil.text import Mark, Piece
from openuno.engine.pencil.title import title_length
from openuno.engine.pencil.word_order import JOINTS

MOST_SENTENCES = 16
"""Reading stops after this number of sentences, some of which may say nothing."""


class TextRead(msgspec.Struct, frozen=True):
    """What a lexicon makes of a text."""

    language: str
    sentences: tuple[SentenceRead, ...]
    slips: tuple[Slip, ...]
    unknown: int
    """How many words the language does not have."""


def read_text(text: str, pieces: Sequence[Piece], lexicon: Lexicon) -> TextRead:
    """Read all sentences of a text in one language."""
    context = Context()
    sentences: list[SentenceRead] = []
    slips: list[Slip] = []
    picking = 0
    named = title_length(pieces, text, lexicon)
    words = (
        honour_text(text[pieces[0].start : pieces[named - 1].end].strip("¡ ")) if named else None
    )
    if words is not None:
        # The name of a card is read out before its rule.
        start, end = pieces[0].start, pieces[named - 1].end
        sentences.append(SentenceRead(start, end, ((custom.HonourRule(words),),)))
    for sentence in _split_sentences(pieces[named:] if words is not None else pieces):
        if len(sentences) == MOST_SENTENCES:
            fault = Fault.of(FaultKind.SENTENCES, most=custom.MAX_SENTENCES)
            start, end = sentence[0].start, pieces[-1].end
            sentences.append(SentenceRead(start, end, fault=fault, at=start))
            break
        corrected, put_right = lexicon.correct(sentence)
        slips += put_right
        picked = context.picked
        sentences.append(_read_sentence(lexicon, sentence, corrected, context))
        if context.picked and not picked:
            picking = len(sentences) - 1
    if context.picked:
        # `Take one you like`: a player who is picked, and nothing happens to them?
        unused = sentences[picking]
        fault = Fault.of(FaultKind.NOT_READ, word="")
        sentences[picking] = msgspec.structs.replace(
            unused, readings=(), fault=fault, at=unused.start, until=unused.end
        )
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
    if not any(chunk.concept not in JOINTS for chunk in chunks):
        return SentenceRead(start, end, ((),))
    read = Sentence(chunks, context).read()
    return msgspec.structs.replace(read, start=start, end=end, chunks=tuple(chunks))


def _unread(start: int, end: int, at: int, kind: FaultKind, **values: Value) -> SentenceRead:
    return SentenceRead(start, end, fault=Fault(kind, values), at=at)
