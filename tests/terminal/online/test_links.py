"""Links to tables as people paste them."""

import pytest

from openuno.terminal.remote.link import BadLink, TableLink, is_nearby, parse_link


@pytest.mark.parametrize(
    ("written", "server"),
    [
        ("http://192.168.1.20:8000/t/ABC234", "http://192.168.1.20:8000"),
        (" https://uno.example/t/abc234/ ", "https://uno.example"),
        ("uno.example/t/ABC234", "http://uno.example"),
        ("localhost:8000/t/ABC234?watch=1#top", "http://localhost:8000"),
        ("http://[::1]:8000/t/ABC234", "http://[::1]:8000"),
        ("abc234", "http://127.0.0.1:8000"),
    ],
)
def test_it_is_read_in_any_form(written: str, server: str) -> None:
    assert parse_link(written) == TableLink(server, "ABC234")


def test_the_socket_is_as_safe_as_the_page() -> None:
    assert parse_link("https://uno.example/t/ABC234").websocket == "wss://uno.example/ws"
    assert parse_link("http://uno.example/t/ABC234").websocket == "ws://uno.example/ws"


@pytest.mark.parametrize(
    "written",
    ["", "uno", "localhost", "http://uno.example", "http://uno.example/rules/house", "ftp://a/t/X",
     "http://uno.example:port/t/ABC234", "http:///t/ABC234", "http://a/t/ABC234/x", "http://a/t/Ä"],
)  # fmt: skip
def test_what_leads_to_no_table_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(BadLink, match=r"/t/ABC234"):
        parse_link(written)


def test_no_proxy_stands_before_a_server_nearby() -> None:
    assert all(map(is_nearby, ("http://127.0.0.1:1", "http://192.168.0.2", "http://pi.local")))
    assert not any(map(is_nearby, ("https://uno.example", "http://8.8.8.8")))
