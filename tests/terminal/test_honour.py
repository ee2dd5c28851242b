"""At one keyboard people talk about an honour rule, and one of them types who pays (PEN-2)."""

import re
from pathlib import Path

import pytest
from click.testing import Result

from openuno.game.state import Penalty
from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from tests.terminal.commands import switches, uno

pytestmark = pytest.mark.rule("PEN-2")
HUM = ("--written", '"Everyone hums."') * 8
SEATS = ("--edition", "house", "--seed", "3", "--people", "Ann,Ben,", "--players", "3")
TABLE = (*SEATS, *HUM, *switches("hand_size=12", "decks=2"))


def played(*typed: str, words: tuple[str, ...] = ()) -> Result:
    done = uno(*TABLE, *words, typed="\n".join(("", *typed, "q", "")))
    assert done.exit_code == 0
    assert "Traceback" not in done.output
    return done


@pytest.fixture(scope="module")
def first_card() -> str:
    """The first of the two people plays an honour rule."""
    blank = re.search(r"WC\d/R", played().stdout)
    assert blank, "the deal gives one to the player who begins"
    return blank[0]


def test_who_did_not_keep_it_pays_and_the_record_is_true(first_card: str, tmp_path: Path) -> None:
    save = tmp_path / "game.uno"
    done = played(first_card, "", "broke Ann", "yes", words=("--save", str(save)))
    assert "Ann did not keep “Everyone hums.” and draws 2 cards. Type yes to do it:" in done.stdout
    assert "Ann draws 2 cards for the honour rule." in done.stdout
    record = read_record(save.read_bytes())
    assert Penalty(record.header.names.index("Ann")) in [entry.command for entry in record.entries]
    assert verify(record).verdict is Verdict.TRUE


@pytest.mark.parametrize("answer", ["", "no"])
def test_nobody_pays_without_a_yes(first_card: str, answer: str) -> None:
    text = played(first_card, "", "broke Ben", answer).stdout
    assert "Type yes to do it:" in text
    assert "for the honour rule" not in text


@pytest.mark.parametrize(
    ("words", "typed", "told"),
    [
        ((), "broke Ben", "No honour rule has been read out this round."),
        (("--set", "honour_penalty=0"), "broke Ben", "No honour rule costs cards here."),
        ((), "?", "broke Ada"),
    ],
)
def test_what_can_be_said_before_a_rule_is_read_out(
    words: tuple[str, ...], typed: str, told: str
) -> None:
    assert told in played(typed, words=words).stdout


@pytest.mark.parametrize("name", ["", "Nobody", "Ann Ben"])
def test_only_people_at_the_keyboard_pay(first_card: str, name: str) -> None:
    text = played(first_card, "", f"broke {name}").stdout
    assert re.search(r"Say who did not keep it: broke (Ann|Ben)\.", text)
