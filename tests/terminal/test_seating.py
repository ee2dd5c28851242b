import pytest

from openuno import Race, Rotating, SetupError
from openuno.terminal.seating import Seating, seat_players, seat_resumed


def test_people_sit_from_the_first_seat_on_and_bots_take_the_rest() -> None:
    assert seat_players(Race(), None, "You", None) == Seating(
        ("You", "Mia", "Ned", "Ola"), ("person", "regular", "regular", "regular")
    )
    assert seat_players(Race(), 3, "Ann, Ben", "casual").kinds == ("person", "person", "casual")
    assert seat_players(Race(), None, "A,B,C,D,E", None).people == (0, 1, 2, 3, 4)


def test_an_empty_name_leaves_the_seat_to_a_bot() -> None:
    seated = seat_players(Race(), None, "Ann,,Ben", "casual,random")
    assert seated.names == ("Ann", "Mia", "Ben", "Ned")
    assert seated.kinds == ("person", "casual", "person", "random")
    assert seat_players(Race(), 2, "", None).people == ()


def test_a_bot_gives_way_to_its_namesake() -> None:
    assert seat_players(Race(), None, "Ned", None).names == ("Ned", "Mia", "Ola", "Pip")


def test_no_bot_has_the_name_of_a_character_that_it_is_not() -> None:
    regulars = seat_players(Race(), 8, "Zoe", None).names
    assert regulars == ("Zoe", "Mia", "Ned", "Ola", "Pip", "Quin", "Rae", "Sol")
    own = seat_players(Race(), 3, "Zoe", "examples.my_bot:my_bot").names
    assert own == ("Zoe", "Mia", "Ned")


def test_a_character_brings_its_name_and_a_level_seats_its_characters() -> None:
    seated = seat_players(Race(), 4, "Zoe", "teapot,regular,toaster")
    assert seated == Seating(
        ("Zoe", "Cleo", "Mia", "Bo"), ("person", "teapot", "regular", "toaster")
    )
    easy = seat_players(Race(), 5, "Gus", "easy")
    assert easy.kinds == ("person", "television", "plant", "mug", "television")
    assert easy.names == ("Gus", "Gus (2)", "Ivy", "Jo", "Gus (3)")
    with pytest.raises(
        SetupError, match="no bot 'dishwasher'; choose from easy, medium, hard, master"
    ):
        seat_players(Race(), 4, "Zoe", "dishwasher")


def test_bots_are_named_as_uno_bots_lists_them_in_capitals_or_not() -> None:
    seated = seat_players(Race(), 5, "Zoe", "Bo, ADA,Regular,EASY")
    assert seated.kinds == ("person", "toaster", "radio", "regular", "television")
    with pytest.raises(SetupError, match=r"my_bot\.py.* names a file; .* my_bot:my_bot"):
        seat_players(Race(), 2, "Zoe", "./my_bot.py")


def test_bots_for_no_seat_are_refused() -> None:
    with pytest.raises(SetupError, match="people have all 2 seats; leave --bots out"):
        seat_players(Race(), 2, "Ann,Ben", "easy")


def test_the_largest_tournament_has_names_for_all() -> None:
    assert len(set(seat_players(Rotating(), 24, None, None).names)) == 24


def test_a_game_goes_on_with_its_own_names() -> None:
    names = ("Ann", "Ada", "Ben")
    assert seat_resumed(names, None, None).people == (0,)
    assert seat_resumed(names, "Ben,Ann", "random") == Seating(
        names, ("person", "random", "person")
    )
    with pytest.raises(SetupError, match="'Zoe' is not one of Ann, Ada, Ben"):
        seat_resumed(names, "Zoe", None)
