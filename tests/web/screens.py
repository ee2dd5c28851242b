"""Pictures of every main screen, at five sizes, by night and by day: `make screens`.

`python -m tests.web.screens OUT` writes `OUT/SCREEN-SIZE-THEME.png`; names after it choose screens.
`gallery` is no screen: it is every card and every face, on `OUT/gallery-SHEET-THEME.png`.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from hatch_build import build_pages
from openuno.server.limits import Limits
from tests.browser import ROOT, SIZES, Size, Theme, Visits, chromium, message_for
from tests.server.servers import ThreadServer, run_server
from tests.web.arranged_table import arrange_table
from tests.web.component_stage import StagePages
from tests.web.playing import (
    get_ready,
    play,
    play_finished_game,
    play_now,
    see_result,
    sit_down,
    start_short_game,
    wait_for_table,
    wait_until_settled,
)

Scene = Callable[[Page, Visits, ThreadServer], None]
THEMES: tuple[Theme, ...] = ("dark", "light")
FRIENDS = ("Maya", "Ravi")
GALLERY = "gallery"
SHEETS = ("cards", "faces", "people")


def _at(address: str) -> Scene:
    def go(page: Page, visits: Visits, server: ThreadServer) -> None:
        del visits, server
        page.goto(address)

    return go


def _lobby(page: Page, visits: Visits, server: ThreadServer) -> None:
    del server
    page.goto("/")
    page.get_by_role("button", name=message_for("home.play-friends")).click()
    page.wait_for_url("**/t/*")
    for seat, name in enumerate(FRIENDS, 1):
        friend = visits(name)
        friend.goto(page.url)
        sit_down(friend, seat)
        get_ready(friend)


def _invitation(page: Page, visits: Visits, server: ThreadServer) -> None:
    host = visits("Grandma Ruth")
    _lobby(host, visits, server)
    page.goto(host.url)


def _table(page: Page, visits: Visits, server: ThreadServer) -> None:
    del visits, server
    page.goto("/")
    play_now(page)
    wait_for_table(page)


def _until(place: str, format: str) -> Scene:
    def go(page: Page, visits: Visits, server: ThreadServer) -> None:
        friend = visits("Maya")
        start_short_game(server, page, friend, format=format)
        play((page, friend), until=lambda: page.locator(place).count() > 0)

    return go


def _game_end(page: Page, visits: Visits, server: ThreadServer) -> None:
    _until("#round-end", "race:1")(page, visits, server)
    see_result(page)
    expect(page.locator("img.picture")).to_have_js_property("naturalWidth", 1200)


def _blank(*, tool: str, rule: str = "") -> Scene:
    """A blank card in the table maker, with what helps to write on it open."""

    def go(page: Page, visits: Visits, server: ThreadServer) -> None:
        del visits, server
        page.goto("/new")
        open_blank(page, rule)
        page.get_by_role("button", name=message_for(f"maker.{tool}")).click()
        page.locator(".tool fieldset, .tool li").first.wait_for()
        page.locator(".pencil").scroll_into_view_if_needed()
        page.locator(".pencil svg[role=img]").first.wait_for()

    return go


def open_blank(page: Page, rule: str, language: str = "en") -> None:
    """Add a blank card at the table maker, and write on it."""
    page.get_by_role("button", name=message_for("maker.change-rules", language)).click()
    page.get_by_role("button", name=message_for("maker.add-blank", language)).click()
    page.locator("textarea").fill(rule)
    page.locator(".pencil").evaluate("(field) => field.scrollIntoView()")


def _moment(position: str, *moves: tuple[int, str]) -> Scene:
    """A table where something has just happened; signs stand four times as long as usual."""

    def go(page: Page, visits: Visits, server: ThreadServer) -> None:
        table = arrange_table(server, position)
        page.goto("/")
        page.evaluate(_BECOME, table.tokens[0])
        for seat in range(1, len(table.tokens)):
            table.opened_by(seat, visits)
        page.goto(f"/t/{table.code}", wait_until="networkidle")
        wait_for_table(page)
        for seat, action in moves:
            table.moves(seat, action)

    return go


_BECOME = """(token) => {
  const prefs = JSON.parse(localStorage.getItem("openuno.prefs"));
  localStorage.setItem("openuno.prefs", JSON.stringify({ ...prefs, reading: "longer" }));
  localStorage.setItem("openuno.token", token);
}"""
_PILE = "pile=G3,Y1,Y2,Y3,Y4,Y6,Y7,Y8,G8,B2,B3,B4 discard=R5,Y9"


def _replay(page: Page, visits: Visits, server: ThreadServer) -> None:
    del visits
    page.goto(f"/replay/{play_finished_game(server)}")


SCENES: dict[str, Scene] = {
    "home": _at("/"),
    "maker": _at("/new"),
    "builder": _blank(tool="build", rule="Everyone else draws 2 cards. You play again."),
    "ready-made": _blank(tool="pick-card", rule="You swap hands with a player you choose."),
    "lobby": _lobby,
    "invitation": _invitation,
    "table": _table,
    "uno": _moment(f"classic hands=R4,Y5,G7,B8,W/B1,G2/G1,R3/R6,B5 {_PILE} turn=3", (3, "R6!")),
    "forgotten-uno": _moment(
        f"classic hands=R4,Y5,G7,B8,W/B1,G2/G1,R3/R6,B5 {_PILE} turn=3", (3, "R6")
    ),
    "challenge": _moment(
        f"classic hands=R4,RS,Y5,YR,G7,B8,W/B1,G2/G1,R3/W4,B5,B6,R1,R2 {_PILE} turn=3", (3, "W4/G")
    ),
    "draw-two": _moment(
        f"classic hands=R4,RS,Y5/B1,G2,G9/G1,R3,B7/RD,B5 {_PILE} turn=3", (3, "RD")
    ),
    "skip": _moment(f"classic hands=R4,G9,Y5/B1,G2,G9/RS,R3,B7/R8,B5 {_PILE} turn=2", (2, "RS")),
    "round-end": _until("#round-end", "race"),
    "game-end": _game_end,
    "watch": _at("/watch"),
    "replay": _replay,
    "learn": _at("/learn"),
    "puzzle": _at("/puzzle/1"),
    "rules": _at("/rules/mattel-2016"),
    "history": _at("/history"),
    "settings": _at("/settings"),
    "nowhere": _at("/nowhere"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.web.screens", description=__doc__)
    parser.add_argument("out", type=Path)
    known = (*SCENES, GALLERY)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join(known))
    args = parser.parse_args()
    if unknown := set(args.screens) - set(known):
        parser.error(f"no such screen: {', '.join(sorted(unknown))}")
    args.out.mkdir(parents=True, exist_ok=True)
    build_pages(ROOT)
    limits = Limits(messages=10_000, guests=10_000, tables_hosted=1000, openings=1000)
    with (
        chromium() as browser,
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder) / "uno.db", limits=limits) as server,
    ):
        chosen = args.screens or known
        if GALLERY in chosen:
            for sheet, theme, shown in gallery(browser):
                (args.out / f"{GALLERY}-{sheet}-{theme}.png").write_bytes(shown)
        for name in (name for name in chosen if name != GALLERY):
            for size in SIZES:
                for theme, shown in pictures(browser, server, SCENES[name], size):
                    (args.out / f"{name}-{size.name}-{theme}.png").write_bytes(shown)


def pictures(
    browser: Browser, server: ThreadServer, scene: Scene, size: Size
) -> Iterator[tuple[Theme, bytes]]:
    """One screen as someone sees it who has just come, by night and then by day."""
    visits = Visits(browser, server.url)
    try:
        page = visits(size=size, token=server.guest("Ann")[1])
        visits.expects(page, "404")  # one of the screens is there to say so
        scene(page, visits, server)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            wait_until_settled(page)
            yield theme, page.screenshot()
        visits.check()
    finally:
        visits.close()


def gallery(browser: Browser) -> Iterator[tuple[str, Theme, bytes]]:
    """Every card and every face with every expression, by night and by day."""
    stages = StagePages(browser)
    for theme in THEMES:
        stage = stages(Size("gallery", 1440, 900), theme=theme)
        stage.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        for sheet in SHEETS:
            stage.show("gallery", sheet=sheet)
            yield sheet, theme, stage.page.screenshot(full_page=True)
    stages.close()


if __name__ == "__main__":
    main()
