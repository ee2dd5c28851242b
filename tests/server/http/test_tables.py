"""Tables over HTTP: opening, finding, scanning."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import segno

from openuno.server.limits import Limits
from tests.server.servers import ThreadServer, run_server


def opened(server: ThreadServer, **settings: object) -> str:
    _, token = server.guest()
    made = server.ask("POST", "/api/tables", {"settings": settings}, token=token)
    assert made.status == 201, made
    code = made.json["code"]
    assert isinstance(code, str)
    return code


def test_a_table_is_opened_with_a_code_and_a_link(server: ThreadServer) -> None:
    guest, token = server.guest()
    settings = {"rules": "house+stacking=any", "format": "race:300", "seats": 3}
    made = server.ask("POST", "/api/tables", {"settings": settings}, token=token)
    assert made.status == 201
    code = made.json["code"]
    assert re.fullmatch("[A-Z2-9]{6}", code)
    assert made.json["link"] == f"{server.url}/t/{code}"
    shown = server.ask("GET", f"/api/tables/{code}").json
    assert shown["host"] == guest
    assert (shown["rules"], shown["format"]) == ("house+stacking=any", "race:300")
    assert (shown["seats"], shown["taken"], shown["state"]) == (3, 0, "open")


def test_the_code_of_a_private_table_is_longer(server: ThreadServer) -> None:
    code = opened(server, public=False)
    assert re.fullmatch("[A-Z2-9]{10}", code)
    assert server.ask("GET", f"/api/tables/{code.lower()}").json["code"] == code
    assert server.ask("GET", f"/api/tables/{code}/qr.svg").status == 200


def test_the_usual_table_needs_no_settings(server: ThreadServer) -> None:
    _, token = server.guest()
    made = server.ask("POST", "/api/tables", {}, token=token)
    assert server.ask("GET", f"/api/tables/{made.json['code']}").json["seats"] == 4


def test_the_lobby_shows_public_tables_only(server: ThreadServer) -> None:
    public, private = opened(server), opened(server, public=False)
    codes = [each["code"] for each in server.ask("GET", "/api/tables").json["tables"]]
    assert public in codes
    assert private not in codes
    assert server.ask("GET", f"/api/tables/{private}").status == 200


def test_the_lobby_is_as_long_as_asked_for(server: ThreadServer) -> None:
    opened(server)
    latest = opened(server)
    (shown,) = server.ask("GET", "/api/tables?most=1").json["tables"]
    assert shown["code"] == latest


def test_a_code_may_be_written_small(server: ThreadServer) -> None:
    code = opened(server)
    assert server.ask("GET", f"/api/tables/{code.lower()}").json["code"] == code


def test_a_password_locks_the_table_and_is_never_shown(server: ThreadServer) -> None:
    _, token = server.guest()
    secret = "open sesame"
    made = server.ask("POST", "/api/tables", {"password": secret}, token=token)
    shown = server.ask("GET", f"/api/tables/{made.json['code']}")
    assert shown.json["locked"] is True
    assert secret.encode() not in made.body + shown.body


@pytest.mark.parametrize("password", ["", "x" * 101])
def test_a_password_has_a_length(server: ThreadServer, password: str) -> None:
    _, token = server.guest()
    no = server.ask("POST", "/api/tables", {"password": password}, token=token)
    assert (no.status, no.json["code"]) == (422, "too-long")


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "no-such-edition"},
        {"rules": "classic+hand_size=99"},
        {"format": "partners", "seats": 3},
        {"seats": 1},
        {"seats": 10**20},
        {"clock": {"move": 1}},
        {"clock": {"away": -5}},
        {"rules": "house\x00"},
    ],
)
def test_what_nobody_could_play_is_refused_with_a_sentence(
    server: ThreadServer, settings: dict[str, object]
) -> None:
    _, token = server.guest()
    no = server.ask("POST", "/api/tables", {"settings": settings}, token=token)
    assert (no.status, no.json["code"]) == (422, "bad-settings")
    assert no.json["sentence"]


@pytest.mark.parametrize("code", ["ZZZZZZ", "0", "%00", "%2e%2e", "a" * 13, "ÄÖÜ".encode().hex()])
@pytest.mark.parametrize("what", ["", "/qr.svg"])
def test_a_table_that_is_not_there_is_not_found(server: ThreadServer, code: str, what: str) -> None:
    no = server.ask("GET", f"/api/tables/{code}{what}")
    assert (no.status, no.json["code"]) == (404, "no-such-table")


def test_the_qr_code_leads_to_the_table_as_the_client_sees_it(server: ThreadServer) -> None:
    code = opened(server)
    shown = server.ask("GET", f"/api/tables/{code}/qr.svg", headers={"Host": "uno.example:8443"})
    assert shown.headers["content-type"] == "image/svg+xml"
    picture = ET.fromstring(shown.body)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    link = f"http://uno.example:8443/t/{code}"
    wide = segno.make(link, error="m", micro=False).symbol_size(scale=8)[0]
    assert picture.attrib["width"] == str(wide)


def test_a_host_that_is_none_gets_into_no_link(server: ThreadServer) -> None:
    _, token = server.guest()
    made = server.ask("POST", "/api/tables", {}, token=token, headers={"Host": "x/<b>@evil"})
    assert made.json["link"] == f"/t/{made.json['code']}"


def test_behind_a_proxy_the_link_has_the_scheme_the_proxy_was_asked_with(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", behind_proxy=True) as server:
        _, token = server.guest()
        said = {"Host": "uno.example", "X-Forwarded-Proto": "https"}
        made = server.ask("POST", "/api/tables", {}, token=token, headers=said)
        assert made.json["link"] == f"https://uno.example/t/{made.json['code']}"


def test_one_person_hosts_only_so_many_tables(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(tables_hosted=2)) as server:
        _, token = server.guest()
        made = [server.ask("POST", "/api/tables", {}, token=token) for _ in range(3)]
        assert [each.status for each in made] == [201, 201, 409]
        assert made[2].json["code"] == "too-many"
