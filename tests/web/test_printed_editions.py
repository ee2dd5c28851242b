"""Each printed edition: what only it does is seen, and a whole hand of it is played to its end."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from openuno.engine.cards import Face
from openuno.engine.events import DealerFound, Drew, PutBack, TurnedUp
from openuno.engine.rules import EDITIONS, DealerDraw, deck
from openuno.game.events import AtTable, GameEvent
from openuno.game.formats import Race
from openuno.game.play import apply_command, start_game
from openuno.game.state import NextRound
from openuno.record.fairness import client_commitment
from openuno.record.lines import terms_of
from openuno.room.commands import AddBot, Sit, Start
from openuno.room.facts import GameStarted
from openuno.room.secret import Secret, game_rng
from openuno.room.settings import Clock, Settings
from openuno.room.starting import record_header
from tests.browser import DESKTOP, EASY, PHONE, Size, Visits, message_for
from tests.chance import new_entropy
from tests.depth import by_depth
from tests.server.clients import Client, contribute, open_table
from tests.server.servers import ThreadServer, run_server
from tests.web.arranged_table import arrange_table, card, expect_hand, key, log, play_card
from tests.web.playing import play, press_start, wait_for_table

SEATS = 3
SHARE = "00" * 32
"""What Ann adds to the chance of a game, if her page has none of its own: she commits to it."""
NO_CHANCE = "crypto.getRandomValues = (array) => array.fill(0);"
PILE = "pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8,G3,G4,G5,G6"
PICKS = [slug for slug, rules in EDITIONS.items() if rules.dealer_draw is DealerDraw.CHOSEN]
DRAWS = [slug for slug in EDITIONS if slug not in PICKS]
SOME = by_depth([DRAWS[0], PICKS[-1]], list(EDITIONS))
"""One where the dealer is drawn and one where the table picks; the rules are tested elsewhere."""
HAND_OVER = '[aria-labelledby="round-end"]'

pytestmark = pytest.mark.usefixtures("built_pages")
Visiting = Callable[[str], Visits]
Events = tuple[GameEvent, ...]
E = TypeVar("E")


# ---- deals that are known beforehand ----


def deal_of(edition: str, seed: bytes, dealer: int | None, judged: str | None = None) -> Events:
    """All that a server with this seed says when the game begins, or would by `judged` rules."""
    secret = Secret(seed)
    started = GameStarted(
        number=1,
        commitment=secret.commitment,
        seeds=(SHARE, *[None] * (SEATS - 1)),
        names=("Ann", "Mia", "Ned"),
        dealer=dealer,
        commitments=(client_commitment(bytes(32)).hex(), *[None] * (SEATS - 1)),
    )
    terms = terms_of(record_header(EDITIONS[edition], Race(500), started))
    rng = game_rng(secret, replace(started, terms=terms.hex()))
    begun = start_game(EDITIONS[judged or edition], Race(500), SEATS, rng, dealer)
    return begun.events + apply_command(begun.game, NextRound()).events


def seed_for(wanted: Callable[[bytes], bool]) -> bytes:
    """The first seed that deals as a test wants it; one of a thousand should."""
    return next(seed for at in range(10_000) if wanted(seed := sha256(b"%d" % at).digest()))


def _starts_with_four(edition: str, dealer: int = SEATS - 1) -> Callable[[bytes], bool]:
    def starts_with_four(seed: bytes) -> bool:
        (first,) = told(deal_of(edition, seed, dealer), TurnedUp)
        return first.card.face is Face.WILD_DRAW_FOUR

    return starts_with_four


def told(events: Events, kind: type[E]) -> list[E]:
    """What of one kind happened, in the game or at its table."""
    flat = (event.what if isinstance(event, AtTable) else event for event in events)
    return [event for event in flat if isinstance(event, kind)]


@contextmanager
def lobby(
    visiting: Visiting, tmp_path: Path, edition: str, seed: bytes, size: Size = DESKTOP
) -> Iterator[Page]:
    """Ann and two slow bots at a table that will deal from this seed; she has only to start."""
    seeds = iter((seed,))
    others = new_entropy()

    def entropy(number: int) -> bytes:
        return next(seeds, others(32)) if number == 32 else others(number)

    with run_server(tmp_path / "uno.db", limits=EASY, entropy=entropy) as server:
        _, token = server.guest("Ann")
        clock = Clock(move=None, bots=10)
        settings = Settings(rules=edition, seats=SEATS, clock=clock, public=False)
        code = server.do(with_bots(server, token, settings, begun=False))
        page = visiting(server.url)("Ann", token=token, size=size, chance=False)
        page.add_init_script(NO_CHANCE)
        page.goto(f"/t/{code}")
        page.get_by_role("button", name=message_for("lobby.start")).wait_for()
        yield page
        page.close()  # else it would miss its server


async def with_bots(server: ThreadServer, token: str, settings: Settings, *, begun: bool) -> str:
    """A table with one person in the first seat, and bots in all others."""
    code = await open_table(server.url, token, settings)
    async with await Client.open(server.url, token) as host:
        await host.join(code)
        await host.does(Sit(0))
        for seat in range(1, settings.seats):
            await host.does(AddBot(seat))
        if begun:
            await contribute(host)
            await host.does(Start())
    return code


def dealer_names(page: Page) -> list[str]:
    """Whom the table may pick to deal, in the order of the seats; none if it may not."""
    options = page.get_by_label(message_for("lobby.dealer")).locator("option").all_inner_texts()
    return options[1:]


# ---- the deal ----


@pytest.mark.parametrize("edition", DRAWS)
def test_these_editions_draw_for_the_deal_and_let_nobody_pick(
    visiting: Visiting, tmp_path: Path, edition: str
) -> None:
    def decides(seed: bytes) -> bool:
        """Whether the other edition would find another dealer with the same cards."""
        judged = [deal_of(edition, seed, None, slug) for slug in DRAWS]
        dealers = {str(told(events, DealerFound)) for events in judged}
        return len(dealers) == 2

    seed = seed_for(decides)
    (found,) = told(deal_of(edition, seed, None), DealerFound)
    with lobby(visiting, tmp_path, edition, seed) as page:
        assert not dealer_names(page)
        rows = page.get_by_role("list", name=message_for("lobby.seats")).get_by_role("listitem")
        name = rows.nth(found.seat).locator(".name").inner_text().strip()
        press_start(page)
        deals = "You deal" if found.seat == 0 else f"{name} deals"
        expect(log(page)).to_contain_text(deals)


@pytest.mark.parametrize("edition", PICKS)
def test_these_editions_let_the_table_pick_who_deals(
    visiting: Visiting, tmp_path: Path, edition: str
) -> None:
    with lobby(visiting, tmp_path, edition, bytes(32), PHONE) as page:
        names = dealer_names(page)
        assert len(names) == SEATS
        page.get_by_label(message_for("lobby.dealer")).select_option(names[1])
        press_start(page)
        expect(log(page)).to_contain_text(f"{names[1]} deals")


@pytest.mark.parametrize("edition", ["mattel-2016", "classic"])
def test_a_wild_draw_four_goes_back_instead_of_starting(
    visiting: Visiting, tmp_path: Path, edition: str
) -> None:
    def goes_back(seed: bytes) -> bool:
        return len(told(deal_of(edition, seed, None), PutBack)) == 1

    with lobby(visiting, tmp_path, edition, seed_for(goes_back)) as page:
        press_start(page)
        expect(log(page)).to_contain_text("Wild Draw Four may not start and goes back")
        top = page.locator("[data-pile=discard]").get_by_role("img")
        expect(top).not_to_have_accessible_name("Wild Draw Four")


def test_in_house_a_wild_draw_four_starts_and_acts_for_the_dealer(
    visiting: Visiting, tmp_path: Path
) -> None:
    with lobby(visiting, tmp_path, "house", seed_for(_starts_with_four("house", dealer=0))) as page:
        page.get_by_label(message_for("lobby.dealer")).select_option("0")
        press_start(page)
        picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
        expect(picker).to_be_visible()
        expect(log(page)).to_contain_text("Wild Draw Four is turned up")
        page.keyboard.press("3")
        expect(page.get_by_text("Green is in force")).to_be_visible()
        expect(log(page)).to_contain_text("takes 4 cards")


def test_in_wild_112_a_wild_draw_four_starts_and_only_asks_for_a_colour(
    visiting: Visiting, tmp_path: Path
) -> None:
    with lobby(visiting, tmp_path, "wild-112", seed_for(_starts_with_four("wild-112"))) as page:
        page.get_by_label(message_for("lobby.dealer")).select_option(str(SEATS - 1))
        press_start(page)
        picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
        expect(picker).to_be_visible()
        expect(log(page)).to_contain_text("Wild Draw Four is turned up")
        page.keyboard.press("3")
        expect(page.get_by_text("Green is in force")).to_be_visible()
        expect_hand(page, 7)


@pytest.mark.parametrize("edition", SOME)
def test_a_draw_two_that_starts_is_taken_by_who_would_begin(
    visiting: Visiting, tmp_path: Path, edition: str
) -> None:
    dealer = SEATS - 1 if edition in PICKS else None

    def hits_ann(seed: bytes) -> bool:
        drew = told(deal_of(edition, seed, dealer), Drew)
        return any(each.seat == 0 for each in drew)

    with lobby(visiting, tmp_path, edition, seed_for(hits_ann), PHONE) as page:
        if dealer is not None:
            page.get_by_label(message_for("lobby.dealer")).select_option(str(dealer))
        press_start(page)
        expect(log(page)).to_contain_text("You take 2 cards")
        expect(log(page)).to_contain_text("You miss a turn")
        expect_hand(page, 9)
        left = len(deck(EDITIONS[edition])) - 7 * SEATS - 1 - 2
        expect(page.locator("[data-pile=draw] .count")).to_have_text(str(left))


# ---- the play ----


def open_each(visit: Visits, server: ThreadServer, hands: str) -> Iterator[tuple[str, Page]]:
    """Ann comes to a table of every edition, on the same page."""
    page = None
    for edition in EDITIONS:
        table = arrange_table(server, f"{edition} hands={hands} {PILE} discard=R5 turn=0")
        if page is None:
            page = table.opened_by(0, visit)
        else:
            table.comes_next(0, page)
        yield edition, page


def test_who_could_play_may_draw_instead_but_not_in_wild_112(
    visit: Visits, server: ThreadServer
) -> None:
    for edition, page in open_each(visit, server, "R7,B2/B1,G2"):
        expect(page.locator("[data-held].yes")).to_have_count(1)
        if EDITIONS[edition].renege:
            page.keyboard.press("d")
            expect_hand(page, 3)
            continue
        expect(key(page, "d")).to_have_count(0)
        expect(page.locator("[data-pile=draw]")).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("d")
        play_card(page, "R7")
        expect(log(page)).to_contain_text("You play Red 7")
        assert "You draw" not in log(page).inner_text()
        expect_hand(page, 1)


def test_a_suggestion_costs_four_cards_in_classic_and_nothing_elsewhere(
    visit: Visits, server: ThreadServer
) -> None:
    for edition, page in open_each(visit, server, "R7,W,B2/B1,G2,Y9"):
        page.keyboard.press("t")
        expect(page.get_by_role("textbox", name=message_for("table.say"))).to_be_focused()
        page.keyboard.type("Play your red card now")
        page.keyboard.press("Enter")
        if EDITIONS[edition].suggestion_penalty:
            page.get_by_role("button", name="Say it, take 4 cards").click()
        sayings = page.get_by_role("log", name=message_for("table.sayings"))
        expect(sayings).to_contain_text("Play your red card now")
        expect_hand(page, 7 if edition == "classic" else 3)
        assert (edition == "classic") == ("for a suggestion" in log(page).inner_text())


def test_wild_112_has_a_shuffle_card_and_blanks_that_are_plain_wilds(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(
        server, f"wild-112 hands=WH,WC1,B2,B3/B1,G2,Y9,Y8 {PILE} discard=R5 turn=0"
    )
    page = table.opened_by(0, visit)
    expect(page.locator("[data-held].yes")).to_have_count(2)
    play_card(page, "WC1")
    page.keyboard.press("4")
    expect(page.get_by_text("Blue is in force")).to_be_visible()
    table.moves(1, "B1")
    expect(card(page, "WH")).to_have_accessible_name("Wild Shuffle Hands, playable")
    play_card(page, "WH")
    page.keyboard.press("2")
    expect(log(page)).to_contain_text("All hands are shuffled")
    assert sum(len(hand) for hand in table.round().hands) == 5


@pytest.mark.parametrize(
    ("rules", "points"), [("wild-112", 40), ("house+shuffle_cards=1", 50)], ids=str
)
def test_the_shuffle_card_counts_forty_in_wild_112(
    visit: Visits, server: ThreadServer, rules: str, points: int
) -> None:
    table = arrange_table(server, f"{rules} hands=R7/WH {PILE} discard=R5 turn=0")
    page = table.opened_by(0, visit, PHONE)
    play_card(page, "R7")
    counted = page.locator(HAND_OVER).get_by_role("status")
    expect(counted).to_contain_text(f"Ben {points}. Together {points}.")


@pytest.mark.parametrize(
    ("edition", "size"),
    [(slug, PHONE if at % 2 else DESKTOP) for at, slug in enumerate(SOME)],
    ids=SOME,
)
def test_a_whole_hand_of_each_edition_is_played_until_the_points_are_counted(
    visit: Visits, server: ThreadServer, edition: str, size: Size
) -> None:
    _, token = server.guest("Ann")
    settings = Settings(
        rules=edition, seats=SEATS, clock=Clock(move=None, between=3600, bots=0), public=False
    )
    code = server.do(with_bots(server, token, settings, begun=True))
    page = visit("Ann", token=token, size=size, speed=8)
    page.goto(f"/t/{code}")
    wait_for_table(page)
    end = page.locator(HAND_OVER)
    mine = log(page).get_by_text(re.compile("^You (play|draw|keep)"))
    turns = []

    def over() -> bool:
        turns.append(mine.count())  # the log has the last moves only
        return end.count() > 0

    play([page], until=over)
    expect(end.locator("button.now")).to_be_focused()
    assert any(turns), "a hand in which she never had a turn proves nothing"
    # Everyone's cards lie open, and what they count is one player's gain.
    revealed = end.get_by_role("list").filter(has=page.get_by_role("img"))
    assert revealed.count() in (SEATS - 1, SEATS)
    end.get_by_role("button", name=message_for("table.score-sheet")).click()
    sheet = page.get_by_role("dialog").get_by_role("table")
    expect(sheet.first).to_be_visible()
    sums = sheet.locator("tbody .sum").all_inner_texts()
    assert len(sums) == SEATS
    assert sorted(sums)[: SEATS - 1] == ["0"] * (SEATS - 1) != sorted(sums)[1:]
