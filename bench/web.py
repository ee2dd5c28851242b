"""The web client on a slow device: `python -m bench.web`.

A real Chromium whose processor is slowed down four times opens the home page with nothing in its
cache, then presses "Play now" and watches the deal. Frames are counted as the page itself sees
them; a long task is one that keeps it from answering for more than 50 ms.

One more visit is traced: how much processor time the page takes over a frame while cards fly, and
what it lays out and paints then. Unlike the frame rate, that hardly depends on what else runs on
the machine; 60 frames a second need less than 16.7 ms.
"""

import argparse
import json
import platform
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

from hatch_build import build_pages
from tests.browser import DESKTOP, EASY, PHONE, ROOT, Size, Visits, chromium
from tests.server.servers import run_server
from tests.web.playing import play_now, wait_for_table

SLOWDOWN = 4
TRACED = ("cc", "devtools.timeline", "blink.user_timing")
WATCHED = 3000
"""Milliseconds of the deal: everything has been dealt and the first bots have played."""

_WATCH = """
window.bench = { tasks: [], frames: [], deal: [], dealing: false };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.bench.tasks.push([task.startTime, task.duration]);
}).observe({ type: "longtask", buffered: true });
const frame = (time) => {
  window.bench.frames.push(time);
  const dealing = document.querySelector("[data-dealing]") !== null;
  if (dealing) window.bench.deal.push(time);
  if (dealing !== window.bench.dealing) performance.mark(dealing ? "deal" : "dealt");
  window.bench.dealing = dealing;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""
_LOADED = """() => {
  const [visit] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const files = performance.getEntriesByType("resource");
  const scripts = files.filter((file) => new URL(file.name).pathname.endsWith(".js"));
  const total = (list) => list.reduce((sum, file) => sum + file.transferSize, 0);
  return {
    first_paint: paint.startTime,
    requests: files.length + 1,
    script_bytes: total(scripts),
    bytes: total(files) + visit.transferSize,
  };
}"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.web", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--slowdown", type=float, default=SLOWDOWN, help="of the processor")
    args = parser.parse_args()
    build_pages(ROOT)
    result: dict[str, Any] = {"slowdown": args.slowdown, "machine": platform.machine()}
    with chromium() as browser:
        for size in (DESKTOP, PHONE):
            runs = [measure(browser, size, args.slowdown) for _ in range(args.repeats)]
            result[size.name] = {
                name: round(median(run[name] for run in runs), 1) for name in runs[0]
            } | trace_deal(browser, size, args.slowdown)
    Path(__file__).with_name("results_web.json").write_text(json.dumps(result, indent=2) + "\n")
    report(result, args.repeats)


@contextmanager
def open_home_page(browser: Browser, size: Size, slowdown: float) -> Iterator[Page]:
    """The home page of a new server, on a machine that is slower by a factor."""
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder) / "uno.db", limits=EASY) as server,
    ):
        visits = Visits(browser, server.url)
        try:
            page = visits(size=size, motion="full", worker=True)
            page.add_init_script(_WATCH)
            page.context.new_cdp_session(page).send(
                "Emulation.setCPUThrottlingRate", {"rate": slowdown}
            )
            page.goto("/", wait_until="networkidle")
            yield page
            visits.check()
        finally:
            visits.close()


def measure(browser: Browser, size: Size, slowdown: float) -> dict[str, float]:
    """One visit, all of it: the home page, and the deal of a first game."""
    with open_home_page(browser, size, slowdown) as page:
        ready = page.evaluate("performance.now()") - 500  # what `networkidle` waits for
        found: dict[str, float] = {"usable": ready, **page.evaluate(_LOADED)}
        pressed = page.evaluate("performance.now()")
        play_now(page)
        wait_for_table(page)
        found["cards_on_the_table"] = page.evaluate("performance.now()") - pressed
        page.wait_for_timeout(WATCHED)
        seen = page.evaluate("window.bench")
    before = [long for start, long in seen["tasks"] if start < pressed]
    during = [long for start, long in seen["tasks"] if start >= pressed]
    found |= {
        "load_long_tasks": len(before),
        "load_longest_task": max(before, default=0),
        "deal_long_tasks": len(during),
        "deal_longest_task": max(during, default=0),
    }
    times = [time for time in seen["frames"] if time >= pressed]
    gaps = sorted(later - earlier for earlier, later in pairwise(times))
    found |= {
        "frames_per_second": 1000 * len(gaps) / sum(gaps),
        "frame_p95": gaps[int(0.95 * len(gaps))],
        "frame_worst": gaps[-1],
    }
    dealt = sorted(later - earlier for earlier, later in pairwise(seen["deal"]))
    found |= {
        "deal_frames_per_second": 1000 * len(dealt) / sum(dealt),
        "deal_frame_p95": dealt[int(0.95 * len(dealt))],
    }
    return found


def trace_deal(browser: Browser, size: Size, slowdown: float) -> dict[str, float]:
    """What the page does while cards fly, by Chromium's own trace."""
    with open_home_page(browser, size, slowdown) as page:
        browser.start_tracing(page=page, categories=list(TRACED))
        play_now(page)
        page.wait_for_function("() => window.bench.deal.length > 0 && !window.bench.dealing")
        trace = json.loads(browser.stop_tracing())["traceEvents"]
    start, end = (
        next(event for event in trace if event["name"] == name) for name in ("deal", "dealt")
    )
    during = [
        event
        for event in trace
        if event.get("tid") == start["tid"] and start["ts"] < event["ts"] < end["ts"]
    ]
    frames = sorted(
        event["tdur"] / 1000
        for event in during
        if event["name"] == "ProxyMain::BeginMainFrame" and "tdur" in event
    )
    return {
        "deal_frame_cpu": round(median(frames), 1),
        "deal_frame_cpu_p95": round(frames[int(0.95 * len(frames))], 1),
        "deal_layouts": sum(event["name"] == "Layout" for event in during),
        "deal_paints": sum(event["name"] == "Paint" for event in during),
    }


ROWS = (
    ("first paint", "first_paint", "ms"),
    ("home page usable", "usable", "ms"),
    ("requests", "requests", ""),
    ("script over the wire", "script_bytes", "bytes"),
    ("everything over the wire", "bytes", "bytes"),
    ("long tasks while loading", "load_long_tasks", ""),
    ("the longest of them", "load_longest_task", "ms"),
    ("from Play now to cards on the table", "cards_on_the_table", "ms"),
    ("long tasks from there on", "deal_long_tasks", ""),
    ("the longest of them", "deal_longest_task", "ms"),
    ("frames a second, from the click on", "frames_per_second", ""),
    ("a frame, 95th percentile", "frame_p95", "ms"),
    ("a frame, the worst", "frame_worst", "ms"),
    ("frames a second while cards fly", "deal_frames_per_second", ""),
    ("a frame then, 95th percentile", "deal_frame_p95", "ms"),
    ("processor time of a frame then", "deal_frame_cpu", "ms"),
    ("95th percentile", "deal_frame_cpu_p95", "ms"),
    ("layouts then", "deal_layouts", ""),
    ("paints then", "deal_paints", ""),
)


def report(result: dict[str, Any], repeats: int) -> None:
    sizes = (DESKTOP.name, PHONE.name)
    print(f"processor slowed {result['slowdown']:g}×, median of {repeats} visits")
    print(f"{'':<38}" + "".join(f"{name:>12}" for name in sizes))
    for label, name, unit in ROWS:
        print(f"{label:<38}" + "".join(f"{result[s][name]:>12,.0f}" for s in sizes) + f" {unit}")


if __name__ == "__main__":
    main()
