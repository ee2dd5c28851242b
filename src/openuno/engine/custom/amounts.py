"""How many cards a sentence of a custom rule moves."""

import msgspec

from openuno.engine.custom.kinds import CardKind
from openuno.engine.custom.limits import MAX_CARDS, check_number, rule_error
from openuno.engine.custom.people import SEVERAL, Who, check_single
from openuno.engine.faults import FaultKind


class CountPerCard(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A number for each card of a kind that one player holds, at most `most` in all.

    Without a player, each of those who do it counts their own cards. Without a kind, the players
    are counted instead: there are several.
    """

    number: int
    kind: CardKind | None
    who: Who | None
    most: int = MAX_CARDS

    def __post_init__(self) -> None:
        check_number(self.number)
        check_number(self.most)
        if self.kind is None:
            if self.who not in SEVERAL:
                raise rule_error(FaultKind.KIND)
        elif self.who is not None:
            check_single(self.who)


Amount = int | CountPerCard


def check_amount(amount: Amount, who: Who) -> None:
    """Refuse a number out of bounds, and the player's own count where only one player acts."""
    if isinstance(amount, int):
        check_number(amount)
    elif amount.who is None and who not in SEVERAL:
        raise rule_error(FaultKind.THEY)
