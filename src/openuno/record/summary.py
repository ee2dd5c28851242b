"""What is in a record: its rounds, the standings, and the highlights."""

from collections import Counter

from msgspec import Struct, field
from msgspec.structs import replace

from openuno.engine.enums import NamedEnum
from openuno.engine.events import Drew
from openuno.game.events import AtTable, RoundScored
from openuno.game.formats import Rotating
from openuno.game.partnerships import Stage, partnerships
from openuno.game.play import new_game
from openuno.game.state import Act, Game, NextRound, find_player
from openuno.record.lines import Entry, Result, current_result
from openuno.record.reader import FIRST_ENTRY, Record
from openuno.record.replay import UNKNOWN, replay

MANY_DRAWN = 4
"""From how many cards at once a draw is a highlight."""


class Moment(NamedEnum):
    """Why a moment is a highlight."""

    RICHEST = "richest"
    """The most points scored in one round."""
    FULLEST = "fullest"
    """The most cards anyone held."""
    HEAVIEST = "heaviest"
    """The most cards anyone drew at once."""
    LONGEST = "longest"
    """The round that took the most actions; its winner, if it had one."""


class Highlight(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A moment: the line and round it happened in, which player, and how much."""

    moment: Moment
    line: int
    round_number: int = field(name="hand")
    player: int | None
    number: int


class RoundSummary(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """One round: the line it began in, how many actions it took, and what each table scored."""

    number: int
    line: int
    actions: int
    scored: tuple[RoundScored, ...]


class Summary(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The whole record at a glance; `game` is how it was left.

    `partnerships` are the points of everyone who played together, stage by stage, where partners
    rotate (FMT-4, FMT-5).
    """

    rounds: tuple[RoundSummary, ...]
    partnerships: tuple[Stage, ...]
    result: Result
    highlights: tuple[Highlight, ...]
    game: Game


def summarise(record: Record) -> Summary:
    """What the record comes to, or `RecordError` where it cannot be followed."""
    header = record.header
    game = new_game(header.rules, header.format, len(header.names), UNKNOWN)
    rounds: list[RoundSummary] = []
    best: dict[Moment, Highlight] = {}
    for line, (entry, after) in enumerate(replay(record), start=FIRST_ENTRY):
        game = after
        if isinstance(entry.command, NextRound):
            rounds.append(RoundSummary(game.round_number, line, 0, ()))
        elif isinstance(entry.command, Act):
            scored = tuple(event for event in entry.events if isinstance(event, RoundScored))
            last = rounds[-1]
            rounds[-1] = replace(last, actions=last.actions + 1, scored=last.scored + scored)
        for moment, player, number in _moments(entry, game):
            if moment not in best or number > best[moment].number:
                best[moment] = Highlight(moment, line, game.round_number, player, number)
    if Moment.FULLEST in best and best[Moment.FULLEST].number <= header.rules.hand_size:
        del best[Moment.FULLEST]
    played = [each for each in rounds if each.scored]
    if len(played) > 1:
        longest = max(played, key=lambda each: each.actions)
        winner = longest.scored[0].winner if len(longest.scored) == 1 else None
        best[Moment.LONGEST] = Highlight(
            Moment.LONGEST, longest.line, longest.number, winner, longest.actions
        )
    else:
        best.pop(Moment.RICHEST, None)
    highlights = tuple(best[moment] for moment in Moment if moment in best)
    together = partnerships(_points(rounds, game)) if isinstance(game.format, Rotating) else ()
    return Summary(tuple(rounds), together, current_result(game), highlights, game)


def _points(rounds: list[RoundSummary], game: Game) -> list[tuple[int, ...]]:
    """What each player scored in each round, at all tables together."""
    nothing = (0,) * len(game.scores)
    return [
        tuple(map(sum, zip(nothing, *(scored.points for scored in each.scored), strict=True)))
        for each in rounds
    ]


def _moments(entry: Entry, game: Game) -> list[tuple[Moment, int, int]]:
    found: list[tuple[Moment, int, int]] = []
    drawn: Counter[int] = Counter()
    for event in entry.events:
        match event:
            case RoundScored(_, winner, points) if any(points):
                player = points.index(max(points))
                if winner is not None and points[winner] == points[player]:
                    player = winner
                found.append((Moment.RICHEST, player, points[player]))
            case AtTable(table, Drew(seat, cards)):
                drawn[game.tables[table].players[seat]] += len(cards)
            case _:
                pass
    for player, number in drawn.items():
        if number >= MANY_DRAWN:
            found.append((Moment.HEAVIEST, player, number))
        sitting = find_player(game, player)
        assert sitting is not None, "who draws sits at a table"
        table, seat = sitting
        found.append((Moment.FULLEST, player, len(game.tables[table].round.hands[seat])))
    return found
