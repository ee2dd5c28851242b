"""What the rounds of a contestant say, each figure with its 95 % interval."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from openuno.lab.arena.decisions import DecisionKind
from openuno.lab.arena.estimates import ratio, share_of_groups
from openuno.lab.arena.matches import PlayedRound, PricedDecision
from openuno.lab.figures import Estimate

Chooses = Callable[[PricedDecision], bool]
_LEAST_HALF = 1e-9
"""Half of an interval that is more than rounding."""


class Prices(msgspec.Struct, frozen=True):
    """Prices of some decisions.

    `lost` is the win probability lost by each, on average. `skill` is 1 for a player that always
    makes the best known move and 0 for one that chooses at random in the same positions; None
    where there are too few deals to say.
    """

    decisions: int
    lost: Estimate | None
    skill: Estimate | None


class Calls(msgspec.Struct, frozen=True):
    """UNO said of UNO owed, catches taken of catches offered, and catches that were wrong."""

    owed: int
    said: Estimate | None
    offered: int
    taken: Estimate | None
    wrong: int


class Bluffs(msgspec.Struct, frozen=True):
    """Wild Draw Fours: bluffs of bluffs that were possible; bluffs among those it challenged, and
    among those it accepted. What the decisions cost says whether that was right."""

    possible: int
    laid: Estimate | None
    laid_lost: Estimate | None
    challenged: int
    bluffs_challenged: Estimate | None
    accepted: int
    bluffs_accepted: Estimate | None
    answers_lost: Estimate | None


class Figures(msgspec.Struct, frozen=True):
    """Everything about some rounds."""

    rounds: int
    won: Estimate | None
    lost_per_round: Estimate | None
    prices: Prices
    rules: Prices
    by_kind: dict[DecisionKind, Prices]
    calls: Calls
    bluffs: Bluffs


def figures(rounds: Sequence[PlayedRound]) -> Figures:
    """The figures of these rounds. Rounds of one deal belong together, against any opponent."""
    deals = list(_by_deal(rounds))
    priced = [[d for round in deal for d in round.decisions] for deal in deals]
    return Figures(
        rounds=len(rounds),
        won=share_of_groups(
            [
                (sum(round.won is True for round in deal), sum(r.won is not None for r in deal))
                for deal in deals
            ]
        ),
        lost_per_round=_within_reason(
            ratio((_lost(found), len(deal)) for found, deal in zip(priced, deals, strict=True))
        ),
        prices=_prices(priced, lambda _: True),
        rules=_prices(priced, lambda decision: decision.about_rules),
        by_kind={kind: _prices(priced, _of_kind(kind)) for kind in DecisionKind},
        calls=_calls(priced),
        bluffs=_bluffs(priced),
    )


def _by_deal(rounds: Sequence[PlayedRound]) -> Iterator[list[PlayedRound]]:
    found: dict[tuple[int, int], list[PlayedRound]] = {}
    for round in rounds:
        found.setdefault((round.rule_set, round.deal), []).append(round)
    yield from found.values()


def _prices(deals: Sequence[Sequence[PricedDecision]], chooses: Chooses) -> Prices:
    chosen = [[decision for decision in deal if chooses(decision)] for deal in deals]
    wasted = ratio((_lost(deal), _at_random(deal)) for deal in chosen)
    return Prices(
        decisions=sum(map(len, chosen)),
        lost=_within_reason(ratio((_lost(deal), len(deal)) for deal in chosen)),
        skill=_skill(wasted),
    )


def _of_kind(kind: DecisionKind) -> Chooses:
    return lambda decision: decision.kind is kind


def _lost(decisions: Iterable[PricedDecision]) -> float:
    return sum(decision.price.lost for decision in decisions)


def _at_random(decisions: Iterable[PricedDecision]) -> float:
    return sum(decision.price.at_random for decision in decisions)


def _calls(deals: Sequence[Sequence[PricedDecision]]) -> Calls:
    return Calls(
        owed=_count(deals, _is_uno_owed),
        said=_share(deals, lambda decision: decision.says_uno or decision.acted, _is_uno_owed),
        offered=_count(deals, _of_kind(DecisionKind.CATCH)),
        taken=_share(deals, lambda decision: decision.acted, _of_kind(DecisionKind.CATCH)),
        wrong=_count(deals, lambda decision: decision.wrong_catch),
    )


def _is_uno_owed(decision: PricedDecision) -> bool:
    return decision.says_uno or decision.kind is DecisionKind.SAY_UNO


def _bluffs(deals: Sequence[Sequence[PricedDecision]]) -> Bluffs:
    return Bluffs(
        possible=_count(deals, lambda decision: decision.could_bluff),
        laid=_share(
            deals, lambda decision: decision.bluffed, lambda decision: decision.could_bluff
        ),
        laid_lost=_prices(deals, lambda decision: decision.bluffed).lost,
        challenged=_count(deals, _is_challenge),
        bluffs_challenged=_share(deals, _is_answer_to_bluff, _is_challenge),
        accepted=_count(deals, _is_acceptance),
        bluffs_accepted=_share(deals, _is_answer_to_bluff, _is_acceptance),
        answers_lost=_prices(deals, lambda decision: decision.faces_bluff is not None).lost,
    )


def _is_answer_to_bluff(decision: PricedDecision) -> bool:
    return decision.faces_bluff is True


def _is_challenge(decision: PricedDecision) -> bool:
    return decision.faces_bluff is not None and decision.acted


def _is_acceptance(decision: PricedDecision) -> bool:
    return decision.faces_bluff is not None and not decision.acted


def _count(deals: Sequence[Sequence[PricedDecision]], chooses: Chooses) -> int:
    return sum(chooses(decision) for deal in deals for decision in deal)


def _share(
    deals: Sequence[Sequence[PricedDecision]], counts: Chooses, chooses: Chooses
) -> Estimate | None:
    """The share that counts of the decisions chosen; those of one deal belong together."""
    chosen = [[decision for decision in deal if chooses(decision)] for deal in deals]
    return share_of_groups([(sum(map(counts, deal)), len(deal)) for deal in chosen])


def _one_minus(found: Estimate) -> Estimate:
    if found.low is None or found.high is None:
        return Estimate(1 - found.value)
    return Estimate(1 - found.value, 1 - found.high, 1 - found.low)


def _within_reason(found: Estimate | None) -> Estimate | None:
    """The estimate, with its interval if that can be: not wider than all there is to win or to
    lose, and not without any width, for deals that are all alike do not mean that all are."""
    if found is None or found.half is None or _LEAST_HALF < found.half <= 1:
        return found
    return Estimate(found.value)


def _skill(wasted: Estimate | None) -> Estimate | None:
    """None with an interval too wide to mean anything, or of one deal: where a choice at random
    would lose next to nothing, it might be any number."""
    if wasted is None or wasted.half is None or wasted.half > 1:
        return None
    return _within_reason(_one_minus(wasted))
