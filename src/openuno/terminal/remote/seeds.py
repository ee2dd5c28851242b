"""Our part in the chance of a game: seeds we commit to, and show when the table asks for them."""

import secrets

from openuno.record.fairness import SEED_BYTES, client_commitment
from openuno.room.commands import AddSeed, Commit
from openuno.room.state import Human, Room


class Seeds:
    """The seed behind our commitment; a program that is started again commits to a new one."""

    def __init__(self) -> None:
        self._seeds: dict[str, str] = {}

    def contribution(self, room: Room, seat: int | None) -> Commit | AddSeed | None:
        """What to add now, if anything."""
        own = None if seat is None else room.seats[seat]
        if seat is None or not isinstance(own, Human):
            return None
        starting = room.starting
        if starting is not None and starting.asked:
            seed = self._seeds.get(starting.commitments[seat] or "")
            return None if starting.seeds[seat] or seed is None else AddSeed(seed)
        if own.commitment in self._seeds or own.seed is not None:
            return None
        made = secrets.token_bytes(SEED_BYTES)
        commitment = client_commitment(made).hex()
        self._seeds = {commitment: made.hex()}  # the one before has been shown, or is out of use
        return Commit(commitment)
