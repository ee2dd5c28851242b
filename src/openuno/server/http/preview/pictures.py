"""The pictures of invitations: drawn when somebody asks for one, and kept for a while."""

import asyncio
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from openuno.server.http.preview.invitation import Invitation
from openuno.server.http.preview.picture import invitation_svg

FOLDER = Path(__file__).parent
MAX_PICTURES = 32
"""Pictures that are kept, each about 150 kB."""
MAX_WAITING = 8
"""Pictures that may wait to be drawn, one after the other."""
PATIENCE = 15.0
"""Seconds that drawing one may take."""


class TooManyPictures(Exception):
    """Too many pictures are to be drawn at once."""


class Pictures:
    """Draws invitations one at a time, and keeps the latest."""

    def __init__(self, render: Callable[[Invitation], bytes] | None = None) -> None:
        self._render = render or render_invitation
        self._kept: OrderedDict[Invitation, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def draw(self, invitation: Invitation) -> bytes:
        """The picture as PNG; or `TooManyPictures`, or `subprocess.SubprocessError`."""
        if invitation not in self._kept:
            if self._waiting >= MAX_WAITING:
                raise TooManyPictures
            self._waiting += 1
            try:
                async with self._turn:
                    if invitation not in self._kept:
                        self._keep(invitation, await asyncio.to_thread(self._render, invitation))
            finally:
                self._waiting -= 1
        self._kept.move_to_end(invitation)
        return self._kept[invitation]

    def _keep(self, invitation: Invitation, picture: bytes) -> None:
        self._kept[invitation] = picture
        if len(self._kept) > MAX_PICTURES:
            self._kept.popitem(last=False)


def render_invitation(invitation: Invitation) -> bytes:
    """The picture as PNG, drawn by another process; or `subprocess.SubprocessError`."""
    fonts = map(str, sorted((FOLDER / "fonts").glob("*.ttf")))
    return subprocess.run(
        [sys.executable, "-P", str(FOLDER / "render.py"), *fonts],
        input=invitation_svg(invitation).encode(),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
