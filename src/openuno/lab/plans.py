"""What is asked for, read at the door: rules, format, policies and a seed become a `Plan`."""

from collections.abc import Sequence

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import check_seats
from openuno.game.formats import check_players, is_team_format
from openuno.game.notation import format_text, parse_format
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, with_format_rules

BETWEEN_SEATS = "/"
AND_SO_ON = "..."
MAX_SEED = (1 << 64) - 1
DEFAULT_ROUNDS, DEFAULT_GAMES = 100_000, 10_000
MAX_COUNT = 10**15
"""More than anyone could wait for."""
"""How many are played if nobody says."""


def parse_plan(  # noqa: PLR0913 - as many as a plan is made of
    edition: str,
    switches: Sequence[str],
    players: int,
    policy: str,
    seed: int = 0,
    *,
    format: str | None = None,
) -> Plan:
    """The plan, or `SetupError` or `NotationError`, before a single card is dealt."""
    rules = parse_rules("+".join([edition, *switches]))
    found = None if format is None else parse_format(format)
    if found is not None:
        check_players(found, players)
    check_seats(rules, players)
    if not 0 <= seed <= MAX_SEED:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    if found is not None and rules.teams and not is_team_format(found):
        raise SetupError("teams", f"in {format_text(found)} everyone plays alone; set teams=off")
    plan = Plan(rules, parse_policies(policy, players), seed, found)
    with_format_rules(plan)
    return plan


def choose_count(plan: Plan, rounds: int | None, games: int | None) -> int:
    """How many rounds are to be played, or games if the plan has a format."""
    if plan.format is None:
        if games is not None:
            raise SetupError("games", "--games goes with --format, such as --format race")
        count = DEFAULT_ROUNDS if rounds is None else rounds
    else:
        if rounds is not None:
            raise SetupError("rounds", "with a format, --games says how many; leave --rounds out")
        count = DEFAULT_GAMES if games is None else games
    if not 1 <= count <= MAX_COUNT:
        raise SetupError(units(plan), f"play 1 to {MAX_COUNT:,} {units(plan)}, not {count}")
    return count


def units(plan: Plan) -> str:
    """What is counted of a plan."""
    return "rounds" if plan.format is None else "games"


def parse_policies(text: str, players: int) -> tuple[Policy, ...]:
    """One policy for all, one for each seat (`A/B/B`), or the last for the rest (`A/B/...`)."""
    words = text.split(BETWEEN_SEATS)
    repeats_last = len(words) == 1 or words[-1] == AND_SO_ON
    named = [Policy.parse(word) for word in words if word != AND_SO_ON]
    fits = 0 < len(named) <= players if repeats_last else len(named) == players
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
