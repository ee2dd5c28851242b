from tests.bots import answers, does

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"


def test_it_mostly_plays_the_card_that_regular_plays() -> None:
    position = f"{START} hands=G1,R7,RS,W/B1,B2 turn=0"
    (best,) = answers("regular", position)
    played = [does("relaxed", position, seed=seed) for seed in range(400)]
    assert set(played) == {"R7", "RS", "W/R", "W/Y", "W/G", "W/B"}
    assert 280 < played.count(best) < 360


def test_it_forgets_uno_less_often_than_casual() -> None:
    position = f"{START} hands=R7,Y9/B1,B2 turn=0"
    said = [does("relaxed", position, seed=seed) for seed in range(400)]
    assert set(said) == {"R7", "R7!"}
    assert 35 < said.count("R7") < 100


def test_it_may_remember_before_it_is_caught() -> None:
    assert answers("relaxed", f"{START} hands=Y9/B1,B2 turn=1 laid=0", 0) == {"uno", ""}


def test_it_overlooks_catches_and_jump_ins() -> None:
    position = f"{START} hands=Y9/B1,B2/G1,G2 turn=1 laid=0"
    assert answers("relaxed", position, 2) == {"catch 0", ""}
    jump = "house+jump_in=on hands=Y8,Y9/B1,B2/R5,R6 pile=Y1 discard=R5 turn=1 laid=0"
    assert answers("regular", jump, 2) == {"R5!"}
    assert answers("relaxed", jump, 2) == {"R5", "R5!", ""}


def test_it_acts_in_its_turn_even_if_it_overlooks_a_catch() -> None:
    position = f"{START} hands=Y9/R7,B2/G1,G2 turn=1 laid=0"
    assert answers("relaxed", position, 1) == {"catch 0", "R7", "R7!"}


def test_it_believes_every_other_bluff_that_regular_challenges() -> None:
    start = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=1!"
    held = "B1,B2,B3,B4,B5,B6,B7,B8,B9"
    position = f"{start} hands=G1,G2/{held} doubt=0:4:1:R:{held}"
    assert answers("regular", position) == {"challenge"}
    challenges = [does("relaxed", position, seed=seed) for seed in range(400)]
    assert set(challenges) == {"accept", "challenge"}
    assert 140 < challenges.count("challenge") < 260
