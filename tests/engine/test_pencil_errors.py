"""The pencil refuses: it names the words and points at them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openuno import NotationError
from openuno.engine.custom import CustomRule
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.languages import LEXICONS
from openuno.engine.pencil.parser import MAX_RULE_LENGTH, parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text
from tests import custom_rules

# An arrow stands before the character that the error points at.
REFUSED = {
    # A word nobody knows.
    "→Banana.": "the pencil does not understand 'Banana'",
    "You →explode.": "does not understand 'explode'",
    "You draw 1 for each →pink card you hold.": "does not understand 'pink'",
    "Everyone draws 1. Everyone →dances.": "does not understand 'dances'",
    "→You play again unless you hold 3 cards.": "does not understand 'You play again unles…'",
    "You draw 2 →or 3.": "does not understand 'or'",
    # Known words that do not go together.
    "→You hold 3 cards.": "does not understand 'You hold 3 cards'",
    "→You draw": "does not understand 'You draw'",
    "→Everyone draws 1 if": "does not understand 'Everyone draws 1 if'",
    "→Draws 2.": "does not understand 'Draws 2'",
    "→Otherwise you lose 2 turns.": "otherwise needs a condition in a sentence before it",
    "You lose →6 turns.": "a number here is 1 to 5, not '6'",
    "→Hands pass up.": "does not understand 'Hands pass up'",
    "→Everyone may draw 2.": "this is not clear",
    "→You give a random card": "does not understand 'You give a random ca…'",
    # Not clear.
    "→Skip a turn.": "this is not clear; choose what you mean",
    "Draw 1. →Pass a card to the left.": "this is not clear",
    # Nothing.
    "→": "nothing is written here",
    "   →": "nothing is written here",
    # Numbers.
    "You draw →0.": "a number here is 1 to 10, not '0'",
    "You draw →11 cards.": "a number here is 1 to 10, not '11'",
    "You draw →99999999999999999999999999.": "not '99999999999999999999…'",
    "You draw →eleven cards.": "a number here is 1 to 10, not 'eleven'",
    "You draw →no cards.": "a number here is 1 to 10, not 'no'",
    "You draw 1 for each red card you hold, at most →20.": "a number here is 1 to 10, not '20'",
    "You play again if you hold fewer than →12 cards.": "a number here is 1 to 10, not '12'",
    # Sense.
    "→You give a random card to you.": "that is the same player twice; name someone else",
    "The →next player swaps hands with the next player.": "the same player twice",
    "→Everyone swaps hands with you.": "one player is meant here, not everyone",
    "→You swap hands with everyone.": "one player is meant here, not everyone",
    "→Everyone gives a random card to everyone else.": "there must be a single player",
    "You draw 1. You draw 1. You draw 1. You draw 1. →You draw 1.": "at most 4 sentences",
    "→Draw 1 and draw 1 and draw 1 and draw 1 and draw 1": "at most 4 sentences",
    # Quotation marks.
    '→"Sing.': "these quotation marks are not closed",
    "You draw 1. →“Sing.": "these quotation marks are not closed",
    '"→"': "between the quotation marks are 1 to 200 characters",
    f'"→{"la " * 80}"': "between the quotation marks are 1 to 200 characters",
    '"→bell \x07"': "an honour rule is plain text",
}


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize("marked", REFUSED)
def test_a_mistake_is_named_and_pointed_at(marked: str) -> None:
    text = marked.replace("→", "")
    with pytest.raises(NotationError) as refusal:
        parse_custom_rule(text)
    error = refusal.value
    assert error.at == marked.index("→")
    assert error.text == text
    assert REFUSED[marked] in error.sentence
    assert str(error).endswith(f"\n  {text}\n  {' ' * error.at}^")


def test_line_breaks_do_not_move_the_arrow() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_custom_rule("You draw 1.\nThe next\tplayer dances.")
    assert refusal.value.at == 28
    assert "\n" not in refusal.value.text


def test_a_rule_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(NotationError, match=f"at most {MAX_RULE_LENGTH} characters") as refusal:
        parse_custom_rule("You draw 1. " * 1_000_000)
    assert refusal.value.at == MAX_RULE_LENGTH
    assert len(refusal.value.text) <= MAX_RULE_LENGTH + 1


@pytest.mark.parametrize(
    ("marked", "sentence"),
    [
        ("wild-112+written=You_→dance.", "does not understand 'dance'"),
        ("wild-112+written=You_draw_1.|Play_→rewinds.", "does not understand 'rewinds'"),
        ("wild-112+written=|→%5Fx", "does not understand '_'"),
        ('wild-112+written="a%25b"_→x', "does not understand 'x'"),
        ("wild-112+written=You→%20draw_1.", "there is no sign '%20' here"),
        ("wild-112+written=You_draw_1→%", "there is no sign '%' here"),
        ("wild-112+→written=||Your_partner_draws_1.", "nobody has a partner here"),
        ("wild-112+→written=|||You_play_again.", "there are 4 rules for 3 blanks"),
        ("wild-112+written→", "say how written is set: written=You_play_again."),
        ("wild-112+written=You_play_again.→=", "does not understand '='"),
    ],
)
def test_in_a_line_of_rules_the_arrow_points_into_the_line(marked: str, sentence: str) -> None:
    text = marked.replace("→", "")
    with pytest.raises(NotationError) as refusal:
        parse_rules(text)
    assert refusal.value.text == text
    assert (refusal.value.at, sentence) == (marked.index("→"), sentence)
    assert sentence in refusal.value.sentence


def outcome(text: str) -> CustomRule | NotationError:
    try:
        return parse_custom_rule(text)
    except NotationError as error:
        return error


WORDS = sorted(frozenset().union(*(lexicon.words for lexicon in LEXICONS)))
WORD = st.sampled_from([*WORDS, "3", "11", ".", ",", '"', "“", "banana"])
SALAD = st.lists(WORD, max_size=60).map(" ".join)


@given(st.text(max_size=300) | SALAD | st.text("abYyOouU .,\"“”'0123456789\n\t", max_size=200))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    read = outcome(text)
    if isinstance(read, NotationError):
        assert 0 <= read.at <= len(text)
        assert len(read.text) == len(text)
        assert 0 < len(read.sentence) < 400
    else:
        assert parse_custom_rule(custom_rule_text(read)) == read


@given(custom_rules.rules(teams=True), st.data())
def test_a_rule_with_a_word_spoilt_is_read_or_refused(
    rule: CustomRule, data: st.DataObject
) -> None:
    words = custom_rule_text(rule).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from((words[place][::-1], "", words[place] * 2, "zzz")))
    read = outcome(" ".join(words))
    assert not isinstance(read, NotationError) or read.sentence
