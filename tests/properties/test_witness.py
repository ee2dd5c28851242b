"""A seat that folds what it was told knows exactly what its view says."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import evolve, redact, undealt, view
from tests.policies import Sitting, play
from tests.strategies import sittings


@given(sittings(), st.data())
def test_folding_redacted_events_gives_the_view(sitting: Sitting, data: st.DataObject) -> None:
    game = play(replace(sitting, cut=None))
    seat = data.draw(st.none() | st.integers(0, sitting.seats - 1), label="seat")
    known = undealt(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
    for step in game.steps:
        for event in step.events:
            known = evolve(known, redact(event, seat))
        assert view(known, seat) == view(step.round, seat)
