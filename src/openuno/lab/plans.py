"""What is asked for, read at the door: rules, seats, policies and a seed become a `Plan`."""

from collections.abc import Sequence

from openuno.engine.errors import SetupError
from openuno.engine.notation import parse_rules
from openuno.engine.rules import check_seats
from openuno.kernel.policies import Policy
from openuno.kernel.simulating import Plan

BETWEEN_SEATS = "/"
AND_SO_ON = "..."
MOST_SEED = (1 << 64) - 1


def plan_of(
    edition: str, switches: Sequence[str], players: int, policy: str, seed: int = 0
) -> Plan:
    """The plan, or `SetupError` or `NotationError`, before a single card is dealt."""
    rules = parse_rules("+".join([edition, *switches]))
    check_seats(rules, players)
    if not 0 <= seed <= MOST_SEED:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    return Plan(rules, policies_of(policy, players), seed)


def policies_of(text: str, players: int) -> tuple[Policy, ...]:
    """One policy for all, one for each seat (`A/B/B`), or the last for the rest (`A/B/...`)."""
    words = text.split(BETWEEN_SEATS)
    goes_on = len(words) == 1 or words[-1] == AND_SO_ON
    named = [Policy.parse(word) for word in words if word != AND_SO_ON]
    fits = 0 < len(named) <= players if goes_on else len(named) == players
    if not fits or AND_SO_ON in words[:-1]:
        raise SetupError(
            "policy",
            f"{len(named)} policies for {players} players; name one, one for each, or the first"
            f" few and then {AND_SO_ON}: regular{BETWEEN_SEATS}uniform{BETWEEN_SEATS}{AND_SO_ON}",
        )
    return tuple(named + named[-1:] * (players - len(named)))


def policies_text(policies: Sequence[Policy]) -> str:
    """The policies of all seats, as short as `policies_of` reads them."""
    words = [str(policy) for policy in policies]
    alike = 1
    while alike < len(words) and words[-alike - 1] == words[-1]:
        alike += 1
    if alike == len(words):
        return words[0]
    if alike > 2:
        words[len(words) - alike + 1 :] = [AND_SO_ON]
    return BETWEEN_SEATS.join(words)
