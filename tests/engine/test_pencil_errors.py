"""The pencil refuses: it names the word, says what could stand there, and points at it."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openuno import NotationError
from openuno.engine.custom import CustomRule
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.grammar import MAX_RULE_LENGTH, WORDS
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text
from tests import custom_rules

ONE = "you, the next player, the previous player, a player you choose, your partner"
SEVERAL = "whoever holds the most cards, everyone, everyone else"
START = f"{ONE}, {SEVERAL}, all, hands, if, play or words in quotation marks"

# An arrow stands before the character that the error points at.
REFUSED = {
    # A word nobody knows, near one that could stand there.
    "→Evryone draws 1.": "no rule says 'Evryone'; did you mean everyone?",
    "The →nxt player draws 1.": "no rule says 'nxt'; did you mean next?",
    "The next →plaer draws 1.": "did you mean player?",
    "The next player →drwas 1.": "did you mean draws?",
    "The next player draws →tow cards.": "did you mean two?",
    "The next player draws 2 →carts.": "did you mean cards?",
    "The next player loses a →trun.": "did you mean turn?",
    "You discard 2 cards at →randon.": "did you mean random?",
    "You →swop hands with the next player.": "did you mean swap?",
    "You swap hands →wit the next player.": "did you mean with?",
    "Play →reverts.": "did you mean reverse?",
    "Hands pass →lef.": "did you mean left?",
    "All hands are →shufled.": "did you mean shuffled?",
    "You play →agian.": "did you mean again?",
    "You play again if the →color-named is red.": "did you mean named?",
    "You draw 1 for →eech red card you hold.": "did you mean each?",
    "You draw 1 for each →reed card you hold.": "did you mean red?",
    "You play again if you hold →fewr than 3 cards.": "did you mean fewer?",
    "You play again if the colour named is →bleu.": "did you mean blue?",
    "→Whoevr holds the most cards draws 1.": "did you mean whoever?",
    # A word nobody knows, near none.
    "→Banana.": f"no rule says 'Banana'; write {START}",
    "You →explode.": "no rule says 'explode'; write discards, draws, gives, go, is, loses",
    "You draw 1 for each →pink card you hold.": "write red, yellow, green, blue, cards or wild",
    "You draw →-3.": "no rule says '-3'; write a number from 1 to 10",
    "You draw 2.→5 cards.": f"'5' cannot stand here; write {START}",
    # A known word where it cannot stand.
    "→Draws 2.": f"'Draws' cannot stand here; write {START}",
    "You →hold 3 cards.": "'hold' cannot stand here; write discards, draws",
    "Everyone →swaps hands with you.": "'swaps' cannot stand here; write discards",
    "You swap hands with →everyone.": f"'everyone' cannot stand here; write {ONE} or whoever",
    "Everyone gives a random card to →everyone else.": f"write {ONE} or whoever",
    "Everyone shows the hand to →all players.": f"write {ONE} or whoever",
    "You draw 1 for each red card →everyone holds.": "'everyone' cannot stand here",
    "You draw 2 cards →from the next player.": "'from' cannot stand here; write for, if, per",
    "You lose →2 turns.": "'2' cannot stand here; write a, next, the, their, turn or your",
    "Everyone draws 1 →You play again.": "'You' cannot stand here; write cards, for, if, per or a",
    "If you →draw 3 cards, play reverses.": "'draw' cannot stand here; write holds or name",
    "If you hold 3 cards →.": f"the sentence stops too early; go on with {ONE}",
    "You play again if you hold a →red card.": "'red' cannot stand here; write cards or a full",
    "You play again →unless you hold 3 cards.": "no rule says 'unless'; write if or a full stop",
    "Hands pass →up.": "'up' cannot stand here; write left, the or to",
    "The →pile is shuffled.": "no rule says 'pile'; did you mean player?",
    # Something is missing.
    "→": "nothing is written here",
    "   →": "nothing is written here",
    "You→": "the rule stops too early; go on with discards, draws",
    "You draw→": "the rule stops too early; go on with a number from 1 to 10",
    "You draw→.": "the sentence stops too early; go on with a number from 1 to 10",
    "You discard 2 cards→.": "the sentence stops too early; go on with at random",
    "Everyone draws 1 if→": f"go on with {ONE}",
    "You draw 1. →. You draw 1.": f"the sentence stops too early; go on with {START}",
    "You give a random card→": "go on with to",
    # Numbers.
    "You draw →0.": "a number here is 1 to 10, not '0'",
    "You draw →11 cards.": "a number here is 1 to 10, not '11'",
    "You draw →99999999999999999999999999.": "not '99999999999999999999…'",
    "You draw →eleven cards.": "a number here is 1 to 10, not 'eleven'",
    "You draw →no cards.": "a number here is 1 to 10, not 'no'",
    "You draw 1 for each red card you hold, at most →20.": "a number here is 1 to 10, not '20'",
    "You play again if you hold fewer than →12 cards.": "a number here is 1 to 10, not '12'",
    # Sense.
    "You give a random card to →you.": "that is the same player twice; name someone else",
    "The next player swaps hands with →the next player.": "the same player twice",
    "Whoever holds the most cards shows the hand to →whoever has the most.": "the same player",
    "You draw 1. You draw 1. You draw 1. You draw 1. →You draw 1.": "at most 4 sentences",
    "You draw 2 →and play reverses.": "'and': one sentence, one effect; end it and begin another",
    "You draw 2, →then you play again.": "'then': one sentence, one effect",
    "You draw 2→; you play again.": "a sentence ends with a full stop, not with ';'",
    "You play again→!": "a sentence ends with a full stop, not with '!'",
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


def test_there_are_enough_refusals() -> None:
    assert len(REFUSED) >= 40


def test_line_breaks_do_not_move_the_arrow() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_custom_rule("You draw 1.\nThe next\tplayer drwas 2.")
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
        ("wild-112+written=You_→drwa_1.", "did you mean draw?"),
        ("wild-112+written=You_draw_1.|Play_→rewinds.", "no rule says 'rewinds'"),
        ("wild-112+written=You_draw→", "the rule stops too early"),
        ("wild-112+written=You_draw→+jump_in=on", "the rule stops too early"),
        ("wild-112+written=|→%5Fx", "no rule says '_x'"),
        ('wild-112+written="a%25b"_→x', "no rule says 'x'"),
        ("wild-112+written=You→%20draw_1.", "there is no sign '%20' here"),
        ("wild-112+written=You_draw_1→%", "there is no sign '%' here"),
        ("wild-112+→written=||Your_partner_draws_1.", "nobody has a partner here"),
        ("wild-112+→written=|||You_play_again.", "there are 4 rules for 3 blanks"),
        ("wild-112+written→", "say how written is set: written=You_play_again."),
        ("wild-112+written=You_play_again.→=", "no rule says '='"),
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


WORD = st.sampled_from([*" ".join(WORDS.values()).split(), "3", "11", ".", ",", '"', "“", "banana"])
SALAD = st.lists(WORD, max_size=60).map(" ".join)


@given(st.text(max_size=300) | SALAD | st.text("abYyOouU .,\"“”'0123456789\n\t", max_size=200))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    began = process_time()
    read = outcome(text)
    if isinstance(read, NotationError):
        assert 0 <= read.at <= len(text)
        assert len(read.text) == len(text)
        assert 0 < len(read.sentence) < 400
    else:
        assert parse_custom_rule(custom_rule_text(read)) == read
    assert process_time() - began < 20, "the parser is made once, and that is the slow part"


@given(custom_rules.rules(teams=True), st.data())
def test_a_rule_with_a_word_spoilt_is_read_or_refused(
    rule: CustomRule, data: st.DataObject
) -> None:
    words = custom_rule_text(rule).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from((words[place][::-1], "", words[place] * 2, "zzz")))
    read = outcome(" ".join(words))
    assert not isinstance(read, NotationError) or read.sentence
