"""Find a Chromium to test the pages with, or install Playwright's; say so where neither works.

    python -m tests.install_browser

If there is none, the tests of the pages are left out: `LEFT_OUT` holds the reason. Where every test
must run (`UNO_REQUIRE_BROWSER=1`, as in CI), that is an error.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import sync_playwright

LEFT_OUT = Path(sys.prefix) / "no-browser"
"""Goes with the environment."""
MINUTES = 10
BY_HAND = "Debian, Ubuntu, WSL: apt install chromium; macOS: brew install --cask chromium"


def find_chromium() -> str | None:
    """The system's Chromium, if possible the one without a window; else Playwright uses its own.

    A Chromium that has windows prepares all that belongs to one for every visitor, which takes as
    long as the page itself.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


def main() -> int:
    """Exit with 0 if the tests can run, with or without the pages."""
    LEFT_OUT.unlink(missing_ok=True)
    reason = _why_not_launched()
    if reason and find_chromium() is None:
        reason = _why_not_installed() or _why_not_launched()
    if reason is None:
        return 0
    sentence = f"no Chromium runs here ({reason}). {BY_HAND}"
    if os.environ.get("UNO_REQUIRE_BROWSER"):
        sys.stderr.write(f"The pages cannot be tested: {sentence}\n")
        return 1
    LEFT_OUT.write_text(sentence, encoding="utf-8")
    sys.stderr.write(f"Left out: the tests of the pages, since {sentence}\n")
    return 0


def _why_not_launched() -> str | None:
    with sync_playwright() as playwright:
        try:
            playwright.chromium.launch(executable_path=find_chromium()).close()
        except BrowserError as error:
            return _first_line(str(error))
    return None


def _why_not_installed() -> str | None:
    words = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=MINUTES * 60
        )
    except subprocess.TimeoutExpired:
        return f"its download took more than {MINUTES} minutes"
    return None if done.returncode == 0 else _first_line(done.stderr or done.stdout)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no reason given")


if __name__ == "__main__":
    sys.exit(main())
