"""The pages of the client: served as they were built, cached as they may be, and nothing beside."""

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from openuno.server.http import pages
from tests.server.servers import Answer, ThreadServer, run_server

INDEX = b"<!doctype html><title>openuno</title>"
SCRIPT = b"export const cards = 108;"
SCRIPT_AT = "/assets/main-B7xQ2.js"
PERSON = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder: Path = tmp_path_factory.mktemp("pages")
    built = folder / "pages"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_bytes(INDEX)
    (built / "icon.svg").write_bytes(b"<svg/>")
    script = built / SCRIPT_AT[1:]
    script.write_bytes(SCRIPT)
    script.with_name(script.name + ".gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name(script.name + ".br").write_bytes(b"as if it were brotli")
    (folder / "secret.txt").write_text("not for you")
    (folder / "uno.db").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", built)
        with run_server(folder / "uno.db") as server:
            yield server


@pytest.fixture(scope="module")
def unbuilt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder: Path = tmp_path_factory.mktemp("unbuilt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", folder / "pages")
        with run_server(folder / "uno.db") as server:
            yield server


def get(place: ThreadServer, path: str, **headers: str) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return place.ask("GET", path, headers=sent)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/t/5DF3F4",
        "/t/5df3f4?from=ann",
        "/watch",
        "/replay",
        "/replay/5df3f4",
        "/learn",
        "/rules",
        "/rules/mattel-2016",
        "/history",
        "/settings",
    ],
)
def test_the_page_is_wherever_a_person_can_be(place: ThreadServer, path: str) -> None:
    page = get(place, path)
    assert (page.status, page.body) == (200, INDEX)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"


def test_the_page_loads_nothing_from_other_sites(place: ThreadServer) -> None:
    policy = get(place, "/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    host = urlsplit(place.url).netloc
    assert rules["connect-src"] == f"'self' ws://{host} wss://{host}"
    assert "unsafe" not in policy
    assert "*" not in policy


def test_no_host_that_is_none_gets_into_the_policy(place: ThreadServer) -> None:
    page = get(place, "/", Host="evil.example; script-src *")
    assert "evil" not in page.headers["content-security-policy"]


def test_every_answer_keeps_the_browser_strict(place: ThreadServer) -> None:
    for path in ("/", SCRIPT_AT, "/icon.svg"):
        told = get(place, path).headers
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert told["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in told["content-security-policy"]


def test_a_file_whose_name_says_what_is_in_it_is_kept_for_ever(place: ThreadServer) -> None:
    script = get(place, SCRIPT_AT)
    assert (script.status, script.body) == (200, SCRIPT)
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert get(place, "/icon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("GZIP", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_it_comes_compressed_as_the_browser_likes_it(
    place: ThreadServer, accepted: str, sent: str | None
) -> None:
    script = get(place, SCRIPT_AT, Accept_Encoding=accepted)
    assert script.headers.get("content-encoding") == sent
    assert script.headers["vary"] == "Accept-Encoding"
    if sent == "gzip":
        assert gzip.decompress(script.body) == SCRIPT


def test_who_has_it_already_is_not_sent_it_again(place: ThreadServer) -> None:
    tag = get(place, "/").headers["etag"]
    same = get(place, "/", If_None_Match=f'"other", W/{tag}')
    assert (same.status, same.body) == (304, b"")
    assert same.headers["etag"] == tag
    assert get(place, "/", If_None_Match='"other"').status == 200
    # Compressed it is another body: one is not taken for the other.
    assert (
        get(place, SCRIPT_AT).headers["etag"]
        != (get(place, SCRIPT_AT, Accept_Encoding="br").headers["etag"])
    )


@pytest.mark.parametrize("path", ["/", SCRIPT_AT])
def test_the_head_alone_says_the_same(place: ThreadServer, path: str) -> None:
    head, whole = place.ask("HEAD", path), place.ask("GET", path)
    assert (head.status, head.body) == (200, b"")
    assert head.headers == whole.headers


@pytest.mark.parametrize("path", ["/", "/t/5DF3F4", SCRIPT_AT])
def test_a_page_takes_no_orders(place: ThreadServer, path: str) -> None:
    no = place.ask("POST", path, {})
    assert (no.status, no.json["code"]) == (405, "wrong-method")
    assert no.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "/assets/..;/../secret.txt",
        "//secret.txt",
        "/%00",
        "/secret.txt%00.js",
        "/%2e%2e/uno.db",
        "/.",
        "/assets",
        "/assets/",
        f"{SCRIPT_AT}.br",
        "/index.html",
        "/etc/passwd",
    ],
)
def test_no_path_leads_out_of_what_was_built(place: ThreadServer, path: str) -> None:
    # The client of the other tests would tidy the path up.
    client = http.client.HTTPConnection(urlsplit(place.url).netloc, timeout=300)
    try:
        client.putrequest("GET", path, skip_accept_encoding=True)
        client.endheaders()
        got = client.getresponse()
        assert got.status == 404
        assert b"not for you" not in got.read()
    finally:
        client.close()


def test_a_wrong_address_is_answered_with_the_page_for_people_and_json_for_programs(
    place: ThreadServer,
) -> None:
    person, program = get(place, "/nothing", **PERSON), get(place, "/nothing")
    assert (person.status, person.body) == (404, INDEX)
    assert (program.status, program.json["code"]) == (404, "no-such-address")
    assert get(place, "/api/nothing", **PERSON).json["code"] == "no-such-address"


def test_pages_do_not_count_against_the_rate_limit(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        most = 2 * int(server.hub.context.limits.messages) * 10
        assert 429 not in {server.ask("GET", "/").status for _ in range(most)}


def test_a_server_without_pages_says_so(unbuilt: ThreadServer) -> None:
    for path in ("/", "/t/5DF3F4"):
        told = get(unbuilt, path, **PERSON)
        assert told.status == 503
        assert told.headers["content-type"] == "text/plain; charset=utf-8"
        assert "make web" in told.body.decode()
    assert get(unbuilt, "/healthz").status == 200
    assert get(unbuilt, SCRIPT_AT, **PERSON).json["code"] == "no-such-address"
