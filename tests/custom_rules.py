"""Random rules for blanks, valid by construction: drawn by Hypothesis, or from a `Random`."""

from collections.abc import Sequence
from random import Random

import msgspec
from hypothesis import strategies as st

from openuno import Colour
from openuno.engine.custom import (
    ASKS_EACH,
    MAX_CARDS,
    MAX_SENTENCES,
    MAX_TURNS,
    MOST_WORDS,
    QUOTES,
    SEVERAL,
    AllowsOnly,
    Amount,
    CardKind,
    Compare,
    Condition,
    CountPerCard,
    CustomRule,
    Discards,
    DiscardsChosen,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    DiscardsToChosen,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Forbids,
    Gives,
    GivesChosen,
    HonourRule,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfSo,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    IfWants,
    LosesTurn,
    NamesColour,
    Otherwise,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    SwapsChosen,
    Takes,
    Until,
    Who,
)

Pair = tuple[Who, Who]
MOST_RULES = 3

NUMBERS = st.integers(1, MAX_CARDS)
TURNS = st.integers(1, MAX_TURNS)
UNTIL = st.sampled_from(Until)
KINDS = [kind for kind in CardKind if kind is not CardKind.ANY]
DISCARDED = [kind for kind in KINDS if kind is not CardKind.NAMED]
SIGNS = st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"])
HONOURS = (
    st.text(SIGNS.filter(lambda sign: sign not in QUOTES), min_size=1, max_size=MOST_WORDS)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and text.isprintable())
    .map(HonourRule)
)


def people(*, teams: bool) -> list[Who]:
    """Whom a rule can name; nobody has a partner unless there are teams."""
    return [who for who in Who if teams or who is not Who.PARTNER]


def players(*, teams: bool) -> st.SearchStrategy[Who]:
    return st.sampled_from(people(teams=teams))


def singles(*, teams: bool) -> st.SearchStrategy[Who]:
    return players(teams=teams).filter(lambda who: who not in SEVERAL)


def pairs(*, teams: bool) -> st.SearchStrategy[Pair]:
    """Two different sides, and not both of them several."""
    who = players(teams=teams)
    return st.tuples(who, who).filter(
        lambda pair: pair[0] is not pair[1] and not SEVERAL.issuperset(pair)
    )


def amounts(*, teams: bool) -> st.SearchStrategy[Amount]:
    each = st.builds(
        CountPerCard, NUMBERS, st.sampled_from(CardKind), singles(teams=teams), NUMBERS
    )
    each_player = st.builds(
        CountPerCard, NUMBERS, st.none(), st.sampled_from(sorted(SEVERAL)), NUMBERS
    )
    return st.integers(1, 3) | NUMBERS | each | each_player


def conditions(*, teams: bool) -> st.SearchStrategy[Condition]:
    holds = st.builds(IfHolds, players(teams=teams), st.sampled_from(Compare), NUMBERS)
    has = st.builds(IfHas, players(teams=teams), st.sampled_from(KINDS))
    none = st.builds(IfHasNo, players(teams=teams), st.sampled_from(KINDS))
    colour = st.sampled_from(Colour)
    wants = st.builds(IfWants, singles(teams=teams))
    return holds | has | none | wants | st.builds(IfNamed, colour) | st.builds(IfNotNamed, colour)


EACH = (
    st.builds(IfTheyHold, st.sampled_from(Compare), NUMBERS)
    | st.builds(IfTheyHave, st.sampled_from(KINDS))
    | st.builds(IfTheyHaveNo, st.sampled_from(KINDS))
)
"""Conditions asked of each of several players."""


def by_each() -> st.SearchStrategy[Effect]:
    """A sentence for those of several players for whom it is true."""
    who = st.sampled_from(sorted(SEVERAL))
    own = st.builds(CountPerCard, NUMBERS, st.sampled_from(CardKind), st.none(), NUMBERS)
    number, one = st.integers(1, 3) | own, st.sampled_from((Who.YOU, Who.NEXT, Who.FEWEST))
    return st.one_of(
        st.builds(Draws, who, number, when=EACH),
        st.builds(LosesTurn, who, TURNS, when=EACH),
        st.builds(Discards, who, number, when=EACH),
        st.builds(DiscardsTo, who, NUMBERS, when=EACH),
        st.builds(DiscardsColour, who, when=EACH),
        st.builds(DiscardsKind, who, st.sampled_from(DISCARDED), when=EACH),
        st.builds(DrawsTo, who, NUMBERS, when=EACH),
        st.builds(DrawsUntil, who, st.sampled_from(KINDS), when=EACH),
        st.builds(Shows, who, one, when=EACH),
        st.builds(Gives, who, number, one, when=EACH),
        st.builds(Takes, who, number, one, when=EACH),
        st.builds(DiscardsChosen, who, st.integers(1, 3), when=EACH),
        st.builds(DiscardsToChosen, who, NUMBERS, when=EACH),
        st.builds(GivesChosen, who, st.integers(1, 3), one, when=EACH),
        st.builds(Forbids, who, st.sampled_from(KINDS), UNTIL, when=EACH),
        st.builds(AllowsOnly, who, st.sampled_from(KINDS), UNTIL, when=EACH),
    )


def effects(*, teams: bool) -> st.SearchStrategy[Effect]:
    """One sentence."""
    when = st.none() | st.none() | conditions(teams=teams)
    who, amount, two = players(teams=teams), amounts(teams=teams), pairs(teams=teams)
    single = two.filter(lambda pair: not SEVERAL.intersection(pair))
    return st.one_of(
        by_each(),
        st.builds(Draws, who, amount, when=when),
        st.builds(LosesTurn, who, TURNS, when=when),
        st.builds(Discards, who, amount, when=when),
        st.builds(DiscardsTo, who, NUMBERS, when=when),
        st.builds(DiscardsColour, who, when=when),
        st.builds(DiscardsKind, who, st.sampled_from(DISCARDED), when=when),
        st.builds(DrawsTo, who, NUMBERS, when=when),
        st.builds(DrawsUntil, who, st.sampled_from(KINDS), when=when),
        st.builds(lambda pair, when: Swaps(*pair, when=when), single, when),
        st.builds(lambda pair, when: Shows(*pair, when=when), two, when),
        st.builds(lambda pair, n, when: Gives(pair[0], n, pair[1], when=when), two, amount, when),
        st.builds(lambda pair, n, when: Takes(pair[0], n, pair[1], when=when), two, amount, when),
        st.builds(Reverses, when=when),
        st.builds(PassesHands, st.sampled_from(Side), when=when),
        st.builds(ShufflesHands, when=when),
        st.builds(PlaysAgain, when=when),
        questions(teams=teams),
        st.builds(Forbids, who, st.sampled_from(KINDS), UNTIL, when=when),
        st.builds(AllowsOnly, who, st.sampled_from(KINDS), UNTIL, when=when),
        HONOURS,
    )


def questions(*, teams: bool) -> st.SearchStrategy[Effect]:
    """A sentence that lets somebody choose."""
    when = st.none() | st.none() | conditions(teams=teams)
    two = pairs(teams=teams)
    # Everyone chooses the same number: nobody counts their own cards.
    amount = amounts(teams=teams).filter(lambda n: isinstance(n, int) or n.who is not None)
    return st.one_of(
        st.builds(DiscardsChosen, players(teams=teams), amount, when=when),
        st.builds(DiscardsToChosen, players(teams=teams), NUMBERS, when=when),
        st.builds(
            lambda pair, n, when: GivesChosen(pair[0], n, pair[1], when=when), two, amount, when
        ),
        st.builds(PassesCards, amount, st.sampled_from(Side), when=when),
        st.builds(SwapsChosen, when=when),
        st.builds(
            NamesColour, singles(teams=teams).filter(lambda who: who is not Who.YOU), when=when
        ),
    )


def rules(*, teams: bool, plain: bool = False) -> st.SearchStrategy[CustomRule]:
    """What is written on one blank, nothing at all if it may be `plain`."""
    sentence = effects(teams=teams)
    sentences = st.lists(sentence, min_size=not plain, max_size=MAX_SENTENCES).map(tuple)
    follows = st.sampled_from((None, Otherwise(), IfSo()))
    flags = st.lists(follows, min_size=MAX_SENTENCES, max_size=MAX_SENTENCES)
    return st.builds(with_follows, sentences, flags)


def with_follows(rule: CustomRule, follows: Sequence[Condition | None]) -> CustomRule:
    """The rule with `otherwise` and `if so` where they are given and a condition stands before."""
    written: list[Effect] = []
    asked: Condition | None = None
    for effect, follow in zip(rule, follows, strict=False):
        one = effect
        if not isinstance(one, HonourRule):
            if one.when is not None:
                asked = one.when
            elif follow is not None and asked is not None and not isinstance(asked, ASKS_EACH):
                one = msgspec.structs.replace(one, when=follow)
        written.append(one)
    return tuple(written)


def singly(blanks: int, *, teams: bool) -> st.SearchStrategy[tuple[CustomRule, ...]]:
    """One sentence on every blank: whatever it gives away is not hidden by another."""
    return _spread(st.tuples(effects(teams=teams)), blanks)


def rule_lists(blanks: int, *, teams: bool) -> st.SearchStrategy[tuple[CustomRule, ...]]:
    """What is written on the blanks of a deck."""
    rule = rules(teams=teams, plain=True)
    return st.lists(rule, max_size=min(MOST_RULES, blanks)).map(tuple) | _spread(rule, blanks)


def _spread(
    rule: st.SearchStrategy[CustomRule], blanks: int
) -> st.SearchStrategy[tuple[CustomRule, ...]]:
    """A few rules on many blanks: each is played often, meets itself, and shrinks soon."""
    few = st.lists(rule, min_size=min(1, blanks), max_size=min(MOST_RULES, blanks))
    return few.map(lambda drawn: tuple(drawn[at % len(drawn)] for at in range(blanks)))


class RuleWriter:
    """Writes rules by chance and without Hypothesis: for long runs that shrink nothing."""

    def __init__(self, chance: Random, *, teams: bool) -> None:
        self.chance = chance
        self.who = people(teams=teams)
        self.single = [who for who in self.who if who not in SEVERAL]

    def rule(self) -> CustomRule:
        """What is written on one blank; perhaps nothing."""
        sentences = self.chance.choice((0, 1, 1, 1, 2, 2, 3, MAX_SENTENCES))
        flags = [self.chance.choice((None, None, Otherwise(), IfSo())) for _ in range(sentences)]
        return with_follows(tuple(self.effect() for _ in range(sentences)), flags)

    def effect(self) -> Effect:
        """One sentence; those that do most are written most."""
        chance = self.chance
        when = self.condition() if chance.random() < 0.35 else None
        who, amount = chance.choice(self.who), self.amount()
        one, other = self.pair()
        first, second = chance.sample(self.single, 2)
        written: tuple[Effect, ...] = (
            Draws(who, amount, when=when),
            Draws(who, amount, when=when),
            LosesTurn(who, when=when),
            LosesTurn(who, chance.randint(1, MAX_TURNS), when=when),
            Discards(who, amount, when=when),
            DiscardsTo(who, chance.randint(1, MAX_CARDS), when=when),
            DiscardsColour(who, when=when),
            DiscardsKind(who, chance.choice(DISCARDED), when=when),
            DrawsTo(who, chance.randint(1, MAX_CARDS), when=when),
            DrawsUntil(who, chance.choice(KINDS), when=when),
            self.each_of_several(),
            Swaps(first, second, when=when),
            Shows(one, other, when=when),
            Gives(one, amount, other, when=when),
            Takes(one, amount, other, when=when),
            Reverses(when=when),
            PassesHands(chance.choice(list(Side)), when=when),
            ShufflesHands(when=when),
            PlaysAgain(when=when),
            HonourRule("sing"),
            *self.lasting(who, when),
            *self.questions(one, other, when),
        )
        return chance.choice(written)

    def questions(self, one: Who, other: Who, when: Condition | None) -> tuple[Effect, ...]:
        """Sentences that let somebody choose."""
        chance = self.chance
        amount, who = self.amount(), chance.choice(self.who)
        namer = chance.choice([who for who in self.single if who is not Who.YOU])
        return (
            DiscardsChosen(who, amount, when=when),
            DiscardsToChosen(who, self.number(), when=when),
            GivesChosen(one, amount, other, when=when),
            PassesCards(amount, chance.choice(list(Side)), when=when),
            SwapsChosen(when=when),
            NamesColour(namer, when=when),
        )

    def each_of_several(self) -> Effect:
        """A sentence for those of several players for whom it is true."""
        chance = self.chance
        who, one = chance.choice(sorted(SEVERAL)), chance.choice(self.single)
        kind, number = chance.choice(DISCARDED), self.number()
        asked = chance.choice(KINDS)
        when: Condition = chance.choice((IfTheyHave(asked), IfTheyHaveNo(asked)))
        if chance.random() < 0.5:
            when = IfTheyHold(chance.choice(list(Compare)), self.number())
        amount = self.amount()
        if chance.random() < 0.3:
            amount = CountPerCard(number, chance.choice(list(CardKind)), None, self.number())
        written: tuple[Effect, ...] = (
            Draws(who, amount, when=when),
            LosesTurn(who, chance.randint(1, MAX_TURNS), when=when),
            Discards(who, amount, when=when),
            DiscardsTo(who, number, when=when),
            DiscardsColour(who, when=when),
            DiscardsKind(who, kind, when=when),
            DrawsTo(who, number, when=when),
            DrawsUntil(who, asked, when=when),
            Shows(who, one, when=when),
            Gives(who, amount, one, when=when),
            Takes(who, amount, one, when=when),
            DiscardsChosen(who, number, when=when),
            DiscardsToChosen(who, number, when=when),
            GivesChosen(who, number, one, when=when),
            *self.lasting(who, when),
        )
        return chance.choice(written)

    def lasting(self, who: Who, when: Condition | None) -> tuple[Effect, ...]:
        """Sentences that hold for a while."""
        kind, until = self.chance.choice(KINDS), self.chance.choice(list(Until))
        return Forbids(who, kind, until, when=when), AllowsOnly(who, kind, until, when=when)

    def pair(self) -> tuple[Who, Who]:
        """Two different sides, and not both of them several."""
        while True:
            one, other = self.chance.sample(self.who, 2)
            if not SEVERAL.issuperset((one, other)):
                return one, other

    def amount(self) -> Amount:
        """How many cards."""
        number = self.number()
        if self.chance.random() < 0.6:
            return number
        if self.chance.random() < 0.2:
            return CountPerCard(number, None, self.chance.choice(sorted(SEVERAL)), self.number())
        kind, who = self.chance.choice(list(CardKind)), self.chance.choice(self.single)
        return CountPerCard(number, kind, who, self.number() if self.chance.random() < 0.5 else 10)

    def condition(self) -> Condition:
        """What is asked before a sentence is carried out."""
        if self.chance.random() < 0.2:
            return IfWants(self.chance.choice(self.single))
        if self.chance.random() < 0.3:
            colour = self.chance.choice(list(Colour))
            return self.chance.choice((IfNamed(colour), IfNotNamed(colour)))
        if self.chance.random() < 0.3:
            who, kind = self.chance.choice(self.who), self.chance.choice(KINDS)
            return self.chance.choice((IfHas(who, kind), IfHasNo(who, kind)))
        return IfHolds(
            self.chance.choice(self.who), self.chance.choice(list(Compare)), self.number()
        )

    def number(self) -> int:
        """A small number mostly."""
        return self.chance.choice((1, 1, 2, 2, 3, 4, self.chance.randint(1, MAX_CARDS)))
