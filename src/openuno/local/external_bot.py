"""A bot in a process of its own, in any language: a line of JSON in, a line of JSON out.

docs/write-a-bot.md describes the lines. The process gets what any bot gets: the view of its seat
and what that seat remembers. It keeps nothing between two questions unless it wants to.
"""

import atexit
import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

import msgspec
from msgspec.structs import replace

from openuno.bots.bot import Answer, Mind
from openuno.bots.memory import Memory
from openuno.engine.actions import Action
from openuno.engine.cards import Colour
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.events import Cards
from openuno.engine.faults import shorten
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.view import View
from openuno.game.notation import format_text
from openuno.local.bot_player import BotError
from openuno.local.interrupts import hold_back_interrupts, take
from openuno.local.wrong_answers import ProtocolFault, read_field, refuse_field

PROTOCOL = 1
PREFIX = "engine:"
"""What a command is named with where bots are named: `engine:node my_bot.mjs`."""
START_SECONDS, MOVE_SECONDS = 20.0, 5.0
"""How long a process may take to say hello, and to answer."""
_CLOSE_SECONDS = 2.0
_END_SECONDS = 0.5
"""How long a process that has closed its output may take to end, to be said to have ended."""
_HELLO_EXAMPLE: dict[str, object] = {"protocol": PROTOCOL, "name": "my bot"}
_MAX_LINE = 1 << 16
_MOST_UNASKED = 8
"""Lines that nobody asked for, after which no more are read: memory does not grow with them."""


class Hello(msgspec.Struct, tag_field="ask", tag="hello"):
    """The first question: who is there?"""

    protocol: int = PROTOCOL


class Remembered(msgspec.Struct):
    """What the seat remembers; see `openuno.bots.memory`."""

    known: tuple[Cards, ...]
    open: tuple[tuple[int, ...], ...]
    recent: list[tuple[int, str, Colour | None]]
    turned_over: int


class Question(msgspec.Struct, tag_field="ask", tag="action"):
    """What to do now? Answer with one of the codes in `legal`."""

    view: View
    memory: Remembered
    format: str
    legal: list[str]
    seconds: float


class Quit(msgspec.Struct, tag_field="ask", tag="quit"):
    """The last line: the process should end."""


class Failure(StrEnum):
    """How a program failed to answer."""

    LATE = "late"
    ENDED = "ended"
    UNREADABLE = "unreadable"


class ExternalBotError(BotError):
    """A program did not answer well; `failure` says how."""

    def __init__(self, player: int, sentence: str, failure: Failure) -> None:
        super().__init__(player, sentence)
        self.failure = failure


class ExternalBot:
    """A running process that plays; refuses with `SetupError` if it does not start."""

    def __init__(
        self, command: str, *, start_seconds: float = START_SECONDS, seconds: float = MOVE_SECONDS
    ) -> None:
        self.__name__ = command
        self._seconds = seconds
        if not command.strip():
            example = f"{PREFIX}python my_bot.py"
            raise SetupError(
                "bots", f"{PREFIX} needs the command that starts a program after it: {example}"
            )
        try:
            words = shlex.split(command)
            # In a session of its own: Ctrl-C is for us, and the end of its input says it is over.
            with hold_back_interrupts():
                self._process = subprocess.Popen(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
                _RUNNING.add(self)
                atexit.register(self.close)
        except FileNotFoundError as error:
            raise SetupError("bots", f"there is no program {error.filename!r} to start") from None
        except (OSError, ValueError) as error:
            raise SetupError("bots", f"{command!r} cannot be started: {error}") from None
        assert self._process.stdout is not None
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        reading = (self._process.stdout, self._lines)
        self._reader = Thread(target=_read, args=reading, daemon=True)
        self._reader.start()
        line = b""
        try:
            line = self._ask(Hello(), start_seconds)
            spoken = _read_hello(line)
        except (_NoAnswer, ProtocolFault) as error:
            self.close()
            said = _describe_answer(error, line)
            raise SetupError("bots", f"{command!r} did not say hello: {said}") from None
        if spoken != PROTOCOL:
            self.close()
            raise SetupError(
                "bots", f"{command!r} speaks version {spoken} of the protocol, not {PROTOCOL}"
            )

    def __call__(self, view: View, mind: Mind) -> Answer:
        """Ask the process, as a bot is asked."""
        question = Question(
            replace(view, legal=()),
            _memory_message(mind.memory),
            format_text(mind.format),
            [action_text(action) for action in view.legal],
            self._seconds,
        )
        line = b""
        try:
            self._refuse_unasked()
            line = self._ask(question, self._seconds)
            return _read_action(line, question.legal), mind
        except (_NoAnswer, ProtocolFault, NotationError) as error:
            self.close()
            seat = -1 if view.seat is None else view.seat
            failure = error.failure if isinstance(error, _NoAnswer) else Failure.UNREADABLE
            sentence = f"{self.__name__!r} did not answer well: {_describe_answer(error, line)}"
            raise ExternalBotError(seat, sentence, failure) from None

    def close(self) -> None:
        """Ask the process to end, and end it and what it has started if it does not."""
        atexit.unregister(self.close)
        process = self._process
        stdin = process.stdin
        assert stdin is not None
        with suppress(OSError, ValueError):  # what it never read is lost
            stdin.write(msgspec.json.encode(Quit()) + b"\n")
        with suppress(OSError):
            stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_CLOSE_SECONDS)
        end_with_children(process)
        # Only now: while it may still run, it has to end with this program.
        _RUNNING.discard(self)
        self._reader.join(_END_SECONDS)  # longer only if someone else holds on to the output

    def kill(self) -> None:
        """End the process at once, and what it has started."""
        _kill_with_children(self._process)

    def _refuse_unasked(self) -> None:
        """Who writes before being asked would from then on answer the question before."""
        with suppress(Empty):
            if line := self._lines.get_nowait():
                raise _NoAnswer(f"it wrote {_show(line)} before it was asked", Failure.UNREADABLE)
            self._lines.put(line)  # it has ended, which is found out below

    def _ask(self, question: Hello | Question, seconds: float) -> bytes:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(msgspec.json.encode(question) + b"\n")
            stdin.flush()
            line = take(self._lines, seconds)
        except (OSError, ValueError):
            raise _NoAnswer(self._describe_end(), Failure.ENDED) from None
        except Empty:
            if self._process.poll() is not None:  # while another still holds its output open
                raise _NoAnswer(self._describe_end(), Failure.ENDED) from None
            sentence = f"it took longer than {seconds:g} seconds"
            raise _NoAnswer(sentence, Failure.LATE) from None
        if not line:
            raise _NoAnswer(self._describe_end(), Failure.ENDED)
        if len(line) > _MAX_LINE:
            sentence = f"its line is longer than {_MAX_LINE:,} bytes, and begins with {_show(line)}"
            raise _NoAnswer(sentence, Failure.UNREADABLE)
        if not line.strip():
            raise _NoAnswer("it wrote an empty line", Failure.UNREADABLE)
        return line

    def _describe_end(self) -> str:
        try:
            status = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it has closed its input or output"
        how = f"with exit status {status}" if status >= 0 else f"killed by signal {-status}"
        return f"it has ended, {how}"


class _NoAnswer(Exception):
    def __init__(self, sentence: str, failure: Failure) -> None:
        super().__init__(sentence)
        self.failure = failure


_RUNNING: set[ExternalBot] = set()


def kill_external_bots() -> None:
    """End all of them at once, for a process that is told to end."""
    for bot in list(_RUNNING):
        bot.kill()


@cache
def start_external_bot(command: str) -> ExternalBot:
    """The process of a command, started once."""
    return ExternalBot(command)


def end_with_children(process: "subprocess.Popen[bytes]") -> None:
    """End a process that has a session of its own, with whatever it has started in it."""
    _kill_with_children(process)
    process.wait()


def _kill_with_children(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # all of them have ended by themselves
        os.killpg(process.pid, signal.SIGKILL)


def _read(stream: "IO[bytes]", lines: "SimpleQueue[bytes]") -> None:
    """Put each line into the queue; an empty one says that there are no more."""
    with stream:
        while lines.qsize() < _MOST_UNASKED and (line := stream.readline(_MAX_LINE + 1)):
            lines.put(line)
    lines.put(b"")


def _read_hello(line: bytes) -> int:
    """The version of the protocol that a process speaks."""
    spoken = read_field("protocol", line, _HELLO_EXAMPLE)
    if isinstance(spoken, float) and spoken.is_integer():
        return int(spoken)  # some languages write 1.0
    if isinstance(spoken, bool) or not isinstance(spoken, int):
        raise refuse_field("protocol", "a number", _HELLO_EXAMPLE)
    return spoken


def _read_action(line: bytes, legal: list[str]) -> Action | None:
    """The action that a process has chosen; null is to do nothing, which only works out of turn."""
    example: dict[str, object] = {"action": legal[0] if legal else None}
    code = read_field("action", line, example)
    if code is None:
        return None
    if not isinstance(code, str):
        raise refuse_field("action", "text, or null", example)
    return parse_action(code)


def _describe_answer(error: Exception, line: bytes) -> str:
    """What is wrong with an answer, and what was answered, if anything."""
    said = error.sentence if isinstance(error, NotationError) else str(error)
    return f"{said}; it wrote {_show(line)}" if line else said


def _show(line: bytes) -> str:
    return repr(shorten(line.decode(errors="replace").strip()))


def _memory_message(memory: Memory) -> Remembered:
    recent = [(seat, act.name.lower(), colour) for seat, act, colour in memory.recent]
    return Remembered(memory.known, memory.open, recent, memory.turned_over)
