"""Search with saved states: try every answer, play on at random, keep the one that won most.

    python examples/search.py --rounds 40 --tries 20

A saved state holds every card, so this player looks at cards that are face down: it shows what a
search could gain at most, and how to save and load. A fair player would first deal the hidden cards
again; the bot `expert` does that (docs/bots.md).
"""

import argparse

import numpy as np

import openuno
from openuno.env.single import UnoEnv


def play_on(env: UnoEnv, chance: np.random.Generator) -> float:
    """Answer at random to the end of the round; what it pays."""
    while True:
        allowed = np.flatnonzero(env.action_masks())
        _, paid, over, cut, _ = env.step(chance.choice(allowed))
        if over or cut:
            return float(paid)


def search(env: UnoEnv, tries: int, chance: np.random.Generator) -> np.int64:
    """The answer after which random play wins most often."""
    state = env.save()
    allowed = np.flatnonzero(env.action_masks())
    gains = np.zeros(len(allowed))
    for index, answer in enumerate(allowed if len(allowed) > 1 else ()):
        for _ in range(tries):
            env.load(state)
            _, paid, over, cut, _ = env.step(answer)
            gains[index] += float(paid) if over or cut else play_on(env, chance)
    env.load(state)
    return np.int64(allowed[gains.argmax()])


def main() -> None:
    """Play rounds against `regular`, with the search and without."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--tries", type=int, default=20, help="rounds to try after each answer")
    args = parser.parse_args()
    env = openuno.make("uno-2p", opponents="regular")
    chance = np.random.default_rng(1)
    for tries in (0, args.tries):
        won = 0
        for seed in range(args.rounds):
            env.reset(seed=seed)
            over = cut = False
            paid = 0.0
            while not (over or cut):
                allowed = np.flatnonzero(env.action_masks())
                answer = search(env, tries, chance) if tries else chance.choice(allowed)
                _, reward, over, cut, _ = env.step(answer)
                paid = float(reward)
            won += paid > 0
        how = f"with {tries} tries of each answer" if tries else "at random"
        print(f"{how}: won {won} of {args.rounds} rounds against regular", flush=True)


if __name__ == "__main__":
    main()
