"""The pencil: a rule for a blank, read from plain words.

    Everyone else draws 1, then go again!

`wording` writes a rule back in its normal form, which is always read as the same rule.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from openuno.engine import custom
from openuno.engine.custom import MAX_SENTENCES, CustomRule
from openuno.engine.errors import SetupError, UnreadRule
from openuno.engine.faults import Fault, FaultKind, shorten
from openuno.engine.pencil.lexicon import Slip
from openuno.engine.pencil.offers import MAX_OFFERS, honour_text, nearest_rules
from openuno.engine.pencil.reader import TextRead, read_text
from openuno.engine.pencil.sentence import SentenceRead
from openuno.engine.pencil.text import Mark, Piece, split_text
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import Rules, with_switches

MAX_RULE_LENGTH = 1000
"""The most characters of a rule; its normal form never has more."""


class RuleRead(NamedTuple):
    """A rule, the language it was written in, and the slips of spelling put right in it."""

    rule: CustomRule
    language: str
    slips: tuple[Slip, ...]


def parse_custom_rule(text: str) -> CustomRule:
    """The rule written so, or `UnreadRule`."""
    return read_custom_rule(text).rule


@lru_cache(maxsize=256)
def read_custom_rule(text: str) -> RuleRead:
    """The rule written so, with what was put right to read it, or `UnreadRule`."""
    # Every line break and tab as a space: an error shows the text on one line.
    text = "".join(" " if mark.isspace() else mark for mark in text[: MAX_RULE_LENGTH + 1])
    if len(text) > MAX_RULE_LENGTH:
        fault = Fault.of(FaultKind.TOO_LONG, most=MAX_RULE_LENGTH)
        raise UnreadRule(text, MAX_RULE_LENGTH, fault)
    read = _best_reading(text, split_text(text))
    if not read.sentences:
        raise UnreadRule(text, len(text), Fault.of(FaultKind.NOTHING))
    _check_read(text, read)
    rule = tuple(effect for sentence in read.sentences for effect in sentence.readings[0])
    if not rule:
        raise UnreadRule(
            text,
            read.sentences[0].start,
            Fault.of(FaultKind.PLAIN if _names_colour(read) else FaultKind.NOTHING),
            honour=_honour(text, read, only=read.sentences[0]),
        )
    return RuleRead(rule, read.language, read.slips)


def with_custom_rules(rules: Rules, *texts: str) -> Rules:
    """The same rules with these written on the blanks, from the first on; an empty one is plain."""
    return with_switches(
        rules, written=tuple(parse_custom_rule(text) if text else () for text in texts)
    )


def write_on_blanks(rules: Rules, texts: Sequence[str], *, each: int = 1) -> Rules:
    """The same rules with each text on this many blanks; blanks are added if need be."""
    if not texts:
        return rules
    on_cards = [text for text in texts for _ in range(each)]
    enough = max(rules.blank_cards, len(on_cards))
    return with_custom_rules(with_switches(rules, blank_cards=enough), *on_cards)


def _best_reading(text: str, pieces: list[Piece]) -> TextRead:
    """What the text says in the language that knows most of its words."""
    # Most tables have no custom rules: the words are put in order when the first one is read.
    from openuno.engine.pencil.languages import LEXICONS  # noqa: PLC0415

    words = [piece.text for piece in pieces if piece.mark is Mark.WORD]
    known = sorted(LEXICONS, key=lambda lexicon: -sum(word in lexicon.words for word in words))
    read: list[TextRead] = []
    for lexicon in known[:2]:
        read.append(read_text(text, pieces, lexicon))
        if _is_sure(read[-1]):
            return read[-1]
    return min(read, key=lambda each: (each.unknown, len(each.slips)))


def _is_sure(read: TextRead) -> bool:
    return all(sentence.sure and sentence.fault is None for sentence in read.sentences)


def _check_read(text: str, read: TextRead) -> None:
    """Refuse a text that is not clear as a whole."""
    effects = 0
    understood = [span for sentence in read.sentences for span in sentence.understood]
    for sentence in read.sentences:
        if sentence.fault is None and sentence.sure:
            effects += len(sentence.readings[0])
            if effects > MAX_SENTENCES:
                fault = Fault.of(FaultKind.SENTENCES, most=MAX_SENTENCES)
                raise UnreadRule(text, sentence.start, fault, understood=tuple(understood))
            continue
        fault = sentence.fault or Fault.of(FaultKind.UNCLEAR)
        if fault.kind is FaultKind.NOT_READ:
            fault = Fault.of(
                FaultKind.NOT_READ, word=shorten(text[sentence.at : sentence.until].strip())
            )
        at = sentence.at if sentence.fault else sentence.start
        raise UnreadRule(
            text,
            at,
            fault,
            offers=tuple(_offers(text, read)),
            honour=_honour(text, read),
            understood=tuple(understood),
        )


def _nearest(text: str, sentence: SentenceRead) -> tuple[CustomRule, ...]:
    """The rules nearest to a sentence that was not understood."""
    words = honour_text(text[sentence.start : sentence.end]) if sentence.instead else None
    if words is None:
        return nearest_rules(sentence.chunks)
    # `Sing a song or draw 4`: the words are read out, and the player says whether to draw.
    return ((custom.HonourRule(words), *sentence.instead),)


def _offers(text: str, read: TextRead) -> Iterator[str]:
    """The whole rule in ways that can be read, each complete."""
    choices = [
        sentence.readings or (_nearest(text, sentence) if sentence.fault else ())
        for sentence in read.sentences
    ]
    count = 0
    for choice in product(*(each for each in choices if each)):
        rule = tuple(effect for effects in choice for effect in effects)
        if rule and _is_sound(rule) and count < MAX_OFFERS:
            count += 1
            yield custom_rule_text(rule)


def _honour(text: str, read: TextRead, only: SentenceRead | None = None) -> str | None:
    """The rule with each sentence that was not understood as words of honour."""
    rule: list[custom.Effect] = []
    for sentence in read.sentences:
        if sentence.fault is None and sentence.sure and sentence is not only:
            rule += sentence.readings[0]
            continue
        words = honour_text(text[sentence.start : sentence.end])
        if words is None:
            return None
        rule.append(custom.HonourRule(words))
    if _is_sound(tuple(rule)):
        return custom_rule_text(tuple(rule))
    words = honour_text(text)
    return None if words is None else custom_rule_text((custom.HonourRule(words),))


def _names_colour(read: TextRead) -> bool:
    """Whether the text says what a blank does without a rule."""
    said = (chunk.concept for sentence in read.sentences for chunk in sentence.chunks)
    return any(concept in ("CHOOSE_COLOUR", "WILD") for concept in said)


def _is_sound(rule: CustomRule) -> bool:
    """Whether the sentences are not too many, and fit together."""
    try:
        custom.check_rule(rule, teams=True)
    except SetupError:
        return False
    return True
