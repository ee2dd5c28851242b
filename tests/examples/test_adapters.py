"""The adapters in examples/adapters, each with the real package where that is installed.

None of the packages is a dependency; `make adapters` installs them all and runs these tests.
"""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "adapters"
NOT_YOURS = "It is not your turn"


@pytest.fixture(autouse=True)
def _adapters_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    for name in ("textarena_env", "openenv_env", "open_spiel_game"):
        sys.modules.pop(name, None)


def adapter(name: str, package: str) -> Any:
    pytest.importorskip(package, reason=f"{package} is not installed: `make adapters` does that")
    return import_module(name)


def choose(page: str, rng: Random) -> str:
    """A number from the last list of legal actions, but nothing out of turn."""
    last = page.rpartition("openuno-text-v1")[2]
    if NOT_YOURS in last:
        return "none"
    listed = last.rpartition("Your legal actions:")[2].splitlines()
    return rng.choice([line.split(".")[0] for line in listed if line[:1].isdigit()])


def test_adapters_are_short() -> None:
    lengths = [len(file.read_text("utf-8").splitlines()) for file in FOLDER.glob("*.py")]
    assert len(lengths) == 3
    assert max(lengths) < 150


def test_adapters_name_the_versions_they_are_tested_with() -> None:
    root = FOLDER.parents[1]
    line = (root / "Makefile").read_text("utf-8").split("ADAPTED := ")[1].split("\n")[0]
    adapted = {pin.replace("==", " ") for pin in line.split()}
    page = (root / "docs" / "research.md").read_text("utf-8")
    assert adapted == set(re.findall(r"examples/adapters/.* \| ([\w-]+ [\d.]+) \|", page))
    texts = [file.read_text("utf-8") for file in FOLDER.glob("*.py")]
    assert {each for each in adapted if any(f"Tested with {each}." in t for t in texts)} == adapted


def test_textarena_plays_a_round_and_ends_it_at_a_second_illegal_answer() -> None:
    env = adapter("textarena_env", "textarena").ta.make("Uno-v1")
    env.reset(num_players=3, seed=7)
    rng, done = Random(1), False
    while not done:
        _, messages = env.get_observation()
        text = messages if isinstance(messages, str) else "\n".join(m[1] for m in messages)
        done, _ = env.step(f"I think.\n[{choose(text, rng)}]")
    rewards, _ = env.close()
    assert sorted(rewards.values()) == [-1, -1, 1]
    env.reset(num_players=2, seed=7)
    loser, _ = env.get_observation()
    assert env.step("fly")[0] is False
    assert env.step("99")[0] is True
    assert env.close()[0] == {loser: -1, 1 - loser: 1}


def test_openenv_plays_a_round_and_refuses_without_changing_anything() -> None:
    module = adapter("openenv_env", "openenv")
    env = module.UnoEnvironment(rules="house", players=3)
    seen = env.reset(seed=5)
    assert seen.rules.startswith("openuno-text-v1")
    refused = env.step(module.UnoAction(text="fly"))
    assert refused.page == seen.page
    assert "no action 'fly'" in refused.refused
    rng = Random(2)
    while not seen.done:
        seen = env.step(module.UnoAction(text=choose(seen.page, rng)))
    assert seen.reward in (-1.0, 1.0)


def test_open_spiel_accepts_the_game_and_hides_the_other_hand() -> None:
    pyspiel = adapter("open_spiel_game", "pyspiel").pyspiel
    game = pyspiel.load_game("python_uno(rules=classic,deals=20)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False, mask_test=False)
    state = game.new_initial_state()
    state.apply_action(3)
    one, other = (state.information_state_string(seat) for seat in (0, 1))
    hands = [page.split("Your hand: ")[1].split("\n")[0] for page in (one, other)]
    assert hands[1] not in one
    assert hands[0] not in other
    assert str(state.clone()) == str(state)
