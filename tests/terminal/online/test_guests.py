"""Who we are on a server: kept, for us alone to read, and made anew when the server forgets."""

import stat
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from openuno.room.settings import Settings
from openuno.terminal.remote.api import (
    RequestRefused,
    ServerUnreachable,
    create_guest,
    open_table,
    shared_server,
)
from openuno.terminal.remote.guests import MAX_GUESTS, find_guest, guests_path, load_guests
from tests.server.servers import run_server


def test_the_same_name_is_the_same_person_and_the_last_one_is_proposed(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        ann, ben = find_guest(server.url, "Ann"), find_guest(server.url, "Ben")
        assert ann.token != ben.token
        assert find_guest(server.url, "Ann") == ann
        assert find_guest(server.url, None) == ann
        assert [guest.name for guest in load_guests()] == ["Ann", "Ben"]
    assert stat.S_IMODE(guests_path().stat().st_mode) == 0o600
    with run_server(tmp_path / "other.db", port=int(server.url.rpartition(":")[2])):
        again = find_guest(server.url, "Ann")
    assert again.token != ann.token
    assert [guest.name for guest in load_guests()] == ["Ann", "Ben"]


def test_a_file_that_cannot_be_read_is_nobody_and_it_does_not_grow_for_ever(
    tmp_path: Path, config: Path
) -> None:
    config.mkdir(parents=True)
    guests_path().write_text("[1, 2")
    assert load_guests() == []
    with run_server(tmp_path / "uno.db") as server:
        find_guest(server.url, "Ann")
        line = guests_path().read_text().strip("[]\n")
        old = ",".join(line.replace("Ann", f"A{n}") for n in range(MAX_GUESTS + 5))
        guests_path().write_text(f"[{old}]")
        find_guest(server.url, "Ann")
        assert len(load_guests()) == MAX_GUESTS
        assert load_guests()[0].name == "Ann"


def test_a_server_that_is_not_there_or_refuses_is_named_in_a_sentence(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        token = create_guest(server.url, "Ann")
        with pytest.raises(RequestRefused, match="there is no edition"):
            open_table(server.url, token, Settings(rules="klassic"), None)
        with pytest.raises(RequestRefused, match="at most 24"):
            create_guest(server.url, "A" * 60)
        assert shared_server(server.url) == server.url
    with pytest.raises(ServerUnreachable, match="nothing listens there"):
        create_guest(server.url, "Ann")


def test_another_kind_of_server_is_recognised() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        with pytest.raises(ServerUnreachable, match="is not an openuno server"):
            create_guest(f"http://127.0.0.1:{other.server_port}", "Ann")
        other.shutdown()
