"""One process that searches, as the server sees it."""

import os
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec

from openuno.engine.actions import Action
from openuno.local.analysis.rollouts import Seats
from openuno.server.search.question import (
    Closed,
    Message,
    PlayoutQuestion,
    PlayoutReply,
    Question,
    Reply,
    read_reply,
    write_message,
)

HUNG = 60.0
"""Seconds after which a process that has not answered is killed; it may have to start first."""
_COMMAND = (sys.executable, "-m", "openuno.server.search.worker")
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class WorkerProcess:
    """Started with none of the server's settings, and so with none of its secrets."""

    def __init__(self) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
        self._popen = subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=kept | _ONE_THREAD
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._questions = self._popen.stdin
        self._replies = self._popen.stdout

    @property
    def id(self) -> int:
        """The id of the process."""
        return self._popen.pid

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._popen.poll() is None

    def ask(self, question: Question) -> Action | None:
        """What the bot does, once it is known; `Closed` if the process dies over it."""
        return self._exchange(question, Reply).action

    def play_out(self, question: PlayoutQuestion) -> list[Seats]:
        """Who won each playout there was time for; `Closed` if the process dies over it."""
        return self._exchange(question, PlayoutReply).won

    def _exchange(self, question: msgspec.Struct, reply: type[Message]) -> Message:
        watch = threading.Timer(HUNG, self.kill)
        watch.daemon = True
        watch.start()
        try:
            write_message(self._questions, question)
            return read_reply(self._replies, reply)
        except OSError as error:
            raise Closed from error
        finally:
            watch.cancel()

    def kill(self) -> None:
        """End it at once."""
        self._popen.kill()

    def clean_up(self) -> int:
        """End it, let go of its pipes, and tell how it ended."""
        self.kill()
        status = self._popen.wait()
        for pipe in (self._questions, self._replies):
            with suppress(OSError):
                pipe.close()
        return status
