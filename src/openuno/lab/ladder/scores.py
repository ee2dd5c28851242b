"""The share that a player won in a duel, with the interval that the spread between deals gives."""

from math import fsum, sqrt

from openuno.lab.figures import Estimate, Z, even_share, student


class Score:
    """Wins of a player over chunks of deals, each played from every seat."""

    def __init__(self) -> None:
        self.won = 0
        self.decided = 0
        self._deals = 0
        self._parts: list[tuple[int, int]] = []

    def add(self, deals: int, won: int, decided: int) -> None:
        """Add a chunk."""
        self.won += won
        self.decided += decided
        self._deals += deals
        self._parts.append((won, decided))

    def share(self) -> Estimate | None:
        """The share won, with the interval that the spread between chunks gives."""
        if not self.decided:
            return None
        share = self.won / self.decided
        if self._is_even:
            return even_share(share, self._deals)
        half = self.quantile * sqrt(self.variance()) / self.decided
        return Estimate(share, max(share - half, 0.0), min(share + half, 1.0))

    @property
    def quantile(self) -> float:
        """How many standard deviations 95 % are, by Student's distribution: chunks may be few."""
        count = sum(decided > 0 for _, decided in self._parts)
        return student(count - 1) if count > 1 else Z

    def variance(self) -> float:
        """How far `won` may be from what it would be on average, squared."""
        if not self.decided:
            return 0.0
        share = self.won / self.decided
        if self._is_even:
            half = even_share(share, self._deals).half
            assert half is not None
            return (half / self.quantile * self.decided) ** 2
        count = sum(decided > 0 for _, decided in self._parts)
        # Exactly rounded, so that it does not matter in which order the chunks came.
        return (
            fsum((won - share * decided) ** 2 for won, decided in self._parts) * count / (count - 1)
        )

    @property
    def _is_even(self) -> bool:
        """All lost, all won, or every deal split alike: no spread, which does not mean no doubt."""
        return all(won * self.decided == self.won * decided for won, decided in self._parts)
