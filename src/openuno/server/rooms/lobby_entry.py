"""What the lobby shows of a table."""

from openuno.room.state import Table, playing
from openuno.server.store import Listing


def listing_of(code: str, table: Table) -> Listing:
    """The table as a line of the lobby."""
    state = "archived" if table.archived else "playing" if playing(table) else "open"
    taken = [seat.name for seat in table.seats if not seat.free]
    return Listing(
        code=code,
        host=table.host,
        public=table.settings.public,
        locked=table.password is not None,
        state=state,
        rules=table.settings.rules,
        format=table.settings.format,
        seats=len(table.seats),
        taken=len(taken),
        people=len(table.people),
        names=tuple(taken),
    )
