"""What a training run consists of; the same configuration and seed deal the same rounds."""

from typing import NamedTuple

from openuno import EDITIONS, Rules, with_switches
from openuno.bots.network.layout import Stake
from openuno.engine.notation.rules import parse_rules
from training.written_decks import DECKS, written_rules

PLAIN = EDITIONS["mattel-2016"]
HOUSE = "house+stacking=any+jump_in=on+seven_zero=on"
MANY, FEW = 24576, 16384
"""Tables of a setting that plays in turn; fewer where many players make a step long."""
OTHERS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("mattel-2016", (3, 5, 6, 7, 8, 9, 10)),
    ("wild-112", (2, 3, 4, 6, 8, 10)),
    ("house", (2, 4, 7)),
    (HOUSE, (2, 3, 4, 6, 8, 10)),
    ("mattel-2016+stacking=same+draw_until=on", (2, 4, 6)),
    ("mattel-2016+stacking=any", (2, 4)),
    ("mattel-2016+jump_in=on", (2, 4)),
    ("mattel-2016+draw_until=on", (3,)),
    ("mattel-2016+forced_play=on", (2, 4)),
    ("mattel-2016+bluffing=off", (2, 4)),
    ("mattel-2016+play_drawn=off", (3,)),
    ("mattel-2016+renege=off", (3,)),
    ("mattel-2016+decks=3", (4,)),
    ("mattel-2016+hand_size=3", (2, 4, 6)),
    ("mattel-2016+hand_size=12", (3,)),
    ("mattel-2016+teams=on", (4,)),
    ("house+stacking=any+teams=on", (4,)),
    ("mattel-2016+seven_zero=on", (2, 4, 6, 9)),
    ("mattel-2016+swap_cards=4+shuffle_cards=4", (2, 4, 6, 10)),
)
"""Rules and numbers of players besides the plain rules with two and four."""
POINTS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("mattel-2016", (2, 3, 4, 4, 6)),
    ("mattel-2016+teams=on", (4, 4)),
    ("house+stacking=any+teams=on", (4,)),
    ("wild-112", (2, 4)),
    (HOUSE, (2, 4)),
)
"""Rules and numbers of players where the points of a round count; some twice as often."""
TALLIES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("mattel-2016", (2, 3, 4, 6)),
    ("wild-112", (4,)),
    (HOUSE, (4,)),
)
"""Likewise where everyone is charged with what they hold."""
WRITTEN_SIZES = ((2, 4), (4, 3), (2, 6), (3, 4))
"""Numbers of players at the tables with a deck of written rules, in turn."""
FEW_SEATS = 4


class Setting(NamedTuple):
    """Tables under the same rules, where rounds are played for the same."""

    rules: Rules
    seats: int
    lanes: int
    stake: Stake = Stake.WIN
    always: bool = False
    """Whether they play before every update; of the others, some do, in turn."""


class Config(NamedTuple):
    """Everything a run depends on but the machine."""

    settings: tuple[Setting, ...]
    seed: int = 1
    width: int = 480
    critic_width: int = 512
    in_turn: int = 4
    """How many of the other settings play before an update."""
    steps: int = 32
    """Steps of every lane between two updates, most of them a decision."""
    minibatches: int = 24
    rate: float = 6e-4
    last_rate: float = 3e-5
    entropy: float = 0.01
    last_entropy: float = 0.0005
    clip: float = 0.2
    smoothing: float = 0.95
    """How far rewards are carried back: lambda of the generalised advantage."""
    own: float = 0.36
    """The share of lanes in which the network plays all seats; then against `regular`, against a
    bluffer, and in the rest against its older versions. With more than FEW_SEATS players it plays
    all seats more often: many opponents make each of its own decisions expensive."""
    regular: float = 0.44
    bluffer: float = 0.05
    alone: bool = False
    """Whether it has a single seat where older versions play; else every other one."""
    snapshot_seconds: float = 45.0
    snapshots: int = 12
    memory: float = 0.99
    """How much of the averaged network stays at an update; what is exported is that average."""


def full(seed: int = 1) -> Config:
    """All settings."""
    settings = [
        Setting(PLAIN, 2, 57344, always=True),
        Setting(PLAIN, 4, 122880, always=True),
    ]
    for stake, listed in ((Stake.WIN, OTHERS), (Stake.POINTS, POINTS), (Stake.TALLY, TALLIES)):
        for rules, sizes in listed:
            settings += [
                Setting(parse_rules(rules), seats, MANY if seats < 6 else FEW, stake)
                for seats in sizes
            ]
    for number, deck in enumerate(DECKS):
        turned = deck[number % len(deck) :] + deck[: number % len(deck)]
        written = written_rules("house" if number % 2 else "mattel-2016", turned)
        sizes = WRITTEN_SIZES[number % len(WRITTEN_SIZES)]
        settings += [Setting(written, seats, FEW) for seats in sizes]
    return Config(tuple(settings), seed)


def tiny(seed: int = 1) -> Config:
    """A run for a processor and a test: two players, plain rules, a small network."""
    return Config(
        (
            Setting(PLAIN, 2, 192, always=True),
            Setting(with_switches(PLAIN, teams=True), 4, 64, Stake.POINTS),
        ),
        seed,
        width=64,
        critic_width=64,
        in_turn=1,
        minibatches=4,
        rate=3e-3,
        last_rate=1e-3,
    )


def against_one(config: Config, *, small: bool) -> Config:
    """The same run against a network that stays as it is: how much can be won from it?"""
    if not small:
        sizes = (2, 4)
        config = config._replace(
            settings=tuple(Setting(PLAIN, seats, 65536, always=True) for seats in sizes), in_turn=0
        )
    return config._replace(own=0, regular=0, bluffer=0, alone=True)
