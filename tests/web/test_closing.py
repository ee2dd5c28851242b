"""A host closes a table from its lobby; the others there are told."""

import pytest
from playwright.sync_api import expect

from tests.browser import DESKTOP, PHONE, Size, Visits, assert_accessible, message_for


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_the_host_closes_the_table(visit: Visits, size: Size) -> None:
    ann, ben = visit(size=size), visit(size=size)
    ann.goto("/")
    ann.get_by_role("button", name=message_for("home.play-friends")).click()
    ann.wait_for_url("**/t/*")
    address = ann.url
    close = ann.get_by_role("button", name=message_for("lobby.close"))
    close.wait_for()
    ben.goto(address)
    ben.get_by_role("heading", level=1).wait_for()
    expect(ben.get_by_role("button", name=message_for("lobby.sit"))).to_be_visible()
    expect(ben.get_by_role("button", name=message_for("lobby.close"))).to_have_count(0)
    close.click()
    ann.get_by_role("button", name=message_for("table.sure")).click()
    ann.wait_for_url("**/")
    expect(ben.get_by_text(message_for("table.gone-table-closed"))).to_be_visible()
    assert_accessible(ben)
    ann.goto(address)
    expect(ann.get_by_text(message_for("table.gone-table-closed"))).to_be_visible()
