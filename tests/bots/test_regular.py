import pytest

from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import EDITIONS, with_switches
from openuno.game.formats import LowTally, Race, Single
from tests.bots import does

PILE = "pile=Y1,Y2,Y3,Y4,Y5,Y6"
START = f"mattel-2016 {PILE} discard=R5"
FOUR = "B1,B2,B3,B4/G1,G2,G3,G4/Y1,Y2,Y3,Y4"


def regular(position: str, seat: int | None = None) -> str:
    return does("regular", position, seat)


def test_it_goes_out_when_it_can() -> None:
    assert regular(f"{START} hands=R7/B1,B2 turn=0") == "R7"


def test_it_keeps_wilds_for_the_end() -> None:
    assert regular(f"{START} hands=G1,G2,R7,W,W4/{FOUR} turn=0") == "R7"


def test_it_keeps_a_drawn_wild_while_nobody_is_near_the_end() -> None:
    hand = "B5,B6,G5,G6,W,Y9"
    assert regular(f"{START} hands={hand}/{FOUR} drawn=0:W") == "keep"


def test_it_plays_a_drawn_card_that_fits() -> None:
    assert regular(f"{START} hands=B1,B2,G1,R7/{FOUR} drawn=0:R7") == "R7"


def test_it_stops_a_player_who_is_about_to_go_out() -> None:
    others = "B1/G1,G2,G3,G4/Y1,Y2,Y3,Y4"
    assert regular(f"{START} hands=G1,R7,RD/{others} turn=0") == "RD"
    assert regular(f"{START} hands=G1,R7,RS/{others} turn=0") == "RS"


def test_it_turns_play_away_from_a_player_who_is_about_to_go_out() -> None:
    assert regular(f"{START} hands=G1,G2,R7,RR/B1/G3,G4,G5/Y1,Y2,Y3 turn=0") == "RR"
    assert regular(f"{START} hands=G1,G2,R7,RR/Y1,Y2,Y3/G3,G4,G5/B1 turn=0") == "R7"


def test_it_names_the_colour_it_holds_most() -> None:
    assert regular(f"{START} hands=B1,G1,G2,G3,W/{FOUR} turn=0") == "W/G"
    position = f"mattel-2016 {PILE} discard=W naming=0"
    assert regular(f"{position} hands=B5,Y7,Y8,Y9/{FOUR}") == "name Y"


def test_it_swaps_hands_at_the_start_with_the_opponent_who_holds_least() -> None:
    rules = f"house+swap_cards=1 {PILE} discard=WX choosing=0"
    assert regular(f"{rules} hands=B1,B2/G1,G2,G3/Y1,Y2/R1,R2,R3") == "choose 2"
    partners = rules.replace("house", "house+teams=on")
    assert regular(f"{partners} hands=B1,B2/G1,G2,G3/Y1/R1,R2") == "choose 3"


def test_between_two_it_goes_on_while_it_can() -> None:
    assert regular(f"{START} hands=R7,RS/B1,B2,B3 turn=0") == "RS!"


def test_it_always_says_uno() -> None:
    assert regular(f"{START} hands=R7,Y9/B1,B2 turn=0") == "R7!"
    assert regular(f"{START} hands=Y9/B1,B2 turn=1 laid=0", 0) == "uno"


def test_it_catches_always_but_never_wrongly() -> None:
    owing = "hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R5 turn=1"
    assert regular(f"mattel-2016 {owing} laid=0", 2) == "catch 0"
    assert regular(f"classic+wrong_catch_penalty=2 {owing} laid=0!", 2) == ""


@pytest.mark.parametrize(("held", "answer"), [(2, "accept"), (12, "challenge")])
def test_it_challenges_a_large_hand_and_believes_a_small_one(held: int, answer: str) -> None:
    cards = ",".join(sorted(f"B{number % 9 + 1}" for number in range(held)))
    start = f"mattel-2016 {PILE} discard=W4,R5 colour=G laid=1!"
    assert regular(f"{start} hands=G1,G2/{cards} doubt=0:4:1:R:{cards}") == answer


def test_it_bluffs_only_when_somebody_must_be_stopped() -> None:
    assert regular(f"{START} hands=G1,R7,R8,W4/{FOUR} turn=0").startswith("R")
    assert regular(f"{START} hands=G1,R7,R8,W4/B1/G2,G3,G4/Y1,Y2,Y3 turn=0").startswith("W4/")


def test_it_passes_a_stack_on_to_an_opponent() -> None:
    start = f"house+stacking=same {PILE} discard=RD stacked=0:2 laid=3"
    assert regular(f"{start} hands=B1,GD,R3/{FOUR}") == "GD"
    assert regular(f"{start} hands=B1,G5,R3/{FOUR}") == "accept"


def test_it_trades_hands_with_an_opponent_and_leaves_its_partner_about_to_win() -> None:
    start = f"house+swap_cards=1+teams=on {PILE} discard=R5 turn=0"
    hand = "B1,B2,B3,G1,G2,G3,WX"
    assert regular(f"{start} hands={hand}/B4,B5,B6/G4/Y1,Y2,Y3,Y4").endswith(">1")


def test_it_jumps_in_when_that_helps() -> None:
    position = f"house+jump_in=on {PILE} discard=R5 turn=1 laid=0"
    assert regular(f"{position} hands=Y8,Y9/B1,B2,B3/G1,R5,R6", 2) == "R5"


def test_it_swaps_for_a_shorter_hand_and_holds_on_to_a_short_one() -> None:
    start = f"house+swap_cards=1 {PILE} discard=R5 turn=0"
    others = "B1,B2,B3,B4/B5,B6/Y1,Y2,Y3,Y4"
    assert regular(f"{start} hands=G1,G2,G3,G4,G5,G6,G7,WX/{others}").endswith(">2")
    assert regular(f"{start} hands=R1,WX/{others}") == "R1!"


def test_a_seven_takes_the_shortest_hand() -> None:
    start = f"house+seven_zero=on {PILE} discard=R5 turn=0"
    hand = "B1,B2,B3,G1,G2,G3,R7"
    assert regular(f"{start} hands={hand}/B4,B5,B6/B7/Y1,Y2,Y3") == "R7>2"
    assert regular(f"{start} hands=R7,R8/B4,B5,B6/B7,B8,B9/Y1,Y2,Y3") == "R8!"


def test_it_plays_a_zero_when_that_brings_a_short_hand() -> None:
    start = f"house+seven_zero=on {PILE} discard=R5 turn=0"
    assert regular(f"{start} hands=B1,B2,G1,G2,R0,R8/B3,B4,B5/G3,G4,G5/Y1") == "R0"
    assert regular(f"{start} hands=R0,R8/B3,B4,B5/G3,G4,G5/Y1,Y2,Y3,Y4") == "R8!"


def test_it_shuffles_hands_when_its_own_is_long() -> None:
    start = f"house+shuffle_cards=1 {PILE} discard=R5 turn=0"
    long = "B1,B2,B3,B4,B5,G1,G2,G3,G4,R1,WH"
    assert regular(f"{start} hands={long}/B6/G5,G6/Y1,Y2").startswith("WH/")
    assert regular(f"{start} hands=R1,R2,WH/{FOUR}") == "R2"


def test_it_brings_the_turn_to_a_partner_with_one_card_and_not_to_an_opponent() -> None:
    teams = f"mattel-2016+teams=on {PILE} discard=R5 turn=0"
    hands = "hands=G1,R7,RS/B1,B2,B3/G2/Y1,Y2,Y3"
    assert regular(f"{teams} {hands}") == "RS"
    assert regular(f"{START} turn=0 {hands}") == "R7"


def test_it_catches_no_partner() -> None:
    teams = f"mattel-2016+teams=on {PILE} discard=R5"
    assert regular(f"{teams} hands=Y9/B1,B2/G1,G2/Y1,Y2 turn=1 laid=0", 2) == ""


@pytest.mark.parametrize(
    ("format", "answer"), [(Single(), "R1"), (Race(), "R1"), (LowTally(), "W/")]
)
def test_it_sheds_points_where_they_are_all_that_counts(
    format: Single | Race | LowTally, answer: str
) -> None:
    position = f"{START} hands=B1,G1,R1,W,Y1/B2,B3,B4/G2,G3,G4/Y2 turn=0"
    assert does("regular", position, format=format).startswith(answer)


def with_blanks(*texts: str) -> str:
    """A deck with these rules on its first blanks."""
    return rules_text(with_custom_rules(with_switches(EDITIONS["house"], blank_cards=2), *texts))


def test_it_attacks_with_a_written_rule_and_saves_it_like_a_draw_four() -> None:
    start = f"{with_blanks('Everyone else draws 2 cards.')} {PILE} discard=R5 turn=0"
    assert regular(f"{start} hands=G1,R7,WC1/B1/G2,G3,G4/Y1,Y2,Y3").startswith("WC1/")
    assert regular(f"{start} hands=G1,G2,R7,WC1/{FOUR}") == "R7"


def test_it_draws_rather_than_carry_out_a_rule_that_harms_it() -> None:
    start = f"{with_blanks('You draw 5 cards.', 'You play again.')} {PILE} discard=R5 turn=0"
    assert regular(f"{start} hands=G1,G2,WC1/{FOUR}") == "draw"
    assert regular(f"{start} hands=G1,G2,WC2/{FOUR}").startswith("WC2/")
    assert regular(f"{start} hands=WC1/{FOUR}").startswith("WC1/")  # a last card harms nobody


def test_it_goes_out_by_a_rule_that_takes_its_last_cards() -> None:
    start = (
        f"{with_blanks('You give 2 cards of your choice to the next player.')} {PILE} discard=R5"
    )
    assert regular(f"{start} turn=0 hands=G1,R7,WC1/{FOUR}").startswith("WC1/")
    assert regular(f"{start} turn=0 hands=G1,G2,G3,R7,R8,WC1/{FOUR}").startswith("R")


def test_it_helps_no_opponent_and_names_the_colour_that_a_rule_pays_for() -> None:
    gift = f"{with_blanks('The next player discards 3 cards at random.')} {PILE} discard=R5"
    assert regular(f"{gift} turn=0 hands=G1,G2,G3,WC1/{FOUR}") == "draw"
    colour = with_blanks("You discard all cards of the colour named.")
    start = f"{colour} {PILE} discard=R5 turn=0"
    assert regular(f"{start} hands=B1,Y7,Y8,Y9,WC1/{FOUR}") == "WC1/Y"


def test_it_picks_the_player_by_what_the_rule_does() -> None:
    hands = "hands=B1,B2,B3,G1,G2,G3,WC1/B4,B5,B6/B7/Y1,Y2,Y3"
    swap = with_blanks("You swap hands with a player you choose.")
    assert regular(f"{swap} {PILE} discard=R5 turn=0 {hands}").endswith(">2")
    draw = with_blanks("A player you choose draws 3 cards.")
    assert regular(f"{draw} {PILE} discard=R5 turn=0 {hands}").endswith(">2")
    gift = with_blanks("A player you choose discards 1 card at random.")
    assert not regular(
        f"{gift} {PILE} discard=WC1 choosing=0 {hands.replace(',WC1', '')}"
    ).endswith(" 2")


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("The next player draws 3 or loses a turn.", "no"),
        ("The next player loses a turn or draws 3.", "yes"),
        ("The next player may discard 2 cards.", "yes"),
        ("The next player may draw 4 cards.", "no"),
    ],
)
def test_it_says_yes_to_what_is_worth_more(rule: str, answer: str) -> None:
    """Asked by somebody else's card, it looks at what its own hand comes to."""
    position = f"{with_blanks(rule)} {PILE} discard=WC1 colour=R"
    hands = "B1,B2,B3,B4/G1,G2,G3,R4/Y1,Y2,Y3"
    assert regular(f"{position} hands={hands} deciding=1:0:0:-:0 laid=0") == answer
