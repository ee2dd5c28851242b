"""What a game is remembered for: counted by the page from the record, for people and bots alike."""

from collections.abc import Iterator

import msgspec
import pytest

from openuno.game.statistics import statistics
from openuno.record.reader import read_record
from tests.record.games import SETTINGS, Setting, play_setting
from tests.web.node import Runner, start_node

LEAST = {"catches": 1, "challenges_won": 1, "uno_said": 2, "longest_hand": 10, "cards_drawn": 12}
"""From how many on something is told, what comes first first."""
TOLD = 3


@pytest.fixture(scope="module")
def node() -> Iterator[Runner]:
    with start_node() as runner:
        yield runner


def remarkable(data: bytes) -> list[dict[str, object]]:
    """Who alone had the most of something, by the server's own count."""
    record = read_record(data)
    events = (event for entry in record.entries for event in entry.events)
    players = statistics(len(record.header.names), events).players
    found = []
    for what, least in LEAST.items():
        counts = [getattr(figures, what) for figures in players]
        most = max(counts)
        if most >= least and counts.count(most) == 1:
            found.append({"what": what, "player": counts.index(most), "count": most})
    return found[:TOLD]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_highlights_are_what_every_player_did_most_of(setting: Setting, node: Runner) -> None:
    data = play_setting(setting).data
    told = msgspec.json.decode(node.ask("highlights", data.decode()))
    assert told == remarkable(data)


def test_most_games_have_something_to_be_remembered_for(node: Runner) -> None:
    texts = [play_setting(setting).data.decode() for setting in SETTINGS]
    told = [msgspec.json.decode(node.ask("highlights", text)) for text in texts]
    assert sum(bool(each) for each in told) > len(SETTINGS) / 2
