"""`make bench`: measure, print, and keep the latest result in bench/results.json.

`make bench ARGS=--bots` measures how strong the bots are instead, `--server` the table server under
load (Linux, two cores), `--endpoints` what each HTTP request costs it, `--kernel` the compiled
rules and the environments; each takes minutes. `--conformance` asks other programs about the rules.
"""

import argparse
import json
import platform
from pathlib import Path

from bench import bots, endpoints, engine, environments, kernel, server
from bench.conformance import report as conformance


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=engine.__doc__)
    parser.add_argument("--repeats", type=int, default=31, help="alternating runs of each side")
    parser.add_argument("--bots", action="store_true", help="how strong the bots are instead")
    parser.add_argument("--server", action="store_true", help="the server under load instead")
    parser.add_argument("--kernel", action="store_true", help="the kernel, environments instead")
    parser.add_argument("--endpoints", action="store_true", help="each HTTP request instead")
    parser.add_argument("--conformance", action="store_true", help="other programs' rules instead")
    args = parser.parse_args()
    if args.conformance:
        conformance.report()
    elif args.kernel:
        report_kernel(args.repeats)
    elif args.endpoints:
        endpoints.report()
    elif args.server:
        server.report(server.TABLES, server.ON_POSTGRES)
    elif args.bots:
        bots.report(bots.ROUNDS, bots.MATCHES, bots.RESULTS)
    else:
        report(args.repeats)


def report(repeats: int) -> None:
    print(
        f"random play, {engine.SEATS} players, one core, {repeats} alternating runs ...", flush=True
    )
    result = engine.measure(repeats)
    result_with_machine = {"engine": result, "python": platform.python_version()}
    Path(__file__).with_name("results.json").write_text(
        json.dumps(result_with_machine, indent=2) + "\n"
    )
    print(f"  openuno  {result['openuno_turns_per_second']:>9,} turns/s")
    print(f"  RLCard   {result['rlcard_turns_per_second']:>9,} turns/s")
    print(f"  ratio    {result['ratio']:>9.2f}")
    print(f"  largest round state {result['largest_round_bytes']:,} bytes (bound 8,192)")


def report_kernel(repeats: int) -> None:
    result = {"kernel": kernel.measure(repeats), "environments": environments.measure(repeats)}
    text = json.dumps({**result, "python": platform.python_version()}, indent=2)
    Path(__file__).with_name("results_kernel.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
