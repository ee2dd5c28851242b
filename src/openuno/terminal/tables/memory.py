"""Everything about a game in this process that changes with a move, to go back to it."""

from copy import copy

import msgspec

from openuno.game.state import Game
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import SeenEvents
from openuno.terminal.tables.transcript import Transcript
from openuno.terminal.text.narration import Names
from openuno.terminal.text.score_sheet import Sheet


class Onlooker:
    """A person's side of the table: the transcript, and a good player to ask for a hint."""

    def __init__(self, names: Names, adviser: BotPlayer) -> None:
        self.transcript = Transcript(names)
        self.adviser = adviser

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down what happened."""
        self.transcript.observe(events, acting)
        self.adviser.observe(events, acting)

    def copy(self) -> "Onlooker":
        """The same again, to go back to."""
        twin = copy(self)
        twin.transcript, twin.adviser = self.transcript.copy(), copy(self.adviser)
        return twin


class Memory(msgspec.Struct):
    """Everything that changes with a move, apart from the file."""

    game: Game
    sheet: Sheet
    bots: dict[int, BotPlayer]
    people: dict[int, Onlooker]
    everyone: Transcript

    def copy(self) -> "Memory":
        """The same again, to go back to."""
        return Memory(
            self.game,
            self.sheet,
            {player: copy(bot) for player, bot in self.bots.items()},
            {player: person.copy() for player, person in self.people.items()},
            self.everyone.copy(),
        )
