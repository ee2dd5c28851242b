import msgspec
import pytest

from openuno import Card
from openuno.engine.events import CardsGiven, Dealt, Discarded, DrawReason, Drew
from openuno.game.events import AtTable, GameEvent, RoundBegan
from openuno.game.statistics import Figures, Statistics, statistics, team_figures
from tests.game.sheet import Sheet, sheet

START = "house{switches} hands={hands} pile={pile} discard=R5 turn=0"


def counted(
    hands: str, *moves: tuple[int, str], switches: str = "", pile: str = "Y1,Y2,Y3,Y4,Y6,Y7,Y8"
) -> Statistics:
    """The statistics of these moves from a position that was just dealt."""
    game = sheet("race", START.format(switches=switches, hands=hands, pile=pile))
    events = dealt(game)
    for player, move in moves:
        game = game.does(player, move)
        events += game.events
    return statistics(len(game.scores), events)


def dealt(game: Sheet) -> list[GameEvent]:
    [table] = game.game.tables
    deal = Dealt(table.round.hands, table.round.pile, 0)
    return [RoundBegan(1, (table.players,), (0,)), AtTable(0, deal)]


def changed(figures: Figures) -> dict[str, int]:
    """What is not zero; the longest hand never is."""
    named = msgspec.structs.asdict(figures)
    return {name: value for name, value in named.items() if value and name != "longest_hand"}


def test_a_hand_is_counted_when_it_ends() -> None:
    ada, bo, cleo = counted("R7/GS,Y9/W", (0, "R7")).players
    assert changed(ada) == {"rounds": 1, "won": 1, "points": 79}
    assert changed(bo) == {"rounds": 1, "cards_left": 2, "points_left": 29}
    assert changed(cleo) == {"rounds": 1, "cards_left": 1, "points_left": 50}


def test_a_challenge_won_is_a_bluff_caught() -> None:
    ada, bo = counted("R7,R8,W4/G1,G2", (0, "W4/B"), (1, "challenge")).players
    assert (bo.challenges_won, bo.challenges_lost) == (1, 0)
    assert (ada.bluffs_caught, ada.wrongly_doubted, ada.not_challenged) == (1, 0, 0)
    assert (ada.cards_drawn, bo.cards_drawn) == (4, 0)


def test_a_lost_challenge_clears_the_player_of_the_card() -> None:
    ada, bo = counted("G7,G8,W4/G1,G2", (0, "W4/B"), (1, "challenge")).players
    assert (bo.challenges_won, bo.challenges_lost) == (0, 1)
    assert (ada.bluffs_caught, ada.wrongly_doubted, ada.not_challenged) == (0, 1, 0)
    assert (ada.cards_drawn, bo.cards_drawn) == (0, 6)


@pytest.mark.parametrize("hand", ["R7,R8,W4", "G7,G8,W4"])
def test_a_four_that_is_taken_counts_the_same_bluff_or_not(hand: str) -> None:
    ada, bo = counted(f"{hand}/G1,G2", (0, "W4/B"), (1, "accept")).players
    assert (ada.bluffs_caught, ada.wrongly_doubted, ada.not_challenged) == (0, 0, 1)
    assert (bo.challenges_won, bo.challenges_lost, bo.cards_drawn) == (0, 0, 4)


@pytest.mark.parametrize(("answer", "drawn"), [("W4/G", 8), ("BD", 6)])
def test_a_four_that_is_stacked_on_was_not_challenged(answer: str, drawn: int) -> None:
    moves = ((0, "W4/B"), (1, answer), (2, "accept"))
    hands = "R7,R8,W4/G1,BD,W4/Y1,Y2"
    switches, pile = "+stacking=any", "Y3,Y4,Y5,Y6,Y7,Y8,Y9,B1,B2"
    ada, bo, cleo = counted(hands, *moves, switches=switches, pile=pile).players
    assert (ada.not_challenged, bo.not_challenged) == (1, int(answer == "W4/G"))
    assert (cleo.not_challenged, cleo.cards_drawn) == (0, drawn)


def test_taking_a_stack_of_twos_is_nothing_unchallenged() -> None:
    moves = ((0, "RD"), (1, "accept"))
    ada, bo = counted("R7,R8,RD/G1,G2", *moves, switches="+stacking=same").players
    assert (ada.not_challenged, bo.cards_drawn) == (0, 2)


def test_a_catch_is_counted_for_both() -> None:
    ada, bo, cleo = counted("R7,R8/G1,G2/G3,G4", (0, "R7"), (2, "catch 0")).players
    assert (cleo.catches, ada.caught, ada.cards_drawn) == (1, 1, 2)
    assert (bo.catches, bo.caught) == (0, 0)


def test_a_wrong_catch_is_counted_apart() -> None:
    moves = ((0, "R7!"), (1, "catch 0"))
    ada, bo = counted("R7,R8/G1,G2", *moves, switches="+wrong_catch_penalty=1").players
    assert (bo.catches, bo.wrong_catches, bo.cards_drawn, ada.caught) == (0, 1, 1, 0)


@pytest.mark.parametrize("moves", [((0, "R7!"),), ((0, "R7"), (0, "uno"))])
def test_uno_counts_with_the_card_or_after_it(moves: tuple[tuple[int, str], ...]) -> None:
    ada, bo = counted("R7,R8/G1,G2", *moves).players
    assert (ada.uno_said, bo.uno_said) == (1, 0)


def test_the_longest_hand_is_the_most_cards_held_at_once() -> None:
    moves = ((0, "draw"), (0, "keep"), (1, "R3"), (0, "R7"))
    ada, bo = counted("G2,R7,R8/R3,G4", *moves).players
    assert (ada.longest_hand, bo.longest_hand) == (4, 2)


def test_a_hand_got_in_a_swap_counts_as_held() -> None:
    ada, bo = counted("R7,B1/G1,G2,G3,G4", (0, "R7>1"), switches="+seven_zero=on").players
    assert (ada.longest_hand, bo.longest_hand) == (4, 4)


def test_cards_that_change_hands_by_a_written_rule_count_as_held() -> None:
    game = sheet("race", START.format(switches="", hands="R1,R2/G1,G2/Y1", pile="Y4"))
    rule = (
        CardsGiven(0, 1, (Card.R1,), 0),
        Discarded(1, (Card.G1, Card.G2), 0),
        Drew(1, (Card.Y4,), DrawReason.CARD),
    )
    counting = statistics(3, [*dealt(game), *(AtTable(0, event) for event in rule)])
    assert counting.tables[0].held == (1, 2, 1)
    assert [figures.longest_hand for figures in counting.players] == [2, 3, 1]
    assert [figures.cards_drawn for figures in counting.players] == [0, 1, 0]


def test_averages_are_over_all_hands_those_gone_out_included() -> None:
    figures = Figures(rounds=4, won=2, cards_left=6, points_left=50)
    assert figures.average_cards_left == 1.5
    assert Figures().average_cards_left == 0


def test_a_team_counts_its_hands_and_points_once_and_adds_the_rest() -> None:
    position = "classic+teams=on hands=R7/GS,Y9/W/B4 pile=Y1,Y2 discard=R5 turn=0"
    game = sheet("partners", position)
    counted = statistics(4, [*dealt(game), *game.does(0, "R7").events])
    assert counted.players[0].points == counted.players[2].points == 33
    assert changed(team_figures(counted, (0, 2))) == {
        "rounds": 1,
        "won": 1,
        "points": 33,
        "cards_left": 1,
        "points_left": 50,
    }
    assert changed(team_figures(counted, (1, 3))) == {
        "rounds": 1,
        "cards_left": 3,
        "points_left": 33,
    }
    assert team_figures(counted, (1, 3)).longest_hand == 2


def test_a_dead_hand_is_played_and_won_by_nobody() -> None:
    moves = ((0, "pass"), (1, "pass"))
    ada, bo = counted("G1/G2", *moves, pile="-").players
    assert changed(ada) == {"rounds": 1, "cards_left": 1, "points_left": 1}
    assert changed(bo) == {"rounds": 1, "cards_left": 1, "points_left": 2}


def test_statistics_survive_json() -> None:
    counting = counted("R7,R8/G1,G2", (0, "R7!"))
    assert msgspec.json.decode(msgspec.json.encode(counting), type=Statistics) == counting
