"""How much of winning is luck: what skill explains, and how long it takes to show."""

from itertools import count
from math import comb

import msgspec
import pytest

from openuno.lab.figures import Estimate
from openuno.lab.ladder.luck import count_needed, explained_by_skill
from tests.lab.commands import complaints, uno


@pytest.mark.parametrize("seats", [2, 3, 10])
@pytest.mark.parametrize("share", [0.6, 0.9, 1.0])
def test_what_skill_explains_is_a_share_of_the_variance(seats: int, share: float) -> None:
    par = 1 / seats
    chances = [
        share,
        *[(1 - share) / (seats - 1)] * (seats - 1),
    ]  # of any seat: which one is better
    between = sum((chance - par) ** 2 for chance in chances) / seats
    within = sum(chance * (1 - chance) for chance in chances) / seats
    found = explained_by_skill(Estimate(share, share, share), par)
    assert found.value == pytest.approx(between / (between + within))


def test_equal_players_explain_nothing() -> None:
    found = explained_by_skill(Estimate(0.5, 0.48, 0.52), 0.5)
    assert list(found) == [0, 0, pytest.approx(0.0016)]
    assert explained_by_skill(Estimate(0.25), 0.25) == Estimate(0)
    assert count_needed(0.25, 0.25) is None


@pytest.mark.parametrize("share", [0.6, 0.75])
def test_how_many_rounds_are_needed(share: float) -> None:
    def chance_ahead(rounds: int) -> float:
        return sum(
            comb(rounds, won) * share**won * (1 - share) ** (rounds - won)
            for won in range(rounds // 2 + 1, rounds + 1)
        )

    exact = next(rounds for rounds in count(1) if chance_ahead(rounds) >= 0.95)
    needed = count_needed(share, 0.5)
    assert needed is not None
    assert needed == pytest.approx(exact, rel=0.1, abs=2)
    three = count_needed(share, 1 / 3)
    assert three is not None
    assert three < needed, "to win as much among three takes more skill"


def test_rounds_and_games_are_told_apart() -> None:
    words = ("--players", "2", "--format", "race:200", "--rounds", "2000", "--games", "200")
    done = uno("lab", "luck", *words, "--json")
    assert (done.exit_code, complaints(done)) == (0, "")
    cases = msgspec.json.decode(done.stdout)["cases"]
    assert [case["format"] for case in cases] == [None, "race:200"]
    assert 0.6 < cases[0]["share"]["value"] < cases[1]["share"]["value"]
    assert cases[0]["needed"] > cases[1]["needed"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "two"), "such as 2,4,6"),
        (("--players", "11"), "10"),
        (("--player", "oracle:all", "--format", "race:200"), "single rounds"),
        (("--player", "nobody"), "no player"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: tuple[str, ...], why: str) -> None:
    done = uno("lab", "luck", *words)
    assert done.exit_code == 2
    assert why in complaints(done)
