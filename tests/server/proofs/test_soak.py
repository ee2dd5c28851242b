"""When everyone has gone nothing is left: no table, connection, task or timer in memory.

Tables are opened, played, watched, left and lost for a few seconds (`soak.py`), one reader stops
reading and one never says hello; then everyone goes and the counts must be exactly those of a
server nobody has visited. How memory behaves over ten minutes: `docs/trust.md`.
"""

import asyncio
import gc
import time
from collections import Counter
from pathlib import Path

from openuno.server.net.websocket import WebSocketConnection
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.crowd import Crowd
from openuno.server.rooms.hub import UNUSED
from tests.server.clients import Client
from tests.server.inside import Inside, at_server
from tests.server.proofs.soak import Visits, slope

KINDS = (WebSocketConnection, RoomActor, Crowd)


def test_nothing_is_left_when_everyone_has_gone(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        before = await inside.on_loop(_left(inside))
        visits = Visits(inside.url, seed=2)
        silent = Client(inside.url, "")
        await silent.open_socket()
        while visits.done["tables"] <= 10:
            await visits.until(time.monotonic() + 6, at_once=4)
        during = await inside.on_loop(_left(inside))
        assert during[RoomActor.__name__] > 0, "what is counted is there to be counted"
        await silent.drop()
        await inside.until(lambda: _as(inside, before))

    at_server(tmp_path, scenario)


async def _as(inside: Inside, before: Counter[str]) -> bool:
    # What was due at a table when its people went brings it back once, to see that it rests.
    inside.clock.push(2 * UNUSED / 1000)
    await asyncio.sleep(0.5)
    return await inside.on_loop(_left(inside)) == before


async def _left(inside: Inside) -> Counter[str]:
    """What there is at the server, by kind. A timer left over keeps what it would wake alive."""
    gc.collect()
    found: Counter[str] = Counter()
    for thing in gc.get_objects():
        if issubclass(type(thing), KINDS):  # a weak proxy would ask what it stands for
            found[type(thing).__name__] += 1
    mine = asyncio.current_task()
    found["tasks"] = sum(task is not mine for task in asyncio.all_tasks())
    found["actors"] = len(inside.hub.actors)
    found["loading"] = len(inside.hub._loading)
    found["beside"] = len(inside.hub.context._tasks)
    return found


def test_a_slope_is_what_least_squares_says() -> None:
    rise, error = slope([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0), (3.0, 7.0)])
    assert (rise, error) == (2.0, 0.0)
