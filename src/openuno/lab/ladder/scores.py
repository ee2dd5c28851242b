"""The share that a player won in a duel, with the interval that the spread between deals gives."""

from math import fsum, sqrt

from openuno.lab.figures import Estimate, Z, share_by_deal, student


class Score:
    """Wins of a player over chunks of deals, each played from every seat of a table."""

    def __init__(self, players: int) -> None:
        self.won = 0
        self.decided = 0
        self._players = players
        self._deals = 0
        self._parts: list[tuple[int, int]] = []

    def add(self, deals: int, won: int, decided: int) -> None:
        """Add a chunk; rounds that were given up are not decided."""
        self.won += won
        self.decided += decided
        self._deals += deals
        if decided:
            self._parts.append((won, decided))

    def share(self) -> Estimate | None:
        """The share won, with the interval that the spread between chunks gives."""
        if not self.decided:
            return None
        half = self.quantile * sqrt(self._spread()) / self.decided
        # Played to the end from every seat, a deal has as many wins as players, partners included;
        # more where a game is shared.
        decided_deals = min(self.decided / self._players, self._deals)
        return share_by_deal(self.won / self.decided, half, decided_deals)

    @property
    def quantile(self) -> float:
        """How many standard deviations 95 % are, by Student's distribution: chunks may be few."""
        count = len(self._parts)
        return student(count - 1) if count > 1 else Z

    def variance(self) -> float:
        """How far `won` may be from what it would be on average, squared."""
        share = self.share()
        if share is None or share.low is None or share.high is None:
            return 0.0
        # The longer side: the other may end at nothing or everything.
        reach = max(share.value - share.low, share.high - share.value)
        return (reach / self.quantile * self.decided) ** 2

    def _spread(self) -> float:
        """The variance of `won` by the spread between chunks; one alone has none."""
        share, count = self.won / self.decided, len(self._parts)
        # Exactly rounded, so that it does not matter in which order the chunks came.
        squares = fsum((won - share * decided) ** 2 for won, decided in self._parts)
        return squares * count / (count - 1) if count > 1 else 0.0
