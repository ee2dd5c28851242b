"""What a link to a table may tell anyone who sees it."""

import msgspec

from openuno.server.store import LobbyEntry, LobbyState

EDITION_TITLES = {
    "classic": "Classic rules",
    "house": "House rules",
    "mattel-2016": "Official rules",
    "wild-112": "Wild 112",
}


class Invitation(msgspec.Struct, frozen=True):
    """A table in the words and numbers of a preview."""

    title: str
    host: str | None
    """The name of the person who invites; None if it must not be shown."""
    edition: str | None
    seats: int
    names: tuple[str, ...]
    """Who is seated. With `seats` 0 nothing is said about the seats."""
    playing: bool

    @property
    def free(self) -> int:
        """How many seats are free."""
        return max(0, self.seats - len(self.names))

    @property
    def description(self) -> str:
        """One sentence on what awaits."""
        if self.edition is None:
            return "This table has a password: ask the person who sent you the link."
        return f"{self.edition}, {self.state}. No account needed."

    @property
    def state(self) -> str:
        """Whether there is a seat."""
        if self.playing:
            return "a game is being played"
        if not self.free:
            return "all seats are taken"
        return "1 seat free" if self.free == 1 else f"{self.free} of {self.seats} seats free"


def invitation(table: LobbyEntry, host: str | None) -> Invitation:
    """The invitation to a table; one with a password tells nothing but that it is there."""
    if table.locked:
        return Invitation("You are invited to UNO", None, None, 0, (), playing=False)
    title = "You are invited to UNO" if host is None else f"{host} invites you to UNO"
    edition, _, switches = table.rules.partition("+")
    name = EDITION_TITLES.get(edition, edition)
    return Invitation(
        title=title,
        host=host,
        edition=f"{name} with changes" if switches else name,
        seats=table.seats,
        names=table.names,
        playing=table.state is LobbyState.PLAYING,
    )
