"""Luck and play of a whole game at once, by `master`'s network and not by rounds played on.

The network judges each hand where its player has the turn for the first time in a round, beside the
others' hands. The replay in the browser does the same (web/src/analysis/luck.ts).
"""

from collections.abc import Sequence
from math import exp

import msgspec

from openuno.bots.master import is_trained_for
from openuno.bots.network.features import colour_order, write_features
from openuno.bots.network.inference import shipped_network
from openuno.bots.network.weights import SCORES_PER_LOGIT
from openuno.engine.view import view
from openuno.local.analysis.positions import CannotAnalyse, FirstDecision, PlayedRound


class LuckAccount(msgspec.Struct, frozen=True, gc=False):
    """Where a player's rounds came from, in rounds won: par, deal and play add up to `won`.

    `par` is what the number of players gave, `deal` how much better than the others' the chances
    were at the first decisions, `play` everything from there on: own moves, those of others, and
    the cards drawn.
    """

    player: int
    rounds: int = 0
    won: int = 0
    par: float = 0.0
    deal: float = 0.0
    play: float = 0.0

    def add_round(self, won: bool, par: float, chance: float) -> "LuckAccount":
        """With one more round."""
        return LuckAccount(
            self.player,
            self.rounds + 1,
            self.won + won,
            self.par + par,
            self.deal + chance - par,
            self.play + won - chance,
        )


def measure_luck(players: int, rounds: Sequence[PlayedRound]) -> tuple[LuckAccount, ...]:
    """The account of each player; `CannotAnalyse` where the network does not know the rules."""
    found = [LuckAccount(player) for player in range(players)]
    for round in rounds:
        rules, seats = round.stages[0].round.rules, range(len(round.players))
        # A round is won in the same way in every format, so the format does not matter here.
        if not is_trained_for(rules, len(seats)):
            raise CannotAnalyse(
                "master's network was not trained for these rules with this many players; leave"
                " --quick out"
            )
        shares = _shares(round.first_decisions, len(seats))
        for seat, player in enumerate(round.players):
            side = seats[seat % 2 :: 2] if rules.teams else (seat,)
            par = len(side) / len(seats)
            chance = sum(shares[other] for other in side)
            found[player] = found[player].add_round(player in round.winners, par, chance)
    return tuple(found)


def _shares(first: Sequence[FirstDecision], seats: int) -> list[float]:
    """The seats' shares in a round, 1 together.

    Those who decided anything get theirs in the ratio of their chances, since the network expects
    to beat the others from every seat; the rest get what equals would.
    """
    chances = {decision.seat: _chance(decision) for decision in first}
    scale = len(chances) / seats / sum(chances.values())
    return [chances[seat] * scale if seat in chances else 1 / seats for seat in range(seats)]


def _chance(decision: FirstDecision) -> float:
    seen = view(decision.round, decision.seat)
    features = write_features(seen, decision.memory, colour_order(seen))
    return 1 / (1 + exp(-shipped_network().scores(features)[-1] / SCORES_PER_LOGIT))
