"""Who is asked out of turn, what and in which order."""

import pytest

from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round
from openuno.engine.questions import is_open_to_a_jump_in, questions_out_of_turn

PILE = "pile=Y1,Y2,Y3"


def asked(position: str) -> list[str]:
    """`seat: answers` for each question."""
    questions = questions_out_of_turn(parse_round(position))
    return [
        f"{seat}: {' '.join(action_text(action) for action in offered)}"
        for seat, offered in questions
    ]


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize(
    ("direction", "order"),
    [("left", ["1: uno", "2: catch 1", "3: catch 1", "0: catch 1"]),
     ("right", ["1: uno", "0: catch 1", "3: catch 1", "2: catch 1"])],
)  # fmt: skip
def test_who_owes_uno_is_asked_first_and_the_others_in_the_order_of_play(
    direction: str, order: list[str]
) -> None:
    turn = 2 if direction == "left" else 0
    line = f"mattel-2016 hands=B1,B2/Y9/G1,G2/G3,G4 {PILE} discard=R5"
    assert asked(f"{line} {direction} turn={turn} laid=1") == order


@pytest.mark.rule("UNO-8", "MEET-4")
def test_after_a_card_that_moved_hands_its_player_is_asked_first() -> None:
    line = f"house+seven_zero=on hands=Y9/B1,B2/G1,G2 {PILE} discard=R7 turn=1 laid=0"
    assert asked(line)[0] == "0: uno"


@pytest.mark.rule("UNO-8", "HOUSE-2")
def test_calls_come_before_jump_ins_and_the_player_of_the_card_last() -> None:
    line = f"house+jump_in=on+decks=3 hands=R5/R5,B2/R5,G2/R5,G4 {PILE} discard=R5 turn=1 laid=0"
    calls = ["0: uno", "1: catch 0", "2: catch 0", "3: catch 0"]
    assert asked(line) == [*calls, "2: R5 R5!", "3: R5 R5!", "0: R5"]
    assert asked(line.replace("laid=0", "laid=0!")) == ["2: R5 R5!", "3: R5 R5!", "0: R5"]


@pytest.mark.parametrize(
    "line",
    [
        "mattel-2016 hands=B1,B2/G1,G2 pile=Y1 discard=R5 turn=0",
        "mattel-2016 hands=B1/G1,G2 pile=Y1 discard=R5 turn=1 laid=0!",
        "classic+wrong_catch_penalty=2 hands=B1/G1,G2 pile=Y1 discard=R5 turn=1 laid=0!",
        "house+jump_in=on hands=W,B2/W,G2 pile=Y1 discard=W colour=R turn=1 laid=0",
        "house+jump_in=on hands=-/G1,G2 pile=Y1 discard=R5 over=0",
    ],
    ids=["no card yet", "said", "nobody is asked to pay", "a wild", "over"],
)
def test_nobody_is_asked_without_a_chance(line: str) -> None:
    assert asked(line) == []


@pytest.mark.parametrize(
    ("changes", "discard", "open_to_it"),
    [
        ("+jump_in=on", "R5", True),
        ("", "R5", False),
        ("+jump_in=on", "R5,B5,R5", False),
        ("+jump_in=on", "R0", False),
        ("+jump_in=on+decks=2", "R0", True),
        ("+jump_in=on", "W,B1 colour=R", False),
    ],
    ids=["a pair", "off", "both lie there", "the only one", "of two decks", "a wild"],
)
def test_a_jump_in_is_possible_by_what_everyone_sees(
    changes: str, discard: str, open_to_it: bool
) -> None:
    held = "R5" if discard == "R5" else "R9"
    for hands in (f"G1,{held}/G2,G3/B7,B8", "G1,Y5/G2,G3/B7,B8"):  # whatever anyone holds
        round = parse_round(f"house{changes} hands={hands} {PILE} discard={discard} turn=1 laid=0")
        assert is_open_to_a_jump_in(round) is open_to_it
        shut = parse_round(f"house{changes} hands={hands} {PILE} discard={discard} turn=1")
        assert not is_open_to_a_jump_in(shut)
