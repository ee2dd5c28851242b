"""A process that searches for bots: `python -m openuno.server.search.worker`.

While no bot asks, it plays finished games on, for those who want them analysed. It reads questions
from its input and writes a reply to each, until its input is closed: so it ends with the server,
even one that was killed. It keeps nothing from one question to the next.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import IO

from openuno.local.analysis.rollouts import play_out
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, search
from openuno.local.search.win_scores import win_scores
from openuno.server.search.question import (
    Closed,
    PlayoutQuestion,
    PlayoutReply,
    Question,
    Reply,
    read_question,
    write_message,
)

POLITENESS = 10
"""By how much it gives way to the server's own processes where cores are scarce."""


def answer_questions(questions: IO[bytes], replies: IO[bytes]) -> None:
    """Answer until no more questions come."""
    with suppress(Closed, BrokenPipeError):
        while True:
            write_message(replies, _answer(read_question(questions)))


def _answer(asked: Question | PlayoutQuestion) -> Reply | PlayoutReply:
    if isinstance(asked, PlayoutQuestion):
        return PlayoutReply(play_out(asked.asked, asked.first, asked.seconds))
    action, _ = search(asked.view, asked.mind, Budget(asked.worlds, asked.seconds))
    return Reply(action)


def main() -> None:
    """Answer on the standard streams; anything printed goes to the log of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes us
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    start_loading()
    win_scores()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as replies:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        answer_questions(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
