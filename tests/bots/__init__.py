"""How the tests of the bots speak: a position on one line, a bot by name, its answer as text."""

from openuno import Fast, seat_to_act, view
from openuno.bots.bot import Mind
from openuno.bots.registry import BOTS
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round
from openuno.game.formats import Format, Single

SINGLE = Single()


def does(
    bot: str, position: str, seat: int | None = None, seed: int = 0, format: Format = SINGLE
) -> str:
    """What the bot does there, in its turn if no seat is named; empty when it lets it go."""
    round = parse_round(position)
    acting = seat_to_act(round) if seat is None else seat
    assert acting is not None
    action, _ = BOTS[bot](view(round, acting), Mind(Fast(seed), format=format))
    return "" if action is None else action_text(action)


def answers(bot: str, position: str, seat: int | None = None) -> set[str]:
    """All that the bot does there, as chance has it."""
    return {does(bot, position, seat, seed) for seed in range(80)}
