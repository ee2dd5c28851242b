"""Fits how players choose their cards, for `openuno.local.search.styles`.

    python -m bench.playing_styles --rounds 500

Prints the tables, and how well they predict rounds that they were not fitted to: the share of
choices that were the likeliest ones, and the mean of the logarithm of what they were given.
"""

import argparse

import numpy as np
import numpy.typing as npt

from openuno import EDITIONS, Step, play_round
from openuno.engine.cards import COLOUR_INDEX, KIND_OF
from openuno.engine.events import Drew, Played
from openuno.engine.state import Round, Turn
from openuno.local.search.styles import DRAWS, FACE_OF, FEW, LAST, SIZE, list_plays

RULES = EDITIONS["mattel-2016"]
STEPS, RATE, SHRINK = 400, 0.1, 1e-4
Choice = tuple[int, npt.NDArray[np.float32]]
"""Which of the options was taken, and how often each entry of a table is in the weight of each."""


def collect_choices(bot: str, players: int, seeds: range) -> list[Choice]:
    """What a bot chose in rounds against itself, wherever a card fitted."""
    found: list[Choice] = []
    before: Round | None = None

    def watch(step: Step) -> None:
        nonlocal before
        round, before = before, step.round
        if round is not None and step.events:
            choice = read_choice(round, step.events[0])
            if choice is not None:
                found.append(choice)

    for seed in seeds:
        before = None
        play_round([bot] * players, RULES, seed=seed, watch=watch)
    return found


def read_choice(round: Round, event: object) -> Choice | None:
    """The choice that an event tells of, if there was one."""
    if not isinstance(round.phase, Turn) or round.colour is None:
        return None
    seat = round.phase.seat
    if not isinstance(event, (Played, Drew)) or event.seat != seat:
        return None
    following = round.hands[(seat + round.direction) % len(round.hands)]
    plays = list(
        list_plays(
            [KIND_OF[card] for card in round.hands[seat]],
            COLOUR_INDEX[round.colour],
            FACE_OF[KIND_OF[round.discard[-1]]],
            int(len(following) <= FEW),
        )
    )
    if not plays:
        return None
    rows = np.zeros((len(plays) + 1, SIZE), np.float32)
    for row, (_, _, entries) in zip(rows, plays, strict=False):
        for entry in entries:
            row[entry] += 1
    rows[-1, DRAWS] = 1
    rows[:, LAST] = 0
    if isinstance(event, Drew):
        return len(plays), rows
    colour = event.colour or event.card.colour
    assert colour is not None
    wanted = KIND_OF[event.card], COLOUR_INDEX[colour]
    return [play[:2] for play in plays].index(wanted), rows


def fit(choices: list[Choice]) -> npt.NDArray[np.float64]:
    """The logarithms of the entries under which the choices were likeliest, by Adam."""
    options, taken = _stack(choices)
    weights, mean, square = np.zeros(SIZE), np.zeros(SIZE), np.zeros(SIZE)
    chosen = options[np.arange(len(taken)), taken].mean(0)
    for step in range(1, STEPS + 1):
        chances = _chances(options, weights)
        slope = chosen - np.einsum("ij,ijk->k", chances, options) / len(taken) - SHRINK * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights += RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def score(choices: list[Choice], weights: npt.NDArray[np.float64]) -> tuple[float, float]:
    """How often the likeliest was chosen, and the mean logarithm of the chance of the choice."""
    options, taken = _stack(choices)
    chances = _chances(options, weights)
    own = chances[np.arange(len(taken)), taken]
    return float((chances.argmax(1) == taken).mean()), float(np.log(own + 1e-12).mean())


def _stack(choices: list[Choice]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """All choices in one array; what is no option has -1 in the entry that never counts."""
    most = max(len(rows) for _, rows in choices)
    options = np.zeros((len(choices), most, SIZE), np.float32)
    options[:, :, LAST] = -1
    for index, (_, rows) in enumerate(choices):
        options[index, : len(rows)] = rows
    return options, np.array([taken for taken, _ in choices])


def _chances(
    options: npt.NDArray[np.float32], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    scores = options @ weights.astype(np.float32)
    scores = np.where(options[:, :, LAST] < 0, -np.inf, scores)
    found = np.exp(scores - scores.max(1, keepdims=True))
    chances: npt.NDArray[np.float32] = found / found.sum(1, keepdims=True)
    return chances


def main() -> None:
    """Fit both bots with two players and with more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    given = parser.parse_args()
    for bot in ("regular", "master"):
        for players in (2, 4):
            seeds = range(given.rounds)
            weights = fit(collect_choices(bot, players, seeds))
            seeds = range(given.rounds, given.rounds + given.rounds // 4)
            others = collect_choices(bot, players, seeds)
            right, chance = score(others, weights)
            print(f"# {bot} with {players}: {right:.1%} of {len(others)} choices, {chance:.3f}")
            print(tuple(float(f"{weight:.3g}") for weight in np.exp(weights)), flush=True)


if __name__ == "__main__":
    main()
