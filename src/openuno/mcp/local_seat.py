"""A seat at a table in this process, with bots in the others: nobody waits for a clock."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from openuno.engine.actions import Action
from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.engine.state import RoundOver, seat_to_act
from openuno.engine.view import View
from openuno.game.formats import Format
from openuno.game.play import apply_command, start_game
from openuno.game.state import Act, Command, Game, GameStep, NextRound, find_player, is_round_on
from openuno.game.view import view_game
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import Player, SeenEvents, WhyNot, ask_next, notify_all
from openuno.local.matches import MAX_ACTIONS
from openuno.local.named_bots import bot_title, find_bot
from openuno.mcp.page import GAME_OVER, THINKING, find_view, game_page, what_to_do
from openuno.mcp.seat import MAX_SECONDS, MOVE_SECONDS, explain, read_answer
from openuno.record.lines import Header, SeededDeal
from openuno.record.reader import Record
from openuno.record.writer import Recorder
from openuno.terminal.seating import PERSON, Seating
from openuno.terminal.tables.table import Refusal
from openuno.terminal.tables.transcript import Transcript
from openuno.terminal.text.narration import Names
from openuno.text.rules import rules_page

_SEED_BITS = 63
_SEEDS = 2**64


class LocalSetup(msgspec.Struct, frozen=True):
    """What is played: the rules, the format, who sits where, and chance.

    `records` is the folder that a record of every game goes to, if any; or `record` is the file of
    the only game, which goes on from where `so_far` ends.
    """

    rules: Rules
    format: Format
    seating: Seating
    seed: int | None = None
    records: Path | None = None
    record: Path | None = None
    so_far: Record | None = None
    notes: tuple[str, ...] = ()
    """What stands on every page."""
    game_over: str = GAME_OVER
    """What ends the page of a game that is over."""


class _Asked(Exception):
    """The assistant is to answer; `offered` is empty in its turn."""

    def __init__(self, offered: tuple[Action, ...]) -> None:
        super().__init__()
        self.offered = offered


class _Assistant:
    """The assistant as a player of the loop: it answers later, by a call."""

    def __init__(self, names: Names) -> None:
        self.transcript = Transcript(names)
        self._answer: tuple[Action | None] | None = None

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down what happened; an answer given before it counts no more."""
        self.transcript.observe(events, acting)
        self._answer = None

    def keep_answer(self, action: Action | None) -> None:
        """Answer what is asked out of turn until something happens; None is to do nothing."""
        self._answer = (action,)

    def answer_out_of_turn(
        self, _view: View, offered: tuple[Action, ...], _why_not: WhyNot, /
    ) -> Action | None:
        """Ask, unless there is an answer; one that was not offered counts as none."""
        if self._answer is None:
            raise _Asked(offered)
        (action,) = self._answer
        return action if action in offered else None

    def take_turn(self, _view: View, _why_not: WhyNot, /) -> NoReturn:
        """Ask."""
        raise _Asked(())


class LocalSeat:
    """A `Seat` at a table of bots.

    Bots are asked in the order of `openuno.engine.questions` and play at once, so the same seed
    and the same actions always give the same game.
    """

    def __init__(self, setup: LocalSetup) -> None:
        self._setup = setup
        self._games = 0
        self._recorder: Recorder | None = None
        self._begin_game()

    def close(self) -> None:
        """Close the record, if there is one."""
        if self._recorder is not None:
            self._recorder.close()

    async def read_rules(self) -> str:
        """The rules of the table in plain words."""
        setup = self._setup
        return rules_page(self._own_view().rules, len(setup.seating.names), setup.format)

    async def look(self) -> str:
        """What has happened since the last page, and the position."""
        return self._page()

    async def act(self, answer: str, /) -> str:
        """Do it, and let the bots play until they need the assistant."""
        view = self._own_view()
        self._carry_out(Act(self._player, read_answer(answer, self._shown, view)))
        return self._advance(MOVE_SECONDS)

    async def why_not(self, code: str, /) -> str:
        """Why an action is not allowed now."""
        return explain(code, self._own_view())

    async def decline(self) -> str:
        """Leave what is offered out of turn."""
        if not self._offered:
            raise Refusal("Nothing is offered out of turn now.")
        return self.answer(None)

    @property
    def question(self) -> View | None:
        """What the assistant is to answer, in its turn or out of it; None while it is not asked."""
        return self._own_view() if self._is_asked else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or was given up because it might never end."""
        return self._game.winners is not None or self._actions > MAX_ACTIONS

    def answer(self, action: Action | None) -> str:
        """Answer as bots do: out of turn, what is not offered counts as nothing."""
        if self._offered:
            self._assistant.keep_answer(action)
        else:
            assert action is not None, "a turn is never left"
            self._carry_out(Act(self._player, action))
        return self._advance(MOVE_SECONDS)

    async def go_on(self) -> str:
        """Deal the next round, or begin another game."""
        if self._game.winners is not None:
            self._begin_game()
        elif is_round_on(self._game):
            raise Refusal("The round is not over yet.")
        else:
            self._carry_out(NextRound())
        return self._advance(MOVE_SECONDS)

    async def wait(self, seconds: float, /) -> str:
        """Let the bots play on, where there were too many moves to make at once."""
        return self._advance(min(seconds, MAX_SECONDS))

    async def say(self, text: str, /) -> str:
        """Refused: bots do not listen."""
        del text
        raise Refusal("Only bots sit at this table, and they do not listen.")

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Nothing: the assistant's own transcript has what it may know."""

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write the command down before anyone sees what it led to."""
        if self._recorder is not None:
            self._recorder.append(what, step.events)
            if step.game.winners is not None:
                self._recorder.end(step.game)

    def wait_for_deal(self, game: Game, /) -> None:
        """Nothing: the assistant says when to deal."""

    def _begin_game(self) -> None:
        setup, names = self._setup, self._setup.seating.names
        seed = secrets.randbits(_SEED_BITS)
        if setup.seed is not None:
            seed = (setup.seed + self._games) % _SEEDS  # after the last seed comes the first
        step = start_game(setup.rules, setup.format, len(names), Fast(seed))
        self._games += 1
        self.close()
        header = Header(setup.rules, setup.format, names, SeededDeal(str(seed)), None)
        if setup.record is not None:
            self._recorder = _open_record(setup.record, setup.so_far, header, step)
        elif setup.records is not None:
            self._recorder = _create_record(setup.records, header, step)
        self._player = setup.seating.people[0]
        self._assistant = _Assistant(Names(names, self._player))
        self._players: list[Player] = [
            self._assistant
            if kind == PERSON
            else BotPlayer(
                find_bot(kind),
                str(seed).encode(),
                player,
                setup.format,
                name=bot_title(kind),
                seated_as=names[player],
            )
            for player, kind in enumerate(setup.seating.kinds)
        ]
        self._game = step.game
        self._is_asked = False
        self._offered: tuple[Action, ...] = ()
        self._shown: tuple[Action, ...] = ()
        self._read = 0
        self._actions = 0
        notify_all(step, self._players, self, None)
        for entry in () if setup.so_far is None else setup.so_far.entries:
            if entry.command is not None:
                self._carry_out(entry.command, is_known=True)
        if self._game.winners is not None and self._recorder is not None:
            self._recorder.end(self._game)  # only its last line was missing
        if self._game.round_number == 0:
            self._carry_out(NextRound())
        self._play_bots(MOVE_SECONDS)

    def _advance(self, seconds: float) -> str:
        return self._page(thinking=not self._play_bots(seconds))

    def _play_bots(self, seconds: float) -> bool:
        """Let the bots play until the assistant is asked; whether that is so."""
        ends = time.monotonic() + seconds
        self._offered, self._is_asked = (), False
        while self._game.winners is None:
            if time.monotonic() > ends:
                return False
            if not is_round_on(self._game):
                if not self._is_out():
                    return True
                self._carry_out(NextRound())
                continue
            table = next(t for t in self._game.tables if not isinstance(t.round.phase, RoundOver))
            try:
                self._carry_out(ask_next(table, self._players))
            except _Asked as asked:
                self._offered, self._is_asked = asked.offered, True
                return True
        return True

    def _is_out(self) -> bool:
        """Whether the assistant is out of the game, so that the others play it to its end."""
        return self._player in [player for out in self._game.out for player in out]

    def _carry_out(self, command: Command, *, is_known: bool = False) -> None:
        """Do it and tell everyone; what `is_known` stands in the record already."""
        self._actions = 0 if isinstance(command, NextRound) else self._actions + 1
        if self._actions > MAX_ACTIONS:
            raise Refusal(
                f"The round is not over after {MAX_ACTIONS:,} actions; it might never end."
            )
        acting = None
        if isinstance(command, Act) and (found := find_player(self._game, command.player)):
            acting = seat_to_act(self._game.tables[found[0]].round)
        step = apply_command(self._game, command)
        if not is_known:
            self.log(command, step)
        self._game = step.game
        notify_all(step, self._players, self, acting)

    def _own_view(self) -> View:
        found = find_view(view_game(self._game, self._player))
        if found is None:
            raise Refusal("The cards are not dealt yet.")
        return found[1]

    def _page(self, *, thinking: bool = False) -> str:
        seen = view_game(self._game, self._player)
        view = self._own_view()
        self._shown = view.legal
        to_do = THINKING if thinking else what_to_do(view, self._offered)
        if self._game.winners is not None:
            to_do = self._setup.game_over
        return game_page(
            seen,
            self._setup.seating.names,
            self._new_sentences(),
            to_do=to_do,
            notes=self._setup.notes,
        )

    def _new_sentences(self) -> Sequence[str]:
        transcript = self._assistant.transcript
        new = transcript.sentence_count - self._read
        self._read = transcript.sentence_count
        return transcript.sentences[-new:] if new else ()


def _open_record(path: Path, so_far: Record | None, header: Header, step: GameStep) -> Recorder:
    """The record of a game in this file, which goes on if there is one so far."""
    try:
        if so_far is not None:
            return Recorder.reopen(path, so_far)
        return Recorder.create(path, header, step.events)
    except OSError as error:
        raise SetupError("records", f"cannot write {path}: {error.strerror}") from None


def _create_record(folder: Path, header: Header, step: GameStep) -> Recorder:
    """The next record of the folder, which is made if it is not there."""
    path = folder
    if folder.exists() and not folder.is_dir():
        raise SetupError("records", f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (path := folder / f"game-{number}.uno").exists():
            number += 1
        return Recorder.create(path, header, step.events)
    except OSError as error:
        raise SetupError("records", f"cannot write {path}: {error.strerror}") from None
