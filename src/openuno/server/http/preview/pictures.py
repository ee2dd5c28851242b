"""Pictures of invitations and of results: drawn when somebody asks, and kept for a while."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from openuno.server.http.one_at_a_time import OneAtATime
from openuno.server.http.preview.game_result import GameResult
from openuno.server.http.preview.invitation import Invitation
from openuno.server.http.preview.picture import invitation_svg
from openuno.server.http.preview.result_picture import result_svg

FOLDER = Path(__file__).parent
MAX_PICTURES = 32
"""Pictures that are kept, each about 150 kB."""
MAX_WAITING = 8
"""Pictures that may wait to be drawn, one after the other."""
PATIENCE = 15.0
"""Seconds that drawing one may take."""


Subject = Invitation | GameResult


class Pictures:
    """Draws pictures one at a time, and keeps the latest."""

    def __init__(self, render: Callable[[Subject], bytes] | None = None) -> None:
        self._drawn = OneAtATime(render or render_picture, keep=MAX_PICTURES, waiting=MAX_WAITING)

    async def draw(self, subject: Subject) -> bytes:
        """The picture as PNG; or `TooManyWaiting`, or `subprocess.SubprocessError`."""
        return await self._drawn.answer(subject)


def picture_svg(subject: Subject) -> str:
    """The picture of an invitation or of a result, as SVG."""
    match subject:
        case Invitation():
            return invitation_svg(subject)
        case GameResult():
            return result_svg(subject)


def render_picture(subject: Subject) -> bytes:
    """The picture as PNG, drawn by another process; or `subprocess.SubprocessError`."""
    fonts = map(str, sorted((FOLDER / "fonts").glob("*.ttf")))
    return subprocess.run(
        [sys.executable, "-P", str(FOLDER / "render.py"), *fonts],
        input=picture_svg(subject).encode(),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
