"""Random rules for blanks; whatever is drawn is valid by construction."""

from hypothesis import strategies as st

from openuno import Colour
from openuno.engine.custom import (
    MAX_CARDS,
    MAX_SENTENCES,
    MOST_WORDS,
    QUOTES,
    SEVERAL,
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

Pair = tuple[Who, Who]
MOST_RULES = 3

NUMBERS = st.integers(1, MAX_CARDS)
SIGNS = st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"])
HONOURS = (
    st.text(SIGNS.filter(lambda sign: sign not in QUOTES), min_size=1, max_size=MOST_WORDS)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and text.isprintable())
    .map(HonourRule)
)


def players(*, teams: bool) -> st.SearchStrategy[Who]:
    return st.sampled_from([who for who in Who if teams or who is not Who.PARTNER])


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
    return st.integers(1, 3) | NUMBERS | each


def conditions(*, teams: bool) -> st.SearchStrategy[Condition]:
    holds = st.builds(IfHolds, players(teams=teams), st.sampled_from(Compare), NUMBERS)
    return holds | st.builds(IfNamed, st.sampled_from(Colour))


def effects(*, teams: bool) -> st.SearchStrategy[Effect]:
    """One sentence."""
    when = st.none() | st.none() | conditions(teams=teams)
    who, amount, two = players(teams=teams), amounts(teams=teams), pairs(teams=teams)
    single = two.filter(lambda pair: not SEVERAL.intersection(pair))
    return st.one_of(
        st.builds(Draws, who, amount, when=when),
        st.builds(LosesTurn, who, when=when),
        st.builds(Discards, who, amount, when=when),
        st.builds(DiscardsColour, who, when=when),
        st.builds(lambda pair, when: Swaps(*pair, when=when), single, when),
        st.builds(lambda pair, when: Shows(*pair, when=when), two, when),
        st.builds(lambda pair, n, when: Gives(pair[0], n, pair[1], when=when), two, amount, when),
        st.builds(lambda pair, n, when: Takes(pair[0], n, pair[1], when=when), two, amount, when),
        st.builds(Reverses, when=when),
        st.builds(PassesHands, st.sampled_from(Side), when=when),
        st.builds(ShufflesHands, when=when),
        st.builds(PlaysAgain, when=when),
        HONOURS,
    )


def rules(*, teams: bool, plain: bool = False) -> st.SearchStrategy[CustomRule]:
    """What is written on one blank, nothing at all if it may be `plain`."""
    sentence = effects(teams=teams)
    return st.lists(sentence, min_size=not plain, max_size=MAX_SENTENCES).map(tuple)


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
