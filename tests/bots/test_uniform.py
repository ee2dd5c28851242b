from openuno import Fast, seat_to_act, view
from openuno.bots.bot import Mind
from openuno.bots.uniform import PLAIN, Habits, uniform
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"
HELD = "B1,B2,B3,B4,B5,B6,B7"
DOUBT = f"mattel-2016 pile=Y1,Y2,Y3 discard=W4,R5 colour=G hands=G1,G2/{HELD} laid=1"


def does(
    position: str, seat: int | None = None, habits: Habits = PLAIN, seed: int = 0
) -> tuple[str, int]:
    """What it does there, and how many words it took."""
    round = parse_round(position)
    acting = seat_to_act(round) if seat is None else seat
    assert acting is not None
    action, mind = uniform(view(round, acting), Mind(Fast(seed)), habits)
    return "" if action is None else action_text(action), mind.rng.at


def answers(position: str, seat: int | None = None, habits: Habits = PLAIN) -> set[str]:
    """All that it does there, as chance has it."""
    return {does(position, seat, habits, seed)[0] for seed in range(80)}


def test_it_lays_any_card_that_fits_in_any_colour() -> None:
    assert answers(f"{START} hands=G1,R7,RS,W/B1,B2 turn=0") == {
        *("R7", "RS"),
        *("W/B", "W/G", "W/R", "W/Y"),
    }


def test_a_choice_takes_a_word_even_where_there_is_only_one() -> None:
    assert does(f"{START} hands=G1,G2,R7/B1,B2 turn=0") == ("R7", 1)
    assert does(f"{START} hands=G1,G2,R7/B1,B2 drawn=0:R7") == ("R7", 0)
    assert does(f"{START} hands=G1,G2,G3/B1,B2 turn=0") == ("draw", 0)
    assert does("mattel-2016 hands=G1,G2/B1,B2 pile=Y1,Y2 discard=W naming=0")[1] == 1


def test_it_lays_a_draw_four_lawfully_unless_it_bluffs() -> None:
    position = f"{START} hands=G1,R7,W4/B1,B2 turn=0"
    assert answers(position) == {"R7"}
    assert {answer[:2] for answer in answers(position, habits=Habits(bluffs=1))} == {"R7", "W4"}
    assert does(position)[1] == 1
    assert does(position, habits=Habits(bluffs=1_000_000)) == ("R7", 2)


def test_it_never_challenges_without_reason() -> None:
    position = f"{DOUBT} doubt=0:4:1:R:{HELD}"
    assert does(position) == ("accept", 0)
    assert does(position, habits=Habits(doubts=1)) == ("challenge", 0)
    assert answers(position, habits=Habits(doubts=2)) == {"accept", "challenge"}


def test_it_says_uno_unless_it_forgets() -> None:
    position = f"{START} hands=R7,Y9/B1,B2 turn=0"
    assert does(position) == ("R7!", 1)
    assert does(position, habits=Habits(forgets=1)) == ("R7", 1)
    assert answers(position, habits=Habits(forgets=2)) == {"R7", "R7!"}


def test_it_says_a_late_uno_only_where_it_could_not_be_said_with_the_card() -> None:
    late = "house+seven_zero=on hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R0 turn=1 laid=0"
    assert does(late, 0) == ("uno", 0)
    assert does(late, 0, Habits(forgets=1)) == ("", 0)
    assert does(late.replace("R0", "R5"), 0) == ("", 0)


def test_it_catches_whom_it_can_but_no_partner() -> None:
    position = f"{START} hands=Y9/B1,B2/G1,G2/G3,G4 turn=1 laid=0"
    assert does(position, 2) == ("catch 0", 0)
    assert does(position, 2, Habits(catches=0)) == ("", 0)
    assert answers(position, 2, Habits(catches=2)) == {"catch 0", ""}
    assert does(position.replace("mattel-2016", "mattel-2016+teams=on"), 2) == ("", 0)


def test_it_jumps_in_but_not_on_its_own_card() -> None:
    position = (
        "house+decks=2+jump_in=on hands=R5,Y8,Y9/B1,B2/G1,R5,R6 pile=Y1 discard=R5 turn=1 laid=0"
    )
    assert does(position, 2) == ("R5", 0)
    assert does(position, 2, Habits(jumps=0)) == ("", 0)
    assert does(position, 0) == ("", 0)


def test_it_adds_to_a_stack_and_swaps_with_anybody() -> None:
    stack = "house+stacking=same hands=GD,R3,R4/B1,B2 pile=Y1 discard=RD stacked=0:2 laid=1"
    assert answers(stack) == {"GD"}
    swap = "house+swap_cards=1 hands=G1,G2,WX/B1,B2/B3 pile=Y1 discard=R5 turn=0"
    assert {answer[-2:] for answer in answers(swap)} == {">1", ">2"}
