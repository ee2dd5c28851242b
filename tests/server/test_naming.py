"""Names and faces over the wire: seen by everyone at once, and remembered."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.room.commands import Rename, Sit, Stand
from openuno.room.facts import Renamed
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.settings import Clock, Settings
from openuno.room.view import SeatView, view_seat
from tests.server.clients import Client, Refusal, request
from tests.server.inside import Inside, at_server

FACE = "p:2-1-4-0-3"
PAIR = Settings(seats=3, format="single", clock=Clock(move=None, bots=0))


async def remembered(inside: Inside, client: Client, name: str, face: str) -> None:
    """Wait until the server knows the person by this name and face, wherever they go."""

    async def is_known() -> bool:
        me = await request(inside.url, "GET", "/api/me", token=client.token)
        return (me["name"], me["face"]) == (name, face)

    await inside.until(is_known)


def test_a_guest_sits_down_with_a_name_and_a_face_and_is_known_by_them(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        ben = await inside.person("Quick Fox", code)
        other = await inside.device(ben.token, code)
        await ben.does(Sit(1, ready=True, name="Ben", face=FACE))
        await inside.same(ann, ben, other)
        seat = SeatView(name="Ben", guest=ben.guest, accepted=True, ready=True, face=FACE)
        assert view_seat(ann.table.seats[1]) == seat
        await remembered(inside, ben, "Ben", FACE)
        listed = await request(inside.url, "GET", f"/api/tables/{code}")
        assert (listed["names"], listed["faces"]) == (["Ben"], [FACE])
        # The name is that of every connection, and of every table from now on.
        await other.does(Stand())
        await other.does(Sit(2))
        await inside.same(ann, ben, other)
        assert view_seat(ann.table.seats[2]) == replace(seat, accepted=False, ready=False)
        again, code = await inside.host(PAIR)
        await ben.join(code)
        await ben.does(Sit(0))
        await inside.same(again, ben)
        assert view_seat(again.table.seats[0]).face == FACE

    at_server(tmp_path, scenario)


def test_a_name_changes_for_everyone_by_one_request_during_a_game(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben, cat), code = await inside.playing(PAIR)
        watcher = await inside.person("Wim", code)
        ack = await ben.does(Rename("Ann", FACE))
        await inside.same(ann, ben, cat, watcher)
        assert [seat.name for seat in map(view_seat, cat.table.seats)] == ["Ann", "Ann (2)", "Cat"]
        entry = (await inside.log(code))[ack.seq - 1]
        assert entry.facts == (Renamed(ben.guest, "Ann (2)", FACE),)
        await remembered(inside, ben, "Ann", FACE)  # the number is this table's

    at_server(tmp_path, scenario)


def test_a_face_nobody_can_draw_is_refused_at_a_table_and_over_http(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(PAIR)
        refused = await ann.refused(Rename("Anna", "b:radio"))
        assert refused.kind == RefusalKind.NO_SUCH_FACE
        for method, path, body, token in (
            ("POST", "/api/guests", {"name": "Zoe", "face": "smile"}, None),
            ("PATCH", "/api/me", {"face": "p:1"}, ann.token),
        ):
            with pytest.raises(Refusal) as answered:
                await request(inside.url, method, path, body, token)
            assert (answered.value.status, b"no-such-face" in answered.value.body) == (400, True)
        me = await request(inside.url, "GET", "/api/me", token=ann.token)
        assert (me["name"], me["face"]) == ("Ann", None)

    at_server(tmp_path, scenario)
