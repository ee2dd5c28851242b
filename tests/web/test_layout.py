"""The table fills every window: what is on it is large, apart from the rest, and all to be seen."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import ViewportSize

from openuno.room.settings import Settings
from openuno.room.view import view_room
from tests.browser import Size
from tests.room.driver import start_game
from tests.web.component_stage import Stage, StagePages

SIZES = (
    *((320, 568), (360, 740), (390, 844), (430, 932), (568, 320), (740, 360), (844, 390)),
    *((768, 1024), (1024, 600), (1024, 768), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440)),
)
PLAYERS = (2, 4, 6, 10)
HANDS = (1, 7, 15, 25)
PILES = {(1024, 600): 99, (1366, 650): 107, (1440, 900): 148, (2560, 1440): 237, (390, 844): 106}
DEAD = 0.25
"""How much of the window may be one empty rectangle."""

DECK = [f"{colour}{face}" for face in "123456789SRD" for colour in "RYGB"]
TOP = "R0"

# Everything that must not lie over anything else, and what is wrong with it.
_MEASURE = """() => {
  const faults = [];
  const width = innerWidth, height = innerHeight;
  const things = [];
  const add = (name, owner, box) => {
    if (box.width && box.height) things.push({ name, owner, box });
  };
  const boxOf = (one) => one.getBoundingClientRect();
  const shrunk = ({ x, y, width, height }, by) =>
    new DOMRect(x + width * by, y + height * by, width * (1 - 2 * by), height * (1 - 2 * by));
  document.querySelectorAll(".player").forEach((one, index) => {
    add(`face ${index}`, `player ${index}`, shrunk(boxOf(one), 0.06));
    add(`plate ${index}`, `player ${index}`, boxOf(one.querySelector(".plate")));
    for (const line of one.querySelectorAll(".name .line"))
      if (line.scrollWidth > line.clientWidth + 1) faults.push(`${line.textContent} is cut off`);
  });
  const facts = document.querySelector(".own .facts");
  if (facts.scrollWidth > facts.clientWidth + 1) faults.push(`${facts.textContent} is cut off`);
  for (const pile of ["draw", "discard"])
    add(`${pile} pile`, "piles", boxOf(document.querySelector(`[data-pile=${pile}]`)));
  add("tag", "tag", boxOf(document.querySelector(".force")));
  add("sentence", "sentence", boxOf(document.querySelector(".sentence .words")));
  for (const card of document.querySelectorAll("[data-held]"))
    add(`card ${card.dataset.card}`, "hand", shrunk(boxOf(card), 0.02));
  for (const button of document.querySelectorAll(".actions button"))
    add(`button ${button.textContent.trim()}`, button.textContent, boxOf(button));
  add("oneself", "oneself", boxOf(document.querySelector(".own .face")));
  for (const one of document.querySelectorAll("header > *")) add("bar", "bar", boxOf(one));
  for (const line of document.querySelectorAll(".log:not(.unseen) li:nth-last-child(-n+3)"))
    add("log", "log", boxOf(line));

  things.forEach(({ name, owner, box }, at) => {
    if (box.left < -1.5 || box.top < -1.5 || box.right > width + 1.5 || box.bottom > height + 1.5)
      faults.push(`${name} is outside the window`);
    for (const other of things.slice(at + 1))
      if (
        owner !== other.owner &&
        box.left < other.box.right - 2 && other.box.left < box.right - 2 &&
        box.top < other.box.bottom - 2 && other.box.top < box.bottom - 2
      )
        faults.push(`${name} and ${other.name} lie over each other`);
  });

  // The largest rectangle of cells in which there is nothing.
  const CELLS = 40;
  const drawn = document.querySelectorAll(".felt [role=img], .cards .card, .cards .back, .log li");
  const seen = [...things.map(({ box }) => box), ...[...drawn].map(boxOf)];
  const free = Array.from({ length: CELLS }, (_, row) => Array.from({ length: CELLS }, (_, at) => {
    const x = (at + 0.5) * width / CELLS, y = (row + 0.5) * height / CELLS;
    return !seen.some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  }));
  let dead = 0;
  const high = new Array(CELLS).fill(0);
  for (const row of free) {
    row.forEach((empty, at) => { high[at] = empty ? high[at] + 1 : 0; });
    for (let from = 0; from < CELLS; from++) {
      let least = Infinity;
      for (let to = from; to < CELLS; to++) {
        least = Math.min(least, high[to]);
        dead = Math.max(dead, least * (to - from + 1));
      }
    }
  }
  const tops = [...document.querySelectorAll("[data-held]")].map((one) => boxOf(one).top);
  const card = document.querySelector("[data-held]");
  return {
    faults,
    pile: document.querySelector("[data-pile=draw]").offsetWidth,
    dead: dead / CELLS ** 2,
    rows: Math.max(...tops) - Math.min(...tops) > card.offsetHeight * 0.6 ? 2 : 1,
  };
}"""

# Show one after the other and measure each, in one call. Two frames: in the first the table hears
# how much room there is, in the second it is laid out so.
_MEASURE_EACH = f"""async (tables) => {{
  const frame = () => new Promise(requestAnimationFrame);
  const found = [];
  for (const table of tables) {{
    show(table);
    await frame();
    await frame();
    await new Promise((done) => setTimeout(done));
    found.push(({_MEASURE})());
  }}
  return found;
}}"""


class Measured(msgspec.Struct, frozen=True):
    faults: list[str]
    pile: float
    dead: float
    rows: int


def dealt(players: int, hand: int) -> dict[str, Any]:
    """The view of someone with this many cards whose turn it is; the others hold seven."""
    others = "/".join(DECK[hand + at] for at in range(players - 1))
    table = start_game(players, Settings(rules="classic", format="race"))
    table.puts(
        f"classic hands={','.join(DECK[:hand])}/{others} pile=W,W,W4,W4 discard={TOP} turn=0"
    )
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view_room(table.table, 0)))
    round = view["game"]["tables"][0]["view"]
    for seat in range(1, players):
        round["hands"][seat] = ["??"] * 7
    round["pile"] = 46
    view["waiting"] = []
    return view


def measure_each(
    stage: Stage, size: tuple[int, int], tables: list[dict[str, Any]]
) -> list[Measured]:
    extent: ViewportSize = {"width": size[0], "height": size[1]}
    stage.page.set_viewport_size(extent)
    return msgspec.convert(stage.page.evaluate(_MEASURE_EACH, tables), list[Measured])


@pytest.mark.parametrize(
    ("language", "hands"),
    [("en", HANDS), ("de", (7, 25)), ("ar", (7, 25))],  # words change with it, cards do not
    ids=["en", "de", "ar"],
)
def test_everything_on_the_table_is_large_and_apart_in_every_window(
    open_stage: StagePages, language: str, hands: tuple[int, ...]
) -> None:
    stage = open_stage(Size("any", 1440, 900), language=language, motion="less")
    # Laid out, but not painted: nobody looks.
    stage.page.add_style_tag(content="html { opacity: 0 }")
    log = ["Ben plays Yellow 9", "Cat plays Red 9", "Dan draws a card"]
    cases = [(players, hand) for players in PLAYERS for hand in hands]
    tables = [
        {
            "part": "table",
            "view": dealt(players, hand),
            "last": [TOP, *DECK[: players - 1]],
            "log": log,
        }
        for players, hand in cases
    ]
    wrong = []
    for size in SIZES:
        for (players, hand), found in zip(cases, measure_each(stage, size, tables), strict=True):
            where = f"{size[0]}×{size[1]}, {players} players, {hand} cards"
            wrong += [f"{where}: {fault}" for fault in found.faults]
            if found.dead > DEAD:
                wrong.append(f"{where}: {found.dead:.0%} are empty")
            if size in PILES and abs(found.pile - PILES[size]) > 1:
                wrong.append(f"{where}: a pile is {found.pile} px wide")
            if hand == 7 and found.rows != 1:
                wrong.append(f"{where}: the hand is no fan")
    assert not wrong, "\n".join(wrong)
