import pytest

from openuno import Fast, SetupError, draw_for_dealer
from openuno.engine.events import Cards, Dealt
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import fork
from openuno.game.events import AtTable, DealerFound, DrewForDeal
from openuno.game.state import players_to_act
from tests.game.sheet import Sheet, new, sheet

LAST_CARD = "mattel-2016 hands=R7/G2/G3 pile=Y1,Y2 discard=R5 turn=0"
FOUR = "classic hands=R7/GS/B4/G1 dealer={seat} pile=Y1,Y2 discard=R5 turn=0"


def dealer_after(game: Sheet) -> int:
    began = game.deals().began()
    [dealer] = began.dealers
    return dealer


@pytest.mark.rule("DEAL-1", "DEAL-2")
@pytest.mark.parametrize("edition", ["mattel-2016", "classic"])
@pytest.mark.parametrize("seed", range(5))
def test_where_the_deal_is_drawn_for_the_game_tells_every_card_drawn(
    edition: str, seed: int
) -> None:
    game = new("race", edition, 4, seed)
    drawn = game.events_of(DrewForDeal)
    assert {event.seat for event in drawn} == {0, 1, 2, 3}
    [found] = game.events_of(DealerFound)
    assert game.events == (*drawn, found)
    assert game.game.dealer == found.seat
    assert dealer_after(game) == found.seat


def test_the_draw_has_a_tape_of_its_own() -> None:
    drawn = draw_for_dealer(parse_rules("classic"), 4, fork(Fast(3), 0))
    assert new("race", "classic", 4, seed=3).events == drawn.events
    # And so the same seed deals the same hands, no matter who was picked to deal and how.
    hands = [
        sorted(new("race", "house", 4, seed=3, dealer=dealer).deals().game.tables[0].round.hands)
        for dealer in (None, 0, 1)
    ]
    assert hands[0] == hands[1] == hands[2]


@pytest.mark.rule("DEAL-1")
def test_anybody_may_turn_out_to_deal() -> None:
    assert {new("race", "mattel-2016", 4, seed).game.dealer for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("edition", ["wild-112", "house"])
@pytest.mark.parametrize("dealer", [0, 3])
def test_where_the_table_picks_it_picks(edition: str, dealer: int) -> None:
    game = new("race", edition, 4, dealer=dealer)
    assert game.events == (DealerFound(dealer),)
    assert dealer_after(game) == dealer


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("edition", ["wild-112", "house"])
def test_a_table_that_could_pick_may_draw_instead(edition: str) -> None:
    game = new("race", edition, 4)
    assert len(game.events_of(DrewForDeal)) >= 4
    assert dealer_after(game) == game.game.dealer


@pytest.mark.rule("DEAL-1", "DEAL-2")
@pytest.mark.parametrize("edition", ["mattel-2016", "classic"])
def test_where_the_deal_is_drawn_for_nobody_is_picked(edition: str) -> None:
    with pytest.raises(SetupError, match=r"^dealer: .* draws for the deal"):
        new("race", edition, 4, dealer=0)


@pytest.mark.rule("FMT-4")
def test_with_rotating_partners_nobody_is_picked_or_drawn() -> None:
    with pytest.raises(SetupError, match=r"^dealer: "):
        new("rotating", "house", 4, dealer=0)
    game = new("rotating", "house", 4)
    assert game.events == ()
    assert game.game.dealer is None


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("dealer", [-1, 4])
def test_the_dealer_is_one_of_the_players(dealer: int) -> None:
    with pytest.raises(SetupError, match=rf"^dealer: there is no player {dealer} "):
        new("race", "house", 4, dealer=dealer)


@pytest.mark.rule("DEAL-4")
def test_the_deal_passes_to_the_left_after_each_round_regardless_of_who_won() -> None:
    game = new("race:100000", "house", 3, dealer=1)
    dealers: list[int] = []
    for winner in (0, 0, 2, 1):
        game = game.deals()
        dealers += game.began().dealers
        card = ("R7", "R8", "R9")[winner]
        position = f"house hands=R7/R8/R9 pile=Y1,Y2 discard=R5 turn={winner}"
        game = game.at(position).does(winner, card)
    assert dealers == [1, 2, 0, 1]


@pytest.mark.rule("DEAL-4")
def test_the_left_of_the_dealer_is_dealt_to_and_begins() -> None:
    for seed in range(20):
        game = new("race", "house+first_card=number", 4, seed, dealer=2).deals()
        assert game.game.tables[0].round.dealer == 2
        assert players_to_act(game.game) == (3,)


@pytest.mark.rule("DEAL-4", "FMT-7")
@pytest.mark.parametrize(
    ("dealer", "out", "following"),
    [
        (0, (), 1),
        (3, (), 0),
        (0, (1,), 2),
        (0, (1, 2), 3),
        (2, (3,), 0),
        # The dealer too may be put out by the hand just played.
        (1, (1,), 2),
        (1, (1, 2), 3),
        (3, (3,), 0),
        (3, (1, 2, 3), None),
    ],
)
def test_the_deal_passes_left_past_those_who_are_out(
    dealer: int, out: tuple[int, ...], following: int | None
) -> None:
    scores = tuple(99 if player in out else 0 for player in range(4))
    game = sheet("elimination:100", FOUR.format(seat=dealer), scores=scores, dealer=dealer)
    after = game.does(0, "R7")
    assert after.game.out == ((out,) if out else ())
    if following is None:
        assert after.winners == (0,)
    else:
        assert dealer_after(after) == following


@pytest.mark.rule("DEAL-4", "FMT-7")
def test_the_deal_passes_those_who_left_long_ago() -> None:
    three = "classic hands=R7/G2/G3 dealer=1 pile=Y1,Y2 discard=R5 turn=0"
    out = ((3,), (0, 1))
    game = sheet("elimination", three, scores=(500, 500, 0, 500, 0, 0), out=out, dealer=4)
    after = game.does(2, "R7")
    assert dealer_after(after) == 5
    last = sheet(
        "elimination",
        three.replace("dealer=1", "dealer=2"),
        scores=(500, 500, 0, 500, 0, 0),
        out=out,
        dealer=5,
    )
    assert dealer_after(last.does(2, "R7")) == 2


@pytest.mark.rule("DEAL-4")
def test_the_first_hand_is_dealt_by_the_dealer_found() -> None:
    game = new("race", "mattel-2016", 3, seed=4)
    assert dealer_after(game) == game.game.dealer


def test_every_hand_has_a_deal_of_its_own() -> None:
    game = new("race:100000", "mattel-2016", 3, seed=4)
    deals: set[tuple[Cards, ...]] = set()
    for _ in range(4):
        game = game.deals()
        deals.update(
            event.what.hands for event in game.events_of(AtTable) if isinstance(event.what, Dealt)
        )
        game = game.at(LAST_CARD).does(0, "R7")
    assert len(deals) == 4
