"""The end of a round or a game, counted out hand by hand."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from openuno.engine.scoring import hand_points
from openuno.engine.state import RoundOver
from openuno.game.formats import Single
from openuno.terminal.client.cards import card_text
from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.narration import Names
from openuno.terminal.text.score_sheet import figures_table, score_table

STEP_SECONDS = 0.5


def count_out(state: TableState, palette: Palette) -> list[Text]:
    """What is shown one after another: every hand with its points, then the sum."""
    view, names = state.view, state.seat_names
    assert view is not None, "a round was played"
    assert isinstance(view.phase, RoundOver), "it is over"
    winner = view.phase.winner
    points = hand_points(view.rules, view.hands)
    steps = []
    for seat, hand in enumerate(view.hands):
        name = Text(names.badge(seat))
        name.truncate(14, overflow="ellipsis", pad=True)
        line = Text("  ").append(name.plain, palette.now if seat == winner else palette.strong)
        line.append(f" {points[seat]:>4}  " if hand else _out_words(), palette.strong)
        for held in hand:
            line.append(card_text(held, palette)).append(" ")
        steps.append(line)
    if winner is None:
        steps.append(Text(f"\n  {_dead_words()}", palette.now))
        return steps
    together = {
        seat
        for seat in range(len(view.hands))
        if seat == winner or (view.rules.teams and not (seat - winner) % 2)
    }
    caught = [points[seat] for seat in range(len(view.hands)) if seat not in together]
    total = " + ".join(map(str, caught)) + (f" = {sum(caught)}" if len(caught) > 1 else "")
    steps.append(Text(f"\n  {total}", palette.now))
    return steps


def _dead_words() -> str:
    if speaks_english():
        return "Nobody could move: the round is dead."
    return say("table.round-dead")


def _out_words() -> str:
    return "  out  " if speaks_english() else "   –   "


def _translate_headline(state: TableState) -> str:
    winners, view = state.game.winners, state.view
    if winners is not None:
        if state.player in winners:
            return say("table.game-won")
        names = ", ".join(state.names[player] for player in winners)
        return say("table.game-over", count=len(winners), names=names)
    if view is None or not isinstance(view.phase, RoundOver):
        return say("refused.round-over")
    winner, names_here = view.phase.winner, state.seat_names
    if winner is None:
        return say("table.round-dead")
    me = "yes" if winner == names_here.you else "no"
    return say("table.round-won", me=me, name=names_here.seats[winner])


class RoundEnd(ModalScreen[None]):
    """The open hands, the sum, the score sheet; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,escape", "go_on", show=False)]

    def __init__(
        self, state: TableState, palette: Palette, scored: tuple[str, ...], *, at_once: bool
    ) -> None:
        super().__init__()
        self._state = state
        self.round_number = state.game.round_number
        self._palette = palette
        self._scored = scored
        self._steps = count_out(state, palette)
        self._shown = len(self._steps) if at_once else 0

    def compose(self) -> ComposeResult:
        """The title, what is counted, the sheet."""
        over = self._state.game.winners is not None
        with Vertical(id="dialog", classes="page"):
            yield Static(self._headline(), id="title", markup=False)
            with VerticalScroll(id="scroll"):
                yield Static("", id="text", markup=False)
            yield Static(self._keys(over=over), id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin to count."""
        self.query_one("#scroll").focus()
        self._show()
        if self._shown < len(self._steps):
            self.set_interval(STEP_SECONDS, self._count_on, repeat=len(self._steps))

    def action_go_on(self) -> None:
        """Show all at once; then close."""
        if self._shown < len(self._steps):
            self._shown = len(self._steps)
            self._show()
        else:
            self.dismiss(None)

    def _count_on(self) -> None:
        if self._shown < len(self._steps):
            self._shown += 1
            self._show()

    def _keys(self, *, over: bool) -> str:
        if self._state.shared is None:
            if over:
                return translate("Enter leaves the table.")
            return translate("Enter deals the next round.")
        if over:
            return translate("Enter goes back to the lobby.")
        if self._state.player is None:
            return translate("The next round is dealt soon. Enter goes back.")
        return translate("Enter deals the next round; it is dealt soon in any case.")

    def _headline(self) -> str:
        view, names = self._state.view, self._state.seat_names
        winners = self._state.game.winners
        if not speaks_english():
            return _translate_headline(self._state)
        if winners is not None:
            everyone = Names(self._state.names, self._state.player)
            text = everyone.subjects_and_verb(winners, "win") + " the game!"
        elif view is not None and isinstance(view.phase, RoundOver):
            winner = view.phase.winner
            text = "nobody goes out"
            if winner is not None:
                text = names.subject_and_verb(winner, "go") + " out!"
        else:
            text = "the round is over"
        return text[:1].upper() + text[1:]

    def _show(self) -> None:
        lines = list(self._steps[: self._shown])
        if self._shown == len(self._steps):
            lines += [Text(f"  {said}", self._palette.strong) for said in self._scored]
            lines += self._sheet()
        self.query_one("#text", Static).update(Text("\n").join(lines))

    def _sheet(self) -> list[Text]:
        game, width = self._state.game, self.app.size.width - 12
        names = Names(self._state.names)
        lines = []
        if not isinstance(game.format, Single):
            whole = game.winners is not None
            table = score_table(self._state.sheet, game, names, width, whole=whole)
            lines += [Text(""), table]
        if game.winners is not None and (self._state.shared is None or self._state.shared.has_all):
            lines += [Text(""), figures_table(self._state.sheet, game, names, width)]
        return lines
