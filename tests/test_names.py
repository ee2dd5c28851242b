"""The vocabulary of docs/glossary.md: no function is named by a word that we have given up.

A function that acts is a verb, one that answers a noun or `is_…`: a bare participle is neither.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "openuno"

GIVEN_UP = {
    "alarm",  # timer
    "door",
    "doors",  # admission
    "doubt",  # challenge
    "gate",
    "knock",  # rate limits
    "layout",  # state
    "minds",  # bots
    "pictures",  # charts
    "place",
    "places",  # player, index, position, backend, route
    "saw",  # observe
    "story",  # frames
    "tale",  # unread
    "tape",
    "tapes",  # rng
    "tell",
    "telling",
    "told",  # redact, narrate, notify
    "whoever",
    "wish",
    "wishes",  # request
    "worth",  # evaluation
}
"""No function has one of these in its name; what stands beside them is said instead."""

NOT_ALONE = {
    *("asked", "began", "begun", "built", "carried_out", "checked", "chosen", "coded", "connected"),
    *("counted", "dealt", "decided", "declared", "decoded", "died", "does", "drawn", "encoded"),
    *("finished", "followed", "forked", "found", "framed", "given", "goes", "gone", "heard"),
    *("held", "hosted", "house", "kept", "known", "laid", "laid_out", "liked", "listed", "locked"),
    *("made", "masked", "met", "missed", "mixed", "moved", "named", "notated"),
    *("numbered", "opened", "owed", "played", "read_back", "referred", "remembered"),
    *("renamed", "replayed", "said", "sealed", "seated", "seen", "settled", "shown", "spliced"),
    *("spoken", "stamped", "taken", "thought", "tidied", "unchallenged", "upgraded", "used"),
    *("woken", "written"),
}
"""No function is called this and nothing else."""

NOT_IN_TESTS = {"anew", "foretells", "heed", "ours", "reckoned", "thereof", "upon", "whoever"}
"""No test has one of these in its name: they are not said any more, or sound translated."""


def functions(folder: Path) -> dict[str, str]:
    """Where each function and method is defined, and its name without underscores at the ends."""
    found = {}
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[f"{path.relative_to(folder).as_posix()} {node.name}"] = node.name.strip("_")
    return found


def is_given_up(name: str) -> bool:
    return name in NOT_ALONE or not GIVEN_UP.isdisjoint(name.split("_"))


def test_no_function_has_a_name_that_we_have_given_up() -> None:
    named = functions(SOURCE)
    assert len(named) > 1000
    offenders = {where for where, name in named.items() if is_given_up(name)}
    assert offenders == set()


def test_no_test_is_named_by_words_that_nobody_says() -> None:
    named = {where: name for where, name in functions(TESTS).items() if name.startswith("test_")}
    assert len(named) > 1000
    offenders = {
        where for where, name in named.items() if not NOT_IN_TESTS.isdisjoint(name.split("_"))
    }
    assert offenders == set()


@pytest.mark.parametrize("name", ["told", "told_wins", "place_of", "seated"])
def test_a_name_that_we_have_given_up_is_found(name: str) -> None:
    assert is_given_up(name)


@pytest.mark.parametrize("name", ["redact_entry", "known_cards", "replace_card"])
def test_a_name_with_a_like_word_in_it_is_left_alone(name: str) -> None:
    assert not is_given_up(name)
