"""Everyone's chance to win the round that is shown, as curves up to its end."""

from rich.text import Text

from openuno.local.analysis.figures import has_teams, whole_percents_by_seat
from openuno.local.analysis.report import RoundReport
from openuno.terminal.client.replay.parts import NAME_WIDTH, ReplayPart
from openuno.terminal.replay.analysis import point_index

CURVES = 5
"""Players whose curves are drawn; of more, only the chances are shown."""
MIN_CURVE = 10
_LEVELS = "▁▂▃▄▅▆▇█"


class ReplayChances(ReplayPart):
    """A line for each player: the chance now, and how it went; nothing before an analysis."""

    def render(self) -> Text:
        """As many lines as there are players, or one for many."""
        report = self._report()
        if report is None:
            return Text("")
        at = point_index(report, self.number)
        teams = has_teams(self.frames.record.header)
        chances = whole_percents_by_seat(report.points[at].chances, teams=teams)
        names = [self.frames.names.seats[player] for player in report.players]
        if len(names) > CURVES:
            shown = [f"{name} {chance} %" for name, chance in zip(names, chances, strict=True)]
            return Text("   ".join(shown), self.palette.dim)
        lines = [
            self._line(report, index, f"{chances[index]} %", name, at)
            for index, name in enumerate(names)
        ]
        return Text("\n", no_wrap=True).join(lines)

    def _report(self) -> RoundReport | None:
        if self.analysis is None:
            return None
        frame = self.frame
        return self.analysis.report(frame.game.round_number, frame.table_index)

    def _line(self, report: RoundReport, index: int, chance: str, name: str, at: int) -> Text:
        shown = Text(name)
        shown.truncate(NAME_WIDTH, overflow="ellipsis", pad=True)
        shares = [point.chances[index] for point in report.points]
        line = Text(f"  {shown.plain} ", self.palette.strong)
        line.append(f"{chance:>5} ", self.palette.now)
        columns = min(max(MIN_CURVE, self.size.width - line.cell_len), len(shares))
        here = at * (columns - 1) // max(1, len(shares) - 1)
        for column in range(columns):
            share = shares[column * (len(shares) - 1) // max(1, columns - 1)]
            level = _LEVELS[min(len(_LEVELS) - 1, int(share * len(_LEVELS)))]
            line.append(level, self.palette.now if column == here else self.palette.dim)
        return line
