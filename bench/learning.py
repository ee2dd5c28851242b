"""How fast the batch for training is on a GPU: steps a second, each a real decision observed."""

import argparse
import json
from pathlib import Path

import torch

from openuno import EDITIONS, with_switches
from openuno.kernel.learning.cuda import CudaLearningBatch

PLAIN = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True)
CASES = {
    "plain, two networks": (PLAIN, (-1, -1)),
    "plain, four networks": (PLAIN, (-1, -1, -1, -1)),
    "plain, one network against regular": (PLAIN, (-1, 0)),
    "plain, one network against three regular": (PLAIN, (-1, 0, 0, 0)),
    "house, four networks": (HOUSE, (-1, -1, -1, -1)),
}
RESULTS = Path(__file__).with_name("results_learning.json")
WARM_UP, STEPS = 20, 60


def choose(masks: torch.Tensor) -> torch.Tensor:
    """Any allowed decision, drawing only if nothing else is allowed."""
    weights = torch.rand(masks.shape, device="cuda") + 1
    weights[:, 100] = 0.5
    return (weights * masks).argmax(1)


def measure(name: str, count: int) -> dict[str, object]:
    """The median step of one case, without the time to choose decisions."""
    rules, controllers = CASES[name]
    batch = CudaLearningBatch(rules, controllers, count, 1)
    masks = torch.as_tensor(batch.masks, device="cuda")
    times = []
    for step in range(WARM_UP + STEPS):
        decisions = choose(masks)
        torch.cuda.synchronize()
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        batch.step(decisions)
        end.record()
        torch.cuda.synchronize()
        if step >= WARM_UP:
            times.append(start.elapsed_time(end))
    milliseconds = sorted(times)[STEPS // 2]
    return {"case": name, "lanes": count, "steps_per_second": count / milliseconds * 1000}


def main() -> None:
    """Measure every case, print it, and write the results."""
    parser = argparse.ArgumentParser(prog="bench.learning", description=__doc__)
    parser.add_argument("--lanes", type=int, default=1 << 21)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    found = [measure(name, given.lanes) for name in CASES]
    for result in found:
        print(f"{result['case']:45} {result['steps_per_second']:.3g} steps a second")
    kept = {"device": torch.cuda.get_device_name(), "cases": found}
    given.out.write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    main()
