"""The host's word: setting up, bots, kicking, handing over, ending."""

import pytest

from openuno.engine.faults import Fault, FaultKind
from openuno.room import commands as ask
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.facts import (
    BotSat,
    Committed,
    Departed,
    GameClosed,
    HostChanged,
    Muted,
    SettingsChanged,
    Stood,
)
from openuno.room.host import long_absence
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import LONGEST_TEXT, Clock, Settings, parse_settings
from openuno.room.state import is_game_on, is_played_by_bot
from openuno.room.view import SeatView
from tests.room.driver import open_room, reveals, seat_people, secret, start_game
from tests.room.games import waits_of

ABSENCE = long_absence(Clock())

HOSTS_WORD = (
    ask.Start(),
    ask.End(),
    ask.SetUp(Settings()),
    ask.AddBot(0),
    ask.RemoveBot(0),
    ask.Kick(0),
    ask.HandOver("ben"),
    ask.Mute("ann"),
)


@pytest.mark.parametrize("command", HOSTS_WORD, ids=lambda command: type(command).__name__)
def test_only_the_host_orders(command: ask.RoomCommand) -> None:
    for driven in (seat_people(), start_game()):
        sentence = driven.refuses("ben", command, RefusalCode.NOT_HOST)
        assert sentence == "only the host can do that"


def test_players_at_a_shared_screen_start_without_its_host() -> None:
    """The host is a screen without a seat, and perhaps without a keyboard."""
    driven = open_room(Settings(seats=3, shared_screen=True)).comes("ann", "ben", "cat", "dan")
    for seat, guest in enumerate(("ben", "cat")):
        driven.asks(guest, ask.Sit(seat, ready=True))
    driven.adds_seeds()
    for command in HOSTS_WORD:
        driven.refuses("dan", command, RefusalCode.NOT_HOST)
        if not isinstance(command, ask.Start | ask.AddBot | ask.RemoveBot):
            driven.refuses("ben", command, RefusalCode.NOT_HOST)
    driven.asks("cat", ask.AddBot(2))
    driven.asks("ben", ask.RemoveBot(2))
    driven.asks("cat", ask.Start(only_taken=True))
    assert is_game_on(driven.table)


def test_the_settings_can_change_between_games_and_all_are_asked_again() -> None:
    driven = seat_people(2)
    driven.asks("ben", ask.Ready(), ask.AddSeed("ab" * 32))
    wanted = Settings(rules="classic", seats=3)
    assert driven.asks("ann", ask.SetUp(wanted)) == (SettingsChanged(wanted),)
    assert driven.table.settings == wanted
    assert driven.seat(1) == SeatView(name="Ben", guest="ben")
    assert driven.seat(2) == SeatView()


def test_rules_for_blanks_are_kept_in_their_normal_form() -> None:
    driven = seat_people(2)
    said = Settings(rules="house+blank_cards=1+written=draw_two_and_go_again!", seats=3)
    kept = "house+blank_cards=1+written=You_draw_2_cards._You_play_again."
    driven.asks("ann", ask.SetUp(said))
    assert driven.table.settings == Settings(rules=kept, seats=3)


def test_the_rules_do_not_change_during_a_game() -> None:
    sentence = start_game().refuses("ann", ask.SetUp(Settings(seats=2)), RefusalCode.GAME_ON)
    assert sentence == "the rules change between games only"


def test_no_seat_is_taken_away_from_under_anyone() -> None:
    sentence = seat_people(3).refuses("ann", ask.SetUp(Settings(seats=2)), RefusalCode.SEAT_TAKEN)
    assert sentence == "someone sits in a seat you want to take away"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (Settings(rules="monopoly"), "monopoly"),
        (Settings(format="chess"), "there is no format"),
        (Settings(seats=1), "takes 2 to 10 players, not 1"),
        (Settings(seats=11), "takes 2 to 10 players, not 11"),
        (Settings(seats=-3), "takes 2 to 10 players, not -3"),
        (Settings(format="partners", seats=5), "partners takes exactly 4 players"),
        (Settings(rules="house+hand_size=30", seats=10), "deal fewer or add a deck"),
        (Settings(rules="x" * (LONGEST_TEXT + 1)), "the rules are longer than 32768 characters"),
        (Settings(clock=Clock(move=4)), "the clock's move is 5 to 1209600 seconds, not 4"),
        (Settings(clock=Clock(move=float("nan"))), "the clock's move is"),
        (Settings(clock=Clock(away=1)), "the clock's away is 5 to 3600 seconds, not 1"),
        (Settings(clock=Clock(between=0)), "the clock's between is 1 to 3600 seconds, not 0"),
        (Settings(clock=Clock(bots=11)), "the clock's bots is 0 to 10 seconds, not 11"),
    ],
)
def test_what_nobody_could_play_is_refused(settings: Settings, sentence: str) -> None:
    driven = open_room().comes("ann")
    assert sentence in driven.refuses("ann", ask.SetUp(settings), RefusalCode.BAD_SETTINGS)


def test_rules_that_cannot_be_read_are_not_said_back_whole() -> None:
    driven = open_room().comes("ann")
    rules = "house+blank_cards=1+written=" + "fold_" * 6_000
    for settings in (Settings(rules=rules), Settings(format="x" * 30_000)):
        sentence = driven.refuses("ann", ask.SetUp(settings), RefusalCode.BAD_SETTINGS)
        assert "\n" not in sentence
        assert "(at character " in sentence
        assert len(sentence) < 300


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        (
            Settings(rules="house+hand_size=30", seats=10),
            Fault.of(FaultKind.CARDS, seats=10, hand=30, needed=301, deck=108, switch="hand_size"),
        ),
        (
            Settings(rules="house+blank_cards=9"),
            Fault.of(FaultKind.BOUNDS, least=0, most=8, word="9", switch="blank_cards"),
        ),
        (
            Settings(format="best-of:4"),
            Fault.of(FaultKind.ODD, word="4", switch="rounds"),
        ),
        (
            Settings(format="RACE"),
            Fault.of(FaultKind.NO_SUCH_NAME_NEAR, what="format", word="RACE", near="race"),
        ),
        (
            Settings(clock=Clock(move=0.5)),
            Fault.of(
                FaultKind.CLOCK, switch="clock", clock="move", least=5, most=1_209_600, word="0.5"
            ),
        ),
        (
            Settings(rules="house+" + "x" * LONGEST_TEXT),
            Fault.of(FaultKind.RULES_TOO_LONG, switch="rules", most=LONGEST_TEXT),
        ),
    ],
)
def test_what_is_wrong_with_settings_is_said_by_kind(settings: Settings, fault: Fault) -> None:
    with pytest.raises(Refused) as refusal:
        parse_settings(settings)
    assert refusal.value.fault == fault


def test_a_bot_fills_a_free_seat_and_leaves_it() -> None:
    driven = open_room().comes("ann")
    assert driven.asks("ann", ask.AddBot(1, "casual")) == (BotSat(1, "casual", "Mia"),)
    assert driven.seat(1) == SeatView(name="Mia", bot="casual", ready=True)
    assert driven.refuses("ann", ask.AddBot(1), RefusalCode.SEAT_TAKEN) == "that seat is taken"
    assert driven.asks("ann", ask.RemoveBot(1)) == (Stood(1),)
    assert driven.seat(1) == SeatView()


def test_a_character_has_its_own_name_and_face() -> None:
    driven = open_room().comes("ann", "Bo")
    toaster = BotSat(1, "toaster", "Bo", "b:toaster")
    assert driven.asks("ann", ask.AddBot(1, "toaster")) == (toaster,)
    assert driven.seat(1) == SeatView(name="Bo", bot="toaster", ready=True, face="b:toaster")
    assert driven.asks("ann", ask.AddBot(2, "toaster")) == (
        BotSat(2, "toaster", "Bo (2)", "b:toaster"),
    ), "a second one looks and plays the same"


def test_a_level_seats_the_first_character_that_is_not_there_yet() -> None:
    driven = open_room(Settings(seats=6)).comes("ann")
    for seat, level in enumerate(("easy", "easy", "medium", "hard", "master")):
        driven.asks("ann", ask.AddBot(seat, level))
    kinds = [seat.bot for seat in driven.seats[:5]]
    assert kinds == ["television", "plant", "toaster", "radio", "master"]
    assert [seat.name for seat in driven.seats[:5]] == ["Gus", "Ivy", "Bo", "Ada", "Mia"]


def test_every_bot_has_a_name_of_its_own() -> None:
    driven = open_room(Settings(format="rotating", seats=16)).comes("ann", "bot 16")
    driven.asks("bot 16", ask.Sit(0))
    for seat in range(1, 16):
        driven.asks("ann", ask.AddBot(seat))
    names = [seat.name for seat in driven.seats]
    assert len(set(names)) == len(names)


def test_there_are_only_the_bots_there_are() -> None:
    driven = seat_people()
    sentence = driven.refuses("ann", ask.RemoveBot(1), RefusalCode.NO_SUCH_BOT)
    assert sentence == "no bot sits there"
    sentence = driven.refuses("ann", ask.AddBot(1, "skynet"), RefusalCode.NO_SUCH_BOT)
    assert sentence.startswith(
        "there is no such bot; choose one from easy, medium, hard, random, casual, relaxed,"
    )
    assert sentence.endswith(", mug, piggy-bank, lamp, expert")
    sentence = driven.refuses("ann", ask.AddBot(1, "oracle:hands"), RefusalCode.NO_SUCH_BOT)
    assert sentence.startswith("an oracle sees hidden cards, so no table seats it")


def test_bots_come_and_go_between_games_only() -> None:
    driven = start_game(3)
    driven.asks("ben", ask.Stand())
    for command in (ask.AddBot(1), ask.RemoveBot(1)):
        sentence = driven.refuses("ann", command, RefusalCode.GAME_ON)
        assert sentence == "bots come and go between games"


def test_the_kick_works_before_a_game() -> None:
    driven = seat_people(3)
    assert driven.asks("ann", ask.Kick(1)) == (Stood(1, None, kicked=True),)
    assert driven.seat(1) == SeatView()
    sentence = driven.refuses("ben", ask.Sit(1), RefusalCode.KICKED)
    assert sentence == "the host has sent you away; you may watch"


def test_the_kick_works_during_a_game_and_on_those_who_are_not_there() -> None:
    driven = start_game(3).goes("ben").waits(ABSENCE)
    assert driven.asks("ann", ask.Kick(1)) == (Stood(1, STAND_IN_BOT, kicked=True),)
    assert is_played_by_bot(driven.table.seats[1])
    driven.comes("ben")
    driven.refuses("ben", ask.Sit(1), RefusalCode.KICKED)
    driven.asks("ann", ask.End())
    driven.refuses("ben", ask.Sit(1), RefusalCode.KICKED)


def test_the_kick_is_for_people() -> None:
    driven = open_room().comes("ann")
    driven.asks("ann", ask.AddBot(1))
    for seat in (0, 1):
        sentence = driven.refuses("ann", ask.Kick(seat), RefusalCode.NO_SUCH_PERSON)
        assert sentence == "no person sits there"


def test_a_host_does_not_lock_themselves_out() -> None:
    driven = seat_people()
    sentence = driven.refuses("ann", ask.Kick(0), RefusalCode.NO_SUCH_PERSON)
    assert sentence == "that is your own seat; stand up instead"


def test_the_host_hands_over_to_someone_who_is_there() -> None:
    driven = seat_people(3).goes("cat")
    assert driven.asks("ann", ask.HandOver("ben")) == (HostChanged("ben"),)
    driven.refuses("ann", ask.HandOver("ann"), RefusalCode.NOT_HOST)
    sentence = driven.refuses("ben", ask.HandOver("cat"), RefusalCode.NO_SUCH_PERSON)
    assert sentence == "that person is not at the table"


def test_when_the_host_leaves_somebody_else_is_host() -> None:
    driven = seat_people(3).comes("zoe").goes("ben")
    facts = driven.asks("ann", ask.Leave())
    assert facts == (Stood(0), Departed("ann", "one"), HostChanged("cat"))
    assert driven.table.owner == "cat"
    assert driven.asks("cat", ask.Leave())[-1] == HostChanged(None), "Ben's seat is not Zoe's"
    driven.happens(Stood(1), HostChanged("zoe"))
    assert driven.asks("zoe", ask.Leave())[-1] == HostChanged(None)
    assert driven.table.host_away is None


def test_leaving_makes_nobody_host_but_for_the_host() -> None:
    driven = seat_people(3)
    driven.asks("ben", ask.Leave())
    assert driven.table.host == "ann"


def test_the_host_can_end_a_game_and_only_that_reveals_its_seed() -> None:
    driven = start_game(3)
    committed = driven.table.commitment
    assert reveals(driven) == []
    facts = driven.asks("ann", ask.End())
    assert facts == (GameClosed(secret(1).reveal(), "ann"), Committed(secret(2).commitment))
    assert secret(1).commitment == committed
    assert not is_game_on(driven.table)
    assert waits_of(driven.table) == ()
    sentence = driven.refuses("ann", ask.End(), RefusalCode.NO_GAME)
    assert sentence == "no game is in progress"
    assert reveals(driven) == [secret(1).reveal()]


def test_there_is_no_game_to_end_before_one_starts() -> None:
    assert seat_people().refuses("ann", ask.End(), RefusalCode.NO_GAME) == "no game is in progress"


def test_the_host_takes_the_word_from_someone_and_gives_it_back() -> None:
    driven = seat_people()
    assert driven.asks("ann", ask.Mute("ben")) == (Muted("ben", muted=True),)
    assert driven.table.muted == {"ben"}
    driven.asks("ben", ask.Leave())
    assert driven.asks("ann", ask.Mute("ben", muted=False)) == (Muted("ben", muted=False),)
    assert driven.table.muted == frozenset()
    sentence = driven.refuses("ann", ask.Mute("ben"), RefusalCode.NO_SUCH_PERSON)
    assert sentence == "that person is not at the table"
