"""The hand, the piles and the seats, each on a page of its own in a real browser."""

import math
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from openuno.engine.actions import Accept, Action, Draw, Play
from openuno.engine.cards import Card
from openuno.engine.legal import legal
from openuno.engine.notation.rounds import parse_round
from openuno.room.settings import Settings
from openuno.room.view import view_room
from tests.browser import DESKTOP, LARGE, PHONE, SMALL_PHONE, TABLET, Size, message_for
from tests.room.driver import PEOPLE, start_game
from tests.web.component_stage import Box, Stage, StagePages

LYING = Size("lying-phone", 740, 360, touch=True)
EVERYWHERE = (SMALL_PHONE, PHONE, LYING, TABLET, DESKTOP, LARGE)
DECK = [f"{colour}{face}" for face in "123456789SRD" for colour in "RYGB"]
FINGER = 24
HELD = "[data-held]"
SPOKEN = ("Red 1", "Red 2", "Yellow 1", "Green 4", "Blue 1")

# Of each card the widest piece, along its upper half, where a touch comes to it and no other.
_TOUCHED = """(ids) => ids.map((id) => {
  const card = document.querySelector(`[data-held="${id}"]`);
  const { left, top, right, height } = card.getBoundingClientRect();
  const ours = (x, y) => document.elementFromPoint(x, y)?.closest("[data-held]") === card;
  let best = { wide: 0 };
  for (const y of [0.1, 0.25, 0.4].map((part) => top + height * part)) {
    let from = null;
    for (let x = Math.ceil(left); x <= right + 2; x += 2) {
      if (x <= right && ours(x, y)) from ??= x;
      else if (from !== null) {
        if (x - from > best.wide) best = { wide: x - from, x: (x + from) / 2, y };
        from = null;
      }
    }
  }
  return best;
})"""


def plays(*cards: str) -> list[Action]:
    """These can be laid, or one draws."""
    return [*(Play(Card(card)) for card in cards), Draw()]


def order(stage: Stage) -> list[str]:
    found: list[str] = stage.page.locator(HELD).evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card)"
    )
    return found


def every(sizes: tuple[Size, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("size", sizes, ids=lambda size: size.name)


# ---- the hand ----


@pytest.mark.parametrize(
    ("sort", "wanted"),
    [
        ("colour", "R3 R9 Y3 YS G0 B1 W W4"),
        ("face", "G0 B1 R3 Y3 R9 YS W W4"),
        ("none", "W4 YS R9 G0 Y3 W B1 R3"),
    ],
)
def test_a_hand_is_sorted_as_one_likes(open_stage: StagePages, sort: str, wanted: str) -> None:
    stage = open_stage(sort=sort)
    stage.show("hand", cards=["W4", "YS", "R9", "G0", "Y3", "W", "B1", "R3"], legal=[])
    assert order(stage) == wanted.split()
    lefts = [box.x for box in stage.boxes(HELD)]
    assert lefts == sorted(lefts), "they lie as they are read"


@every(EVERYWHERE)
def test_a_hand_that_grows_moves_closer_together_and_stays_in_the_window(
    open_stage: StagePages, size: Size
) -> None:
    stage = open_stage(size)
    closest = wide = math.inf
    window = Box(0, 0, size.width, size.height)
    for count in range(2, 8):
        stage.show("hand", cards=DECK[:count], legal=[])
        boxes = stage.boxes(HELD)
        assert all(box.within(window) for box in boxes)
        steps = [later.x - earlier.x for earlier, later in pairwise(boxes)]
        assert min(steps) > 0, "one row"
        assert min(steps) <= closest + 1
        closest, wide = min(steps), boxes[0].width
    assert closest < wide, "they lie over each other by now"


@every(EVERYWHERE)
@pytest.mark.parametrize("count", [14, 25, 44])
def test_every_card_of_a_long_hand_can_be_touched(
    open_stage: StagePages, size: Size, count: int
) -> None:
    stage = open_stage(size)
    stage.show("hand", cards=DECK[:count], legal=[])
    ids = stage.page.locator(HELD).evaluate_all("(cards) => cards.map((one) => one.dataset.held)")
    assert len(set(ids)) == count
    for one, place in zip(ids, stage.page.evaluate(_TOUCHED, ids), strict=True):
        least = FINGER if count <= 25 else FINGER / 2
        assert place["wide"] >= least - 3, f"card {one} shows {place['wide']} px of itself"
    for one in (ids[0], ids[count // 2], ids[-1]):
        stage.page.keyboard.press("Escape")
        (place,) = stage.page.evaluate(_TOUCHED, [one])
        stage.page.mouse.click(place["x"], place["y"])
        expect(stage.page.locator(".forward")).to_have_attribute("data-held", one)


@every((SMALL_PHONE, LYING, DESKTOP))
def test_every_card_of_a_long_hand_is_come_to_by_arrow_keys(
    open_stage: StagePages, size: Size
) -> None:
    stage = open_stage(size)
    stage.show("hand", cards=DECK[:26], legal=[])
    keyboard = stage.page.keyboard
    keyboard.press("Tab")
    keyboard.press("Home")
    window = Box(0, 0, size.width, size.height)
    seen = []
    for _ in range(26):
        stage.page.wait_for_function("() => document.activeElement.closest('.forward')")
        seen.append(stage.page.locator("[data-held]:focus-within").get_attribute("data-card"))
        assert stage.box("[data-held].forward").within(window, slack=20)
        keyboard.press("ArrowRight")
    assert seen == order(stage)
    keyboard.press("Home")
    expect(stage.page.locator("[data-held] button").first).to_be_focused()


def test_what_can_be_played_is_raised_and_the_rest_stays(open_stage: StagePages) -> None:
    stage = open_stage()
    cards = ["R1", "R2", "Y1", "G4", "B1"]
    stage.show("hand", cards=cards, legal=[])
    flat = stage.boxes(HELD)
    stage.show("hand", cards=cards, legal=plays("R1", "B1"))
    raised = [
        round(before.y - after.y) for before, after in zip(flat, stage.boxes(HELD), strict=True)
    ]
    rise = round(flat[2].width * 0.22)
    assert [raised[0], *raised[1:4], raised[4]] == [rise, 0, 0, 0, rise]
    buttons = stage.page.locator(HELD).get_by_role("button")
    names = buttons.evaluate_all("(all) => all.map((button) => button.ariaLabel)")
    told = [name.replace(said_of, "") for name, said_of in zip(names, SPOKEN, strict=True)]
    assert told[0] == told[4] != told[1] == told[2] == told[3], "and one hears which"


def test_a_card_is_brought_forward_by_one_touch_and_laid_by_the_next(
    open_stage: StagePages,
) -> None:
    stage = open_stage(PHONE)
    stage.show("hand", cards=["R1", "G4", "B1"], legal=plays("R1"))
    card = stage.page.locator('[data-card="R1"] button')
    card.tap()
    assert stage.heard() == []
    expect(stage.page.locator(".forward")).to_have_attribute("data-card", "R1")
    expect(stage.page.get_by_text(message_for("hand.tap-again"))).to_be_visible()
    card.tap()
    assert stage.heard() == [["play", "R1"]]


def test_a_click_lays_a_card_at_once(open_stage: StagePages) -> None:
    stage = open_stage()
    stage.show("hand", cards=["R1", "G4", "B1"], legal=plays("R1"))
    stage.page.locator('[data-card="R1"] button').click(position={"x": 10, "y": 30})
    assert stage.heard() == [["play", "R1"]]
    stage.page.locator('[data-card="G4"] button').click(position={"x": 10, "y": 30})
    assert stage.heard() == [["why", "G4"]]


def test_a_card_that_cannot_be_played_is_asked_about_when_it_is_touched(
    open_stage: StagePages,
) -> None:
    stage = open_stage(PHONE)
    stage.show("hand", cards=["R1", "G4", "B1"], legal=plays("R1"))
    stage.page.locator('[data-card="G4"] button').tap()
    assert stage.heard() == [["why", "G4"]]
    stage.page.locator('[data-card="B1"] button').press("Enter")
    assert stage.heard() == [["why", "B1"]]


def test_a_card_that_was_laid_is_gone_at_once_and_comes_back_if_it_was_refused(
    open_stage: StagePages,
) -> None:
    stage = open_stage()
    cards = ["R1", "R1", "G4"]
    stage.show("hand", cards=cards, legal=plays("R1"))
    stage.page.locator('[data-card="R1"] button').first.press("Enter")
    stage.show("hand", cards=cards, legal=[], pending="R1")
    assert order(stage) == ["R1", "G4"]
    stage.show("hand", cards=cards, legal=plays("R1"))
    assert order(stage) == cards


def test_what_is_written_on_a_blank_is_read_when_it_comes_forward(open_stage: StagePages) -> None:
    rule = "Everyone draws 1 card."
    stage = open_stage(PHONE)
    stage.show("hand", cards=["R1", "WC1"], legal=[], written=[rule])
    told = stage.page.locator(".rule")
    expect(told).to_have_count(0)
    stage.page.locator('[data-card="WC1"] button').tap()
    expect(told).to_have_text(rule)


# ---- the cards ----

# Cards on which a shape comes too near to the figure in the middle: a point of its edge lies in a
# stroke of the figure, made wider on both sides. A card is 120 units wide.
_TOO_NEAR = """(clear) => [...document.querySelectorAll(".card svg")].flatMap((card) => {
  const figure = card.querySelector(".below + .pen");
  if (!figure) return [];
  const scale = figure.getScreenCTM().a / card.getScreenCTM().a;
  const near = [...card.querySelectorAll("path.mark, path.shape")].some((shape) => {
    const to = figure.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    const length = shape.getTotalLength();
    return [...figure.children].some((stroke) => {
      const width = stroke.getAttribute("stroke-width");
      stroke.setAttribute("stroke-width", Number(width) + 2 * clear / scale);
      const edge = Array.from({ length: 60 }, (_, at) => shape.getPointAtLength(length * at / 60));
      const touched = edge.some((point) => stroke.isPointInStroke(point.matrixTransform(to)));
      stroke.setAttribute("stroke-width", width);
      return touched;
    });
  });
  return near ? [card.closest(".card").ariaLabel] : [];
})"""
CLEAR = 4


def test_shapes_on_a_card_keep_clear_of_its_figure(open_stage: StagePages) -> None:
    stage = open_stage()
    stage.show("gallery", sheet="cards")
    assert stage.page.locator(".below + .pen").count() > 60
    assert stage.page.evaluate(_TOO_NEAR, CLEAR) == []


# ---- the faces ----

_FACES = """() => [...document.querySelectorAll("svg[data-expression]")].map((face) => {
  const { width, height } = face.getBBox();
  const box = face.viewBox.baseVal;
  const eye = face.querySelector("g.moves g.moves"); // closed eyes have none
  const pupil = new DOMMatrix(eye ? getComputedStyle(eye).transform : "none");
  return { filled: width * height / (box.width * box.height), looks: Math.hypot(pupil.e, pupil.f) };
})"""


def test_every_face_is_drawn_and_looks_no_further_than_its_eyes(open_stage: StagePages) -> None:
    stage = open_stage()
    for sheet in ("faces", "people"):
        stage.show("gallery", sheet=sheet)
        expect(stage.page.locator("#face-radio")).to_have_count(1)
        faces = stage.page.evaluate(_FACES)
        assert len(faces) > 60
        assert min(face["filled"] for face in faces) > 0.4, "eyes without a head"
        assert max(face["looks"] for face in faces) <= 3
        if sheet == "faces":
            assert max(face["looks"] for face in faces) > 1, "they look aside"
    hidden = stage.page.locator("svg[data-expression]:not([aria-hidden=true])")
    expect(hidden).to_have_count(0)


# ---- the piles ----


def test_the_draw_pile_says_how_many_cards_it_has(open_stage: StagePages) -> None:
    stage = open_stage()
    for count in (1234, 62, 1):
        stage.show("piles", pile=count, discard=["R5"], colour="R")
        expect(stage.page.locator("[data-pile=draw] .count")).to_have_text(f"{count:,}")
        name = stage.page.get_by_role("button").get_attribute("aria-label")
        assert f"{count:,} card" in (name or "")
    expect(stage.page.locator("[data-pile=draw] .back")).to_be_visible()
    stage.show("piles", pile=0, discard=["R5"], colour="R")
    expect(stage.page.locator("[data-pile=draw] .back")).to_have_count(0)


def test_the_draw_pile_is_drawn_from_only_when_one_may(open_stage: StagePages) -> None:
    stage = open_stage()
    given = {"pile": 62, "discard": ["R5"], "colour": "R"}
    button = stage.page.locator("[data-pile=draw]")
    stage.show("piles", **given, legal=[])
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert stage.heard() == []
    stage.show("piles", **given, legal=[Draw()])
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    assert stage.heard() == [["draw"]]


def test_a_stack_shows_its_total_and_is_taken_from_the_pile(open_stage: StagePages) -> None:
    stage = open_stage(PHONE)
    given = {"pile": 62, "discard": ["R5", "RD", "YD"], "colour": "Y"}
    stage.show("piles", **given)
    expect(stage.page.locator(".stack")).to_have_count(0)
    for total in (4, 14):
        stage.show("piles", **given, stack=total, legal=[Accept()])
        expect(stage.page.locator(".stack")).to_have_text(f"+{total}")
        name = stage.page.get_by_role("button").get_attribute("aria-label")
        assert f"{total} cards" in (name or "")
    stage.page.get_by_role("button").tap()
    assert stage.heard() == [["draw"]]


@pytest.mark.parametrize(
    ("colour", "name"), [("R", "Red"), ("Y", "Yellow"), ("G", "Green"), ("B", "Blue")]
)
def test_the_colour_in_force_is_shown_by_word_shape_and_card(
    open_stage: StagePages, colour: str, name: str
) -> None:
    stage = open_stage()
    stage.show("piles", pile=62, discard=["R5", "W"], colour=colour)
    force = stage.page.locator(".force")
    expect(force.locator(".unseen")).to_have_text(f"{name} is in force")
    expect(force.get_by_text(name, exact=True)).to_be_visible()
    expect(force.locator(f"svg.{colour} path")).to_be_visible()
    expect(stage.page.locator(f"[data-top] .card.{colour}")).to_have_accessible_name(
        f"Wild, colour named: {name}"
    )


def test_while_a_colour_is_being_named_none_is_in_force(open_stage: StagePages) -> None:
    stage = open_stage()
    stage.show("piles", pile=62, discard=["W"], colour=None)
    expect(stage.page.locator(".force")).to_have_text(message_for("hand.any-colour"))
    expect(stage.page.locator(".force svg")).to_have_count(0)


def test_the_top_card_of_the_discard_is_announced_and_a_few_below_are_seen(
    open_stage: StagePages,
) -> None:
    stage = open_stage()
    stage.show("piles", pile=62, discard=DECK[:20], colour="B")
    expect(stage.page.locator("[data-pile=discard] .card")).to_have_count(3)
    expect(stage.page.locator("[data-pile=discard]").get_by_role("img")).to_have_count(1)
    expect(stage.page.locator("[data-pile=discard]").get_by_role("img")).to_have_accessible_name(
        "Blue 5"
    )


# ---- the seats ----


@every(EVERYWHERE)
def test_two_to_ten_sit_around_the_table_and_nobody_covers_anything(
    open_stage: StagePages, size: Size
) -> None:
    stage = open_stage(size)
    for people in range(2, 11):
        table = start_game(people, Settings(rules="classic", format="race"))
        stage.show("seats", view=view_room(table.table, 0))
        felt = stage.box(".felt")
        things = [*stage.boxes(".player"), *stage.boxes(".plate"), *stage.boxes("[data-pile]")]
        assert len(things) == 2 * (people - 1) + 2
        for at, one in enumerate(things):
            assert one.within(felt, slack=1), f"{people}: {at} is off the table"
            for beside, other in enumerate(things[at + 1 :], at + 1):
                if beside - at != people - 1:  # a player's own plate
                    assert not one.covers(other, slack=3), f"{people}: {at} covers {beside}"


@every((PHONE, DESKTOP))
@pytest.mark.parametrize("own", [0, 3])
def test_they_sit_clockwise_in_the_order_of_play_beginning_after_oneself(
    open_stage: StagePages, size: Size, own: int
) -> None:
    stage = open_stage(size)
    for people in range(4, 11):
        table = start_game(people, Settings(rules="classic", format="race"))
        stage.show("seats", view=view_room(table.table, own))
        names = stage.page.locator(".player .name").all_inner_texts()
        after = [PEOPLE[(own + 1 + step) % people].title() for step in range(people - 1)]
        assert [name.strip() for name in names] == after
        felt = stage.box(".felt")
        middle = (felt.x + felt.width / 2, felt.y + felt.height / 2)
        angles = [
            math.atan2(-(box.x + box.width / 2 - middle[0]), box.y + box.height / 2 - middle[1])
            % math.tau
            for box in stage.boxes(".player")
        ]
        assert angles == sorted(angles), "clockwise from below, where one sits oneself"


def test_each_seat_says_how_many_cards_and_whose_turn_it_is(open_stage: StagePages) -> None:
    stage = open_stage()
    table = start_game(3, Settings(rules="classic", format="race"))
    table.puts("classic hands=R1,R2/B1,B2,B3/G1 pile=Y1,Y2,Y3 discard=R5 turn=1")
    stage.show("seats", view=view_room(table.table, 0))
    counts = stage.page.locator(".player .count")
    expect(counts).to_have_text(["3", "1"])
    expect(stage.page.locator(".player.turn .name")).to_have_text("Ben")
    listed = stage.page.get_by_role("list", name=message_for("table.players")).get_by_role(
        "listitem"
    )
    expect(listed.first).to_contain_text("Ben")
    expect(listed.first).to_contain_text("3 cards")


def test_what_the_engine_allows_is_what_stands_up(open_stage: StagePages) -> None:
    stage = open_stage()
    round = parse_round("classic hands=R1,G5,B2,W/B1 pile=Y1,Y2 discard=R5 turn=0")
    stage.show("hand", cards=round.hands[0], legal=legal(round, 0))
    raised = stage.page.locator(f"{HELD}.yes").evaluate_all(
        "(all) => all.map((o) => o.dataset.card)"
    )
    assert sorted(raised) == ["G5", "R1", "W"]
