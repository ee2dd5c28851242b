"""What is asked for, read at the door: rules, format, players and a seed become a plan."""

from collections.abc import Sequence
from typing import NamedTuple

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import Rules, check_seats, with_switches
from openuno.game.formats import Format, check_players, is_team_format
from openuno.game.notation import format_text, parse_format
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, with_format_rules
from openuno.lab.bot_rounds import BotPlan
from openuno.lab.players import find_player, find_policy, split_names
from openuno.lab.written_rules import write_rules

AnyPlan = Plan | BotPlan
"""What the kernel plays, or bots in Python."""

BETWEEN_SEATS = "/"
AND_SO_ON = "..."
MAX_SEED = (1 << 64) - 1
DEFAULT_ROUNDS, DEFAULT_GAMES = 100_000, 10_000
"""How many are played if nobody says."""
DEFAULT_BOT_ROUNDS, DEFAULT_BOT_GAMES = 2_000, 200
"""The same where bots play in Python."""
MAX_COUNT = 10**15
"""More than anyone could wait for."""


def parse_plan(  # noqa: PLR0913 - as many as a plan is made of
    edition: str,
    switches: Sequence[str],
    players: int,
    policy: str,
    seed: int = 0,
    *,
    format: str | None = None,
    written: Sequence[str] = (),
) -> Plan:
    """The plan, or `SetupError` or `NotationError`, before a single card is dealt."""
    table = _parse_table(edition, switches, players, seed, format, written=written)
    plan = Plan(table.rules, parse_policies(policy, players), seed, table.format)
    with_format_rules(plan)
    return plan


def parse_bot_plan(  # noqa: PLR0913 - likewise
    edition: str,
    switches: Sequence[str],
    players: int,
    bots: str,
    seed: int = 0,
    *,
    format: str | None = None,
    written: Sequence[str] = (),
) -> AnyPlan:
    """The plan of bots by name: the kernel's if it has all of them."""
    table = _parse_table(edition, switches, players, seed, format, written=written)
    names = seat_names(split_names(bots), players, "bots", ",")
    policies = tuple(policy for policy in map(find_policy, names) if policy is not None)
    plan = Plan(table.rules, policies if len(policies) == players else (Policy(),) * players, seed)
    plan = with_format_rules(plan._replace(format=table.format))
    if len(policies) == players:
        return plan._replace(rules=table.rules)
    for name in dict.fromkeys(names):
        find_player(name)
    return BotPlan(table.rules, names, seed, table.format)


class _Table(NamedTuple):
    rules: Rules
    format: Format | None


def _parse_table(  # noqa: PLR0913 - likewise
    edition: str,
    switches: Sequence[str],
    players: int,
    seed: int,
    format: str | None,
    *,
    written: Sequence[str],
) -> _Table:
    rules = parse_rules("+".join([edition, *switches]))
    found = None if format is None else parse_format(format)
    if written:
        # "Your partner" can only be written where there are partners.
        teams = rules.teams or (found is not None and is_team_format(found))
        rules = write_rules(with_switches(rules, teams=teams), written)
    if found is not None:
        check_players(found, players)
    check_seats(rules, players)
    if not 0 <= seed <= MAX_SEED:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    if found is not None and rules.teams and not is_team_format(found):
        raise SetupError("teams", f"in {format_text(found)} everyone plays alone; set teams=off")
    return _Table(rules, found)


def choose_count(plans: Sequence[AnyPlan], rounds: int | None, games: int | None) -> int:
    """How many rounds of each plan to play, or games if they have a format."""
    plan = plans[0]
    slow = bool(compiled_lacks(plans))
    if plan.format is None:
        if games is not None:
            raise SetupError("games", "--games needs --format, such as --format race")
        usual = DEFAULT_BOT_ROUNDS if slow else DEFAULT_ROUNDS
        count = usual if rounds is None else rounds
    else:
        if rounds is not None:
            raise SetupError("rounds", "with a format, --games says how many; leave --rounds out")
        usual = DEFAULT_BOT_GAMES if slow else DEFAULT_GAMES
        count = usual if games is None else games
    if not 1 <= count <= MAX_COUNT:
        raise SetupError(units(plan), f"play 1 to {MAX_COUNT:,} {units(plan)}, not {count}")
    return count


def compiled_lacks(plans: Sequence[AnyPlan]) -> list[str]:
    """The bots of these plans that the kernel does not have: Python plays their rounds."""
    bots = [name for plan in plans if isinstance(plan, BotPlan) for name in plan.policies]
    return [name for name in dict.fromkeys(bots) if find_policy(name) is None]


def units(plan: AnyPlan) -> str:
    """What is counted of a plan."""
    return "rounds" if plan.format is None else "games"


def parse_policies(text: str, players: int) -> tuple[Policy, ...]:
    """One policy for all, one for each seat (`A/B/B`), or the last for the rest (`A/B/...`)."""
    words = text.split(BETWEEN_SEATS)
    parsed = {word: Policy.parse(word) for word in words if word != AND_SO_ON}
    return tuple(parsed[word] for word in seat_names(words, players, "policies", BETWEEN_SEATS))


def seat_names(words: Sequence[str], players: int, what: str, between: str) -> tuple[str, ...]:
    """A name for each seat: one for all, one for each, or the last for the rest."""
    repeats_last = len(words) == 1 or words[-1:] == [AND_SO_ON]
    named = [word for word in words if word != AND_SO_ON]
    fits = 0 < len(named) <= players if repeats_last else len(named) == players
    if not fits or AND_SO_ON in words[:-1]:
        raise SetupError(
            what,
            f"{len(named)} {what} for {players} players; name one, one for each, or the first"
            f" few and then {AND_SO_ON}: regular{between}uniform{between}{AND_SO_ON}",
        )
    return tuple(named + named[-1:] * (players - len(named)))


def policies_text(policies: Sequence[Policy | str]) -> str:
    """The policies of all seats, as short as `parse_policies` reads them."""
    words = [str(policy) for policy in policies]
    alike = 1
    while alike < len(words) and words[-alike - 1] == words[-1]:
        alike += 1
    if alike == len(words):
        return words[0]
    if alike > 2:
        words[len(words) - alike + 1 :] = [AND_SO_ON]
    return BETWEEN_SEATS.join(words)
