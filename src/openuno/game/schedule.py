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
    28: (
        (27, 0, 1, 20),
        (2, 11, 5, 6),
        (3, 17, 9, 13),
        (4, 26, 16, 19),
        (7, 14, 15, 25),
        (8, 24, 10, 22),
        (12, 18, 21, 23),
    ),
    32: (
        (31, 0, 6, 22),
        (1, 28, 11, 29),
        (2, 7, 15, 26),
        (3, 13, 19, 20),
        (4, 21, 16, 24),
        (5, 27, 23, 25),
        (8, 14, 18, 30),
        (9, 12, 10, 17),
    ),
    36: (
        (35, 0, 8, 19),
        (1, 23, 30, 34),
        (2, 17, 7, 16),
        (3, 11, 26, 27),
        (4, 9, 18, 21),
        (5, 28, 15, 33),
        (6, 20, 14, 24),
        (10, 12, 13, 32),
        (22, 29, 25, 31),
    ),
    40: (
        (39, 0, 1, 12),
        (2, 36, 4, 26),
        (3, 33, 14, 29),
        (5, 28, 10, 11),
        (6, 18, 9, 34),
        (7, 38, 20, 24),
        (8, 27, 32, 35),
        (13, 23, 19, 21),
        (15, 22, 25, 31),
        (16, 37, 17, 30),
    ),
    44: (
        (43, 0, 15, 33),
        (1, 18, 3, 30),
        (2, 14, 10, 11),
        (4, 24, 17, 41),
        (5, 35, 9, 23),
        (6, 38, 16, 19),
        (7, 13, 8, 29),
        (12, 21, 28, 32),
        (20, 25, 31, 39),
        (22, 37, 40, 42),
        (26, 36, 27, 34),
    ),
    48: (
        (47, 0, 5, 42),
        (1, 6, 9, 34),
        (2, 29, 15, 17),
        (3, 33, 13, 21),
        (4, 38, 8, 32),
        (7, 14, 30, 36),
        (10, 43, 12, 23),
        (11, 39, 18, 22),
        (16, 31, 24, 27),
        (19, 37, 28, 40),
        (20, 46, 44, 45),
        (25, 41, 26, 35),
    ),
    52: (
        (51, 0, 18, 31),
        (1, 24, 3, 48),
        (2, 33, 19, 40),
        (4, 28, 9, 13),
        (5, 20, 23, 25),
        (6, 11, 27, 46),
        (7, 49, 43, 50),
        (8, 41, 16, 30),
        (10, 45, 17, 42),
        (12, 29, 38, 39),
        (14, 22, 26, 36),
        (15, 44, 21, 32),
        (34, 37, 35, 47),
    ),
    56: (
        (55, 0, 44, 50),
        (1, 4, 2, 49),
        (3, 32, 36, 37),
        (5, 7, 17, 27),
        (6, 25, 22, 29),
        (8, 21, 34, 39),
        (9, 40, 24, 46),
        (10, 38, 19, 30),
        (11, 31, 45, 54),
        (12, 16, 13, 52),
        (14, 48, 23, 41),
        (15, 53, 28, 42),
        (18, 33, 35, 47),
        (20, 43, 26, 51),
    ),
    60: (
        (59, 0, 12, 13),
        (1, 40, 2, 29),
        (3, 9, 48, 58),
        (4, 23, 25, 32),
        (5, 38, 15, 46),
        (6, 27, 18, 41),
        (7, 11, 34, 50),
        (8, 26, 10, 52),
        (14, 43, 39, 44),
        (16, 51, 19, 22),
        (17, 30, 24, 35),
        (20, 57, 33, 42),
        (21, 36, 47, 55),
        (28, 53, 31, 45),
        (37, 49, 54, 56),
    ),
}
"""First stage by number of players: tables as (a, b, c, d), a and b against c and d. The player
with the highest number is the one who stays."""

SCHEDULED = frozenset(_STARTERS)
"""The numbers of players that have a schedule."""


def stage_count(players: int) -> int:
    """The number of stages in a cycle: everyone has had everyone else as partner."""
    return players - 1


def tables_at_stage(players: int, stage: int) -> tuple[tuple[int, int, int, int], ...]:
    """The tables of a stage, each as its players by seat: partners sit opposite."""
    moving = players - 1

    def move(player: int) -> int:
        return player if player == moving else (player + stage) % moving

    return tuple((move(a), move(c), move(b), move(d)) for a, b, c, d in _STARTERS[players])
