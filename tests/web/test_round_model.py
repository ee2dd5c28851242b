"""The client's fold of a round, in a real Node: however cards move face down, it is the view."""

import msgspec
from hypothesis import example, given
from msgspec.structs import replace

from openuno import View, redact, view
from tests import blanks
from tests.policies import Game
from tests.properties.test_knowledge import GIVEN_ON, watchers
from tests.web.node import Runner

views = msgspec.json.Decoder(list[View])


@given(game=blanks.games())
@example(game=GIVEN_ON)
def test_a_seat_that_follows_written_rules_sees_what_the_engine_shows_it(
    game: Game, node: Runner
) -> None:
    for seat in watchers(game):
        told = [[redact(event, seat) for event in turned.step.events] for turned in game.turned]
        # What may be done now is the server's to say.
        shown = [replace(view(step.round, seat), legal=()) for step in game.steps]
        found = node.ask("round", {"view": shown[0], "steps": told})
        assert views.decode(found) == shown[1:]
