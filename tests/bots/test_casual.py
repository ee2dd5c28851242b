from tests.bots import answers, does

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"


def test_it_lays_bright_cards_at_once() -> None:
    assert answers("casual", f"{START} hands=G1,R7,RS/B1,B2 turn=0") == {"RS"}
    assert answers("casual", f"{START} hands=G1,R7,RS,W/B1,B2 turn=0") == {"W/G", "W/R"}


def test_it_bluffs_without_a_thought() -> None:
    assert answers("casual", f"{START} hands=G1,R7,W4/B1,B2 turn=0") == {"W4/G", "W4/R"}


def test_it_names_a_colour_it_holds_and_else_any() -> None:
    position = "mattel-2016 pile=Y1,Y2 discard=W naming=0"
    assert answers("casual", f"{position} hands=G1,Y2/B1,B2") == {"name G", "name Y"}
    assert len(answers("casual", f"{position} hands=W,W4/B1,B2")) == 4


def test_it_forgets_uno_now_and_then() -> None:
    position = f"{START} hands=R7,Y9/B1,B2 turn=0"
    said = [does("casual", position, seed=seed) for seed in range(400)]
    assert set(said) == {"R7", "R7!"}
    assert 50 < said.count("R7") < 150


def test_it_may_remember_before_it_is_caught() -> None:
    assert answers("casual", f"{START} hands=Y9/B1,B2 turn=1 laid=0", 0) == {"uno", ""}


def test_it_overlooks_catches_and_jump_ins() -> None:
    position = f"{START} hands=Y9/B1,B2/G1,G2 turn=1 laid=0"
    assert answers("casual", position, 2) == {"catch 0", ""}
    jump = "house+jump_in=on hands=Y8,Y9/B1,B2/G1,R5,R6 pile=Y1 discard=R5 turn=1 laid=0"
    assert answers("casual", jump, 2) == {"R5", ""}


def test_it_challenges_on_a_whim_whatever_the_hand() -> None:
    start = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=1!"
    for held in ("B1", "B1,B2,B3,B4,B5,B6,B7,B8,B9"):
        position = f"{start} hands=G1,G2/{held} doubt=0:4:1:R:{held}"
        doubts = [does("casual", position, seed=seed) for seed in range(400)]
        assert set(doubts) == {"accept", "challenge"}
        assert 60 < doubts.count("challenge") < 140
