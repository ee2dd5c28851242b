from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno import Fast, Round, perft
from openuno.engine.notation.rounds import round_text
from openuno.perft import parse_perft
from tests.kernel.perft import divide, walk

FILES = sorted((Path(__file__).parents[2] / "perft").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_kernel_counts_what_the_files_say(path: Path) -> None:
    for case in parse_perft(path.read_text()):
        if isinstance(case.round.rng, Fast):
            found = walk(case.round, case.counts[-1].depth)
            for count in case.counts:
                assert found[count.depth] == count.tally, difference_text(case.round, count.depth)
        else:
            # The kernel has only the fast generator: with that, the reference counts again.
            round = replace(case.round, rng=Fast(case.line))
            for depth, tally in enumerate(perft.walk(round, case.counts[-1].depth)):
                assert walk(round, depth)[-1] == tally, difference_text(round, depth)


def difference_text(round: Round, depth: int) -> str:
    ours, theirs = dict(divide(round, depth)), dict(perft.divide(round, depth))
    steps = [step for step in {**theirs, **ours} if ours.get(step) != theirs.get(step)]
    lines = [f"{step}: kernel {ours.get(step)}, reference {theirs.get(step)}" for step in steps]
    return "\n".join([f"depth {depth}: {round_text(round)}", *lines])
