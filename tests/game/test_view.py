import pytest

from openuno import Card, GameEvent
from openuno.engine.events import Dealt, Drew
from openuno.engine.notation.actions import action_text
from openuno.game.events import AtTable
from openuno.game.view import redact_game, view_game
from tests.game.sheet import Sheet, new, sheet


def told(game: Sheet, player: int | None) -> list[GameEvent]:
    return [redact_game(game.game, event, player) for event in game.events]


def faces(event: GameEvent) -> set[Card]:
    """The faces of all cards dealt or drawn in an event."""
    match event:
        case AtTable(_, Dealt(hands, pile)):
            return {card for cards in (*hands, pile) for card in cards}
        case AtTable(_, Drew(_, cards)):
            return set(cards)
        case _:
            return set()


def test_a_player_sees_the_own_hand_and_the_backs_of_all_others() -> None:
    game = new("race", "classic", 3).deals()
    round = game.game.tables[0].round
    seen = view_game(game.game, 1).tables[0].view
    assert seen.hands[1] == round.hands[1]
    assert set(seen.hands[0] + seen.hands[2]) == {Card.BACK}
    [dealt] = [
        event.what
        for event in told(game, 1)
        if isinstance(event, AtTable) and isinstance(event.what, Dealt)
    ]
    assert dealt.hands == seen.hands
    assert set(dealt.pile) == {Card.BACK}


@pytest.mark.rule("FMT-5")
def test_another_table_is_seen_as_by_one_who_watches() -> None:
    game = new("rotating", "classic", 8).deals()
    one, other = game.game.tables
    for player in one.players:
        seen = view_game(game.game, player)
        assert seen.tables[0].view.seat == one.players.index(player)
        assert seen.tables[1] == view_game(game.game, None).tables[1]
        for event in told(game, player):
            if isinstance(event, AtTable) and event.table == 1:
                assert faces(event) <= {Card.BACK}
    # A card drawn there stays hidden from everyone here, and is seen by the player who drew it.
    position = "classic+teams=on hands=B1/B2/B3/B4 pile=Y1,Y2 discard=R5 turn=0"
    drawn = game.at(position, table=1).does(other.players[0], "draw")
    for player in range(8):
        expected = Card.Y1 if player == other.players[0] else Card.BACK
        assert set().union(*map(faces, told(drawn, player))) == {expected}


@pytest.mark.rule("FMT-7")
def test_a_player_who_is_out_watches_and_sees_no_hand() -> None:
    position = "classic hands=R1,R2/G1,G2 pile=Y1,Y2 discard=R5 turn=1"
    game = sheet("elimination", position, scores=(500, 0, 0), out=((0,),), dealer=1)
    seen = view_game(game.game, 0).tables[0].view
    assert seen == view_game(game.game, None).tables[0].view
    assert seen.seat is None
    assert seen.legal == ()
    assert {card for hand in seen.hands for card in hand} == {Card.BACK}
    drawn = game.does(2, "draw")
    assert told(drawn, 0) == told(drawn, None)
    assert faces(told(drawn, 0)[0]) == {Card.BACK}
    assert faces(told(drawn, 2)[0]) == {Card.Y1}


def test_a_view_offers_what_the_player_may_do_at_its_own_seat() -> None:
    position = "classic+suggestion_penalty=0 hands=R1,G2/R2,G1 pile=Y1,Y2 discard=R5 turn=1"
    game = sheet("elimination", position, scores=(500, 0, 0), out=((0,),), dealer=1)
    offered = view_game(game.game, 2).tables[0].view.legal
    assert [action_text(action) for action in offered] == ["R2", "R2!", "draw"]
    assert view_game(game.game, 1).tables[0].view.legal == ()


def test_no_view_holds_the_tape() -> None:
    game = new("race", "classic", 3, seed=123456789).deals()
    assert "rng" not in view_game(game.game, 0).__struct_fields__
    assert "rng" not in view_game(game.game, 0).tables[0].view.__struct_fields__
