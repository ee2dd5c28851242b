"""An event on a server with real cards: people, the host, what each may see, and what is kept."""

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from openuno.room.state import GameOver, is_game_on
from openuno.server.events.due_time import CLASSROOM_KEPT, EMPTY_KEPT
from openuno.server.events.hub import OTHERS_FIRST
from openuno.server.limits import Limits
from tests.server.events.visitors import FRIDAY, Visitor
from tests.server.proofs.persistent_clients import PersistentClient, join_table
from tests.server.servers import ServerProcess, ThreadServer, run_server

GENEROUS = Limits(messages=10_000, guests=10_000, openings=10_000, wrong_codes=5)
NAMES = ("Ann", "Ben", "Cem", "Dee")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    with run_server(tmp_path_factory.mktemp("events") / "uno.db", limits=GENEROUS) as place:
        yield place


def fill(host: Visitor, code: str) -> list[Visitor]:
    people = [Visitor(host.server, name) for name in NAMES]
    for person in people:
        person.take_part(code)
    return people


def test_an_evening_with_real_cards(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event()
    people = fill(host, code)
    assert people[0].news(code)["me"]["place"] is None
    host.host(code, "draw")
    place = people[0].news(code)["me"]["place"]
    assert place == {"sitting": 1, "table": 1, "room": None}
    host.host(code, "start")
    page = people[1].news(code)["page"]
    assert page["event"]["sittings"][0]["tables"][0]["started"] is not None
    assert people[1].ask_own(code, "enter-points", points=[120, 45]).status == 200
    again = people[2].ask_own(code, "enter-points", points=[1, 2])
    assert (again.status, again.json["kind"]) == (422, "no-table")
    host.host(code, "correct-result", table=1, points=[120, 54])
    for _ in range(2):
        host.host(code, "draw")
        host.host(code, "enter-result", table=1, points=[10, 20])
    host.host(code, "finish")
    shown = server.ask("GET", f"/api/events/{code}").json["page"]["event"]
    assert shown["finished"]
    assert sum(row["figures"][0] for row in shown["standings"]) == 2 * (120 + 54 + 30 + 30)
    csv = server.ask("GET", f"/api/events/{code}/results.csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert csv.body.decode("utf-8-sig").startswith("rank,name,points,tables won,")
    tables = server.ask("GET", f"/api/events/{code}/tables.csv").body.decode("utf-8-sig")
    assert tables.count("\r\n") == 1 + 3 * 2
    assert b"<svg" in server.ask("GET", f"/api/events/{code}/qr.svg").body


def test_only_the_host_runs_the_event(server: ThreadServer) -> None:
    host, other = Visitor(server, "Host"), Visitor(server, "Other")
    code = host.open_event()
    other.take_part(code)
    before = host.news(code)["page"]
    for command in ("draw", "finish", "pause", "start", "take-back-draw"):
        refused = other.ask_host(code, command)
        assert (refused.status, refused.json["kind"]) == (403, "not-host")
    assert server.ask("DELETE", f"/api/events/{code}", token=other.token).status == 403
    assert host.news(code)["page"] == before


def test_hosting_can_be_shared(server: ThreadServer) -> None:
    host, ann = Visitor(server, "Host"), Visitor(server, "Ann")
    code = host.open_event()
    host.host(code, "join", names=["Grandma", "Cem", "Dee"])
    ann.take_part(code)
    refused = host.ask_host(code, "share-hosting", name="Grandma")
    assert (refused.status, refused.json["kind"]) == (422, "no-phone")
    assert ann.ask_host(code, "share-hosting", name="Ann").json["kind"] == "not-host"
    host.host(code, "share-hosting", name="Ann")
    assert ann.news(code)["host"]["hosts"] == ["Ann"]
    ann.host(code, "draw")
    host.host(code, "share-hosting", name="Ann", shared=False)
    assert ann.news(code)["host"] is None
    assert ann.ask_host(code, "start").json["kind"] == "not-host"


def test_what_many_phones_are_sent_is_small(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event()
    host.host(code, "join", names=[f"Player {number}" for number in range(1, 61)])
    host.host(code, "draw")
    path = f"/api/events/{code}"
    plain = server.ask("GET", path)
    packed = server.ask("GET", path, headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert json.loads(gzip.decompress(packed.body))["page"] == plain.json["page"]
    assert 5 * len(packed.body) < len(plain.body)
    never = server.ask("GET", path, headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in never.headers


def test_a_code_that_somebody_types_leads_to_a_table_or_an_event(tmp_path: Path) -> None:
    limits = Limits(wrong_codes=2)
    with run_server(tmp_path / "uno.db", limits=limits) as server:
        host = Visitor(server, "Host")
        code = host.open_event()
        made = server.ask("POST", "/api/tables", {}, token=host.token).json
        for typed, kind in ((code.lower(), "event"), (made["code"], "table")):
            found = server.ask("GET", f"/api/codes/{typed}")
            assert found.json == {"kind": kind, "code": typed.upper()}
        # Nothing that is right counts as a guess; wrong codes do, whatever they might be of.
        for _ in range(2):
            assert server.ask("GET", "/api/codes/ZZZZZZ").json["code"] == "no-such-table"
        assert server.ask("GET", f"/api/codes/{code}").status == 429


def test_what_each_may_see(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event()
    people = fill(host, code)
    host.host(code, "mute", name="Ann")
    assert host.news(code)["host"] == {
        "rooms": [],
        "muted": ["Ann"],
        "hosts": [],
        "connected": list(NAMES),
    }
    assert people[0].news(code)["host"] is None
    assert people[0].news(code)["me"]["muted"]
    public = server.ask("GET", f"/api/events/{code}")
    assert set(public.json) == {"page", "now"}
    # Neither the seed of the draws nor anyone's id is shown to anyone.
    for secret in ("seed", "rng", host.guest, *(person.guest for person in people)):
        assert secret not in public.body.decode()


def test_a_command_sent_again_is_carried_out_once(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event({**FRIDAY, "kind": {"kind": "ladder", "table_size": 2}})
    fill(host, code)
    first = host.ask_host(code, "draw", command_id="same", names=["Ann", "Ben"])
    again = host.ask_host(code, "draw", command_id="same", names=["Ann", "Ben"])
    assert first.json == again.json
    assert len(host.news(code)["page"]["event"]["sittings"]) == 1


def test_names_are_the_host_s_and_the_people_s(server: ThreadServer) -> None:
    host, ann = Visitor(server, "Host"), Visitor(server, "Ann")
    code = host.open_event()
    host.host(code, "join", names=["Ann", "Grandma"])
    ann.take_part(code)  # the host has written her down already: it is her
    assert host.news(code)["host"]["connected"] == ["Ann"]
    other = Visitor(server, "Other")
    taken = other.ask_own(code, "take-part", name="ann")
    assert (taken.status, taken.json["kind"]) == (422, "name-taken")
    bad = other.ask_own(code, "take-part", name="\u202e\u200b")
    assert (bad.status, bad.json["kind"]) == (422, "name-empty")
    assert other.ask_own(code, "go-home").json["kind"] == "not-taking-part"
    host.host(code, "rename", name="Ann", new_name="Anna")
    assert ann.news(code)["me"]["name"] == "Anna"
    assert ann.ask_own(code, "go-home").status == 200
    assert not ann.news(code)["me"]["present"]
    ann.take_part(code)
    assert ann.news(code)["me"] == {"name": "Anna", "present": True, "muted": False, "place": None}


def test_bad_settings_say_what_is_wrong(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    for change, kind in (
        ({"title": ""}, "title"),
        ({"rounds": 100}, "bounds"),
        ({"kind": {"kind": "knock-out"}, "duplicate": True}, "duplicate-kind"),
    ):
        body = {"settings": {**FRIDAY, **change}}
        answer = server.ask("POST", "/api/events", body, token=host.token)
        assert (answer.status, answer.json["kind"]) == (422, kind)
    body = {"settings": {**FRIDAY, "kind": {"kind": "swiss", "team_size": 5}}, "online": {}}
    assert server.ask("POST", "/api/events", body, token=host.token).status == 201
    body["settings"] = {**FRIDAY, "rounds": 0}
    answer = server.ask("POST", "/api/events", body, token=host.token)
    assert (answer.status, answer.json["kind"]) == (422, "bounds")


def test_a_page_waits_for_news(server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event()
    seq = host.news(code)["page"]["seq"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(host.news, code, seq, 20)
        host.host(code, "join", names=["Ann"])
        assert waiting.result()["page"]["event"]["people"] == ["Ann"]
        seq = host.news(code)["page"]["seq"]
        gone = pool.submit(
            server.ask, "GET", f"/api/events/{code}/me?since={seq}&wait=20", token=host.token
        )
        assert server.ask("DELETE", f"/api/events/{code}", token=host.token).status == 204
        assert gone.result().status == 404


def test_a_server_stops_while_pages_wait_for_news(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        with run_server(tmp_path / "uno.db", limits=GENEROUS) as server:
            host = Visitor(server, "Host")
            code = host.open_event()
            seq = host.news(code)["page"]["seq"]
            waiting = [pool.submit(host.news, code, seq, 20) for _ in range(3)]
            for _ in range(1000):  # ten seconds, far more than it takes
                if server.events.events[code].waiting == len(waiting):
                    break
                sleep(0.01)
        assert [each.result()["page"]["seq"] for each in waiting] == [seq] * 3


def test_wrong_codes_cost_time_but_not_for_those_who_take_part(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=GENEROUS) as server:
        host = Visitor(server, "Host")
        code = host.open_event()
        for _ in range(GENEROUS.wrong_codes):
            assert server.ask("GET", "/api/events/WRONGX").status == 404
        assert server.ask("GET", "/api/events/WRONGX").status == 429
        assert server.ask("GET", f"/api/events/{code}").status == 429
        assert host.news(code)["page"]["code"] == code


def test_a_person_hosts_so_many_events(tmp_path: Path) -> None:
    limits = Limits(openings=10_000, events_hosted=2, events=3)
    with run_server(tmp_path / "uno.db", limits=limits) as server:
        host, other = Visitor(server, "Host"), Visitor(server, "Other")
        code = host.open_event()
        host.open_event()
        body = {"settings": FRIDAY}
        answer = server.ask("POST", "/api/events", body, token=host.token)
        assert (answer.status, answer.json["kind"]) == (409, "too-many-events-hosted")
        other.open_event()
        answer = server.ask("POST", "/api/events", body, token=other.token)
        assert (answer.status, answer.json["kind"]) == (409, "too-many-events")
        assert server.ask("DELETE", f"/api/events/{code}", token=host.token).status == 204
        other.open_event()


def test_it_survives_the_death_of_the_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db") as process:
        host = Visitor(process.address, "Host")
        code = host.open_event()
        people = fill(host, code)
        host.host(code, "draw")
        host.host(code, "start")
        before = [person.news(code) for person in (host, *people)]
        process.kill()
        process.start()
        after = [person.news(code) for person in (host, *people)]
        for one, other in zip(before, after, strict=True):
            assert {**one, "now": 0} == {**other, "now": 0}
        assert people[3].ask_own(code, "enter-points", points=[0, 7]).status == 200


def test_two_servers_run_one_event(postgres_url: str) -> None:
    with run_server(postgres_url) as here, run_server(postgres_url) as there:
        host = Visitor(here, "Host")
        code = host.open_event()
        ann, ben = Visitor(here, "Ann"), Visitor(there, "Ben")
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda each: each.take_part(code), (ann, ben)))
            ben_page = ben.news(code, 2, 20)["page"]  # opened, and two have come
            assert sorted(ben_page["event"]["people"]) == ["Ann", "Ben"]
            waiting = pool.submit(ben.news, code, ben_page["seq"], 20)
            host.host(code, "join", names=["Cem", "Dee"])
            assert len(waiting.result()["page"]["event"]["people"]) == 4
            host.host(code, "draw")
            seq = host.news(code)["page"]["seq"]
            shown = ben.news(code, seq - 1, 20)
            assert shown["me"]["place"]["table"] == 1
            assert ben.ask_own(code, "enter-points", points=[3, 4]).status == 200


def test_two_servers_play_the_tables_of_one_event(postgres_url: str) -> None:
    with run_server(postgres_url) as here, run_server(postgres_url) as there:
        host = Visitor(here, "Host")
        code = host.open_event(online={})
        people = [Visitor((here, there)[seat % 2], name) for seat, name in enumerate(NAMES)]
        for person in people:
            person.take_part(code)
        host.host(code, "draw")
        host.host(code, "start")
        asyncio.run(play_across(people, code, host))
        shown = host.news(code)
        for _ in range(20):
            if _has_result(shown):
                break
            shown = host.news(code, shown["page"]["seq"], 20)
        assert _has_result(shown)
        other = there.ask("GET", f"/api/events/{code}?since={shown['page']['seq'] - 1}&wait=20")
        assert other.json["page"]["event"] == shown["page"]["event"]


def _has_result(shown: Any) -> bool:
    return shown["page"]["event"]["sittings"][0]["tables"][0]["points"] is not None


async def play_across(people: list[Visitor], code: str, host: Visitor) -> None:
    """People at two servers play one table; a pause at one of them holds at the other."""
    chance = Random("across")
    players = []
    for person in people:
        room = (await asyncio.to_thread(person.news, code))["me"]["place"]["room"]
        url = person.server.url
        players.append(await join_table([url], person.token, room, chance, device=person.name))
    async with asyncio.timeout(120):
        for each in players:
            await each.sees(lambda it: is_game_on(it.table))
        await asyncio.to_thread(host.host, code, "pause")
        for each in players:
            await each.sees(lambda it: it.table.paused is not None)
        await asyncio.to_thread(host.host, code, "pause", paused=False)
        for each in players:
            await each.sees(lambda it: it.table.paused is None)
        over = [is_over(each) for each in players]
        await asyncio.gather(
            *(each.plays(until) for each, until in zip(players, over, strict=True))
        )
    for each in players:
        await each.client.close()


def is_over(player: PersistentClient) -> Callable[[], bool]:
    return lambda: isinstance(player.client.table.game, GameOver)


def test_old_events_are_deleted(tmp_path: Path) -> None:
    time = [1_000_000_000_000]
    with run_server(tmp_path / "uno.db", now=lambda: time[0]) as server:
        host = Visitor(server, "Host")
        empty = host.open_event()
        school = host.open_event(classroom=True)
        played = host.open_event()
        for code in (school, played):
            host.host(code, "join", names=list(NAMES))
            host.host(code, "draw")
            host.host(code, "enter-result", table=1, points=[1, 2])
        pupil, regular = Visitor(server, "Pip"), Visitor(server, "Reg")
        for person in (pupil, regular):
            person.take_part(school)
        regular.take_part(played)
        time[0] += CLASSROOM_KEPT + OTHERS_FIRST
        wait_until_gone(host, school)
        # Of those who came to the class only, not even a name is left.
        for _ in range(100):
            if server.ask("GET", "/api/me", token=pupil.token).status == 401:
                break
            sleep(0.05)
        else:
            raise AssertionError("the pupil is still known")
        assert server.ask("GET", "/api/me", token=regular.token).status == 200
        assert host.news(empty)["page"]["code"] == empty
        time[0] += EMPTY_KEPT + OTHERS_FIRST
        wait_until_gone(host, empty)
        assert host.news(played)["page"]["code"] == played


def wait_until_gone(host: Visitor, code: str) -> None:
    """Wait until the server has deleted the event; it looks twice a second."""
    for _ in range(60):
        news = host.server.ask("GET", f"/api/events/{code}?since=1000&wait=1")
        if news.status == 404:
            return
    raise AssertionError(f"{code} is still there")
