"""What a record comes to: its hands, how it stands, and the moments worth telling again."""

from collections import Counter

from msgspec import Struct
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
"""From how many cards at one go a draw is worth telling again."""


class Moment(NamedEnum):
    """Why a moment is worth telling again."""

    RICHEST = "richest"
    """The most points scored by one hand."""
    FULLEST = "fullest"
    """The most cards anyone held."""
    HEAVIEST = "heaviest"
    """The most cards anyone drew at one go."""
    LONGEST = "longest"
    """The hand that took the most actions; its winner, if it had one."""


class Highlight(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A moment: the line and hand it happened in, whose it was, and how much it was."""

    moment: Moment
    line: int
    hand: int
    player: int | None
    number: int


class RoundSummary(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """One hand: the line it began in, how many actions it took, and what each table scored."""

    number: int
    line: int
    actions: int
    scored: tuple[RoundScored, ...]


class Summary(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The whole record at a glance; `game` is how it was left.

    `partnerships` are the points of everyone who played together, stage by stage, where partners
    rotate (FMT-4, FMT-5).
    """

    hands: tuple[RoundSummary, ...]
    partnerships: tuple[Stage, ...]
    result: Result
    highlights: tuple[Highlight, ...]
    game: Game


def summarise(record: Record) -> Summary:
    """What the record comes to, or `RecordError` where it cannot be followed."""
    header = record.header
    game = new_game(header.rules, header.format, len(header.names), UNKNOWN)
    hands: list[RoundSummary] = []
    best: dict[Moment, Highlight] = {}
    for line, (entry, after) in enumerate(replay(record), start=FIRST_ENTRY):
        game = after
        if isinstance(entry.command, NextRound):
            hands.append(RoundSummary(game.hand, line, 0, ()))
        elif isinstance(entry.command, Act):
            scored = tuple(event for event in entry.events if isinstance(event, RoundScored))
            last = hands[-1]
            hands[-1] = replace(last, actions=last.actions + 1, scored=last.scored + scored)
        for moment, player, number in _moments(entry, game):
            if moment not in best or number > best[moment].number:
                best[moment] = Highlight(moment, line, game.hand, player, number)
    if Moment.FULLEST in best and best[Moment.FULLEST].number <= header.rules.hand_size:
        del best[Moment.FULLEST]
    played = [hand for hand in hands if hand.scored]
    if len(played) > 1:
        longest = max(played, key=lambda hand: hand.actions)
        winner = longest.scored[0].winner if len(longest.scored) == 1 else None
        best[Moment.LONGEST] = Highlight(
            Moment.LONGEST, longest.line, longest.number, winner, longest.actions
        )
    else:
        best.pop(Moment.RICHEST, None)
    highlights = tuple(best[moment] for moment in Moment if moment in best)
    together = partnerships(_points(hands, game)) if isinstance(game.format, Rotating) else ()
    return Summary(tuple(hands), together, current_result(game), highlights, game)


def _points(hands: list[RoundSummary], game: Game) -> list[tuple[int, ...]]:
    """What each hand brought at all tables together, by player."""
    nothing = (0,) * len(game.scores)
    return [
        tuple(map(sum, zip(nothing, *(scored.points for scored in hand.scored), strict=True)))
        for hand in hands
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
            case AtTable(place, Drew(seat, cards)):
                drawn[game.tables[place].players[seat]] += len(cards)
            case _:
                pass
    for player, number in drawn.items():
        if number >= MANY_DRAWN:
            found.append((Moment.HEAVIEST, player, number))
        sitting = find_player(game, player)
        assert sitting is not None, "who draws sits at a table"
        place, seat = sitting
        found.append((Moment.FULLEST, player, len(game.tables[place].round.hands[seat])))
    return found
