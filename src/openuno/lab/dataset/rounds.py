"""Rounds between bots, every decision written down."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from openuno.engine.actions import Action
from openuno.engine.rules import Rules
from openuno.engine.state import RoundOver
from openuno.engine.view import View
from openuno.lab.dataset.rows import NOBODY, Row, decision_row
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import WhyNot
from openuno.local.matches import play_round_between
from openuno.local.named_bots import find_bot

ROUNDS_PER_FILE = 1000
"""Some fifty thousand decisions with four players: a megabyte on disk, a hundred in memory."""
_SEED_BYTES = 8


class DatasetPlan(msgspec.Struct, frozen=True):
    """What is played: the rules, a bot for each seat, how many rounds, and the seed of them all.

    The rounds of one file are in memory together.
    """

    rules: Rules
    bots: tuple[str, ...]
    rounds: int
    seed: int
    rounds_per_file: int = ROUNDS_PER_FILE


class _WritingPlayer(BotPlayer):
    """A bot in a seat whose every answer is written down."""

    def __init__(self, kind: str, secret: bytes, seat: int, rows: list[Row]) -> None:
        super().__init__(find_bot(kind), secret, seat, name=kind)
        self._kind = kind
        self._rows = rows

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, /
    ) -> Action | None:
        """The bot's answer, or none."""
        action = super().answer_out_of_turn(view, offered, why_not)
        self._rows.append({**decision_row(view, offered, action), "bot": self._kind})
        return action

    def take_turn(self, view: View, why_not: WhyNot, /) -> Action:
        """What the bot does in its turn."""
        action = super().take_turn(view, why_not)
        self._rows.append({**decision_row(view, view.legal, action), "bot": self._kind})
        return action


def round_seed(seed: int, number: int) -> int:
    """The seed of one round: different for every round of every data set."""
    digest = sha256(b"openuno data set %d round %d" % (seed, number)).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def seat_kinds(bots: Sequence[str], number: int) -> tuple[str, ...]:
    """The bots of one round by seat: they move on by a seat from round to round."""
    shift = number % len(bots)
    return (*bots[shift:], *bots[:shift])


def record_round(plan: DatasetPlan, number: int) -> list[Row]:
    """Every decision of one round, with what came of it."""
    rows: list[Row] = []
    seed = round_seed(plan.seed, number)
    kinds = seat_kinds(plan.bots, number)
    players = [
        _WritingPlayer(kind, str(seed).encode(), seat, rows) for seat, kind in enumerate(kinds)
    ]
    result = play_round_between(players, plan.rules, seed=seed)
    assert isinstance(result.round.phase, RoundOver), "it was played to its end"
    winner = result.round.phase.winner
    for step, row in enumerate(rows):
        row |= {
            "round": number,
            "seed": seed,
            "step": step,
            "winner": NOBODY if winner is None else winner,
            "won": row["seat"] in result.winners,
            "points": result.scores[row["seat"]],
            "decisions_left": len(rows) - 1 - step,
        }
    return rows
