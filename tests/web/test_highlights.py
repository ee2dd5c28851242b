"""What a game is remembered for: counted by the page from the record, for people and bots alike."""

import msgspec
import pytest

from openuno.game.events import GameEnded, GameEvent, RoundScored
from openuno.game.formats import Race, Rotating
from openuno.game.statistics import statistics
from openuno.record.reader import Record, read_record
from tests.record.games import SETTINGS, Setting, play_setting
from tests.web.node import Runner

LEAST = {
    "comeback": 100,
    "catches": 1,
    "challenges_won": 1,
    "streak": 2,
    "longest_hand": 10,
    "best_round": 100,
    "uno_said": 2,
    "cards_drawn": 12,
}
"""From how many on something is told, what comes first first."""
TOLD = 3


def remarkable(data: bytes) -> list[dict[str, object]]:
    """Who alone had the most of something, by the server's own count."""
    record = read_record(data)
    events = [event for entry in record.entries for event in entry.events]
    players = statistics(len(record.header.names), events).players
    rounds = counted_rounds(record, events)
    found = []
    for what, least in LEAST.items():
        counts = rounds.get(what) or [getattr(figures, what) for figures in players]
        most = max(counts)
        if most >= least and counts.count(most) == 1:
            found.append({"what": what, "player": counts.index(most), "count": most})
    return found[:TOLD]


def counted_rounds(record: Record, events: list[GameEvent]) -> dict[str, list[int]]:
    """Rounds won in a row, the most points in one of them, and how far the winner was behind."""
    players = range(len(record.header.names))
    format = record.header.format
    streak, best, behind = [0 for _ in players], [0 for _ in players], [0 for _ in players]
    row, scores, winners = [0 for _ in players], [0 for _ in players], set[int]()
    for event in events:
        if isinstance(event, GameEnded):
            winners = set(event.winners)
        if not isinstance(event, RoundScored):
            continue
        for player in players:
            scores[player] += event.points[player]
            row[player] = row[player] + 1 if player == event.winner else 0
            streak[player] = max(streak[player], row[player])
            best[player] = max(best[player], event.points[player])
        for player in players:
            behind[player] = max(behind[player], max(scores) - scores[player])
    race = isinstance(format, Race)
    return {
        "comeback": [behind[player] if race and player in winners else 0 for player in players],
        "streak": [0 if isinstance(format, Rotating) else most for most in streak],
        "best_round": [most if race else 0 for most in best],
    }


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_highlights_are_what_every_player_did_most_of(setting: Setting, node: Runner) -> None:
    data = play_setting(setting).data
    told = msgspec.json.decode(node.ask("highlights", data.decode()))
    assert told == remarkable(data)


def test_most_games_have_something_to_be_remembered_for(node: Runner) -> None:
    texts = [play_setting(setting).data.decode() for setting in SETTINGS]
    told = [msgspec.json.decode(node.ask("highlights", text)) for text in texts]
    assert sum(bool(each) for each in told) > len(SETTINGS) / 2
