"""A record from when `house` did not let every first card act is read by the rules of its day.

`old/house-1.uno` was written by the server of that time: a Wild Draw Four turned up first went
back, and the Shuffle Hands after it only asked for a colour.
"""

from pathlib import Path

import pytest

from openuno.engine.events import PutBack
from openuno.engine.rules import FirstCard
from openuno.game.events import AtTable
from openuno.record.reader import read_record, record_bytes
from openuno.record.upgrade import rules_of_version_1
from openuno.record.verify import Proof, Verdict, verify
from tests.record.test_verify_js import verdicts

OLD = (Path(__file__).parent / "old" / "house-1.uno").read_bytes()


def test_it_is_true_by_the_rules_of_its_day() -> None:
    record = read_record(OLD)
    assert record.header.rules.first_card is FirstCard.ACTS
    dealt = record.entries[1].events
    assert [e for e in dealt if isinstance(e, AtTable) and isinstance(e.what, PutBack)]
    report = verify(OLD)
    assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING), report.sentence


def test_brought_up_to_date_it_says_which_rules_it_means() -> None:
    new = record_bytes(read_record(OLD))
    rules = b"house+swap_cards=8+shuffle_cards=8+blank_cards=8+hand_size=3+first_card=acts"
    assert b'"rules":"' + rules + b'"' in new
    assert verify(new).verdict is Verdict.TRUE


def test_the_verifier_in_javascript_reads_it_so_too() -> None:
    (verdict,) = verdicts(OLD)
    assert verdict["ok"], verdict


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("house", "house+first_card=acts"),
        ("house+stacking=any", "house+first_card=acts+stacking=any"),
        ("house+stacking=any+first_card=number", "house+stacking=any+first_card=number"),
        ("mattel-2016", "mattel-2016"),
        ("wild-112+renege=on", "wild-112+renege=on"),
        ("nonsense", "nonsense"),
    ],
)
def test_only_what_was_left_to_house_is_named(before: str, after: str) -> None:
    assert rules_of_version_1(before) == after
