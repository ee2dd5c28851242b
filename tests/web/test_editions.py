"""Each house switch and format as it is played: what is special about it is seen."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser import DESKTOP, PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import ArrangedTable, arrange_table, expect_hand, key, log, play_card

PILE = "pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8,G3,G4,G5,G6"


class Scene(msgspec.Struct, frozen=True):
    """Cards as they lie, what is done, and what Ann then sees.

    Ann does what has no seat before it, through her page: a card to lay, `>Ben` for whom, or a key.
    """

    position: str
    does: tuple[str, ...]
    log: str = ""
    hand: int | None = None
    shows: str = ""
    cannot: str = ""
    """A key that does nothing then."""
    sheet: tuple[str, int] | None = None
    """Whose sum, and what it is."""
    format: str = "race"


SCENES = {
    "stacking same": Scene(
        f"house+stacking=same hands=RD,B2,B3/YD,G2,Y9 {PILE} discard=R5 turn=0",
        ("RD", "1 YD", "key d"),
        log="You take 4 cards",
        hand=6,
    ),
    "stacking any": Scene(
        f"house+stacking=any hands=RD,W4,B3/W4,G2,Y9 {PILE} discard=R5 turn=0",
        ("RD", "1 W4/B", "W4", "key 2"),
        shows=r"^\+10$",
        hand=1,
    ),
    "jump in": Scene(
        f"house+jump_in=on hands=R7,B2,B3/R7,Y9/G1,G2 {PILE} discard=R5 turn=1",
        ("1 R7", "R7"),
        log="You jump in with Red 7",
        hand=2,
    ),
    "sevens": Scene(
        f"house+seven_zero=on hands=R7,B2,B3/B1,G2,Y9,Y8/G1,R1 {PILE} discard=R5 turn=0",
        ("R7", ">Ben"),
        log="You swap hands with Ben",
        hand=4,
    ),
    "zeros": Scene(
        f"house+seven_zero=on hands=R0,B2,B3/B1,G2,Y9,Y8/G1,R1,R2,R3,R4 {PILE} discard=R5 turn=0",
        ("R0",),
        log="Every hand moves on",
        hand=5,
    ),
    "draw until": Scene(
        "classic+draw_until=on hands=B7,B8/B1,G2 pile=Y1,Y2,G3,R3,Y4 discard=R5 turn=0",
        ("key d",),
        shows="Play the Red 3",
        hand=6,
    ),
    "forced play": Scene(
        "classic+forced_play=on hands=B7,B8/B1,G2 pile=R3,Y1 discard=R5 turn=0",
        ("key d",),
        shows="Play the Red 3",
        cannot="k",
    ),
    "no bluffing": Scene(
        f"classic+bluffing=off hands=R7,W4,B8/B1,G2 {PILE} discard=R5 turn=0",
        ("W4",),
        shows="No bluffing here: you hold a red card",
        hand=3,
    ),
    "swap cards": Scene(
        f"classic+swap_cards=1 hands=WX,B2,B3/B1,G2,Y9,Y8/G1,R1 {PILE} discard=R5 turn=0",
        ("WX", "key 1", ">Cat"),
        log="You swap hands with Cat",
        hand=2,
    ),
    "shuffle cards": Scene(
        f"classic+shuffle_cards=1 hands=WH,B2,B3/B1,G2,Y9,Y8 {PILE} discard=R5 turn=0",
        ("WH", "key 4"),
        log="All hands are shuffled",
        hand=3,
    ),
    "written blanks": Scene(
        "classic+blank_cards=1+written=Everyone_else_draws_1_card._You_play_again. "
        f"hands=WC1,B2,B3/B1,G2/R1,R2 {PILE} discard=R5 turn=0",
        ("WC1", "key 4", "B2"),
        log="You play Blue 2",
        hand=1,
    ),
    "partners": Scene(
        f"classic+teams=on hands=R7/B9,G2/Y9,Y8/G1,R1 {PILE} discard=R5 turn=0",
        ("R7",),
        sheet=("Ann and Cat", 13),
        format="partners",
    ),
    "teams": Scene(
        f"classic+teams=on hands=R7/B9,G2/Y9,Y8/G1,R1 {PILE} discard=R5 turn=0",
        ("R7",),
        sheet=("Ben and Dan", 0),
        format="teams:300",
    ),
    "low tally": Scene(
        f"classic hands=R7/B9,G2/Y9,Y8 {PILE} discard=R5 turn=0",
        ("R7",),
        sheet=("Cat", 17),
        format="low-tally",
    ),
    "elimination": Scene(
        f"classic hands=R7/W4,W,B1/Y9,Y8 {PILE} discard=R5 turn=0",
        ("R7",),
        shows=r"^Ben is out of the game$",
        format="elimination:100",
    ),
    "best of": Scene(
        f"classic hands=R7/B9,G2 {PILE} discard=R5 turn=0",
        ("R7",),
        sheet=("Ann", 1),
        format="best-of:3",
    ),
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_what_a_table_has_chosen_is_seen_when_it_is_played(
    visit: Visits, server: ThreadServer, subtests: pytest.Subtests, size: Size
) -> None:
    names = list(SCENES)[size != DESKTOP :: 2]
    page = None
    for name in names:
        scene = SCENES[name]
        table = arrange_table(server, scene.position, format=scene.format)
        if page is None:
            page = table.opened_by(0, visit, size)
        else:
            table.comes_next(0, page)
        with subtests.test(name):
            plays_and_sees(page, table, scene)


def plays_and_sees(page: Page, table: ArrangedTable, scene: Scene) -> None:
    for each in scene.does:
        who, _, action = each.rpartition(" ")
        if who.isdecimal():
            table.moves(int(who), action)
            expect(page.locator("[data-held].yes, [aria-keyshortcuts]").first).to_be_visible()
        else:
            does(page, each)
    if scene.log:
        expect(log(page)).to_contain_text(scene.log)
    if scene.hand is not None:
        expect_hand(page, scene.hand)
    if scene.shows:
        expect(page.get_by_text(re.compile(scene.shows)).first).to_be_attached()
    if scene.cannot:
        expect(key(page, scene.cannot)).to_have_count(0)
    if scene.sheet is not None:
        who, points = scene.sheet
        page.get_by_role("button", name=message_for("table.score-sheet")).click()
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=who))
        expect(row.locator(".sum")).to_have_text(f"{points}")


def does(page: Page, what: str) -> None:
    """One thing, as soon as the page lets it be done."""
    if what.startswith("key "):
        pressed = what.removeprefix("key ")
        page.locator(
            f'[role="dialog"] button[aria-keyshortcuts="{pressed}"], '
            f'[role="group"] button[aria-keyshortcuts="{pressed}"]'
        ).first.wait_for()
        page.keyboard.press(pressed)
    elif what.startswith(">"):
        chosen = page.locator('[aria-labelledby="pick-title"]')
        chosen.get_by_role("button", name=re.compile(what[1:])).click()
    else:
        expect(page.locator(f'[data-card="{what}"]:not(.idle)').first).to_be_attached()
        play_card(page, what)
