"""What a training run consists of; the same configuration and seed deal the same rounds."""

from typing import NamedTuple

from openuno import EDITIONS, Rules, with_switches

PLAIN = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True)
STACKED = with_switches(PLAIN, stacking="same", draw_until=True)
TEAMS = with_switches(PLAIN, teams=True)


class Setting(NamedTuple):
    """Tables under the same rules."""

    name: str
    rules: Rules
    seats: int
    lanes: int
    always: bool = False
    """Whether they play before every update; of the others, one setting does, in turn."""


class Config(NamedTuple):
    """Everything a run depends on but the machine."""

    settings: tuple[Setting, ...]
    seed: int = 1
    width: int = 480
    critic_width: int = 768
    steps: int = 24
    """Decisions of every lane between two updates."""
    minibatches: int = 6
    rate: float = 1e-3
    last_rate: float = 3e-5
    entropy: float = 0.01
    last_entropy: float = 0.0005
    clip: float = 0.2
    smoothing: float = 0.95
    """How far rewards are carried back: lambda of the generalised advantage."""
    own: float = 0.36
    """The share of lanes in which the network plays all seats; then against `regular`, against a
    bluffer, and in the rest against its older versions."""
    regular: float = 0.44
    bluffer: float = 0.05
    snapshot_seconds: float = 45.0
    snapshots: int = 12


def full(seed: int = 1) -> Config:
    """The run that made the shipped network."""
    return Config(
        (
            Setting("two", PLAIN, 2, 40960, always=True),
            Setting("four", PLAIN, 4, 73728, always=True),
            Setting("three", PLAIN, 3, 24576),
            Setting("six", PLAIN, 6, 24576),
            Setting("ten", PLAIN, 10, 16384),
            Setting("house two", HOUSE, 2, 24576),
            Setting("house four", HOUSE, 4, 24576),
            Setting("stacked", STACKED, 4, 24576),
            Setting("wild", EDITIONS["wild-112"], 4, 24576),
            Setting("teams", TEAMS, 4, 24576),
        ),
        seed,
    )


def tiny(seed: int = 1) -> Config:
    """A run for a processor and a test: two players, plain rules, a small network."""
    return Config(
        (Setting("two", PLAIN, 2, 256, always=True),),
        seed,
        width=64,
        critic_width=64,
        steps=32,
        minibatches=4,
        rate=3e-3,
        last_rate=1e-3,
    )
