"""What can be said of whom at a server's table, and who is asked for a verdict (PEN-1, PEN-2)."""

from openuno.room import commands as ask
from openuno.room.state import GameOn
from openuno.terminal.tables.charges import Charge, Dispute, find_charges, find_dispute
from tests.room.driver import RoomDriver, start_game

HUM = 'house+blank_cards=1+written="Everyone_hums."+suggestion_penalty=4'
CARDS = "hands=R7,WC1,B8/B1,B2/Y3,Y4/G5,G6 pile=Y1,Y2,Y5,Y6,B3,B4,B5,B6 discard=R5 turn=0"


def playing() -> RoomDriver:
    driven = start_game(4, rules=HUM).comes("zoe").puts(f"{HUM} {CARDS}")
    driven.moves("ann", "WC1/R")
    return driven


def charges(driven: RoomDriver, player: int) -> tuple[Charge, ...]:
    assert isinstance(driven.table.game, GameOn)
    return find_charges(driven.table, driven.table.game, player)


def dispute(driven: RoomDriver, player: int) -> Dispute | None:
    assert isinstance(driven.table.game, GameOn)
    return find_dispute(driven.table, driven.table.game, player)


def test_everyone_who_is_here_may_not_have_kept_an_honour_rule() -> None:
    driven = playing()
    message = driven.table.seq
    driven.goes("dan")
    assert charges(driven, 2) == tuple(
        Charge(seat, name, "Everyone hums.", honour=True, message=message)
        for seat, name in enumerate(("Ann", "Ben", "Cat"))
    )


def test_what_others_said_may_have_been_a_hint() -> None:
    driven = playing()
    driven.asks("ben", ask.Say("what a lovely day"))
    said = Charge(1, "Ben", "what a lovely day", honour=False, message=driven.table.seq)
    assert said in charges(driven, 0)
    assert said not in charges(driven, 1), "nobody accuses themselves of a hint"


def test_each_charge_can_be_made_and_every_judge_is_asked_once() -> None:
    driven = playing()
    charge = next(charge for charge in charges(driven, 2) if charge.name == "Ben")
    driven.asks("cat", ask.Accuse(charge.message, charge.player))
    assert charges(driven, 0) == (), "one at a time"
    asked = Dispute("Cat", "Ben", "Everyone hums.", honour=True)
    assert [dispute(driven, player) for player in range(4)] == [asked, asked, None, asked]
    driven.asks("dan", ask.Judge(guilty=False))
    assert dispute(driven, 3) is None
    driven.asks("ann", ask.Judge(guilty=False))
    assert [dispute(driven, player) for player in range(4)] == [None] * 4
    assert charges(driven, 2) == (), "the table has dismissed what Cat said"
    assert "Ben" not in [charge.name for charge in charges(driven, 0)], "it has been decided"
