"""A record on the screen, until the person leaves."""

from openuno.terminal.client.replay.screen import ReplayScreen, Verify
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.preferences import Preferences
from openuno.terminal.replay.analysis import AnalyseRound
from openuno.terminal.replay.frames import ReplayFrames


class ReplayApp(ThemedApp[None]):
    """Shows a record until the person leaves."""

    def __init__(
        self,
        frames: ReplayFrames,
        preferences: Preferences,
        *,
        start: int = 0,
        verify: Verify | None = None,
        analyse: AnalyseRound | None = None,
    ) -> None:
        super().__init__(preferences)
        self.replay = ReplayScreen(frames, self.palette, start, verify, analyse)

    def on_mount(self) -> None:
        """Show the record."""
        self.push_screen(self.replay)
