"""A real Firefox for a smoke run, spoken to by WebDriver BiDi over a WebSocket.

Playwright drives only a Firefox of its own, which is another download. Debian's (`firefox-esr`) or
any other on PATH will do here: it speaks BiDi itself.
"""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds after which something that does not come is missing."""
_FLAGS = ("--headless", "--no-remote", "--remote-debugging-port", "0")
_SETTINGS = """
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"""


class FirefoxError(Exception):
    """Firefox did not start, or refused what it was asked."""


class Firefox:
    """One window, and what was written on its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self.troubles: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context: str = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def add_script(self, script: str) -> None:
        """Run this before everything else on every page."""
        self._ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, script: str) -> Any:
        """What an expression is: text, a number, true, false or nothing."""
        found = self._ask(
            "script.evaluate",
            expression=script,
            target={"context": self._context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise FirefoxError(found["exceptionDetails"]["text"])
        return found["result"].get("value")

    def wait_for(self, script: str) -> Any:
        """What an expression is as soon as it is something."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.evaluate(script)):
            if time.monotonic() > deadline:
                raise FirefoxError(f"this never came true: {script}")
            time.sleep(0.05)
        return found

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse there."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self._ask("input.performActions", context=self._context, actions=[mouse])

    def _ask(self, method: str, **params: object) -> Any:
        number = next(self._ids)
        asked = {"id": number, "method": method, "params": params}
        self._socket.send(msgspec.json.encode(asked).decode())
        while True:
            said = msgspec.json.decode(self._socket.recv(timeout=PATIENCE))
            if said.get("type") == "event":
                self._hear(said["params"])
            elif said.get("id") == number:
                if said["type"] == "error":
                    raise FirefoxError(f"{method}: {said['error']}: {said['message']}")
                return said["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry.get("level") in ("error", "warn"):
            self.troubles.append(str(entry.get("text")))


def find_firefox() -> str | None:
    """Where a Firefox is, if there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def start_firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window, which ends with the block."""
    profile.mkdir(parents=True)
    (profile / "user.js").write_text(_SETTINGS, encoding="utf-8")
    log = profile / "firefox.log"
    with log.open("w") as written:
        process = subprocess.Popen(
            [program, *_FLAGS, "--profile", str(profile), "about:blank"],
            stdout=written,
            stderr=subprocess.STDOUT,
            env={"HOME": str(profile), "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"},
        )
    try:
        with connect(f"{_address(process, log)}/session", max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        said = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said):
            return found[1]
        time.sleep(0.05)
    raise FirefoxError(f"Firefox did not start: {log.read_text(errors='replace')[-500:]}")
