"""docs/training.md: what it says of a run is what the configuration says."""

from pathlib import Path

from openuno.bots.network.layout import DECISIONS, FEATURES, USED, Stake
from training.config import FEW, MANY, full

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")


def test_the_settings_on_the_page_are_those_of_a_run() -> None:
    settings = full().settings
    always = [setting for setting in settings if setting.always]
    written = [setting for setting in settings if setting.rules.written]
    points, tallies = (
        [setting for setting in settings if setting.stake is stake]
        for stake in (Stake.POINTS, Stake.TALLY)
    )
    others = len(settings) - len(always) - len(written) - len(points) - len(tallies)
    assert f"There are {len(settings)}," in PAGE
    assert f"the {len(settings) - len(always)} settings in turn" in PAGE
    assert f"In {len(points) + len(tallies)} of the settings" in PAGE
    for setting in always:
        assert f"| 1 | {setting.lanes:,} | before every update |" in PAGE
    assert f"| {others} | {MANY:,}; with six or more players {FEW:,} |" in PAGE
    for name, part in (("points", points), ("tallies", tallies), ("written rules", written)):
        assert f"| [{name}](" in PAGE
        assert f") | {len(part)} | " in PAGE


def test_the_method_on_the_page_is_that_of_a_run() -> None:
    config = full()
    assert (config.rate, config.last_rate) == (6e-4, 3e-5)
    for words in (
        "| learning rate | falls in a straight line from 6·10⁻⁴ to 3·10⁻⁵",
        f"takes {config.steps} steps",
        f"| minibatches in an update | {config.minibatches} |",
        f"| clip range | {config.clip} |",
        f"λ = {config.smoothing},",
        f"from {config.entropy} to {config.last_entropy} |",
        f"| {100 * config.own:.0f} % | the network in all seats |",
        f"| {100 * config.regular:.0f} % | the network in one seat",
        f"| {100 * config.bluffer:.0f} % | the same with a bluffer",
        f"three layers of {config.width}",
        f"two layers of {config.critic_width}",
        f"{FEATURES} numbers from 0 to 255, the last {FEATURES - USED} of them",
        f"It scores {DECISIONS} decisions",
    ):
        assert words in PAGE, words
