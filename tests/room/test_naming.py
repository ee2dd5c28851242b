"""Names and faces: chosen on sitting down, changed at any time, seen by everyone."""

import msgspec
import pytest

from openuno.room import commands as ask
from openuno.room.faces import FACE_PARTS, check_face
from openuno.room.facts import ReadyChanged, Renamed, Sat
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused
from openuno.room.snapshot import read_snapshot, write_snapshot
from openuno.room.state import BotSeat, Human, Person
from openuno.room.view import SeatView, view_seat
from tests.room.driver import open_room, seat_people, start_game

FACE, OTHER = "p:2-1-4-0-3", "p:6-7-14-31-8"


def test_one_request_seats_names_and_readies_a_guest() -> None:
    driven = open_room().comes("ann", "ben")
    facts = driven.asks("ben", ask.Sit(1, ready=True, name="  Grandma   Ruth ", face=FACE))
    assert facts == (
        Renamed("ben", "Grandma Ruth", FACE),
        Sat(1, "ben", "Grandma Ruth", FACE),
        ReadyChanged(1, ready=True),
    )
    seat = SeatView(name="Grandma Ruth", guest="ben", accepted=True, ready=True, face=FACE)
    assert driven.seat(1) == seat
    assert Person("ben", "Grandma Ruth", ("one",), FACE) in driven.table.people


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (ask.Sit(1, name=" \u200b "), RefusalKind.NAME_EMPTY),
        (ask.Sit(1, name="x" * 25), RefusalKind.NAME_TOO_LONG),
        (ask.Sit(1, name="Ruth", face="b:radio"), RefusalKind.NO_SUCH_FACE),
        (ask.Rename(" "), RefusalKind.NAME_EMPTY),
        (ask.Rename("Ruth", "p:7-0-0-0-0"), RefusalKind.NO_SUCH_FACE),
    ],
)
def test_a_bad_name_or_face_changes_nothing(command: ask.RoomCommand, kind: RefusalKind) -> None:
    driven = open_room().comes("ann", "ben")
    driven.refuses("ben", command, kind.code)
    with pytest.raises(Refused) as refused:
        driven.asks("ben", command)
    assert refused.value.kind is kind


def test_the_seat_of_a_person_who_gives_no_name_has_the_one_they_came_with() -> None:
    driven = open_room().comes("ann")
    assert driven.asks("ann", ask.Sit(0)) == (Sat(0, "ann", "Ann"),)


def test_a_person_is_renamed_for_everyone_also_during_a_game() -> None:
    driven = start_game(3)
    assert driven.asks("ben", ask.Rename(face=FACE)) == (Renamed("ben", "Ben", FACE),)
    assert driven.asks("ben", ask.Rename("Benedict")) == (Renamed("ben", "Benedict", FACE),)
    seat = driven.table.seats[1]
    assert isinstance(seat, Human)
    assert (seat.name, seat.face) == ("Benedict", FACE)
    assert driven.asks("ben", ask.Rename("Benedict", FACE)) == ()
    # A bot that plays on for them keeps the name and the face.
    driven.asks("ben", ask.Leave())
    assert driven.table.seats[1] == BotSeat("regular", "Benedict", "ben", FACE)
    assert view_seat(driven.table.seats[1]).face == FACE


def test_a_person_who_watches_can_be_renamed_and_sits_down_under_that_name() -> None:
    driven = seat_people(2).comes("zoe")
    driven.asks("zoe", ask.Rename("Zoe the First", OTHER))
    assert Person("zoe", "Zoe the First", ("one",), OTHER) in driven.table.people


def test_nobody_takes_the_name_of_another_seat() -> None:
    driven = seat_people(2).comes("zoe")
    assert driven.asks("ben", ask.Rename("Ann")) == (Renamed("ben", "Ann (2)"),)
    assert driven.asks("ben", ask.Rename("Ann")) == ()
    assert driven.asks("zoe", ask.Rename("Ann")) == (Renamed("zoe", "Ann (3)"),)


def test_a_muted_person_says_nothing_by_a_name() -> None:
    driven = seat_people(2)
    driven.asks("ann", ask.Mute("ben"))
    driven.refuses("ben", ask.Rename("Ann cheats"), RefusalCode.MUTED)


def test_a_snapshot_keeps_faces() -> None:
    driven = seat_people(2)
    driven.asks("ben", ask.Rename(face=FACE))
    assert read_snapshot(write_snapshot(driven.table)).seats == driven.table.seats


def test_facts_from_before_faces_are_read() -> None:
    stored = b'{"fact":"sat","seat":1,"guest":"ben","name":"Ben"}'
    assert msgspec.json.decode(stored, type=Sat) == Sat(1, "ben", "Ben")


@pytest.mark.parametrize("face", [FACE, OTHER, "p:0-0-0-0-0"])
def test_every_combination_of_parts_is_a_face(face: str) -> None:
    assert check_face(face) == face


@pytest.mark.parametrize(
    "face",
    [
        "",
        "p:",
        "p:1-2-3-4",
        "p:1-2-3-4-5-6",
        "p:01-2-3-4-5",
        "p:-1-2-3-4",
        "p:1-2-3-4-\u0665",
        "P:1-2-3-4-5",
        "b:toaster",
        "p:1-2-3-4-5" + "0" * 5000,
        *(
            "p:" + "-".join(str(most if at == part else 0) for at in range(len(FACE_PARTS)))
            for part, most in enumerate(FACE_PARTS)
        ),
    ],
)
def test_any_other_code_is_refused(face: str) -> None:
    with pytest.raises(Refused, match="no such face"):
        check_face(face)
