"""The connections of this process that have said who they are, by person."""

from typing import Protocol

from openuno.server.context import ServerContext
from openuno.server.store import Guest


class Visitor(Protocol):
    """A connection that belongs to a person, by the token it came with."""

    guest: Guest

    def dismiss(self) -> None:
        """End it: its token is worth nothing any more."""

    async def check_token(self) -> None:
        """End it if its token is worth nothing any more."""


class Visitors:
    """Finds a person's connections when their token is revoked, here or by another process."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._of: dict[str, set[Visitor]] = {}
        self.revocations = 0
        """How often somebody's token was revoked: who reads one meanwhile looks again."""

    def add(self, visitor: Visitor) -> None:
        """Remember a connection that has said who it is."""
        self._of.setdefault(visitor.guest.id, set()).add(visitor)

    def remove(self, visitor: Visitor) -> None:
        """Forget a connection that has ended."""
        here = self._of.get(visitor.guest.id, set())
        here.discard(visitor)
        if not here:
            self._of.pop(visitor.guest.id, None)

    def dismiss(self, guest: str) -> None:
        """End every connection of a person whose token was revoked through this process."""
        self.revocations += 1
        for visitor in tuple(self._of.get(guest, ())):
            visitor.dismiss()

    def check(self, guest: str | None) -> None:
        """Another process revoked this person's token; None: perhaps anyone's, we missed it.

        A connection may have come with the new token already, so each is looked up.
        """
        self.revocations += 1
        found = self._of.get(guest, set()) if guest is not None else set().union(*self._of.values())
        if found:
            self._context.spawn(self._check_each(tuple(found)))

    async def _check_each(self, visitors: tuple[Visitor, ...]) -> None:
        for visitor in visitors:
            await visitor.check_token()
