"""The connections of this process that have said who they are, by person."""

from collections.abc import Iterator
from itertools import chain
from typing import Protocol

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.context import ServerContext
from openuno.server.store import Guest


class Visitor(Protocol):
    """A connection that belongs to a person, by the token it came with."""

    address: str
    """Where it comes from, as limits count it."""

    @property
    def guest(self) -> Guest:
        """Whose it is."""

    @property
    def table(self) -> str | None:
        """The code of the table it follows."""

    def announce(self, text: str | None) -> None:
        """Tell it what the operator tells everyone; None: that is over."""

    def dismiss(self, refused: Refused) -> None:
        """End it, and say why."""

    async def check_token(self) -> None:
        """End it if its token is not valid any more."""


class Visitors:
    """Finds a person's connections when their token is revoked, here or by another process."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._of: dict[str, set[Visitor]] = {}
        self._announced: str | None = None
        self.revocations = 0
        """How often somebody's token was revoked: who reads one meanwhile looks again."""

    def add(self, guest: str, visitor: Visitor) -> None:
        """Remember a connection of this person."""
        self._of.setdefault(guest, set()).add(visitor)

    def remove(self, guest: str, visitor: Visitor) -> None:
        """Forget a connection of this person: it has ended."""
        here = self._of.get(guest, set())
        here.discard(visitor)
        if not here:
            self._of.pop(guest, None)

    def __len__(self) -> int:
        """How many people are connected."""
        return len(self._of)

    def all(self) -> Iterator[Visitor]:
        """Every connection, those of a person together."""
        return chain.from_iterable(self._of.values())

    def dismiss(self, guest: str) -> None:
        """End every connection of a person whose token was revoked through this process."""
        self.revocations += 1
        for visitor in tuple(self._of.get(guest, ())):
            visitor.dismiss(Refused(RefusalKind.TOKEN_REVOKED))

    def announce(self) -> None:
        """Tell every connection what the operator tells everyone, if that has changed."""
        notice = self._context.operator.notice
        text = None if notice is None else notice.text
        if text != self._announced:
            self._announced = text
            for visitor in tuple(self.all()):
                visitor.announce(text)

    def dismiss_banned(self) -> None:
        """End every connection of a person or an address that is banned."""
        for visitor in tuple(self.all()):
            try:
                self._context.operator.check_ban(visitor.guest.id, visitor.address)
            except Refused as refused:
                visitor.dismiss(refused)

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
