"""When an event should be looked after although nobody asks: a function of the event alone."""

from openuno.event.hosted.shared_deals import is_sitting_over
from openuno.event.hosted.state import HostedEvent
from openuno.event.state import open_tables

LOOK_EVERY = 1000
"""Milliseconds between looks at the rooms that play the tables of an event."""
CLASSROOM_KEPT = 24 * 3600 * 1000
"""Milliseconds after its end, or its last change, that everything of a class is deleted."""
EMPTY_KEPT = 7 * 24 * 3600 * 1000
"""Milliseconds after which an event at which nothing was ever played is deleted."""


def due_time(hosted: HostedEvent) -> int | None:
    """When the event is due after its latest entry; None if it can rest."""
    delete_at = deletion_time(hosted)
    if hosted.online is None or not (open_tables(hosted.event) or sealed_sittings(hosted)):
        return delete_at
    look_at = hosted.at + LOOK_EVERY
    return look_at if delete_at is None else min(look_at, delete_at)


def sealed_sittings(hosted: HostedEvent) -> tuple[int, ...]:
    """The sittings that are over, but whose shared deals have not been revealed yet."""
    if hosted.deal_seed is None:
        return ()
    sittings = range(1, len(hosted.event.sittings) + 1)
    return tuple(
        each
        for each in sittings
        if each not in hosted.revealed and is_sitting_over(hosted.event, each)
    )


def deletion_time(hosted: HostedEvent) -> int | None:
    """When everything of the event is deleted; None if it stays."""
    if hosted.classroom:
        return hosted.at + CLASSROOM_KEPT
    return None if hosted.event.results else hosted.at + EMPTY_KEPT
