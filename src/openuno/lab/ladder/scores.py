"""The share that a player won in a duel, with the interval that the spread between deals gives."""

from math import sqrt

from openuno.lab.figures import Estimate, Z, share_by_deal, student


class Score:
    """Wins of a player over chunks of deals, each played from every seat of a table."""

    def __init__(self, players: int) -> None:
        self.won = 0
        self.decided = 0
        self.deals = 0
        self._players = players
        self._chunks: dict[int, tuple[int, int]] = {}

    def add(self, chunk: int, deals: int, won: int, decided: int) -> None:
        """Add to the chunk of this number; rounds that were given up are not decided."""
        self.won += won
        self.decided += decided
        self.deals += deals
        if decided:
            won_before, decided_before = self._chunks.get(chunk, (0, 0))
            self._chunks[chunk] = won_before + won, decided_before + decided

    def share(self) -> Estimate | None:
        """The share won, with the interval that the spread between chunks gives."""
        if not self.decided:
            return None
        half = self.quantile * sqrt(self._spread()) / self.decided
        # Played to the end from every seat, a deal has as many wins as players, partners included;
        # more where a game is shared.
        decided_deals = min(self.decided / self._players, self.deals)
        return share_by_deal(self.won / self.decided, half, decided_deals)

    @property
    def quantile(self) -> float:
        """How many standard deviations 95 % are, by Student's distribution: chunks may be few."""
        count = len(self._chunks)
        return student(count - 1) if count > 1 else Z

    def gains(self) -> dict[int, float]:
        """By chunk, how many more were won there than by the share of all.

        They are scaled so that their squares add up to the variance of `won`. Two duels with the
        same deals have gains that belong together: add them chunk by chunk, then square.
        """
        count = len(self._chunks)
        if count < 2:
            return {}
        share, scale = self.won / self.decided, sqrt(count / (count - 1))
        # In the order of the deals: sums must not depend on which chunk was played first.
        return {
            number: scale * (won - share * decided)
            for number, (won, decided) in sorted(self._chunks.items())
        }

    def unseen_variance(self) -> float:
        """What the interval has beyond the spread, for deals that we have not seen."""
        share = self.share()
        if share is None or share.low is None or share.high is None:
            return 0.0
        # The longer side: the other may end at nothing or everything.
        reach = max(share.value - share.low, share.high - share.value)
        return max((reach / self.quantile * self.decided) ** 2 - self._spread(), 0.0)

    def _spread(self) -> float:
        """The variance of `won` by the spread between chunks; one alone has none."""
        return sum(gain * gain for gain in self.gains().values())
