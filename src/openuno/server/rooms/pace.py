"""How fast people may come to one room, and try to catch each other there."""

from openuno.room.decide.moves import COOL_DOWN
from openuno.room.host import is_known
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import Room, is_present
from openuno.server.clock import TableClock
from openuno.server.limits import Limits
from openuno.server.pace import Buckets

_STRANGERS = ""


class RoomPace:
    """The rate limits of one room; what a person asks anywhere is limited by `server.pace`."""

    def __init__(self, limits: Limits, clock: TableClock) -> None:
        self._clock = clock
        self._arrivals = Buckets(limits.coming, limits.people)
        self._cooling: dict[str, int] = {}

    def check_join(self, room: Room, guest: str) -> None:
        """Refuse those who come and go all the time.

        Strangers are counted together: another name helps nobody. People whose table or seat it is
        are not held up by them.
        """
        if is_present(room, guest):
            return
        key = guest if is_known(room, guest) else _STRANGERS
        if self._arrivals.wait(key, self._clock.now() / 1000):
            raise Refused(RefusalKind.TOO_MANY_JOINING)

    def cool_down(self, guest: str) -> None:
        """Let a person who tried to catch somebody too early wait before the next try."""
        now = self._clock.now()
        self._cooling = {each: until for each, until in self._cooling.items() if until > now}
        self._cooling[guest] = now + COOL_DOWN

    def cooling_until(self, guest: str) -> int:
        """The time until which this person may not try to catch anyone; it may be past."""
        return self._cooling.get(guest, 0)
