"""How many rounds one player wins against bots that adapt: `python -m bench.gentle`.

Long races, since `gentle` goes by the rounds won in the game so far.
"""

import argparse
from math import sqrt

from openuno import Race, play_game
from openuno.lab.figures import Z

PLAYERS = ("random", "casual", "regular")
OPPONENTS = (1, 2, 3)
FORMAT = Race(4000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.gentle", description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="races of each kind")
    games = parser.parse_args().games
    for player in PLAYERS:
        for opponents in OPPONENTS:
            won, rounds = _play(player, opponents, games)
            share = won / rounds
            half = Z * sqrt(share * (1 - share) / rounds)
            shown = f"{100 * share:.0f} ± {100 * half:.0f} % of {rounds} rounds"
            print(f"{player} against {opponents}: {shown}", flush=True)


def _play(player: str, opponents: int, games: int) -> tuple[int, int]:
    """Rounds that the player won, and all rounds."""
    won = rounds = 0
    for seed in range(games):
        wins = play_game([player, *["gentle"] * opponents], format=FORMAT, seed=seed).game.wins
        won += wins[0]
        rounds += sum(wins)
    return won, rounds


if __name__ == "__main__":
    main()
