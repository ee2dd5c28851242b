"""The connections that follow a room here: one message for each distinct audience."""

from collections import deque

import msgspec

from openuno.engine.actions import Action
from openuno.room.facts import Entry, Fact, Sat, SeatsRemoved, Stood
from openuno.room.protocol.messages import Ack, Error, News, ServerMessage, Snapshot
from openuno.room.refusals import Refused
from openuno.room.state import Room, seat_of
from openuno.room.view import is_public_entry, legal_actions, moves_by_seat, redact_entry, view_room
from openuno.server.clock import TableClock
from openuno.server.frames import text_frame
from openuno.server.rooms.listener import Listener, Request
from openuno.server.store import Guest

KEPT = 16
"""Entries kept for those who were away for a moment only; others get a snapshot."""

APART = 1000
"""Milliseconds between the room's clock and ours from which on clients need to know its time."""

_ENCODER = msgspec.json.Encoder()
_RESEATED = frozenset({Sat, Stood, SeatsRemoved})
"""Facts after which someone may look from another seat."""


def encode_frame(message: ServerMessage) -> bytes:
    """The message as a WebSocket frame."""
    return text_frame(_ENCODER.encode(message))


def _news_body(entry: Entry, facts: tuple[Fact, ...]) -> bytes:
    """News of an entry as JSON, for a reader who may do nothing now."""
    return _ENCODER.encode(News(entry.seq, entry.at, facts))


def _with_legal(body: bytes, legal: tuple[Action, ...]) -> bytes:
    """The same news for a reader who may do this: its last field, so nothing is encoded twice."""
    return body if not legal else b'%b,"legal":%b}' % (body[:-1], _ENCODER.encode(legal))


class Crowd:
    """The listeners of one room, each with the seat it looks from: None for one who watches."""

    def __init__(self, code: str, clock: TableClock) -> None:
        self._code = code
        self._clock = clock
        self._listeners: dict[Listener, int | None] = {}
        self._kept: deque[tuple[Entry, Room]] = deque(maxlen=KEPT)

    def __len__(self) -> int:
        return len(self._listeners)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def guests(self) -> dict[str, Guest]:
        """The people here."""
        return {listener.guest.id: listener.guest for listener in self._listeners}

    def of(self, guest: str) -> list[Listener]:
        """The connections of one person."""
        return [listener for listener in self._listeners if listener.guest.id == guest]

    def rename(self, guest: Guest) -> None:
        """A person has another name or face from now on."""
        for listener in self.of(guest.id):
            listener.guest = guest

    def remove(self, listener: Listener) -> None:
        """Send this one nothing more."""
        self._listeners.pop(listener, None)

    def remove_person(self, guest: str) -> None:
        """Send nothing more to a person, on any device."""
        for listener in self.of(guest):
            self.remove(listener)

    def dismiss(self, refused: Refused) -> None:
        """Let everyone go, with the reason why."""
        for listener in tuple(self._listeners):
            self.remove(listener)
            listener.writer.reply(Error.of(refused))

    def add(self, listener: Listener, room: Room, since: int | None) -> None:
        """Send this one everything from now on; first what it missed since an entry, or all."""
        self._listeners[listener] = seat = seat_of(room, listener.guest.id)
        missed = self._missed_entries(listener.guest.id, room, since)
        if not missed:
            self.refresh(listener, room)  # even if nothing was missed: it is the answer
            return
        for entry, after in missed:
            listener.writer.news(self._news(after, entry, seat))

    def refresh(self, listener: Listener, room: Room) -> None:
        """Send one the room as it is."""
        listener.writer.news(self._snapshot(room, self._listeners[listener]))

    def keep(self, entry: Entry, room: Room) -> None:
        """Keep the newest entry, with the room after it."""
        self._kept.append((entry, room))

    def broadcast(self, room: Room, entry: Entry, request: Request | None = None) -> None:
        """Send everyone the newest entry; `room` is the room after it.

        The person who asked for it gets the answer to that first.
        """
        asker, answer = None, b""
        if request is not None:
            asker = request.listener
            answer = encode_frame(Ack(request.message.id, entry.seq))
            if asker not in self._listeners:
                asker.writer.news(b"", answer)
        reseated = not _RESEATED.isdisjoint(map(type, entry.facts))
        shared = is_public_entry(entry)
        public = entry.facts if shared else redact_entry(room, entry, None)
        public_body = _news_body(entry, public)
        moves = moves_by_seat(room)
        frames: dict[int | None, bytes] = {}
        for listener, before in tuple(self._listeners.items()):
            seat = seat_of(room, listener.guest.id) if reseated else before
            if seat != before:
                self._listeners[listener] = seat
                frame = self._snapshot(room, seat)
            else:
                legal = () if seat is None else moves.get(seat, ())
                audience = seat if legal or not shared else None  # nearly all who watch or wait
                known = frames.get(audience)
                if known is None:
                    facts = public if shared else redact_entry(room, entry, audience)
                    body = public_body if facts == public else _news_body(entry, facts)
                    known = frames[audience] = text_frame(_with_legal(body, legal))
                frame = known
            listener.writer.news(frame, answer if listener is asker else b"")

    def _missed_entries(
        self, guest: str, room: Room, since: int | None
    ) -> list[tuple[Entry, Room]] | None:
        """What was missed if it is kept and seen from one seat throughout, else None."""
        if since is None or not 0 <= room.seq - since <= len(self._kept):
            return None
        missed = [kept for kept in self._kept if kept[0].seq > since]
        facts = (fact for entry, _ in missed for fact in entry.facts)
        if any(isinstance(fact, Stood | SeatsRemoved) for fact in facts):
            return None  # perhaps it was their seat; a snapshot is always right
        if any(isinstance(f, Sat) and f.guest == guest for entry, _ in missed for f in entry.facts):
            return None
        return missed

    def _news(self, room: Room, entry: Entry, seat: int | None) -> bytes:
        body = _news_body(entry, redact_entry(room, entry, seat))
        return text_frame(_with_legal(body, legal_actions(room, seat)))

    def _snapshot(self, room: Room, seat: int | None) -> bytes:
        clock = self._clock
        now = clock.now() if abs(clock.apart) > APART else None
        return encode_frame(Snapshot(self._code, room.seq, room.at, view_room(room, seat), now))
