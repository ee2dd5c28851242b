"""What the client needs of a game, wherever it runs."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from openuno.engine.actions import Action
from openuno.engine.state import RoundOver
from openuno.engine.view import View
from openuno.game.events import GameEvent
from openuno.game.view import GameView
from openuno.local.analysis.reasons import Reason
from openuno.terminal.tables.charges import Charge, Dispute
from openuno.terminal.text.narration import Names
from openuno.terminal.text.score_sheet import Sheet


class Countdown(msgspec.Struct, frozen=True):
    """Time that runs out: when it ends, and how long it was, in seconds of the table's clock."""

    ends: float
    total: float


class Shared(msgspec.Struct, frozen=True):
    """What is different where others play at the same table on a server.

    `online`: it can be reached; `played_by_bot`: the person was away too long; `has_all`: the game
    was followed from its first card, so that its figures are complete; `away`: players whose
    connection is lost.
    """

    online: bool = True
    played_by_bot: bool = False
    has_all: bool = True
    away: frozenset[int] = frozenset()


class TableState(msgspec.Struct, frozen=True):
    """All that the person at the screen may know at one moment.

    `said` are the seats that have said UNO and still hold that card. `offered` is what the person
    can answer out of turn, until `countdown` ends or they let it go. `handing_to` is the player
    the screen is being passed to: then nothing secret is in the rest. `charges` are what the
    person can accuse somebody of, `dispute` is what they are asked to judge. `shared` is None for a
    game in this process.
    """

    names: tuple[str, ...]
    game: GameView
    sheet: Sheet
    said: frozenset[int] = frozenset()
    offered: tuple[Action, ...] = ()
    countdown: Countdown | None = None
    handing_to: int | None = None
    waits_for_deal: bool = False
    can_undo: bool = False
    charges: tuple[Charge, ...] = ()
    dispute: Dispute | None = None
    shared: Shared | None = None

    @property
    def player(self) -> int | None:
        """The player who is looking; None for a spectator."""
        return self.game.player

    @property
    def table_index(self) -> int | None:
        """The table that is shown: the player's own, or else the first."""
        for index, table in enumerate(self.game.tables):
            if self.player in table.players:
                return index
        return 0 if self.game.tables else None

    @property
    def players(self) -> tuple[int, ...]:
        """The players at that table, by seat."""
        return () if self.table_index is None else self.game.tables[self.table_index].players

    @property
    def view(self) -> View | None:
        """That table, as far as the person may know it; None before the first deal."""
        return None if self.table_index is None else self.game.tables[self.table_index].view

    @property
    def seat_names(self) -> Names:
        """What the seats of that table are called."""
        you = self.players.index(self.player) if self.player in self.players else None
        return Names(tuple(self.names[player] for player in self.players), you)

    @property
    def acting(self) -> int | None:
        """The seat the table waits for."""
        seat: int | None = getattr(getattr(self.view, "phase", None), "seat", None)
        return seat

    @property
    def is_my_turn(self) -> bool:
        """Whether the table waits for the person at the screen."""
        view = self.view
        return view is not None and view.seat is not None and self.acting == view.seat

    @property
    def is_round_over(self) -> bool:
        """Whether the round at that table is over."""
        return self.view is not None and isinstance(self.view.phase, RoundOver)


class News(msgspec.Struct, frozen=True):
    """The state after something happened, and what it was; nothing if only the waiting changed."""

    state: TableState
    events: tuple[GameEvent, ...] = ()
    rewound: bool = False


class Refusal(Exception):
    """The table does not do what was asked; the sentence says why."""


Listener = Callable[[News], None]


class Table(Protocol):
    """A game that one screen takes part in."""

    @property
    def state(self) -> TableState:
        """All that the person at the screen may know now."""

    @property
    def transcript(self) -> tuple[str, ...]:
        """What happened, in sentences, as the person looking may know it; the latest last."""

    def now(self) -> float:
        """The time on the table's clock."""

    async def run(self, listener: Listener, /) -> None:
        """Play until the game is over; everything that happens goes to the listener."""

    def act(self, action: Action, /) -> None:
        """Do something, or `Refusal`."""

    def why_not(self, action: Action, /) -> str | None:
        """The sentence that refuses an action now, or None when it is legal."""

    def let_go(self) -> None:
        """Leave what is offered out of turn."""

    def hurry(self) -> None:
        """Let the bot that is thinking move at once, where bots are the table's own."""

    def take_screen(self) -> None:
        """Say that the person it was passed to is looking."""

    def deal(self) -> None:
        """Ask for the next round."""

    def come_back(self) -> None:
        """Play the seat again after a bot has played it, because the person was away."""

    def say(self, text: str, /, *, anyway: bool = False) -> None:
        """Say something to the others at the table, where there are any to hear it.

        `anyway`: although it tells somebody what to play, and costs cards.
        """

    def emote(self, emote: str, /) -> None:
        """Say one of the set phrases to the others, where there are any to hear it."""

    def accuse(self, charge: Charge, /) -> None:
        """Say what somebody has done; at one screen, its people have agreed on it."""

    def leave_note(self, player: int, text: str) -> None:
        """Let one player, where they sit at this screen, read something the others do not."""

    def judge(self, *, guilty: bool) -> None:
        """Give a verdict on the accusation that is open, where the table votes on it."""

    def hint(self) -> Action | None:
        """What a good player would do now; None if there is nothing to do, or no help here."""

    def hint_reason(self, action: Action, /) -> Reason | None:
        """What speaks for an action that was given as a hint."""

    def undo(self) -> None:
        """Go back to before the person's last move, or `Refusal`."""
