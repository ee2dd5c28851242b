"""Links to tables and events, and the preview that a chat shows for them."""

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.http.endpoint import Call
from openuno.server.http.preview.game_result import GameResult, room_result
from openuno.server.http.preview.invitation import Invitation, invitation
from openuno.server.http.site import shared_site
from openuno.server.store import LobbyState


def table_link(call: Call, code: str) -> str:
    """The link to a table, for others."""
    return f"{shared_site(call).url}/t/{code}"


def event_link(call: Call, code: str) -> str:
    """The link to an event, for the people who take part."""
    return f"{shared_site(call).url}/e/{code}"


def picture_link(call: Call, code: str) -> str:
    """Where the picture of an invitation is."""
    return f"{shared_site(call).url}/api/tables/{code}/preview.png"


async def find_preview(call: Call, code: str, *, page: bool = False) -> Invitation | GameResult:
    """What the link to a table shows; `Refused` as for the table itself.

    That is the result of its last game until the next one starts, and the invitation otherwise.
    `page` says that it is for the head of a page. People who open a wrong link ask for the page
    and for the table: these are counted apart, so that it is one wrong code and not two.
    """
    address = f"page {call.address}" if page else call.address
    table = await call.hub.listing(code.upper(), address)
    if table.state is LobbyState.ARCHIVED:
        raise Refused(RefusalKind.NO_SUCH_TABLE, table=table.code)
    if table.state is LobbyState.OPEN and not table.locked:
        result = room_result((await call.hub.find_actor(table.code)).room)
        if result is not None:
            return result
    host = None if table.host is None else await call.store.find_guest(table.host)
    return invitation(table, None if host is None else host.name)
