"""Everyone at the table: a line for each, or two players on a line."""

from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from openuno.game.formats import BestOf, Single
from openuno.terminal.client.table.parts import Part
from openuno.terminal.languages.catalogue import say, say_or, speaks_english, translate
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.narration import lasting_rule_text, sentence

NAME_WIDTH = 12
COLUMN_GAP = 2
SHORT_FIGURES = 9
"""What stands beside a name where two players are on a line: mark, cards, sign, score."""
BACKS = 8
"""Cards of another hand that are drawn, at most; the figure beside them counts all."""


class Players(Part):
    """Everyone at the table, the score, and which way play runs."""

    def render(self) -> Text:
        """A line for each player; two players on a line if there are not enough lines."""
        state = self.state
        if state is None or state.view is None:
            return Text("")
        below = self._below(state)
        lines = [self._player(state, seat) for seat in range(len(state.players))]
        if len(lines) + len(below) > self.size.height:
            lines = self._two_columns(state)
        return Text("\n", no_wrap=True).join([*lines, *below])

    def _below(self, state: TableState) -> list[Text]:
        """Which way play runs, and rules that last."""
        assert state.view is not None, "there are players once a round is dealt"
        forward = state.view.direction > 0
        runs = translate("play runs down") if forward else translate("play runs up")
        lines = [Text(f"{'↓' if forward else '↑'} {runs}", self.palette.dim)]
        for rule in state.view.lasting:
            names = state.seat_names
            text = sentence(lasting_rule_text(rule, names))
            lines += [Text(line, self.palette.now) for line in wrap(text, self.size.width)]
        return lines

    def _two_columns(self, state: TableState) -> list[Text]:
        """The first half of the players, and beside them the second."""
        count = len(state.players)
        half = -(-count // 2)
        width = (self.size.width - COLUMN_GAP) // 2
        cells = [self._short_player(state, seat, width) for seat in range(count)]
        gap = " " * COLUMN_GAP
        return [
            Text(gap, no_wrap=True).join([cells[row], *cells[row + half : row + half + 1]])
            for row in range(half)
        ]

    def _short_player(self, state: TableState, seat: int, width: int) -> Text:
        """Mark, name, cards and score; `!` for somebody who has said UNO, `?` who owes it."""
        view = state.view
        assert view is not None, "there are players once a round is dealt"
        acting, count = seat == state.acting, len(view.hands[seat])
        sign = "?" if seat == view.owes_uno else "!" if seat in state.said and count == 1 else " "
        score = _score(state, state.players[seat]).split(" ")[0]
        name = Text(say("table.you") if seat == view.seat else state.seat_names.seats[seat])
        name.truncate(width - SHORT_FIGURES, overflow="ellipsis", pad=True)
        style = self.palette.now if acting else self.palette.strong
        cell = Text(f"{self._mark(state, seat)}{name.plain}", style)
        cell.append(f"{count:>3}", self.palette.strong).append(sign, self.palette.now)
        return cell.append(f"{score:>4}", self.palette.dim)

    def _mark(self, state: TableState, seat: int) -> str:
        view = state.view
        assert view is not None, "there are players once a round is dealt"
        partner = view.rules.teams and view.seat is not None and not (seat - view.seat) % 2
        return "▸" if seat == state.acting else "&" if partner and seat != view.seat else " "

    def _player(self, state: TableState, seat: int) -> Text:
        view = state.view
        assert view is not None, "there are players once a round is dealt"
        names, count = state.seat_names, len(view.hands[seat])
        acting = seat == state.acting
        name = Text(names.badge(seat))
        name.truncate(NAME_WIDTH, overflow="ellipsis", pad=True)
        line = Text(f"{self._mark(state, seat)} ", self.palette.now if acting else "")
        line.append(name.plain, self.palette.now if acting else self.palette.strong)
        line.append(f" {count:>2} ", self.palette.strong)
        note, style = "▮" * min(count, BACKS), self.palette.edge
        if seat == view.owes_uno:
            note, style = "no UNO!" if speaks_english() else "UNO?", self.palette.now
        elif seat in state.said and count == 1:
            note, style = "UNO!", self.palette.now
        elif state.shared is not None and state.players[seat] in state.shared.away:
            note, style = say_or("away", "lobby.away"), self.palette.dim
        elif seat in view.sitting_out:
            note, style = translate("sits out"), self.palette.dim
        line.append(note + " " * (BACKS - cell_len(note)), style)
        if score := _score(state, state.players[seat]):
            line.append(f" {score:>4}", self.palette.dim)
        return line


def _score(state: TableState, player: int) -> str:
    match state.game.format:
        case Single():
            return ""
        case BestOf():
            return translate("{count} won", count=state.game.wins[player])
        case _:
            return str(state.game.scores[player])
