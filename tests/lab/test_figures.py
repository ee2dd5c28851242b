from math import hypot, inf, isclose, sqrt
from statistics import stdev

import numpy as np
import pytest

from openuno.engine.errors import SetupError
from openuno.kernel.rules.state import Numbers
from openuno.kernel.tallies import SIZE, WINS, Tally
from openuno.lab.chunks import Chunk, chunk_size, split
from openuno.lab.figures import FIGURES, Estimate, difference, length_quantile, mean, share
from openuno.lab.plans import parse_policies, policies_text
from openuno.lab.report.console import number_text
from openuno.lab.report.ticks import tick_text, ticks
from openuno.lab.totals import MIN_CHUNKS, Totals


def counted(**tallies: int) -> Numbers:
    counts = np.zeros(SIZE, np.int64)
    for name, value in tallies.items():
        counts[Tally[name]] = value
    return counts


def test_a_share_has_wilsons_interval() -> None:
    found = share(10, 100)
    assert found is not None
    assert isclose(found.value, 0.1)
    assert found.low is not None
    assert found.high is not None
    # As in Wilson (1927), worked by hand for 10 of 100.
    assert isclose(found.low, 0.0552, abs_tol=5e-5)
    assert isclose(found.high, 0.1744, abs_tol=5e-5)


def test_the_interval_of_never_and_always_ends_there() -> None:
    never, always = share(0, 50), share(50, 50)
    assert never is not None
    assert always is not None
    assert (never.value, never.low) == (0, 0)
    assert (always.value, always.high) == (1, 1)
    assert share(0, 0) is None


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    values = [1, 2, 3, 4]
    found = mean(4, sum(values), sum(value * value for value in values))
    assert found is not None
    assert found.value == 2.5
    assert found.half is not None
    assert isclose(found.half, 1.959964 * (5 / 3 / 4) ** 0.5, rel_tol=1e-6)
    assert mean(1, 5, 25) == Estimate(5.0)
    assert mean(0, 0, 0) is None


def test_lengths_have_quantiles() -> None:
    found = np.zeros(401, np.int64)
    found[10], found[20], found[400] = 50, 40, 10
    assert [length_quantile(found, part) for part in (0.05, 0.5, 0.9, 0.95)] == [10, 10, 20, 400]


def test_the_score_is_that_of_rounds_someone_won() -> None:
    counts = counted(ROUNDS=10, DEAD=5, CUT_SHORT=1, SCORE=400, SCORE_SQUARED=40000)
    found = FIGURES["score"].estimate(counts)
    assert found is not None
    assert found.value == 100


@pytest.mark.parametrize(
    ("rounds", "size"), [(1, 1), (128, 1), (129, 2), (10**6, 7813), (10**9, 20000)]
)
def test_parts_cover_every_round_once(rounds: int, size: int) -> None:
    assert chunk_size(rounds) == size
    if rounds > 10**6:
        return
    found = list(split(2, rounds, size))
    for case in range(2):
        own = [part for part in found if part.case == case]
        assert [chunk.number for chunk in own] == list(range(len(own)))
        ends = [chunk.first + chunk.size for chunk in own]
        assert [part.first for part in own] == [0, *ends[:-1]]
        assert ends[-1] == rounds


def test_a_part_of_games_takes_about_as_long_as_one_of_rounds() -> None:
    assert chunk_size(10**9, games=True) == chunk_size(10**9) // 10 == 2_000
    assert chunk_size(10, games=True, min_chunk=1 << 20) == (1 << 20) // 10
    assert chunk_size(1, games=True) == 1


def test_totals_do_not_care_in_which_order_parts_come() -> None:
    generator = np.random.default_rng(1)
    whole = [(part, generator.integers(0, 1000, SIZE)) for part in split(3, 40 * 25, 25)]
    one, other = Totals(3, 25), Totals(3, 25)
    for part, counts in whole:
        one.add(part, counts)
    for number in generator.permutation(len(whole)):
        other.add(*whole[number])
    assert all((a == b).all() for a, b in zip(one.counts, other.counts, strict=True))
    for case in range(3):
        assert one.standard_error(case, WINS) == other.standard_error(case, WINS)
    assert one.standard_error(0, WINS) == 0
    assert (one.standard_error(1, WINS) or inf) < inf


def test_the_spread_of_a_difference_is_the_standard_error_of_the_parts() -> None:
    generator = np.random.default_rng(3)
    totals = Totals(2, 10)
    apart = []
    for number in range(50):
        one, other = (int(turns) for turns in generator.integers(400, 600, 2))
        apart.append((other - one) / 10)
        totals.add(Chunk(0, number, 10 * number, 10), counted(TURNS=one))
        totals.add(Chunk(1, number, 10 * number, 10), counted(TURNS=other))
    wanted = stdev(apart) / sqrt(50)
    assert isclose(totals.standard_error(1, Tally.TURNS) or 0, wanted)
    # A last part that is shorter counts, but is not weighed against whole ones.
    totals.add(Chunk(0, 50, 500, 1), counted(TURNS=50))
    totals.add(Chunk(1, 50, 500, 1), counted(TURNS=5000))
    assert isclose(totals.standard_error(1, Tally.TURNS) or 0, wanted)
    assert totals.counts[1][Tally.TURNS] > 5000


def test_a_difference_of_what_is_not_paired_is_as_wide_as_both_together() -> None:
    base = counted(ROUNDS=100, SCORE=5_000, SCORE_SQUARED=300_000)
    here = counted(ROUNDS=80, SCORE=4_800, SCORE_SQUARED=320_000)
    score = FIGURES["score"]
    one, other = score.estimate(base), score.estimate(here)
    found = difference(score, here, base, None)
    assert one is not None
    assert other is not None
    assert found is not None
    assert found.value == 10
    assert isclose(found.half or 0, hypot(one.half or 0, other.half or 0))


def test_a_difference_that_is_the_same_in_every_part_is_certain() -> None:
    totals = Totals(2, 10)
    generator = np.random.default_rng(2)
    for number in range(MIN_CHUNKS):
        assert totals.standard_error(1, Tally.TURNS) is None
        turns = int(generator.integers(400, 600))
        totals.add(
            Chunk(0, number, 10 * number, 10), counted(ROUNDS=10, TURNS=turns, TURNS_SQUARED=10**5)
        )
        totals.add(
            Chunk(1, number, 10 * number, 10),
            counted(ROUNDS=10, TURNS=turns + 30, TURNS_SQUARED=10**5),
        )
    assert totals.standard_error(1, Tally.TURNS) == 0
    base, here = totals.counts
    found = difference(FIGURES["turns"], here, base, totals.standard_error(1, Tally.TURNS))
    assert found is not None
    assert isclose(found.value, 3)
    assert found.low == found.high == found.value


@pytest.mark.parametrize(
    ("text", "players", "short"),
    [
        ("uniform", 4, "uniform"),
        ("uniform/uniform", 2, "uniform"),
        ("regular/uniform/...", 4, "regular/uniform/..."),
        ("regular/uniform/uniform", 3, "regular/uniform/uniform"),
        ("uniform:doubts=2,bluffs=1/regular/...", 3, "uniform:doubts=2,bluffs=1/regular/regular"),
    ],
)
def test_policies_round_trip(text: str, players: int, short: str) -> None:
    found = parse_policies(text, players)
    assert len(found) == players
    assert policies_text(found) == short
    assert parse_policies(short, players) == found


@pytest.mark.parametrize("text", ["", "...", "uniform/.../uniform", "uniform/uniform/uniform/..."])
def test_policies_for_other_tables_are_refused(text: str) -> None:
    with pytest.raises(SetupError):
        parse_policies(text, 2)


def test_a_number_has_the_digits_its_interval_earns() -> None:
    assert number_text(50.1234, half=0.1) == "50.12"
    assert number_text(0.26117, is_share=True, half=0.0019) == "26.12 %"
    assert number_text(1234.5, half=30) == "1,234.5"
    assert number_text(0.0104) == "0.0104"
    assert number_text(0) == "0"


def test_ticks_are_round_and_cover_everything() -> None:
    assert ticks(0, 50) == (0, 10, 20, 30, 40, 50)
    assert ticks(0.243, 0.262) == (0.24, 0.245, 0.25, 0.255, 0.26, 0.265)
    assert tick_text(0.245, (0.24, 0.245), is_share=True) == "24.5 %"
    assert tick_text(10, (0, 10), is_share=False) == "10"
    assert ticks(3, 3)[0] <= 3 <= ticks(3, 3)[-1]
