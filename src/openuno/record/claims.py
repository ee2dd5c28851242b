"""What a true record proves about its deals, and by whose seeds."""

from msgspec import Struct

from openuno.engine.enums import NamedEnum
from openuno.record.lines import Contribution, FairDeal, SeededDeal, SharedDeal, UnboundDeal
from openuno.record.reader import Record


class ClaimKind(NamedEnum):
    """One thing to know about the chance of a game; `SENTENCES` says each in words."""

    SIMULATED = "simulated"
    UNKNOWN = "unknown"
    NOT_REVEALED = "not-revealed"
    SERVER_ALONE = "server-alone"
    CONTRIBUTED = "contributed"
    UNCOMMITTED = "uncommitted"
    WITHHELD = "withheld"
    SHARED = "shared"
    UNBOUND = "unbound"


SENTENCES = {
    ClaimKind.SIMULATED: (
        "The cards come from a seed that anyone could choose: this proves nothing about fairness."
    ),
    ClaimKind.UNKNOWN: (
        "The record does not say where its chance comes from: this proves nothing about fairness."
    ),
    ClaimKind.NOT_REVEALED: (
        "The server's seed is not revealed here: nothing is proved about the deals."
    ),
    ClaimKind.SERVER_ALONE: ("Only the server contributed a seed: it could have chosen the deal."),
    ClaimKind.CONTRIBUTED: (
        "The server's seed and those of {names} were fixed before any was shown: nobody could"
        " choose the deal unless everyone behind these seeds worked together."
    ),
    ClaimKind.UNCOMMITTED: (
        "The seeds of {names} were shown without a commitment: they protect against the server"
        " alone, not against the server with another player's help."
    ),
    ClaimKind.WITHHELD: (
        "{names} committed to a seed and did not show it: with the server's help each could choose"
        " between two deals."
    ),
    ClaimKind.SHARED: (
        "The cards follow from the seed and from what the tables of a sitting have in common: every"
        " table with this commitment, these rules and as many players was dealt the same ones."
    ),
    ClaimKind.UNBOUND: (
        "This game was dealt by an older scheme: its rules, format, names and dealer are not bound"
        " to the deal and may have been changed since."
    ),
}


class Claim(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """What is proved, or not; `names` are the players it is about."""

    kind: ClaimKind
    names: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The claim in words."""
        return SENTENCES[self.kind].format(names=_join_names(self.names))


def claims(record: Record) -> tuple[Claim, ...]:
    """What a record proves about its deals, if it is true."""
    chance = record.header.chance
    match chance:
        case None:
            return (Claim(ClaimKind.UNKNOWN),)
        case SeededDeal():
            return (Claim(ClaimKind.SIMULATED),)
        case FairDeal() | SharedDeal() | UnboundDeal() if record.reveal is None:
            return (Claim(ClaimKind.NOT_REVEALED),)
        case SharedDeal():
            return (Claim(ClaimKind.SERVER_ALONE), Claim(ClaimKind.SHARED))
        case FairDeal():
            return _contributions(record.header.names, chance.clients)
        case UnboundDeal():
            added = tuple(
                None if seed is None else Contribution(None, seed) for seed in chance.clients
            )
            return (*_contributions(record.header.names, added), Claim(ClaimKind.UNBOUND))


def _contributions(
    names: tuple[str, ...], clients: tuple[Contribution | None, ...]
) -> tuple[Claim, ...]:
    by_kind: dict[ClaimKind, list[str]] = {}
    for name, client in zip(names, clients, strict=True):
        match client:
            case None:
                continue
            case Contribution(seed=None):
                kind = ClaimKind.WITHHELD
            case Contribution(commitment=None):
                kind = ClaimKind.UNCOMMITTED
            case _:
                kind = ClaimKind.CONTRIBUTED
        by_kind.setdefault(kind, []).append(name)
    found = [
        Claim(kind, tuple(by_kind[kind]))
        for kind in (ClaimKind.CONTRIBUTED, ClaimKind.UNCOMMITTED, ClaimKind.WITHHELD)
        if kind in by_kind
    ]
    if not {ClaimKind.CONTRIBUTED, ClaimKind.UNCOMMITTED} & by_kind.keys():
        found.insert(0, Claim(ClaimKind.SERVER_ALONE))
    return tuple(found)


def _join_names(names: tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
