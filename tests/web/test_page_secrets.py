"""Nothing in the page knows what its seat may not know.

Ann plays with Ben and a bot. Then Chromium itself is asked for every object in her page's memory,
reachable or not, and for every string; with them go the document, what is stored, and every frame
of her WebSocket. By the server's truth, none may hold a card that was never hers or open to all.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from openuno.engine.cards import Card
from openuno.engine.events import (
    CardsGiven,
    Dealt,
    Discarded,
    Drew,
    DrewForDeal,
    Event,
    HandShown,
    Played,
    PutBack,
    TurnedUp,
)
from openuno.engine.state import RoundOver
from openuno.game.events import AtTable, GameEvent
from openuno.room.commands import AddBot
from openuno.room.facts import Entry, GameStarted, Moved
from openuno.room.settings import Clock, Settings
from openuno.room.state import Room
from tests.browser import EASY, Visits
from tests.room.games import game_of, waits_of
from tests.server.clients import Client, open_table
from tests.server.proofs.test_secrets import face_up, seats_of
from tests.server.servers import ThreadServer, run_server
from tests.web.playing import get_ready, play, press_start, sit_down, wait_for_table

CODES = frozenset(card.value for card in Card) - {Card.BACK.value}
MOVES = 8
"""Moves made before we look: enough that cards were drawn, too few for a round to end."""
ANN = 0

# Every card code that any object holds: in a property, a list, a map, a set, or within a text.
_HELD = r"""function (codes) {
  const known = new Set(codes);
  const found = {};
  const note = (text, where) => {
    if (typeof text !== "string") return;
    if (known.has(text)) found[text] ??= where;
    else if (text.length > 3 && text.length < 1e6)
      for (const [, code] of text.matchAll(/["']([A-Z][A-Z0-9]{0,2})["']/g))
        if (known.has(code)) found[code] ??= `${where}: ${text.slice(0, 200)}`;
  };
  for (const one of this) {
    let parts = {};
    try { parts = Object.getOwnPropertyDescriptors(one); } catch { continue; }
    if (typeof one === "function") continue; // code, the same for everyone
    for (const key of Object.keys(parts)) {
      note(key, "a key");
      note(parts[key].value, key);
    }
    if (one instanceof Map || one instanceof Set)
      for (const [key, value] of one.entries()) { note(key, "a map's key"); note(value, "a map"); }
  }
  return found;
}"""

_SHOWN = """() => [
  document.documentElement.outerHTML, document.title, location.href,
  JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
  JSON.stringify(history.state),
]"""

_NOBODY = ("synthetic", "code", "object shape", "native", "array")
"""What keeps strings because they are in a script, or for the browser's own purposes; what an
object has in such an array, it is said to hold itself."""


class Evening:
    """Ann's page in the middle of a game, and the truth."""

    def __init__(self, server: ThreadServer, visit: Visits) -> None:
        self.server = server
        token = server.guest("Ann")[1]
        settings = Settings(
            rules="classic", format="single", seats=3, clock=Clock(move=None, bots=0), public=False
        )
        self.code = server.do(open_table(server.url, token, settings))
        self.frames: list[str] = []
        self.ann, self.ben = visit("Ann", token=token, worker=True), visit("Ben")
        self.ann.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda said: self.frames.append(str(said))),
        )
        for seat, page in enumerate((self.ann, self.ben)):
            page.goto(f"/t/{self.code}")
            sit_down(page, seat)
        server.do(self._calls_a_bot(token))
        get_ready(self.ben)
        press_start(self.ann)
        wait_for_table(self.ann)
        play([self.ann, self.ben], until=lambda: self._made() >= MOVES and self._rests())

    async def _calls_a_bot(self, token: str) -> None:
        async with await Client.open(self.server.url, token) as ann:
            await ann.join(self.code)
            await ann.does(AddBot(2))

    @property
    def table(self) -> Room:
        async def look() -> Room:
            actor = await self.server.hub.find_actor(self.code)
            await actor.wait_until_idle()
            return actor.room

        return self.server.do(look())

    @property
    def log(self) -> list[Entry]:
        return self.server.do(self.server.hub.context.store.entries(self.code, 0))

    def _rests(self) -> bool:
        """Whether a person is to move: a bot's card could be seen while we look."""
        return all(wait.seat < 2 for wait in waits_of(self.table))

    def _made(self) -> int:
        return sum(isinstance(fact, Moved) for entry in self.log for fact in entry.facts)


@pytest.fixture(scope="module")
def evening(
    browser: Browser, built_pages: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evening]:
    assert built_pages.is_dir()
    with run_server(tmp_path_factory.mktemp("evening") / "uno.db", limits=EASY) as server:
        visits = Visits(browser, server.url)
        yield Evening(server, visits)
        visits.check()
        visits.close()


def known(log: list[Entry]) -> Iterator[str]:
    """The cards that were Ann's, or that everyone saw."""
    for entry in log:
        for fact in entry.facts:
            if isinstance(fact, Moved | GameStarted):
                for event in fact.events:
                    yield from seen(event.what if isinstance(event, AtTable) else event)


def seen(event: Event | GameEvent) -> tuple[str, ...]:
    match event:
        case DrewForDeal() | TurnedUp() | PutBack() | Played():
            return (event.card,)
        case Dealt():
            return event.hands[ANN]
        case Drew() if event.seat == ANN:
            return event.cards
        case HandShown() | CardsGiven() if ANN in (event.seat, event.to):
            return event.cards
        case Discarded():
            return event.cards
        case _:
            return ()


def hidden(evening: Evening) -> set[str]:
    """The coloured cards that Ann has never seen; a wild's code is the name of its face, too."""
    unseen = {code for code in CODES - set(known(evening.log)) if code[0] in "RYGB"}
    game = game_of(evening.table)
    assert not isinstance(game.tables[0].round.phase, RoundOver)
    others = {card.value for hand in game.tables[0].round.hands[ANN + 1 :] for card in hand}
    assert len(unseen & others) >= 3, "there is something to hide"
    return unseen


def held(page: Page, codes: set[str]) -> dict[str, str]:
    """Where any object in the page's memory holds one of these codes."""
    devtools = page.context.new_cdp_session(page)
    asked = devtools.send("Runtime.evaluate", {"expression": "Object.prototype"})
    every = devtools.send(
        "Runtime.queryObjects", {"prototypeObjectId": asked["result"]["objectId"]}
    )
    answer = devtools.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": _HELD,
            "objectId": every["objects"]["objectId"],
            "arguments": [{"value": sorted(codes)}],
            "returnByValue": True,
        },
    )
    devtools.detach()
    found: dict[str, str] = answer["result"]["value"]
    return found


def strings(page: Page) -> set[str]:
    """Every string on the page's heap that something holds which is no code."""
    devtools = page.context.new_cdp_session(page)
    chunks: list[str] = []
    devtools.on("HeapProfiler.addHeapSnapshotChunk", lambda told: chunks.append(told["chunk"]))
    devtools.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    devtools.detach()
    return set(_held_strings(json.loads("".join(chunks))))


def _held_strings(snapshot: dict[str, Any]) -> Iterator[str]:
    """In a snapshot all nodes lie flat in one list; the edges out of each, in order, in another."""
    meta, nodes, edges = snapshot["snapshot"]["meta"], snapshot["nodes"], snapshot["edges"]
    fields, kinds = meta["node_fields"], meta["node_types"][0]
    kind, name, count = (fields.index(each) for each in ("type", "name", "edge_count"))
    text = kinds.index("string")
    dumb = {at for at, each in enumerate(kinds) if each in _NOBODY}
    width = len(meta["edge_fields"])
    ends = edges[meta["edge_fields"].index("to_node") :: width]
    at = 0
    for node in range(0, len(nodes), len(fields)):
        after = at + nodes[node + count]
        if nodes[node + kind] not in dumb:
            for end in ends[at:after]:
                if nodes[end + kind] == text:
                    yield snapshot["strings"][nodes[end + name]]
        at = after


def quoted(text: str) -> frozenset[str]:
    """The card codes in a text, as they stand in JSON or in markup."""
    return CODES & set(re.findall(r"""["']([A-Z][A-Z0-9]{1,2})["']""", text))


# ---- the promises ----


def test_no_frame_shows_a_card_that_ann_may_not_know(evening: Evening) -> None:
    secret = hidden(evening)
    assert len(evening.frames) > MOVES
    for seat, message in seats_of(evening.frames):
        assert not list(face_up(message, seat)), message
    assert not [frame for frame in evening.frames if quoted(frame) & secret]


def test_no_object_of_the_page_holds_such_a_card(evening: Evening) -> None:
    assert not held(evening.ann, hidden(evening))
    mine = {code for code in known(evening.log) if code in CODES}
    assert held(evening.ann, mine), "this looks where cards are"


def test_no_string_of_the_page_is_or_has_such_a_card(evening: Evening) -> None:
    secret = hidden(evening)
    everything = strings(evening.ann)
    assert not everything & secret
    assert not [text[:200] for text in everything if quoted(text) & secret]


def test_nothing_shown_or_stored_tells_of_such_a_card(evening: Evening) -> None:
    secret = hidden(evening)
    names = {f"{Card(code).label}" for code in secret}
    for text in evening.ann.evaluate(_SHOWN):
        assert not quoted(text) & secret
        assert not [name for name in names if re.search(rf"\b{name}\b", text)]


PLANTS = {
    "in an object": "({ hands: [[], [card]] })",
    "in a map": "new Map([[1, card]])",
    "in a text": "[JSON.stringify({ hands: [[card]] })]",
    "in a closure": "() => card",
}


def test_a_card_that_does_not_belong_there_is_found(evening: Evening) -> None:
    page = evening.ben
    secret = hidden(evening)
    before = strings(page)
    cards = sorted(secret - before - {code for text in before for code in quoted(text)})
    for card, plant in zip(cards, PLANTS.values(), strict=False):
        page.evaluate(f"(card) => {{ window[Symbol()] = {plant} }}", card)
    after = strings(page)
    texts = {code for text in after for code in quoted(text)}
    of_object, of_map, of_text, of_closure = cards[: len(PLANTS)]
    assert {of_object, of_closure} <= after
    assert of_text in texts
    assert {of_object, of_map} <= set(held(page, secret))
