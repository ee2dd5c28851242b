"""Nothing English is left when another language is spoken: whole games, screens and sources."""

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from openuno.bots.characters import CHARACTERS, Level
from openuno.cli.app import app
from openuno.engine.notation.rules import parse_rules
from openuno.room import facts
from openuno.room.settings import Settings
from openuno.terminal.client.replay.keys import key_rows
from openuno.terminal.client.table.buttons import action_buttons, key_buttons
from openuno.terminal.client.table.instruction import instruct
from openuno.terminal.client.table.keys import help_text
from openuno.terminal.languages.catalogue import ENGLISH, LANGUAGES, use_language
from openuno.terminal.plain.online_help import game_rows, lobby_rows
from openuno.terminal.preferences import Pace
from openuno.terminal.remote.room_narration import fact_text
from tests.room.driver import seat_people
from tests.terminal.client.driver import StillTable, game_at, make_table
from tests.terminal.client.scenes import SCENES
from tests.terminal.commands import PLAIN

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
SOURCES = Path(__file__).parents[2] / "src" / "openuno" / "terminal"
WORD = re.compile(r"\b[a-z]{2,}\b")
TYPED = frozenset(
    [
        "draw",
        "keep",
        "pass",
        "accept",
        "challenge",
        "name",
        "choose",
        "uno",
        "catch",
        "why",
        "suggest",
        "to",
    ]
)
"""What is typed is the same in every language."""
SPEAKERS = {"print", "notice", "Prompt", "Question", "Page", "Button", "LobbySentence", "Refusal"}
"""Calls whose texts people read."""


def triples(text: str) -> set[tuple[str, ...]]:
    """Every three words in a row, without names, codes and what is typed.

    No two of our languages have three in common.
    """
    words = [word for word in WORD.findall(text) if word not in TYPED]
    return set(zip(words, words[1:], words[2:], strict=False))


def play(code: str, path: Path) -> str:
    """Everything that a game, its help and its replay print in a language."""
    runner = CliRunner(env={**PLAIN, "FORCE_COLOR": ""})
    rules = ["--edition", "house", "--set", "jump_in=on", "--set", "stacking=any"]
    words = ["play", "--plain", "--seed", "7", "--format", "best-of:3", *rules]
    typed = "?\nwhy W4/R\nxyz\n99\ncatch 2\nno\n" + "1\n" * 300
    played = runner.invoke(
        app, [*words, "--save", str(path), "--language", code], input=typed, terminal_width=80
    )
    shown = runner.invoke(app, ["replay", str(path), "--plain", "--language", code])
    assert (played.exit_code, shown.exit_code) == (0, 0)
    said = re.sub(r"\S+\.uno|\S*uno (verify|play)\b", "", played.stdout + shown.stdout)
    # What is written on cards and how a deal is typed stay as they are.
    return re.sub(r"house\+\S+", "", said)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, ...]]:
    said = play(ENGLISH, tmp_path_factory.mktemp("english") / "game.uno")
    assert "Round 1." in said
    assert "best of 3" in said.lower()
    return triples(said)


@pytest.mark.parametrize("code", OTHERS)
def test_a_whole_game_line_by_line_and_its_replay(
    code: str, english: set[tuple[str, ...]], tmp_path: Path
) -> None:
    assert triples(play(code, tmp_path / "game.uno")) & english == set()


def list_bots(*words: str) -> str:
    """What `uno bots` prints, without the commands to type."""
    done = CliRunner(env={**PLAIN, "FORCE_COLOR": ""}).invoke(app, ["bots", *words])
    assert (done.exit_code, done.stderr) == (0, "")
    return re.sub(r"(\S+ )+play --bots \S+", "", done.stdout)


@pytest.mark.parametrize("code", OTHERS)
def test_the_list_of_bots(code: str) -> None:
    said = list_bots("--language", code)
    assert triples(said) & triples(list_bots("--language", ENGLISH)) == set()
    catalogues = SOURCES.parents[2] / "web" / "src" / "i18n" / code
    characters = json.loads((catalogues / "characters.json").read_text("utf-8"))
    levels = json.loads((catalogues / "lobby.json").read_text("utf-8"))
    for kind in CHARACTERS:
        assert re.search(rf"^  {kind} .*{re.escape(characters[kind])}$", said, re.MULTILINE), kind
    for level in Level:
        words = levels[f"bot-{level}"]
        assert re.search(rf"^{re.escape(words)} \({level}\)$", said, re.MULTILINE | re.IGNORECASE)


def test_the_list_of_bots_for_programs_has_one_language() -> None:
    done = CliRunner(env=PLAIN).invoke(app, ["bots", "--json", "--language", "de"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "prints the same in every language; leave --language out" in done.stderr
    german = CliRunner(env={**PLAIN, "LANG": "de_DE.UTF-8"}).invoke(app, ["bots", "--json"])
    assert german.stdout == list_bots("--json")


@pytest.mark.parametrize("code", ["en", "ja"])
def test_the_list_of_bots_is_wrapped_on_a_terminal(code: str) -> None:
    terminal = {**PLAIN, "FORCE_COLOR": "1", "COLUMNS": "50"}
    shown = CliRunner(env=terminal).invoke(app, ["bots", "--language", code]).stdout
    lines = shown.rpartition("\n\n")[0].splitlines()  # commands stay in one piece
    assert max(map(cell_len, lines)) <= 50
    words = [line[20:] for line in lines if line.startswith(" " * 20)]
    assert words
    assert not any(line.startswith(" ") for line in words)


def table_words() -> str:
    """What the screen says in all the positions that we keep pictures of."""
    said = []
    for scene in SCENES.values():
        if "deciding=" in scene.position:
            continue  # it quotes what is written on a card
        table = make_table(people=(0,), game=game_at(scene.position, scene.format), kind=StillTable)
        state = table.state
        buttons = [
            *action_buttons(state, uno_ready=False),
            *action_buttons(state, uno_ready=True),
            *key_buttons(state, Pace.NORMAL),
            *key_buttons(state, Pace.FAST),
        ]
        keys = help_text(state).plain.partition("\n\n")[0]  # then come the custom rules
        told = instruct(state)
        said += [told.text, told.aside, keys, *(button.label for button in buttons)]
    said += [meaning for _, meaning in key_rows()]
    return "\n".join(said)


def lobby_words() -> str:
    """What is said around a game on a server."""
    room = seat_people(2).table
    came = seat_people(2).comes("cat").table
    settings = Settings()
    happened: list[facts.Fact] = [
        facts.Sat(0, "ann", "Ann"),
        facts.BotSat(1, "regular", "Ada"),
        facts.Stood(0),
        facts.Stood(0, by_bot="regular", kicked=True),
        facts.Arrived("cat", "Cat", "one"),
        facts.Renamed("ann", "Zo"),
        facts.HostChanged("ann"),
        facts.ReadyChanged(0, ready=True),
        facts.ReadyChanged(0, ready=False),
        facts.SettingsChanged(settings),
        facts.SeatsRemoved((1,)),
        facts.Warned(0),
        facts.TimedOut(0),
        facts.Returned(0),
        facts.Emoted("ann", "good-game"),
        facts.Accused(0, 1, 3, "", (0, 1), 9, honour=True),
        facts.Accused(0, 0, 3, "", (0, 1), 9, honour=True),
        facts.Accused(0, 1, 3, "", (0, 1), 9),
        facts.Muted("ann", muted=True),
        facts.Muted("ann", muted=False),
        facts.TableClosed("host"),
    ]
    said = [fact_text(room, came, fact, guest) or "" for fact in happened for guest in ("", "ann")]
    pairs = zip(said[::2], said[1::2], strict=True)
    assert all(one or other for one, other in pairs), "each has words for somebody"
    rules = parse_rules('classic+honour_penalty=2+blank_cards=1+written="Everyone_hums."')
    said += [meaning for _, meaning in [*lobby_rows(), *game_rows(rules)]]
    return "\n".join(said)


@pytest.mark.parametrize("code", OTHERS)
def test_the_screens_of_the_table_the_replay_and_the_lobby(code: str) -> None:
    english = triples(table_words() + lobby_words())
    use_language(code)
    assert triples(table_words() + lobby_words()) & english == set()


def literal_words(node: ast.expr) -> str:
    """The words that a text has in the source, without what is filled in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal_words(part) for part in node.values)
    return ""


def test_no_source_says_something_in_english_alone() -> None:
    folders = ("client", "plain", "tables", "replay")
    spoken = []
    for path in (path for folder in folders for path in (SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in SPEAKERS:
                    spoken += [(path.name, literal_words(part)) for part in node.args]
    english = [(file, text) for file, text in spoken if len(WORD.findall(text)) > 2]
    assert english == []
