from tests.bots import answers, does

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"


def test_it_lays_any_card_that_fits_in_any_colour() -> None:
    assert answers("random", f"{START} hands=G1,R7,RS,W/B1,B2 turn=0") == {
        *("R7", "RS"),
        *("W/B", "W/G", "W/R", "W/Y"),
    }


def test_a_wild_is_no_likelier_than_another_card() -> None:
    position = f"{START} hands=G1,R7,W/B1,B2 turn=0"
    laid = [does("random", position, seed=seed) for seed in range(400)]
    assert 150 < laid.count("R7") < 250


def test_it_draws_only_if_it_cannot_play() -> None:
    assert answers("random", f"{START} hands=G1,G2,B3/B1,B2 turn=0") == {"draw"}


def test_it_plays_a_drawn_card_that_fits_and_keeps_another() -> None:
    assert answers("random", f"{START} hands=G1,R7/B1,B2,B3 drawn=0:R7") == {"R7!"}
    assert answers("random", f"{START} hands=G1,G7/B1,B2 drawn=0:G7") == {"keep"}


def test_it_lays_a_draw_four_lawfully_only() -> None:
    assert answers("random", f"{START} hands=G1,R7,W4/B1,B2 turn=0") == {"R7"}
    assert answers("random", f"{START} hands=G1,R7,W4/B1,B2 drawn=0:W4") == {"keep"}


def test_it_never_challenges() -> None:
    held = "B1,B2,B3,B4,B5,B6,B7"
    start = START.replace("discard=R5", "discard=W4,R5 colour=G")
    assert answers("random", f"{start} hands=G1,G2/{held} laid=1 doubt=0:4:1:R:{held}") == {
        "accept"
    }


def test_it_names_any_colour() -> None:
    position = "mattel-2016 hands=G1,G2/B1,B2 pile=Y1,Y2 discard=W naming=0"
    assert answers("random", position) == {"name B", "name G", "name R", "name Y"}


def test_it_always_says_uno() -> None:
    assert answers("random", f"{START} hands=R7,Y9/B1,B2 turn=0") == {"R7!"}
    assert answers("random", f"{START} hands=Y9/B1,B2 turn=1 laid=0", 0) == {"uno"}


def test_it_catches_one_time_in_two() -> None:
    position = f"{START} hands=Y9/B1,B2/G1,G2 turn=1 laid=0"
    caught = [does("random", position, 2, seed) for seed in range(400)]
    assert set(caught) == {"catch 0", ""}
    assert 150 < caught.count("catch 0") < 250


def test_it_catches_nobody_wrongly_and_suggests_nothing() -> None:
    position = (
        "classic+wrong_catch_penalty=2 hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R5 turn=1 laid=0!"
    )
    assert answers("random", position, 2) == {""}


def test_it_swaps_with_anybody() -> None:
    position = "house+swap_cards=1 hands=G1,G2,WX/B1,B2/B3 pile=Y1 discard=R5 turn=0"
    targets = {answer[-2:] for answer in answers("random", position)}
    assert targets == {">1", ">2"}


def test_it_adds_to_a_stack_and_jumps_in_one_time_in_two() -> None:
    stack = "house+stacking=same hands=GD,R3,R4/B1,B2 pile=Y1 discard=RD stacked=0:2 laid=1"
    assert answers("random", stack) == {"GD"}
    jump = "house+jump_in=on hands=Y8,Y9/B1,B2/G1,R5,R6 pile=Y1 discard=R5 turn=1 laid=0"
    assert answers("random", jump, 2) == {"R5", ""}
