from hypothesis import given, settings
from hypothesis import strategies as st

from openuno import Fast, Round, Rules, apply, deal, to_act, view
from openuno.bots import simple
from openuno.engine.notation import action_text, parse_round
from openuno.engine.rng import Generator
from openuno.engine.state import Over
from tests.strategies import generators, running, tables

MOST_ACTIONS = 4000


def turn(position: str, seed: int = 0) -> str:
    round = parse_round(position)
    acting = to_act(round)
    assert acting is not None
    return action_text(simple.turn(view(round, acting), Fast(seed))[0])


def chances(position: str, seat: int) -> set[str]:
    seen = view(parse_round(position), seat)
    answers = (simple.chance(seen, Fast(seed))[0] for seed in range(40))
    return {"" if answer is None else action_text(answer) for answer in answers}


@given(running(), generators())
def test_a_bot_does_only_what_is_legal(round: Round, rng: Generator) -> None:
    acting = to_act(round)
    assert acting is not None
    for seat in range(len(round.hands)):
        seen = view(round, seat)
        action, _ = simple.chance(seen, rng)
        assert action is None or action in seen.legal
    seen = view(round, acting)
    assert simple.turn(seen, rng)[0] in seen.legal


@given(tables(), st.integers(0, 2**64 - 1))
@settings(max_examples=20)
def test_bots_play_every_round_to_its_end(table: tuple[Rules, int], seed: int) -> None:
    rules, seats = table
    round = deal(rules, seats, 0, Fast(seed)).round
    rng: Generator = Fast(seed + 1 & 2**64 - 1)
    for _ in range(MOST_ACTIONS):
        acting = to_act(round)
        if acting is None:
            break
        seat, action = acting, None
        for seat in range(seats):
            action, rng = simple.chance(view(round, seat), rng)
            if action is not None:
                break
        else:
            seat = acting
            action, rng = simple.turn(view(round, acting), rng)
        assert action is not None
        round = apply(round, seat, action).round
    assert isinstance(round.phase, Over), "bots can go on for ever"


def test_it_plays_when_it_can_and_draws_when_it_cannot() -> None:
    start = "mattel-2016 pile=Y1,Y2 discard=R5 turn=0"
    assert turn(f"{start} hands=G1,R7,G3/B1,B2") == "R7"
    assert turn(f"{start} hands=G1,G3,B3/B1,B2") == "draw"


def test_it_plays_the_card_it_drew_or_keeps_it() -> None:
    start = "mattel-2016 pile=Y1,Y2 discard=R5"
    assert turn(f"{start} hands=G1,R7,G3/B1,B2 drawn=0:R7") == "R7"
    assert turn(f"{start} hands=G1,R7,G3/B1,B2 drawn=0:G3") == "keep"


def test_it_passes_when_there_is_nothing_to_do() -> None:
    assert turn("mattel-2016 hands=G1,G3/B1,B2 pile=- discard=R5 turn=0") == "pass"


def test_it_names_the_colour_it_holds_most() -> None:
    start = "mattel-2016 pile=Y1,Y2"
    assert turn(f"{start} hands=G1,G3,Y1,W/B1,B2 discard=R5 turn=0") == "W/G"
    assert turn(f"{start} hands=G1,Y3,Y1,B2/B1,B2 discard=W naming=0") == "name Y"


def test_it_keeps_its_wilds_while_a_colour_will_do() -> None:
    assert turn("mattel-2016 hands=R1,W,W4/B1,B2 pile=Y1 discard=R5 turn=0") == "R1"


def test_it_never_bluffs() -> None:
    start = "mattel-2016 pile=Y1,Y2 discard=R5"
    assert turn(f"{start} hands=G1,G2,W4/B1,B2 turn=0") == "W4/G"
    assert turn(f"{start} hands=G1,R2,W4/B1,B2 drawn=0:W4") == "keep"


def test_it_says_uno_with_the_card_and_seldom_forgets() -> None:
    position = "mattel-2016 hands=R1,Y9/B1,B2 pile=Y1 discard=R5 turn=0"
    said = [turn(position, seed) for seed in range(200)]
    assert set(said) == {"R1", "R1!"}
    assert 140 < said.count("R1!") < 200


def test_it_says_uno_late_if_it_may() -> None:
    position = "mattel-2016 hands=Y9/B1,B2 pile=Y1,Y2 discard=R5 turn=1 laid=0"
    assert chances(position, 0) == {"uno"}


def test_it_catches_and_sometimes_overlooks() -> None:
    position = "mattel-2016 hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R5 turn=1 laid=0"
    assert chances(position, 1) == chances(position, 2) == {"catch 0", ""}


def test_it_calls_nobody_out_wrongly_and_suggests_nothing() -> None:
    switches = "classic+wrong_catch_penalty=2"
    position = f"{switches} hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R5 turn=1 laid=0!"
    assert chances(position, 2) == {""}


def test_it_jumps_in() -> None:
    position = "house+jump_in=on hands=Y9,Y8/B1,B2/G1,R5,R6 pile=Y1 discard=R5 turn=1 laid=0"
    assert chances(position, 2) == {"R5"}


def test_it_takes_the_shortest_hand() -> None:
    start = "house+swap_cards=1 pile=Y1 discard=R5 turn=0"
    assert turn(f"{start} hands=G1,G2,WX/B1,B2,B3/B4,B5/B6,B7,B8") == "WX/G>2"


def test_it_adds_to_a_stack_or_takes_it() -> None:
    start = "house+stacking=same pile=Y1,Y2,Y3,Y4 discard=RD"
    assert turn(f"{start} hands=G1,GD,R3/B1,B2 stacked=0:2 laid=1") == "GD"
    assert turn(f"{start} hands=G1,G2,R3/B1,B2 stacked=0:2 laid=1") == "accept"


def test_it_doubts_a_large_hand_and_believes_a_small_one() -> None:
    start = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=1"
    small, large = "B1,B2", "B1,B2,B3,B4,B5,B6,B7,B8,B9"
    assert turn(f"{start} hands=G1,G2/{small} doubt=0:4:1:R:{small}") == "accept"
    assert turn(f"{start} hands=G1,G2/{large} doubt=0:4:1:R:{large}") == "challenge"


def test_a_bluff_is_doubted_no_sooner_than_an_honest_card() -> None:
    start = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=1"
    honest, bluff = "B1,B2,B3,B4", "B1,B2,R3,R4"
    answers = {turn(f"{start} hands=G1,G2/{held} doubt=0:4:1:R:{held}") for held in (honest, bluff)}
    assert len(answers) == 1
