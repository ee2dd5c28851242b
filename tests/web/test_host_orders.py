"""What the host decides, and what takes a vote."""

from playwright.sync_api import Page, expect

from openuno.room.commands import Vote
from tests.browser import PHONE, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import arrange_table, deal_table

THREE = "house hands=R1,B2,B3/Y1,G2,Y9/G1,R1,R2 pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8 discard=R5 turn=0"


def menu(page: Page) -> None:
    page.get_by_role("button", name=message_for("table.menu"), exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_host_hands_over_and_is_sent_away(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, THREE)
    ann = table.opened_by(0, visit)
    ben = table.opened_by(1, visit, PHONE)
    menu(ann)
    row = ann.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ben")
    row.get_by_role("button", name=message_for("table.hand-over")).click()
    expect(ann.get_by_text(message_for("table.host-title"))).to_be_hidden()
    menu(ben)
    expect(ben.get_by_text(message_for("table.host-title"))).to_be_visible()
    row = ben.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ann")
    row.get_by_role("button", name=message_for("table.kick")).click()
    row.get_by_role("button", name=message_for("table.sure")).click()
    expect(ann.locator("[data-held]")).to_have_count(0)
    expect(ann.get_by_text(message_for("table.gone-kicked"))).to_be_visible()


def test_the_host_ends_the_game_for_everyone(visit: Visits, server: ThreadServer) -> None:
    table = deal_table(server, "classic", 2)
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    menu(ann)
    ann.get_by_role("button", name=message_for("table.end")).click()
    ann.get_by_role("button", name=message_for("table.sure")).click()
    for page in (ann, ben):
        expect(page.locator("#game-end")).to_have_text(message_for("table.game-broken"))


def test_those_at_the_table_vote_on_people_who_are_away(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, THREE)  # Ann, who is host, and Cat have gone
    ben = table.opened_by(1, visit, PHONE, reading="until")
    menu(ben)
    row = ben.get_by_role("dialog").get_by_role("listitem").filter(has_text="Cat")
    row.get_by_role("button", name="Vote to remove (0 of 2)").click()
    # She may be on her way back.
    expect(ben.locator(".notice")).to_contain_text("Cat has only just gone")
    table.long_gone()
    row.get_by_role("button", name="Vote to remove (0 of 2)").click()
    expect(row.get_by_role("button", name="Take back your vote (1 of 2)")).to_be_visible()
    row.get_by_role("button", name="Take back your vote (1 of 2)").click()
    expect(row.get_by_role("button", name="Vote to remove (0 of 2)")).to_be_visible()
    ben.get_by_role("button", name="Vote to end the game (0 of 2)").click()
    expect(ben.get_by_role("button", name="Take back your vote (1 of 2)")).to_be_visible()
    table.asks(2, Vote())
    expect(ben.locator("#game-end")).to_have_text(message_for("table.game-broken"))
