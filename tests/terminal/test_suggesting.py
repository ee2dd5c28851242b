"""What costs cards and brings nothing has no number: it is asked for in words, and asked about."""

import re

import pytest
from click.testing import Result

from tests.terminal.commands import switches, uno, without_file_names

CLASSIC = ("--edition", "classic", "--seed", "5", "--people", "Ann,Ben", "--players", "2")


def played(*typed: str, words: tuple[str, ...] = CLASSIC) -> Result:
    done = uno(*words, typed="\n".join(("", *typed, "q", "")))
    assert done.exit_code == 0
    assert "Traceback" not in done.output
    return done


@pytest.mark.rule("PEN-1")
def test_a_suggestion_has_no_number() -> None:
    text = played().stdout
    assert "Your turn" in text
    assert "suggest" not in without_file_names(text)


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("answer", ["", "no", "1", "q"])
def test_nothing_is_suggested_or_paid_without_a_yes(answer: str) -> None:
    text = played("suggest R7 to Ben", answer).stdout
    assert "Suggesting Red 7 to Ben costs you 4 cards. Type yes to do it:" in text
    assert "draws 4 cards" not in text
    assert "You draw 4 cards" not in text


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("answer", ["yes", "Y"])
def test_a_suggestion_costs_four_cards_and_is_heard(answer: str) -> None:
    text = played("suggest r7 to Ben", answer, "1", "").stdout
    assert "You suggest a card to another player" in text
    assert "Ben is looking." in text
    assert text.index("Ben is looking.") < text.index("Ann suggests that you play Red 7.")


@pytest.mark.parametrize(
    "typed", ["suggest", "suggest R7", "suggest to Ben", "suggest Z9 to Ben", "suggest R7 to Ann"]
)
def test_a_suggestion_says_what_and_to_whom(typed: str) -> None:
    assert "Say which card, and to whom: suggest R7 to Ben." in played(typed).stdout


def test_a_table_without_the_penalty_says_so() -> None:
    words = ("--edition", "house", "--people", "Ann,Ben", "--players", "2")
    text = played("suggest R7 to Ben", words=words).stdout
    assert "Hints cost nothing at this table." in text


def test_help_mentions_suggestions_where_they_cost_cards() -> None:
    assert "suggest R7 to Ada" in played("?").stdout
    assert (
        "suggest R7" not in played("?", words=(*CLASSIC, *switches("suggestion_penalty=0"))).stdout
    )


@pytest.mark.rule("UNO-6")
def test_a_wrong_catch_that_costs_cards_is_asked_about() -> None:
    words = (*CLASSIC, "--seed", "9", *switches("wrong_catch_penalty=2", "hand_size=2"))
    card = re.search(r"^  1 \W(\w+)", played(words=words).stdout, re.MULTILINE)
    assert card
    said = (f"{card[1]}!", "")  # with UNO: there is nothing to catch
    text = played(*said, "catch 1", "no", words=words).stdout
    assert "(costs" not in text
    assert "Ben does not owe UNO: a wrong catch costs you 2 cards. Type yes to do it:" in text
    assert "ou draw 2 cards" not in text
    assert "ou draw 2 cards" in played(*said, "catch 1", "yes", "1", words=words).stdout
