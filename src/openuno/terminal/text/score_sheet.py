"""The score sheet and the figures of a game, as text."""

from collections.abc import Sequence
from typing import assert_never

import msgspec
from msgspec.structs import astuple
from rich.cells import cell_len
from rich.text import Text

from openuno.game.events import GameEvent
from openuno.game.formats import (
    ROUNDS_PER_PARTNER,
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.partnerships import Stage, partner_points, partnerships
from openuno.game.sheet import Rows, add_points, add_wins
from openuno.game.standings import Standing, standings
from openuno.game.state import Game
from openuno.game.statistics import Figures, Statistics, count_event, statistics, team_figures
from openuno.game.view import GameView
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.text.layout import INDENT, hanging_indent, pad_to_widest
from openuno.terminal.text.narration import Names

NOTHING = "·"
NO_PARTNER = "–"
COLUMN_GAP = "  "
BETWEEN_PAIRS = "     "
MIN_NAME_WIDTH = 3
MAX_NAME_WIDTH = 16
"""How many cells a name over a column keeps: at least, and at most."""


class Sheet(msgspec.Struct, frozen=True):
    """What has been written down so far: each round's points and winners, and all the figures."""

    statistics_so_far: Statistics
    points: Rows = ()
    wins: Rows = ()


def blank_sheet(players: int) -> Sheet:
    """A sheet before the game."""
    return Sheet(statistics(players, ()))


def add_to_sheet(sheet: Sheet, event: GameEvent) -> Sheet:
    """The sheet after one more event, redacted or not."""
    players = len(sheet.statistics_so_far.players)
    return Sheet(
        count_event(sheet.statistics_so_far, event),
        add_points(sheet.points, event, players),
        add_wins(sheet.wins, event, players),
    )


def format_name(format: Format) -> str:
    """The format as a table says it: `race to 500`."""
    if not speaks_english():
        numbers = [str(number) for number in astuple(format)]
        return " ".join([say(f"maker.format-{format.__struct_config__.tag}"), *numbers])
    match format:
        case Race(limit):
            return f"race to {limit}"
        case LowTally(limit):
            return f"low tally to {limit}"
        case Partners(limit):
            return f"partners to {limit}"
        case Teams(limit):
            return f"teams to {limit}"
        case Rotating(1):
            return "rotating partners"
        case Rotating(cycles):
            return f"rotating partners, {cycles} cycles"
        case Elimination(limit):
            return f"out at {limit}"
        case Single():
            return "a single round"
        case BestOf(rounds):
            return f"best of {rounds}"
        case _:
            assert_never(format)


def score_table(
    sheet: Sheet, game: Game | GameView, names: Names, width: int, *, whole: bool = True
) -> Text:
    """Every player or team, best first, with as many of the last rounds as the width takes.

    Where partners rotate: what each scored with each partner, then the rounds of every stage, or of
    the last one unless the `whole` sheet is wanted.
    """
    if isinstance(game.format, Rotating):
        return _partner_table(sheet, game, names, width, whole=whole)
    by_wins = isinstance(game.format, (BestOf, Single))
    cells = sheet.wins if by_wins else sheet.points
    ranked = standings(game)
    gone = {player for together in game.out for player in together}
    heads = [
        "",
        *(str(number) for number in range(1, len(cells) + 1)),
        translate("won") if by_wins else _total(),
    ]
    rows = [
        [
            _rank_and_names(row, names, out=row.players[0] in gone),
            *(str(_round_score(row, scored, by_wins=by_wins) or NOTHING) for scored in cells),
            str(row.wins if by_wins else row.score),
        ]
        for row in ranked
    ]
    table = [heads, *rows]
    while len(table[0]) > 3 and sum(_widths(table)) > width:
        for row in table:
            del row[1]  # the oldest round
    lines = _lines(table)
    lines[0].stylize("dim")
    return Text("\n").join(lines)


def figures_table(sheet: Sheet, game: Game | GameView, names: Names, width: int) -> Text:
    """What each player or team has done, in as many blocks as the width asks for."""
    heads = (
        "rounds won" if speaks_english() else say("table.sheet-wins"),
        translate("drew"),
        "UNO",
        translate("catches"),
        translate("caught"),
        translate("challenges"),
        translate("cards left"),
    )
    ranked = standings(game)
    table = [["", *heads]]
    table += [
        [
            _team_name(row.players, names),
            *_cells(team_figures(sheet.statistics_so_far, row.players)),
        ]
        for row in ranked
    ]
    return Text("\n").join(_blocks(table, width))


def _partner_table(
    sheet: Sheet, game: Game | GameView, names: Names, width: int, *, whole: bool
) -> Text:
    stages = partnerships(sheet.points)
    together = partner_points(len(game.scores), stages)
    ranked = standings(game)
    order = [row.players[0] for row in ranked]
    rows = [
        [
            _rank_and_names(row, names, out=False),
            str(row.score),
            *(
                NO_PARTNER if other == one else str(together[one][other] or NOTHING)
                for other in order
            ),
        ]
        for row, one in zip(ranked, order, strict=True)
    ]
    called = [names.seats[player] for player in order]
    lines = [Text(INDENT + _partner_words(), "dim")]
    lines += _blocks(_fit_heads(["", _total()], called, rows, width), width)
    if stages:
        lines.append(Text(INDENT + _stage_words(), "dim"))
        lines += _stages(stages if whole else stages[-1:], names, width)
    return Text("\n").join(lines)


def _fit_heads(
    heads: list[str], called: list[str], rows: list[list[str]], width: int
) -> list[list[str]]:
    """The table with names over its columns, cut if it then fits and all stay different."""
    for cells in range(MAX_NAME_WIDTH, MIN_NAME_WIDTH - 1, -1):
        short = [_shorten(name, cells) for name in called]
        table = [[*heads, *short], *rows]
        if len(set(short)) == len(set(called)) and sum(_widths(table)) <= width:
            return table
    return [[*heads, *(_shorten(name, MAX_NAME_WIDTH) for name in called)], *rows]


def _stages(stages: Sequence[Stage], names: Names, width: int) -> list[Text]:
    """The rounds of every stage: each partnership and its points in every round."""
    heads = [f"{stage[0].rounds[0]}–{stage[0].rounds[-1]}" for stage in stages]
    pairs = [pair for stage in stages for pair in stage]
    digits = max(len(str(points)) for pair in pairs for points in pair.points)
    brought = ROUNDS_PER_PARTNER * (len(COLUMN_GAP) + digits)
    left = width - len(INDENT) - max(map(len, heads)) - len(COLUMN_GAP) - brought - len(" & ")
    room = max(left // 2, MIN_NAME_WIDTH)
    called = {
        pair.players: " & ".join(_shorten(names.seats[player], room) for player in pair.players)
        for pair in pairs
    }
    return [
        hanging_indent(
            pad_to_widest([head, *heads])[0] + COLUMN_GAP,
            [
                Text(
                    pad_to_widest([called[pair.players], *called.values()])[0]
                    + "".join(COLUMN_GAP + str(n or NOTHING).rjust(digits) for n in pair.points)
                )
                for pair in stage
            ],
            width,
            gap=BETWEEN_PAIRS,
        )
        for head, stage in zip(heads, stages, strict=True)
    ]


def _shorten(name: str, cells: int) -> str:
    text = Text(name)
    text.truncate(cells, overflow="ellipsis")
    return text.plain


def _blocks(table: list[list[str]], width: int) -> list[Text]:
    """The table's lines, its columns in as many blocks as the width asks for."""
    blocks = []
    at = 1
    while at < len(table[0]):
        upto = at + 1
        while upto < len(table[0]) and sum(_widths(_cut(table, at, upto + 1))) <= width:
            upto += 1
        lines = _lines(_cut(table, at, upto))
        lines[0].stylize("dim")
        blocks += lines
        at = upto
    return blocks


def _cells(figures: Figures) -> list[str]:
    challenges = figures.challenges_won + figures.challenges_lost
    return [
        _share(figures.won, figures.rounds),
        str(figures.cards_drawn or NOTHING),
        str(figures.uno_said or NOTHING),
        str(figures.catches or NOTHING),
        str(figures.caught or NOTHING),
        _share(figures.challenges_won, challenges) if challenges else NOTHING,
        f"{figures.average_cards_left:.1f}",
    ]


def _total() -> str:
    return "total" if speaks_english() else say("table.sheet-sum")


def _partner_words() -> str:
    return "points with each partner" if speaks_english() else say("table.sheet-partners")


def _stage_words() -> str:
    return "round by round" if speaks_english() else say("table.sheet-hands")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" if speaks_english() else f"{part}/{whole}"


def _rank_and_names(row: Standing, names: Names, *, out: bool) -> str:
    return f"{row.rank} {_team_name(row.players, names)}" + (
        f" ({translate('out')})" if out else ""
    )


def _team_name(players: Sequence[int], names: Names) -> str:
    return " & ".join(names.seats[player] for player in players)


def _round_score(row: Standing, scored: tuple[int, ...], *, by_wins: bool) -> int:
    return sum(scored[player] for player in row.players) if by_wins else scored[row.players[0]]


def _cut(table: list[list[str]], start: int, end: int) -> list[list[str]]:
    return [[row[0], *row[start:end]] for row in table]


def _widths(table: list[list[str]]) -> list[int]:
    widest = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return [len(INDENT) + widest[0], *(len(COLUMN_GAP) + wide for wide in widest[1:])]


def _lines(table: list[list[str]]) -> list[Text]:
    first, *others = _widths(table)
    lines = []
    for row in table:
        line = INDENT + row[0] + " " * (first - len(INDENT) - cell_len(row[0]))
        for cell, wide in zip(row[1:], others, strict=True):
            line += " " * (wide - cell_len(cell)) + cell
        lines.append(Text(line))
    return lines
