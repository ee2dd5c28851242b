"""Who partners whom in a tournament of rotating partners.

A whist tournament of 4n players has 4n - 1 stages of n tables; every two players are partners once
and opponents twice. Ours are cyclic: one player stays, the others move up by one from stage to
stage, so the first stage decides the rest.
"""

_STARTERS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((3, 0, 1, 2),),
    8: ((7, 0, 1, 3), (2, 6, 4, 5)),
    12: ((11, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
    16: ((15, 0, 1, 2), (3, 6, 9, 11), (4, 13, 8, 12), (5, 10, 7, 14)),
    20: ((19, 0, 1, 2), (3, 5, 9, 15), (4, 14, 12, 17), (6, 18, 10, 13), (7, 11, 8, 16)),
    24: (
        (23, 0, 1, 2),
        (3, 5, 7, 17),
        (4, 12, 18, 22),
        (6, 20, 10, 13),
        (8, 19, 11, 16),
        (9, 15, 14, 21),
    ),
}
"""First stage by number of players: tables as (a, b, c, d), a and b against c and d. The player
with the highest number is the one who stays."""

SCHEDULED = frozenset(_STARTERS)
MOST_PLAYERS = max(_STARTERS)


def stage_count(players: int) -> int:
    """The number of stages in a cycle: everyone has had everyone else as partner."""
    return players - 1


def tables_at_stage(players: int, stage: int) -> tuple[tuple[int, int, int, int], ...]:
    """The tables of a stage, each as its players by seat: partners sit opposite."""
    moving = players - 1

    def moved(player: int) -> int:
        return player if player == moving else (player + stage) % moving

    return tuple((moved(a), moved(c), moved(b), moved(d)) for a, b, c, d in _STARTERS[players])
