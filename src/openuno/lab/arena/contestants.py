"""Who can play in the arena: a bot, a function, a program, or anyone who reads text."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import IO, Protocol

from openuno.bots.bot import Bot, Mind, is_my_turn
from openuno.bots.registry import BOTS, EXPERT
from openuno.engine.errors import IllegalAction, NotationError, SetupError
from openuno.engine.faults import shorten
from openuno.engine.view import View
from openuno.lab.arena.answers import (
    AnswerKind,
    Broke,
    Reply,
    TookTooLong,
    call_in_time,
    check_action,
)
from openuno.lab.ladder.entrants import find_bot
from openuno.local.bot_player import describe_wrong_shape, show_answer
from openuno.local.external_bot import (
    PREFIX,
    ExternalBot,
    ExternalBotError,
    Failure,
    end_with_children,
)
from openuno.local.interrupts import hold_back_interrupts
from openuno.local.named_bots import import_function
from openuno.text.answers import parse_answer
from openuno.text.rules import rules_page
from openuno.text.view import view_page

TEXT_PREFIX = "text:"
"""What a player that reads text is named with: `text:COMMAND` or `text:module:function`."""
NOTHING = "none"
"""The answer with which a player that reads text leaves what is offered out of turn."""
IN_TURN = "Answer with the number or the code of one action; the last line of your answer counts."
OUT_OF_TURN = (
    "It is not your turn. Answer with the number or the code of one action, or none to do nothing;"
    " the last line of your answer counts."
)
_MAX_ANSWER = 1 << 16
_FAILURES = {
    Failure.LATE: AnswerKind.LATE,
    Failure.ENDED: AnswerKind.FAILED,
    Failure.UNREADABLE: AnswerKind.UNREADABLE,
}
_FUNCTION = re.compile(r"[\w.]+:\w+")


class Contestant(Protocol):
    """Answers one question after another, each within a time; never raises, never hangs."""

    name: str

    def reply(self, view: View, mind: Mind, /) -> Reply:
        """What the player does with this view."""

    def close(self) -> None:
        """End what was started."""


def find_contestant(name: str, seconds: float) -> Contestant:
    """The player of this name, with so long for each answer; `SetupError` if there is none."""
    if name.startswith(TEXT_PREFIX):
        rest = name.removeprefix(TEXT_PREFIX)
        if _FUNCTION.fullmatch(rest):
            module, _, function = rest.partition(":")
            return Reader(name, _TextFunction(import_function(name, module, function), seconds))
        return Reader(name, _TextCommand(rest, seconds))
    if name.startswith(PREFIX):
        return Program(name, seconds)
    if name in BOTS or name.partition(":")[0] == EXPERT:
        return OwnBot(name, find_bot(name))
    return Function(name, find_bot(name), seconds)


class OwnBot:
    """A built-in bot: it is quick enough and does not fail."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self._bot = bot

    def reply(self, view: View, mind: Mind, /) -> Reply:
        """Call it."""
        return check_action(self._bot(view, mind)[0], view)

    def close(self) -> None:
        """Nothing was started."""


class Function:
    """Someone's function, called as a bot is, in a thread that is left behind when it is late."""

    def __init__(self, name: str, bot: Bot, seconds: float) -> None:
        self.name = name
        self._bot = bot
        self._seconds = seconds

    def reply(self, view: View, mind: Mind, /) -> Reply:
        """Call it."""
        try:
            answer: object = call_in_time(self._bot, (view, mind), self._seconds)
        except TookTooLong as error:
            return Reply(AnswerKind.LATE, sentence=str(error))
        except Broke as error:
            return Reply(AnswerKind.FAILED, sentence=str(error))
        if (wrong := describe_wrong_shape(answer)) is not None:
            return Reply(AnswerKind.UNREADABLE, sentence=f"it {wrong}")
        return check_action(answer[0], view)  # type: ignore[index]

    def close(self) -> None:
        """Nothing was started."""


class Program:
    """A program that speaks the engine protocol; it is started again after it has failed."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self._seconds = seconds
        self._running: ExternalBot | None = self._start()

    def reply(self, view: View, mind: Mind, /) -> Reply:
        """Ask the program."""
        try:
            if self._running is None:
                self._running = self._start()
            return check_action(self._running(view, mind)[0], view)
        except SetupError as error:
            return Reply(AnswerKind.FAILED, sentence=error.sentence)
        except ExternalBotError as error:
            self._running = None
            return Reply(_FAILURES[error.failure], sentence=str(error))

    def close(self) -> None:
        """End the program."""
        if self._running is not None:
            self._running.close()

    def _start(self) -> ExternalBot:
        return ExternalBot(self.name.removeprefix(PREFIX), seconds=self._seconds)


AskInText = Callable[[str], str]


class Reader:
    """A player that is given pages of text: the rules, then the position; answers with a line."""

    def __init__(self, name: str, ask: AskInText) -> None:
        self.name = name
        self._ask = ask

    def reply(self, view: View, _mind: Mind, /) -> Reply:
        """Show the page and read the last line of the answer."""
        try:
            answer = self._ask(question_page(view))
        except TookTooLong as error:
            return Reply(AnswerKind.LATE, sentence=str(error))
        except Broke as error:
            return Reply(AnswerKind.FAILED, sentence=str(error))
        lines = [line.strip() for line in answer.splitlines() if line.strip()]
        if not lines:
            return Reply(AnswerKind.UNREADABLE, sentence="it answered nothing")
        return read_word(lines[-1], view)

    def close(self) -> None:
        """Nothing is running between two questions."""


def read_word(word: str, view: View) -> Reply:
    """An answer in text: the number or the code of an action, or none."""
    if word.lower() == NOTHING:
        return check_action(None, view)
    try:
        return Reply(AnswerKind.LEGAL, parse_answer(word, view))
    except IllegalAction as error:
        return Reply(AnswerKind.ILLEGAL, sentence=error.sentence)
    except NotationError as error:
        return Reply(AnswerKind.UNREADABLE, sentence=f"{shorten(word)!r}: {error.sentence}")


def question_page(view: View) -> str:
    """What a player that reads text gets: rules that stay the same first, then the position."""
    to_do = IN_TURN if is_my_turn(view) else OUT_OF_TURN
    return f"{rules_page(view.rules, len(view.hands))}\n{view_page(view)}\n{to_do}\n"


class _TextFunction:
    def __init__(self, function: Callable[..., object], seconds: float) -> None:
        self._function = function
        self._seconds = seconds

    def __call__(self, page: str) -> str:
        answer = call_in_time(self._function, (page,), self._seconds)
        if not isinstance(answer, str):
            raise Broke(f"it returned {show_answer(answer)}; a text player returns a str")
        return answer[-_MAX_ANSWER:]


class _TextCommand:
    """A command that is run for each question, with the page on its standard input."""

    def __init__(self, command: str, seconds: float) -> None:
        self._seconds = seconds
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise SetupError("bots", f"{command!r} cannot be started: {error}") from None
        if not self._words or shutil.which(self._words[0]) is None:
            raise SetupError(
                "bots",
                f"{TEXT_PREFIX} needs a command that can be started, or module:function, after it,"
                f" not {command!r}",
            )

    def __call__(self, page: str) -> str:
        process = None
        try:
            with hold_back_interrupts():
                process = self._start()
            answer, status = call_in_time(_exchange, (process, page), self._seconds)
        finally:
            if process is not None:
                _end(process)
        if status:
            raise Broke(f"{self._words[0]!r} ended with exit status {status}")
        return answer

    def _start(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                self._words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise Broke(f"{self._words[0]!r} cannot be started: {error}") from None


def _exchange(process: "subprocess.Popen[bytes]", page: str) -> tuple[str, int]:
    """Everything that the command prints, or its end, and its exit status."""
    assert process.stdin is not None
    assert process.stdout is not None
    writing = Thread(target=_write, args=(process.stdin, page.encode()), daemon=True)
    writing.start()
    kept = b""
    while part := process.stdout.read(_MAX_ANSWER):
        kept = (kept + part)[-_MAX_ANSWER:]
    status = process.wait()
    writing.join()
    return kept.decode(errors="replace"), status


def _write(stdin: "IO[bytes]", page: bytes) -> None:
    try:
        with stdin:
            while page:
                page = page[stdin.write(page) :]
    except (OSError, ValueError):
        pass  # it did not read all of it, which is its own business


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the command and what it has started."""
    end_with_children(process)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # the thread that writes may be closing it, too
                stream.close()
