"""A game line by line: people at the keyboard and bots, or bots alone."""

import shlex
from collections import deque
from copy import copy
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from rich.console import Console

from openuno.engine.notation.rules import rules_text
from openuno.game.formats import Single
from openuno.game.state import Command, Game, GameStep, NextRound, is_round_on
from openuno.local.bot_player import BotError, BotPlayer
from openuno.local.loop import Player, SeenEvents, play_to_end
from openuno.record.lines import Header
from openuno.record.writer import Mark
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.own_command import own_command
from openuno.terminal.plain.human import HumanPlayer, MoveTakenBack
from openuno.terminal.plain.keyboard import Keyboard, PlayerQuit
from openuno.terminal.saves import Save
from openuno.terminal.seating import shown_names
from openuno.terminal.text import layout, score_sheet
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.unread import UnreadEvents

INTERRUPTED = 130
MAX_UNDO = 100
"""Moves that can be taken back, at most."""


class GameLog:
    """Keeps the record and the score sheet."""

    def __init__(self, console: Console, header: Header) -> None:
        self._console = console
        self._header = header
        self._names = shown_names(header.names)
        self._sheet = score_sheet.blank_sheet(len(header.names))
        self.save: Save | None = None

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write the command down before anyone sees what it led to."""
        if self.save is not None:
            self.save.append(what, step.events)

    def observe(self, events: SeenEvents, _: int | None, /) -> None:
        """Write down the score."""
        for event in events:
            self._sheet = score_sheet.add_to_sheet(self._sheet, event)

    def _print_score(self, game: Game) -> None:
        if isinstance(game.format, Single):
            return
        names = Names(self._names)
        played = score_sheet.format_name(game.format)
        title = translate("after round {round}, {format}", round=game.round_number, format=played)
        self._console.print()
        self._console.print(sentence(title), style="bold")
        whole = game.winners is not None
        width = self._console.width
        self._console.print(score_sheet.score_table(self._sheet, game, names, width, whole=whole))

    def _print_end(self, game: Game) -> None:
        """The last score, the figures, and where it is all written down."""
        if self.save is not None:
            self.save.end(game)
        names = Names(self._names)
        self._print_score(game)
        self._console.print()
        self._console.print(
            score_sheet.figures_table(self._sheet, game, names, self._console.width)
        )
        if self.save is not None:
            path = shlex.quote(str(self.save.path))
            self._console.print()
            words = translate("To check the whole game:")
            self._print_command(words, f"{own_command()} verify {path}")

    def _print_command(self, words: str, command: str) -> None:
        self._console.print(words)
        self._console.print(f"  {command}", soft_wrap=True)  # to be copied in one piece


class _Moment(NamedTuple):
    """How all was before a move of the one person, to go back to it."""

    game: Game
    sheet: score_sheet.Sheet
    bots: dict[int, BotPlayer]
    player: int
    person: HumanPlayer
    mark: Mark | None


class KeyboardGame(GameLog):
    """A game with people at the keyboard."""

    def __init__(
        self,
        console: Console,
        header: Header,
        bots: dict[int, BotPlayer],
        advisers: dict[int, BotPlayer],
    ) -> None:
        super().__init__(console, header)
        self._keyboard = Keyboard(console, self._names, tuple(advisers))
        self._people = {
            player: HumanPlayer(self._keyboard, self._names, player, adviser)
            for player, adviser in advisers.items()
        }
        self._bots = bots
        self._past: deque[_Moment] = deque(maxlen=MAX_UNDO)

    @property
    def players(self) -> list[Player]:
        """Everyone in the order they sit."""
        everyone: dict[int, Player] = {**self._people, **self._bots}
        return [everyone[player] for player in sorted(everyone)]

    def play(self, game: Game, *, resumed: bool = False) -> int:
        """Play until the game is over or somebody leaves; the exit status."""
        self._greet(game, resumed=resumed)
        try:
            game = self._play_on(game)
        except (PlayerQuit, KeyboardInterrupt) as gone:
            interrupted = isinstance(gone, KeyboardInterrupt)
            self._console.print(
                f"{chr(10) if interrupted else ''}{translate('You leave the table.')}"
            )
            self._say_how_to_resume()
            return INTERRUPTED if interrupted else 0
        except BotError:
            self._say_how_to_resume()
            raise
        self._show_news()
        self._print_end(game)
        return 0

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write the command down; before a move of somebody alone, remember how all was."""
        if isinstance(what, NextRound):
            self._past.clear()
        elif not self._keyboard.several and what.player in self._people:
            self._past.append(self._moment(what.player))
        super().log(what, step)
        self._game = step.game
        self._allow_undo()

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down the score, and remember what everyone may know."""
        super().observe(events, acting)
        self._keyboard.everyone.observe(events, acting)

    def wait_for_deal(self, game: Game, /) -> None:
        """Show the hands and the score, and wait until somebody deals."""
        if not game.round_number:
            return
        self._show_news()
        self._print_score(game)
        self._console.print(f"\n{translate('Enter deals the next round, q leaves.')}")
        self._keyboard.line()

    def _play_on(self, game: Game) -> Game:
        self._game = game
        while True:
            try:
                return play_to_end(self._game, self.players, self)
            except MoveTakenBack:
                self._restore(self._past.pop())

    def _say_how_to_resume(self) -> None:
        if self.save is not None:
            path = shlex.quote(str(self.save.path))
            words = translate("To resume this game:")
            self._print_command(words, f"{own_command()} play --resume {path}")

    def _moment(self, player: int) -> "_Moment":
        bots = {seat: copy(bot) for seat, bot in self._bots.items()}
        mark = None if self.save is None else self.save.mark()
        return _Moment(self._game, self._sheet, bots, player, self._people[player].copy(), mark)

    def _restore(self, moment: "_Moment") -> None:
        if self.save is not None and moment.mark is not None:
            self.save.rewind(moment.mark)
        self._game, self._sheet, self._bots = moment.game, moment.sheet, moment.bots
        self._people[moment.player] = moment.person
        self._allow_undo()
        self._console.print(translate("Your last move is taken back."))

    def _allow_undo(self) -> None:
        for person in self._people.values():
            person.can_undo = bool(self._past)

    def _show_news(self) -> None:
        if self._keyboard.several:
            self._keyboard.show_everyone()
            self._keyboard.everyone.print_all(self._console)
            for person in self._people.values():
                person.unread.drop()
        else:
            for person in self._people.values():
                person.unread.print_all(self._console)

    def _greet(self, game: Game, *, resumed: bool) -> None:
        header = self._header
        rules = rules_text(replace(header.rules, written=()))
        seats = ", ".join(self._names)
        words = score_sheet.format_name(header.format)
        self._console.print(f"{rules}, {words}: {seats}.")
        self._console.print(translate("Type ? for help, q to leave."))
        for text in layout.custom_rule_lines(header.rules, width=self._console.width):
            self._console.print(text)
        if resumed:
            for unread in (self._keyboard.everyone, *(p.unread for p in self._people.values())):
                unread.drop()
            if game.round_number:
                self._console.print(
                    translate("Resuming in round {round}.", round=game.round_number)
                )
            else:
                self._console.print(translate("Resuming."))
            if is_round_on(game) and game.round_number > 1:
                self._print_score(game)


class WatchedGame(GameLog):
    """A game of bots alone, printed as it is played."""

    def __init__(self, console: Console, header: Header, *, as_json: bool) -> None:
        super().__init__(console, header)
        self._as_json = as_json
        self._unread = UnreadEvents(Names(self._names))

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Print what happened."""
        super().observe(events, acting)
        if self._as_json:
            for event in events:
                self._console.out(msgspec.json.encode(event).decode(), highlight=False)
        else:
            self._unread.observe(events, acting)
            self._unread.print_all(self._console)

    def wait_for_deal(self, game: Game, /) -> None:
        """Print the score so far."""
        if game.round_number and not self._as_json:
            self._print_score(game)

    def finish(self, game: Game) -> None:
        """Print how it ended."""
        if not self._as_json:
            self._print_end(game)
        elif self.save is not None:
            self.save.end(game)
