"""How a shared link unfolds: its words, its picture, and what neither may tell."""

import asyncio
import gzip
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from openuno.bots.characters import BOT_NAMES
from openuno.engine.cards import Card, Colour
from openuno.room.settings import Clock, Settings
from openuno.server.http import pages
from openuno.server.http.one_at_a_time import TooManyWaiting
from openuno.server.http.preview.faces import face_svg
from openuno.server.http.preview.game_result import (
    GameResult,
    Points,
    ResultPlayer,
    RoundsWon,
    translate,
)
from openuno.server.http.preview.invitation import Invitation
from openuno.server.http.preview.looks import look_for
from openuno.server.http.preview.picture import invitation_svg, is_drawable
from openuno.server.http.preview.pictures import (
    MAX_PICTURES,
    MAX_WAITING,
    Pictures,
    Subject,
)
from openuno.server.http.preview.result_picture import card_words, result_svg
from openuno.server.http.preview.result_words import WORDS
from tests.server.clients import begin, people_at_table, play_out, request
from tests.server.servers import ThreadServer, run_server

INDEX = """<!doctype html><html><head><!-- preview --><title>openuno</title>
<meta name="description" content="general" /><!-- /preview --></head><body></body></html>"""
HOSTILE = '"><script>alert(1)</script>&amp;'


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("previews")
    (folder / "pages").mkdir()
    (folder / "pages" / "index.html").write_text(INDEX)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", folder / "pages")
        with run_server(folder / "uno.db", public_url="https://uno.example.org") as server:
            yield server


def open_table(
    place: ThreadServer, name: str = "Ann", password: str | None = None, **settings: object
) -> str:
    _, token = place.guest(name)
    body = {"settings": settings, "password": password}
    made = place.ask("POST", "/api/tables", body, token=token)
    assert made.status == 201, made
    return str(made.json["code"])


class Head(HTMLParser):
    """The tags of a page by name, as an unfurler reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.others: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        key = found.get("property") or found.get("name")
        if tag == "meta" and key:
            assert key not in self.tags, f"{key} is there twice"
            self.tags[key] = found["content"] or ""
        else:
            self.others.append(tag)


def head(place: ThreadServer, path: str) -> Head:
    page = place.ask("GET", path)
    assert page.status == 200, page
    return Head(page.body.decode())


def test_a_link_says_who_invites_and_what_is_played(place: ThreadServer) -> None:
    code = open_table(place, "Grandma Ruth", rules="house+stacking=any", seats=3, public=False)
    tags = head(place, f"/t/{code.lower()}").tags
    assert tags["og:title"] == "Grandma Ruth invites you to UNO"
    assert tags["description"] == tags["og:description"]
    assert tags["description"] == (
        "House rules with changes, 3 of 3 seats free. No account needed."
    )
    assert tags["og:url"] == f"https://uno.example.org/t/{code}"
    assert tags["og:image"] == f"https://uno.example.org/api/tables/{code}/preview.png"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["robots"] == "noindex"


def test_names_are_text_and_never_tags(place: ThreadServer) -> None:
    code = open_table(place, HOSTILE[:20])
    found = head(place, f"/t/{code}")
    assert found.tags["og:title"] == f"{HOSTILE[:20]} invites you to UNO"
    assert found.others == ["html", "head", "title", "body"]
    drawn = invitation_svg(Invitation("", HOSTILE, HOSTILE, 2, (HOSTILE, "B"), playing=False))
    assert "<script" not in drawn


def test_a_table_with_a_password_tells_nothing_but_that_it_is_there(place: ThreadServer) -> None:
    code = open_table(place, "Secretive", password="swordfish", rules="house", seats=7)
    page = place.ask("GET", f"/t/{code}").body.decode()
    assert Head(page).tags["og:title"] == "You are invited to UNO"
    for told in ("Secretive", "House", "7 seats", "swordfish"):
        assert told not in page
    drawn = [
        place.ask("GET", f"/api/tables/{each}/preview.png").body
        for each in (code, open_table(place, "Other", password="hello", seats=2))
    ]
    assert drawn[0] == drawn[1]


def test_a_table_that_is_closed_invites_nobody(place: ThreadServer) -> None:
    _, token = place.guest("Ann")
    code = place.ask("POST", "/api/tables", {}, token=token).json["code"]
    assert place.ask("DELETE", f"/api/tables/{code}", token=token).status == 204
    assert place.ask("GET", f"/t/{code}").body == place.ask("GET", "/").body
    assert place.ask("GET", f"/api/tables/{code}/preview.png").status == 404


def test_without_a_table_the_page_is_the_same_as_everywhere(place: ThreadServer) -> None:
    home = place.ask("GET", "/").body
    for path in ("/t/NOSUCH", "/t/NOT-A-CODE", "/t/%22%3E"):
        assert place.ask("GET", path).body == home
    assert place.ask("GET", "/api/tables/NOSUCH/preview.png").status == 404


def test_the_page_comes_compressed_and_is_not_sent_twice(place: ThreadServer) -> None:
    path = f"/t/{open_table(place)}"
    plain = place.ask("GET", path)
    packed = place.ask("GET", path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["etag"] != plain.headers["etag"]
    again = place.ask("GET", path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert "script-src 'self'" in plain.headers["content-security-policy"]


def test_the_picture_is_a_png_of_the_size_that_is_promised(place: ThreadServer) -> None:
    code = open_table(place)
    got = place.ask("GET", f"/api/tables/{code}/preview.png")
    assert (got.status, got.headers["content-type"]) == (200, "image/png")
    assert got.body.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", got.body[16:24]) == (1200, 630)


def test_wrong_links_are_guesses_and_the_page_soon_tells_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text(INDEX)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", tmp_path / "pages")
        with run_server(tmp_path / "uno.db") as server:
            code = open_table(server, public=False)
            for wrong in range(30):
                server.ask("GET", f"/t/WRONG{wrong}")
            assert "Ann" not in server.ask("GET", f"/t/{code}").body.decode()
            # The table itself can be asked for: a page has told nobody anything yet.
            assert server.ask("GET", f"/api/tables/{code}").status == 200


def numbered(number: int) -> Invitation:
    return Invitation(str(number), f"Ann {number}", "Classic rules", 4, ("Ann",), playing=False)


def test_only_some_pictures_wait_to_be_drawn_and_only_some_are_kept() -> None:
    drawn: list[Subject] = []

    def draw(subject: Subject) -> bytes:
        drawn.append(subject)
        return b"a picture"

    async def scenario() -> None:
        pictures = Pictures(draw)
        for number in range(MAX_PICTURES + 1):
            await pictures.draw(numbered(number))
        await pictures.draw(numbered(MAX_PICTURES))
        assert len(drawn) == MAX_PICTURES + 1
        await pictures.draw(numbered(0))
        assert len(drawn) == MAX_PICTURES + 2
        several = [pictures.draw(numbered(1000 + each)) for each in range(MAX_WAITING + 3)]
        answers = await asyncio.gather(*several, return_exceptions=True)
        assert [each for each in answers if isinstance(each, TooManyWaiting)] == answers[-3:]
        await pictures.draw(numbered(2000))

    asyncio.run(scenario())


def test_a_name_that_no_font_can_show_is_not_drawn_as_boxes() -> None:
    drawn = invitation_svg(Invitation("", "さくら", "Classic rules", 2, ("さくら",), playing=False))
    assert "You are" in drawn
    assert "さくら" not in drawn
    assert "Åsa" in invitation_svg(Invitation("", "Åsa", "Classic rules", 2, (), playing=False))


# ---- the picture of a finished game ----


def played(
    name: str, points: int | None = None, *, bot: bool = False, face: str | None = None
) -> ResultPlayer:
    return ResultPlayer(name, bot, None if points is None else Points(points), face)


def test_a_result_tells_who_won_and_how() -> None:
    one = GameResult((played("Maya", 512),), (), 7, Card("R7"), Colour("R"))
    assert (one.title, one.description) == ("Maya wins", "512 points in 7 rounds")
    two = replace(one, winners=(played("Ann"), played("Ben")), rounds=1)
    assert (two.title, two.description) == ("Ann and Ben win", "UNO in 1 round")
    best = replace(one, winners=(replace(played("Ann"), value=RoundsWon(3)),))
    assert best.description == "3 won in 7 rounds"
    assert card_words(Card("R7"), Colour("R")) == "red 7"
    assert card_words(Card("W4"), Colour("B")) == "wild draw four, blue named"


def test_a_result_is_written_in_every_language_whose_letters_can_be_drawn() -> None:
    one = GameResult((played("Maya", 512),), (), 7, Card("R7"), Colour("R"))
    german = translate(one, "de")
    assert (german.title, german.description) == ("Maya gewinnt", "512 Punkte in 7 Runden")
    assert "die letzte Karte" in result_svg(german)
    polish = translate(replace(one, rounds=3), "pl")
    assert polish.description == "512 punktów · 3 rozdania"
    for language in WORDS:
        two = translate(replace(one, winners=(played("Ann", 22), played("Ben", 22))), language)
        assert is_drawable(two.title + two.description + two.words.last_card)
    assert translate(one, "ja") == translate(one, "klingon") == one


@pytest.mark.parametrize("others", [0, 1, 3, 6, 9])
def test_the_picture_of_a_result_escapes_names_and_refers_to_nothing_outside(others: int) -> None:
    everyone = tuple(played(HOSTILE, 12, bot=at % 2 > 0) for at in range(others))
    winner = played(HOSTILE, 512, face="p:6-7-14-31-8")
    drawn = result_svg(GameResult((winner,), everyone, 3, Card("W"), Colour("G")))
    ElementTree.fromstring(drawn)
    assert "<script" not in drawn
    assert "href" not in drawn
    assert "var(" not in drawn


def test_every_card_and_every_face_can_be_drawn() -> None:
    for card in Card:
        if card is not Card.BACK:
            result = GameResult((played("Maya"),), (), 1, card, Colour("Y"))
            ElementTree.fromstring(result_svg(result))
    for name in (*BOT_NAMES, *(f"guest {number}" for number in range(60))):
        for bot in (False, True):
            face = face_svg(look_for(name, bot=bot), glad=bot)
            ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{face}</svg>')


def test_the_link_of_a_table_shows_its_last_game_until_the_next_one(place: ThreadServer) -> None:
    code, game = place.do(finish_game(place.url))
    head = Head(place.ask("GET", f"/t/{code}").body.decode())
    assert head.tags["og:title"].endswith(" wins")
    shared = place.ask("GET", f"/api/tables/{code}/preview.png")
    own = place.ask("GET", f"/api/games/{game}/picture.png")
    assert own.status == 200, own
    assert own.body.startswith(b"\x89PNG")
    assert own.body == shared.body
    assert struct.unpack(">II", own.body[16:24]) == (1200, 630)
    german, hindi = (
        place.ask("GET", f"/api/games/{game}/picture.png?lang={lang}") for lang in ("de", "hi")
    )
    assert german.body.startswith(b"\x89PNG")
    assert german.body != own.body == hindi.body
    assert place.ask("GET", "/api/games/nosuchgame/picture.png").status == 404


async def finish_game(url: str) -> tuple[str, str]:
    """A table whose game is over, and the id of the game."""
    settings = Settings(
        rules="classic+hand_size=2", format="single", seats=2, clock=Clock(move=None)
    )
    async with people_at_table(url, settings, ("Ann", "Ben")) as clients:
        await begin(clients)
        await play_out(clients, Random(3))
        mine = await request(url, "GET", "/api/me/games", token=clients[0].token)
        code = clients[0].code
        assert code is not None
        return code, str(mine["games"][0]["id"])
