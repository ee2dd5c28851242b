"""What is said about the wrong answer of a bot."""

import pytest

from openuno.engine.actions import Play
from openuno.engine.cards import Card, Colour
from openuno.engine.errors import SENTENCES, IllegalAction, Reason
from openuno.local.wrong_answers import describe_illegal_action, say_in_third_person

W4_BLUE = Play(Card.W4, Colour.BLUE)


def test_an_illegal_action_is_named_by_its_code_and_the_reason_is_about_the_bot() -> None:
    refusal = IllegalAction(Reason.CARD_NOT_HELD, card="W4")
    assert (
        describe_illegal_action(W4_BLUE, refusal)
        == "answered W4/B: it does not hold a Wild Draw Four"
    )
    assert describe_illegal_action(W4_BLUE, None) == "answered W4/B: that is not allowed now"


def test_an_action_that_cannot_exist_is_still_shown() -> None:
    assert describe_illegal_action(Play("R77"), None).startswith("answered Play(")  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", Reason)
def test_no_refusal_calls_a_bot_you(reason: Reason) -> None:
    found = SENTENCES[reason]
    for sentence in (found,) if isinstance(found, str) else found.values():
        assert "you" not in say_in_third_person(sentence)
