import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from openuno import Card, GameEvent
from openuno.game.events import AtTable, GameEnded
from tests.terminal.commands import (
    SECONDS,
    SINGLE,
    UNO,
    Terminal,
    environment,
    shell,
    switches,
    uno,
    without_file_names,
)


def test_a_whole_round_by_numbers() -> None:
    words = ("--seed", "12", "--format", "single")
    done = shell(*words, typed=b"1\n" * 500)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert re.search(r"(You score|(Mia|Ned|Ola) scores) \d+\.", text)
    assert re.search(r"(You win|(Mia|Ned|Ola) wins) the game\.", text)
    assert without_file_names(text) == without_file_names(uno(*words, typed="1\n" * 500).stdout)


def test_the_same_seed_and_input_give_the_same_text() -> None:
    words = ("--seed", "99", "--players", "3", "--edition", "wild-112")
    first, second = (uno(*words, typed="1\n2\n1\n").stdout for _ in range(2))
    assert without_file_names(first) == without_file_names(second)


def test_the_cards_are_others_each_time() -> None:
    assert len({without_file_names(uno(typed="q\n").stdout) for _ in range(3)}) == 3


def test_the_dealer_draw_the_deal_and_the_table_are_shown() -> None:
    text = uno("--seed", "83", "--people", "Zoe").stdout
    assert text.startswith("mattel-2016, race to 500: Zoe, Mia, Ned, Ola.\n")
    assert "\nYou draw " in text
    assert "\nRound 1.\n7 cards each, 80 in the pile.\n" in text
    assert " 0 Zoe (you)  7 cards" in text
    assert "  3 Ola" in text
    assert "play runs to the" in text


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_q_leaves_politely(word: str) -> None:
    done = uno("--seed", "83", typed=f"{word}\n1\n")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "You leave the table.\n" in done.stdout


def test_the_end_of_input_leaves_politely() -> None:
    for typed in (b"", b"1", b"?\n"):
        done = shell("--seed", "83", typed=typed)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"You leave the table.\n" in done.stdout


def answers(typed: str, *words: str) -> str:
    """What is said to one line typed at the first turn of a known round."""
    text = uno("--seed", "83", *words, typed=f"{typed}\n").stdout
    return text.split("\n> ")[1].split("\n", 1)[1].strip("\n")


def test_help_is_given() -> None:
    assert "why R7" in answers("?")
    assert answers("?") == answers("help")


def test_why_gives_the_refusal() -> None:
    assert answers("why B5") == "Blue 5 matches neither yellow nor 3."
    assert (
        answers("why challenge") == "There is nothing to challenge: no Wild Draw Four was played."
    )
    assert answers("why Y7") == "You may do that now."
    assert answers("why").startswith("No action here; write a card such as R7")


def test_a_move_that_is_not_legal_is_refused_with_a_sentence() -> None:
    assert answers("B5") == "Blue 5 matches neither yellow nor 3."
    assert answers("W4/R") == "You do not hold a Wild Draw Four."
    assert answers("Y7!") == "UNO is said when one card is left after this one."
    assert answers("catch 9") == "There is no seat 9 at this table."


def test_what_cannot_be_read_is_shown_with_a_caret() -> None:
    assert answers("Y7 now").splitlines()[-2:] == ["  Y7 NOW", "    ^"]
    assert answers("name P").splitlines()[-1].endswith("     ^")


def test_a_number_that_is_no_move_is_refused() -> None:
    assert answers("99") == "There is no move 99; they run from 1 to 3."
    assert answers("0") == "There is no move 0; they run from 1 to 3."
    assert answers("") == "Type the number of a move, or ? for help."


def test_small_letters_will_do() -> None:
    assert answers("y7").startswith("You lay Yellow 7.")
    assert answers("DRAW").startswith("You draw ")


def test_errors_lose_nothing() -> None:
    clumsy = "\n".join(["", "?", "zzz", "why", "W4/R", "99", "²", "catch 1", "\x1b[2J", "x" * 500])
    plain = without_file_names(uno("--seed", "83", typed="Y7\nq\n").stdout)
    text = without_file_names(uno("--seed", "83", typed=f"{clumsy}\nY7\nq\n").stdout)
    after = "> Y7\n"
    assert text.split(after)[1] == plain.split(after)[1]
    assert "\x1b" not in text


def test_bytes_that_are_no_text_lose_nothing() -> None:
    done = shell("--seed", "83", typed=b"\xff\xfe\x00\nY7\nq\n")
    assert done.returncode == 0
    assert b"You lay Yellow 7." in done.stdout


def test_a_terminal_that_lacks_the_shapes_still_plays() -> None:
    done = shell("--seed", "83", typed=b"Y7\nq\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"?Y7" in done.stdout
    assert b"You lay Yellow 7." in done.stdout


def test_chances_out_of_turn_are_offered_and_can_be_let_go() -> None:
    words = ("--edition", "house", *switches("jump_in=on", "stacking=any"), "--seed", "4")
    # Someone who lets every chance go, and someone who takes it.
    shy = uno(*words, typed="\n1\n" * 400).stdout
    bold = uno(*words, typed="1\n" * 800).stdout
    assert " is on the pile. Before the next turn you can (Enter to skip):" in shy
    assert "You jump in with" not in shy
    assert "You jump in with" in bold


@pytest.mark.rule("UNO-8")
def test_a_forgetful_person_is_asked_for_uno_before_anyone_may_catch() -> None:
    seen: dict[str, set[str]] = {"1\n": set(), "1\n\n": set()}  # the second lets it go
    for seed in range(10):
        words = ("--seed", str(seed), "--players", "2", *SINGLE, *switches("hand_size=2"))
        for typed, found in seen.items():
            text = uno(*words, "--bots", "casual", typed=typed * 300).stdout
            found |= {words for words in ("You say UNO.", "catches you") if words in text}
    assert seen["1\n"] == {"You say UNO."}
    assert "catches you" in seen["1\n\n"]


def test_no_card_of_another_hand_is_ever_shown() -> None:
    text = uno("--seed", "83", "--players", "3", *SINGLE, typed="1\n" * 500).stdout
    before = text.split("goes out.")[0].split("You go out.")[0]
    drawn = re.findall(
        r"^(?:Mia|Ned) draws (.*?)(?: and misses the turn| as the penalty)?\.$",
        before,
        re.MULTILINE,
    )
    assert drawn
    deal = [words for words in drawn if words.endswith("for the deal")]
    assert all(re.fullmatch(r"\d+ cards?", words) for words in drawn if words not in deal)


def test_watching_needs_no_input() -> None:
    done = uno("--watch", "--seed", "3", "--players", "10", "--format", "best-of:3")
    assert (done.exit_code, done.stderr) == (0, "")
    assert re.search(r"^[\w, ]+ wins? the game\.$", done.stdout, re.MULTILINE)
    assert "Mia" in done.stdout
    assert "Sol" in done.stdout
    assert not re.search(r"\b[Yy]ou\b", done.stdout)


def test_watching_as_json_is_one_redacted_event_a_line() -> None:
    done = uno("--watch", "--json", "--seed", "3", *SINGLE, *switches("hand_size=3"))
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    events: list[GameEvent] = [msgspec.json.decode(line, type=GameEvent) for line in lines]
    assert isinstance(events[-1], GameEnded)
    *before, _ = (event.what for event in events if isinstance(event, AtTable))
    hidden = [
        card
        for event in before
        for cards in [*getattr(event, "hands", ()), getattr(event, "pile", ())]
        for card in cards
    ]
    assert set(hidden) == {Card.BACK}


def test_no_line_of_json_is_broken_or_coloured() -> None:
    done = shell("--watch", "--json", "--seed", "3", *SINGLE, COLUMNS="20", FORCE_COLOR="1")
    for line in done.stdout.splitlines():
        msgspec.json.decode(line)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--edition", "poker"), "there is no edition 'poker'"),
        (("--set", "stacking=often"), "stacking takes off, same or any, not 'often'"),
        (("--set", "luck=on"), "there is no switch 'luck'"),
        (("--set", "forced_play=on", "--set", "play_drawn=off"), "forced_play: "),
        (("--players", "1"), "players: race takes 2 to 10 players, not 1"),
        (("--players", "1000000000"), "players: race takes 2 to 10 players, not 1000000000"),
        (("--players", "11"), "players: race takes 2 to 10 players, not 11"),
        (("--format", "partners", "--players", "5"), "partners takes exactly 4 players, not 5"),
        (("--format", "partners", "--players", "1"), "partners takes exactly 4 players, not 1"),
        (("--format", "teams", "--players", "5"), "teams takes 4, 6, 8 or 10 players, not 5"),
        (
            ("--format", "rotating", "--players", "25"),
            "rotating takes 4, 8, 12, 16, 20 or 24 players, not 25",
        ),
        (("--edition", "house", "--dealer", "Zoe"), "dealer: 'Zoe' is not one of "),
        (("--edition", "house", "--dealer", ""), "dealer: '' is not one of "),
        (("--dealer", "Mia"), "let the table pick with --set dealer_draw=chosen"),
        (("--edition", "classic", "--dealer", "Mia"), "everyone draws a card for the deal"),
        (
            ("--edition", "house", "--format", "rotating", "--dealer", "Mia"),
            "dealer: with rotating partners the deal follows the seats",
        ),
        (("--format", "rotating", "--dealer", "draw"), "the deal follows the seats; leave"),
        (("--format", "chess"), "there is no format 'chess'"),
        (("--players", "10", "--set", "hand_size=30"), "hand_size: "),
        (("--written", "Everyone dances."), "'dances'"),
        (("--bots", "clever"), "bots: there is no bot 'clever'"),
        (("--bots", "casual,casual"), "bots: 2 are named for"),
        (("--seed", "-1"), "uno: seed: a seed is 0 to"),
        (("--save", "/no/such/folder/game.uno"), "cannot write /no/such/folder/game.uno"),
    ],
)
@pytest.mark.parametrize("watching", [False, True], ids=["playing", "watching"])
def test_a_table_that_cannot_be_is_refused(
    words: Sequence[str], sentence: str, *, watching: bool
) -> None:
    done = uno(*words, *(["--watch"] if watching else []))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert sentence in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--people", "a\x1bb"), "a name is 1 to 16 characters"),
        (("--people", "x" * 17), "a name is 1 to 16 characters"),
        (("--people", "Ann,Ben,Ann"), "two players are called Ann"),
        (("--people", "Ann,Ben,Cat", "--players", "2"), "3 seats are named"),
        (("--people", "Ann", "--watch"), "--people can't be used with --watch"),
        (("--json",), "--json needs --watch"),
        (("--resume", "x.uno", "--seed", "7"), "--resume keeps the game's rules"),
        (("--resume", "x.uno", "--dealer", "draw"), "--resume keeps the game's rules"),
        (("--resume", "no-such.uno"), "there is no game 'no-such.uno'"),
    ],
)
def test_people_who_cannot_be_seated_are_refused(words: Sequence[str], sentence: str) -> None:
    done = uno(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_a_bot_gives_way_to_its_namesake() -> None:
    text = uno("--people", "Mia", "--seed", "83").stdout
    assert "0 Mia (you)" in text
    assert "1 Ned" in text


def test_a_name_is_no_markup() -> None:
    assert "0 [red]Zoe (you)" in uno("--people", "[red]Zoe", "--seed", "83").stdout


def test_line_by_line_a_terminal_echoes_what_is_typed_once() -> None:
    with Terminal("--seed", "83") as terminal:
        assert "▲Y7" in terminal.until("> ")
        terminal.type("Y7")
        assert terminal.until("You lay").count("Y7") == 1
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert "\x1b" not in terminal.text


def test_a_terminal_that_cannot_move_its_cursor_gets_the_lines() -> None:
    with Terminal("--seed", "83", screen=True, TERM="dumb") as terminal:
        assert "Type ? for help" in terminal.until("> ")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert "\x1b" not in terminal.text


def test_a_hint_is_given_line_by_line() -> None:
    done = uno(*SINGLE, "--seed", "83", typed="hint\nq\n")
    assert "Hint: play Yellow 7. A card fits: playing it leaves one card fewer" in done.stdout
    assert "what a good player would do" in uno(*SINGLE, typed="?\nq\n").stdout


def test_a_move_is_taken_back_line_by_line_and_the_record_with_it(tmp_path: Path) -> None:
    start = (*SINGLE, "--seed", "83", "--people", "Zoe", "--save")
    straight, detour, left = (str(tmp_path / f"{name}.uno") for name in ("a", "b", "c"))
    assert uno(*start, straight, typed="1\n" * 99).exit_code == 0
    done = uno(*start, detour, typed="undo\n1\nundo\nundo\n2\n1\nundo\nundo\n" + "1\n" * 99)
    assert done.exit_code == 0
    assert done.stdout.count("Your last move is taken back.") == 3
    assert done.stdout.count("There is no move of yours in this round to take back.") == 2
    assert Path(detour).read_bytes() == Path(straight).read_bytes()
    uno(*start, left, typed="1\nundo\nq\n")
    assert "You lay" not in uno("--resume", left, "--plain", typed="q\n").stdout
    several = uno(*SINGLE, "--people", "Ann,Ben", typed="\nundo\nq\n").stdout
    assert "only by someone who plays alone" in several


def test_line_by_line_nothing_is_imported_that_draws(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom contextlib import suppress\nfrom openuno.cli.app import run\n"
        "with suppress(SystemExit): run()\n"
        "print('drawn' if 'textual' in sys.modules else 'plain')"
    )
    words = ["play", "--plain", "--save", str(tmp_path / "game.uno")]
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        input="q\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )
    assert "Type ? for help" in done.stdout, done.stderr
    assert done.stdout.endswith("plain\n")


def test_a_terminal_that_cannot_show_the_shapes_gets_the_lines() -> None:
    with Terminal(*SINGLE, "--seed", "3", screen=True, PYTHONIOENCODING="ascii") as terminal:
        assert "Type ? for help" in terminal.until("> ")
        terminal.type("q")
        assert terminal.wait_for_end() == 0


def test_control_c_leaves_politely() -> None:
    with Terminal("--seed", "83") as terminal:
        terminal.until("> ")
        for _ in range(5):
            # A signal that falls between the prompt and the reading is seen only with the next one.
            terminal.process.send_signal(signal.SIGINT)
            if "You leave the table." in terminal.until("You leave the table.", seconds=3):
                break
        assert terminal.wait_for_end() == 130
    assert "You leave the table." in terminal.text
    assert "Traceback" not in terminal.text


def test_control_d_leaves_politely() -> None:
    with Terminal("--seed", "83") as terminal:
        terminal.until("> ")
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0
    assert "You leave the table." in terminal.text


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{UNO} play --watch --seed 3 | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )
    assert re.fullmatch(r"Mia draws [\w ]+ for the deal\.\n", done.stdout)
    assert done.stderr == ""
