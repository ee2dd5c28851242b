"""The first five minutes: how long the first commands take, and how much they install.

    python -m bench.start            imports, the first commands, playing and testing from a clone
    python -m bench.start --imports  the imports only, with their trace

Playing and testing are tried in a fresh clone of the last commit, with an empty home and cache, and
a PATH that has make, Python and a shell with its usual tools: no Node, no browser, no database.
What is downloaded depends on the network, so the seconds do; the sizes do not.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_name("results_start.json")
REPEATS = 25
COMMANDS = {
    "python": ["-c", "pass"],
    "uno --help": ["-m", "openuno.cli", "--help"],
    "uno --version": ["-m", "openuno.cli", "--version"],
    "import openuno": ["-c", "import openuno"],
    "from openuno import *": ["-c", "from openuno import *"],
}
TRACED = {
    "uno --help": ["-m", "openuno.cli", "--help"],
    "from openuno import *": ["-c", "from openuno import *"],
}
LONGEST = 12
"""Modules listed of each trace."""
TOOLS = ("sh", "make", "awk", "cat", "echo", "env", "find", "rm", "sed", "touch", "true", "uname")
HANDED_ON = (
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
    "PIP_INDEX_URL",
    "HTTPS_PROXY",
    "https_proxy",
    "LANG",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.start", description=__doc__)
    parser.add_argument("--imports", action="store_true", help="only what is imported")
    args = parser.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    result = {**kept, "python": platform.python_version(), "imports": measure_imports()}
    if not args.imports:
        result["play"] = measure_clone(["make", "play", "ARGS=--port 0"], until="http://")
        result["test environment"] = measure_clone(["make", "venv", "browser"])
    text = json.dumps(result, indent=2)
    RESULTS.write_text(text + "\n")
    print(text)


def measure_imports() -> dict[str, Any]:
    """The quickest of many runs in milliseconds, and the modules that took longest."""
    milliseconds = {name: _quickest(words) for name, words in COMMANDS.items()}
    return {"milliseconds": milliseconds, "trace": {n: _trace(w) for n, w in TRACED.items()}}


def _quickest(words: list[str]) -> float:
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True, env=_env())
        seconds.append(time.perf_counter() - began)
    return round(min(seconds) * 1000, 1)


def _trace(words: list[str]) -> list[str]:
    """The modules that took longest by themselves, in the quickest run, in milliseconds."""
    traces = [_trace_once(words) for _ in range(REPEATS)]
    quickest = min(traces, key=lambda trace: sum(own for own, _ in trace))
    total = sum(own for own, _ in quickest)
    listed = [f"{own / 1000:.1f} {name}" for own, name in sorted(quickest, reverse=True)[:LONGEST]]
    return [f"{total / 1000:.1f} all {len(quickest)} modules", *listed]


def _trace_once(words: list[str]) -> list[tuple[int, str]]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *words],
        capture_output=True,
        text=True,
        check=True,
        env=_env(),
    )
    rows = [line.removeprefix("import time:").split("|") for line in done.stderr.splitlines()[1:]]
    return [(int(own), name.strip()) for own, _, name in rows]


def _env() -> dict[str, str]:
    """As people run it: compiled files are kept."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def measure_clone(command: list[str], until: str | None = None) -> dict[str, Any]:
    """Run a command in a fresh clone on a machine as bare as this one can be made."""
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder) / "openuno", Path(folder) / "home"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        before = _megabytes(clone)
        began = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=clone,
            env=_bare(Path(folder) / "bin", home),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        said = _read(process, until)
        seconds = time.perf_counter() - began
        return {
            "command": " ".join(command[:2]),
            "seconds": round(seconds, 1),
            "megabytes": round(_megabytes(clone) - before, 1),
            "of them for Node": round(_megabytes(clone / "web" / "node_modules"), 1),
            "kept for later in the home": round(_megabytes(home), 1),
            "said": said,
        }


def _read(process: "subprocess.Popen[str]", until: str | None) -> list[str]:
    """What it says, to the end or to the word waited for; then the page must be there."""
    assert process.stdout is not None
    said = []
    try:
        for line in process.stdout:
            said.append(line.strip())
            if until is not None and until in line:
                with urllib.request.urlopen(line.split()[-1], timeout=30) as page:
                    assert b"<title>" in page.read(), "the pages are served"
                return said[:-1]  # without the address: its port differs
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()
    if until is not None or process.returncode != 0:
        raise SystemExit("\n".join(said))
    return said


def _bare(tools: Path, home: Path) -> dict[str, str]:
    home.mkdir()
    tools.mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (tools / tool).symlink_to(found)
    (tools / "python3").symlink_to(getattr(sys, "_base_executable", sys.executable))
    kept = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    return {**kept, "PATH": str(tools), "HOME": str(home), "BROWSER": "true"}


def _megabytes(folder: Path) -> float:
    sizes = (path.lstat().st_size for path in folder.rglob("*") if path.is_file())
    return sum(sizes) / 1e6


if __name__ == "__main__":
    main()
