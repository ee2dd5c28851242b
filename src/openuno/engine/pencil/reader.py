"""Reads a rule for a blank with Lark: words to values.

Lark takes longer to import than the whole engine, so `parser` imports this module only when there
is a rule to read.
"""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from openuno.engine.cards import Colour
from openuno.engine.custom import (
    MAX_CARDS,
    MAX_SENTENCES,
    QUOTES,
    Amount,
    CardKind,
    Compare,
    Condition,
    CountPerCard,
    CustomRule,
    Discards,
    DiscardsColour,
    Draws,
    Effect,
    Gives,
    HonourRule,
    IfHolds,
    IfNamed,
    LosesTurn,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    Takes,
    Who,
)
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.faults import Fault, FaultKind, Placeholder, Value, shorten
from openuno.engine.pencil.grammar import MAX_RULE_LENGTH, WORDS, lark_text

_WORD = re.compile(r'[^\s.,;:!?"“”]+')
_NUMBERS = {word: number for number, word in enumerate(WORDS["NUMBER"].split(), 1)}
_BEYOND = frozenset(("zero", "no", "eleven", "twelve", "fifteen", "twenty", "fifty", "hundred"))
_JOINTS = frozenset(("and", "then", "but", "or", "also"))
_WHO = frozenset(who.value for who in Who)
_PLAYERS = (
    "you",
    "the next player",
    "the previous player",
    "a player you choose",
    "your partner",
    "whoever holds the most cards",
)
_COMPARES = {
    "FEWER": Compare.FEWER,
    "MORE": Compare.MORE,
    "LEAST": Compare.AT_LEAST,
    "MOST": Compare.AT_MOST,
}

Node = Tree[Token]


def read_rule(text: str) -> CustomRule:
    """The rule written so, or `NotationError`."""
    return _Reader(text).rule()


@cache
def _parser() -> Lark:
    return Lark(lark_text(), start="rule", parser="lalr", lexer="basic", maybe_placeholders=False)


class _Reader:
    """A text, and what its words come to."""

    def __init__(self, text: str) -> None:
        # Every line break and tab as a space: an error shows the text on one line.
        self.text = "".join(" " if mark.isspace() else mark for mark in text[: MAX_RULE_LENGTH + 1])

    def error(self, at: int, kind: FaultKind, **values: Value) -> NotationError:
        return NotationError(self.text, at, Fault(kind, values))

    def rule(self) -> CustomRule:
        if len(self.text) > MAX_RULE_LENGTH:
            raise self.error(MAX_RULE_LENGTH, FaultKind.TOO_LONG, most=MAX_RULE_LENGTH)
        try:
            tree = _parser().parse(self.text)
        except UnexpectedInput as error:
            raise self._unexpected(error) from None
        sentences = list(_trees(tree))
        if not sentences:
            raise self.error(len(self.text), FaultKind.NOTHING)
        if len(sentences) > MAX_SENTENCES:
            at = _position(sentences[MAX_SENTENCES])
            raise self.error(at, FaultKind.SENTENCES, most=MAX_SENTENCES)
        return tuple(self._sentence(sentence) for sentence in sentences)

    def _unexpected(self, error: UnexpectedInput) -> NotationError:
        # Lark leaves this one untyped.
        accepts: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            end = len(self.text.rstrip())
            return self.error(end, FaultKind.RULE_STOPS, choices=_choices(accepts), most=MAX_CARDS)
        at = error.column - 1
        found = _WORD.match(self.text, at)
        word = found[0] if found else self.text[at]
        known = isinstance(error, UnexpectedToken)
        return NotationError(self.text, at, _fault_of(word, accepts, known=known))

    def _sentence(self, tree: Node) -> Effect:
        if tree.data == "honour":
            (token,) = _tokens(tree)
            try:
                return HonourRule(" ".join(token[1:-1].split()))
            except SetupError as error:
                raise NotationError(self.text, _position(tree) + 1, error.fault) from None
        conditions = [part for part in _trees(tree) if part.data in ("holds", "named")]
        (effect,) = (part for part in _trees(tree) if part not in conditions)
        when = self._condition(conditions[0]) if conditions else None
        return self._effect(effect, when)

    def _effect(self, tree: Node, when: Condition | None) -> Effect:
        players = [part for part in _trees(tree) if part.data in _WHO]
        who = [Who(part.data) for part in players]
        if len(who) == 2 and who[0] is who[1]:
            raise self.error(_position(players[1]), FaultKind.SAME)
        match tree.data:
            case "draws":
                return Draws(who[0], self._amount(tree), when=when)
            case "loses_turn":
                return LosesTurn(who[0], when=when)
            case "discards":
                return Discards(who[0], self._amount(tree), when=when)
            case "discards_colour":
                return DiscardsColour(who[0], when=when)
            case "swaps":
                return Swaps(who[0], who[1], when=when)
            case "shows":
                return Shows(who[0], who[1], when=when)
            case "gives":
                return Gives(who[0], self._amount(tree), who[1], when=when)
            case "takes":
                return Takes(who[0], self._amount(tree), who[1], when=when)
            case "reverses":
                return Reverses(when=when)
            case "passes_hands":
                return PassesHands(Side(_token(tree, "SIDE").lower()), when=when)
            case "shuffles_hands":
                return ShufflesHands(when=when)
            case "plays_again":
                return PlaysAgain(when=when)
            case _:
                raise AssertionError(f"the grammar has no {tree.data}")

    def _amount(self, tree: Node) -> Amount:
        number = self._number(tree)
        for each in _trees(tree):
            if each.data == "each":
                return self._per_card(each, number)
        return number

    def _per_card(self, each: Node, number: int) -> CountPerCard:
        kind, who, most = CardKind.ANY, Who.YOU, MAX_CARDS
        for part in _trees(each):
            if part.data == "kind":
                (token,) = _tokens(part)
                kind = CardKind(token.lower())
            elif part.data == "number":
                most = self._number(each)
            for holder in _trees(part):  # none: in your hand
                who = Who(holder.data)
        return CountPerCard(number, kind, who, most)

    def _condition(self, tree: Node) -> Condition:
        if tree.data == "named":
            return IfNamed(Colour[_token(tree, "COLOURED").upper()])
        who, *compares, _ = _trees(tree)
        how = Compare.EXACTLY
        for token in _tokens(compares[0]) if compares else ():
            how = _COMPARES.get(token.type, how)
        return IfHolds(Who(who.data), how, self._number(tree))

    def _number(self, tree: Node) -> int:
        """The number that is said first in the tree itself, not further down."""
        (token,) = _tokens(next(part for part in _trees(tree) if part.data == "number"))
        word = token.lower()
        number = 1 if token.type == "A" else _NUMBERS.get(word) or int(word)
        if not 1 <= number <= MAX_CARDS:
            at = token.start_pos or 0
            raise self.error(at, FaultKind.NUMBER, most=MAX_CARDS, word=shorten(word))
        return number


def _fault_of(word: str, accepts: Collection[str], *, known: bool) -> Fault:
    """What is wrong with a word where only others are accepted; `known`: the pencil has it."""
    said, spoken = shorten(word), word.lower()
    if word == ".":
        return Fault.of(FaultKind.SENTENCE_STOPS, choices=_choices(accepts), most=MAX_CARDS)
    if word in ";:!?":
        return Fault.of(FaultKind.MARK, word=said)
    if word in QUOTES:
        return Fault.of(FaultKind.QUOTES)
    if spoken in _JOINTS:
        return Fault.of(FaultKind.JOINT, word=said)
    if "NUMBER" in accepts and spoken in _BEYOND:
        return Fault.of(FaultKind.NUMBER, most=MAX_CARDS, word=said)
    near = [] if known else get_close_matches(spoken, _words(accepts), 1)
    if near:
        return Fault.of(FaultKind.NEAR, word=said, near=near[0])
    kind = FaultKind.MISFIT if known else FaultKind.UNKNOWN
    return Fault.of(kind, word=said, choices=_choices(accepts), most=MAX_CARDS)


def _tokens(tree: Node) -> Iterator[Token]:
    return tree.scan_values(lambda part: isinstance(part, Token))


def _trees(tree: Node) -> Iterator[Node]:
    return (part for part in tree.children if isinstance(part, Tree))


def _token(tree: Node, name: str) -> str:
    return next(str(token) for token in _tokens(tree) if token.type == name)


def _position(tree: Node) -> int:
    return next(_tokens(tree)).start_pos or 0


def _words(accepts: Collection[str]) -> list[str]:
    return [word for name in sorted(accepts) for word in WORDS.get(name, "").split()]


def _choices(accepts: Collection[str]) -> tuple[str, ...]:
    """What could stand here, in words for a player."""
    names = set(accepts) - {"$END"}
    found: list[str] = []
    if {"YOU", "WHOEVER"} <= names:
        found += _PLAYERS
        if "EVERYONE" in names:
            found += ["everyone", "everyone else"]
        names -= {"YOU", "THE", "NEXT", "PREVIOUS", "A", "YOUR", "THEIR", "WHOEVER", "EVERYONE"}
        if "ALL" in names and "HAND" not in names:
            names.discard("ALL")
    if "NUMBER" in names:
        found.append(Placeholder.NUMBER)
        names -= {"NUMBER", "A"}
    if "COLOURED" in names:
        found += WORDS["COLOURED"].split()
        names.discard("COLOURED")
    if names == {"AT"}:
        return ("at random",)
    said = {"STOP": Placeholder.STOP, "QUOTED": Placeholder.QUOTED}
    found += [said.get(name) or WORDS[name].split()[0] for name in sorted(names)]
    return tuple(found)
