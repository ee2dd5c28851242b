"""How the figures of an analysis are shown: rounded so that they agree, and an axis of steps."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from openuno.game.formats import is_team_format
from openuno.local.analysis.report import Account, Analysis
from openuno.record.lines import Header

_NICE = (1, 2, 5)


def signed_text(share: float) -> str:
    """Rounds won more or fewer, with a sign; zero is never negative."""
    return f"{share:+z.2f}"


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Shares in whole per cent that add up to the whole; the largest remainders are rounded up."""
    exact = [100 * share for share in shares]
    found = [int(share) for share in exact]
    missing = round(sum(exact)) - sum(found)
    by_remainder = sorted(range(len(exact)), key=lambda index: found[index] - exact[index])
    for index in by_remainder[:missing]:
        found[index] += 1
    return found


def find_ticks(steps: Sequence[int], most: int) -> dict[int, int]:
    """The steps to write below an axis, at most that many, by their index in the list."""
    for every in (nice * 10**power for power in count() for nice in _NICE):
        rounded = range(-(-steps[0] // every) * every, steps[-1] + 1, every)
        if len(rounded) <= max(1, most):
            indexes = (bisect_left(steps, number) for number in rounded)
            return {index: steps[index] for index in indexes}
    raise AssertionError("some distance is large enough")


def whole_percents_by_seat(chances: Sequence[float], *, teams: bool) -> list[int]:
    """The chances of a round by seat; those of its sides add up to the whole."""
    sides = sides_of(len(chances), teams=teams)
    by_side = whole_percents([chances[side[0]] for side in sides])
    found = {seat: share for side, share in zip(sides, by_side, strict=True) for seat in side}
    return [found[seat] for seat in range(len(chances))]


def has_teams(header: Header) -> bool:
    """Whether those opposite each other play together."""
    return header.rules.teams or is_team_format(header.format)


def sides_of(seats: int, *, teams: bool) -> list[tuple[int, ...]]:
    """The seats that win together in a round: teams sit alternately."""
    everyone = tuple(range(seats))
    return [everyone[0::2], everyone[1::2]] if teams else [(seat,) for seat in everyone]


def list_accounts(found: Analysis, *, teams: bool) -> list[tuple[str, Account]]:
    """Luck and play by name: of both partners together where they stay together."""
    own = {each.player: each for each in found.accounts if each.rounds}
    return [
        (join_names(found.names, side), _join_accounts([own[player] for player in side]))
        for side in lasting_sides([round.players for round in found.rounds], teams=teams)
        if side[0] in own
    ]


def lasting_sides(rounds: Sequence[Sequence[int]], *, teams: bool) -> list[tuple[int, ...]]:
    """The players who win together in every round, if partners stay; else each alone.

    Of every round these are the players by seat.
    """
    found = {
        tuple(sorted(tuple(sorted(players[seat] for seat in side)) for side in sides))
        for players in rounds
        for sides in (sides_of(len(players), teams=teams),)
    }
    if teams and len(found) == 1:
        return list(found.pop())
    return [(player,) for player in sorted({player for players in rounds for player in players})]


def join_names(names: Sequence[str], players: Sequence[int]) -> str:
    """What a side is called: all its players."""
    return " and ".join(names[player] for player in players)


def _join_accounts(accounts: Sequence[Account]) -> Account:
    """The account of partners: they win together, and each makes mistakes of their own."""
    first = accounts[0]
    if len(accounts) == 1:
        return first
    play = sum(each.play for each in accounts)
    rest = first.won - first.par - first.deal - play
    return replace(first, play=play, rest=rest)
