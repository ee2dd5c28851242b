"""A game one move before something happens, and what came of it: how the format tests speak."""

from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from openuno import Fast, IllegalAction, Reason
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.game.events import GameEvent, RoundBegan, RoundScored
from openuno.game.evolve import evolve_game
from openuno.game.notation import parse_format
from openuno.game.play import apply_command, new_game, start_game
from openuno.game.state import Act, Command, Game, NextRound, Table

E = TypeVar("E", bound=GameEvent)


@dataclass(frozen=True)
class Sheet:
    """A game, and the events of the command that led to it."""

    game: Game
    events: tuple[GameEvent, ...] = ()

    def does(self, player: int, *actions: str) -> "Sheet":
        """The game after the player's actions, one after the other."""
        sheet = self
        for action in actions:
            sheet = sheet.after(Act(player, parse_action(action)))
        return sheet

    def deals(self) -> "Sheet":
        """The game with the next hand dealt."""
        return self.after(NextRound())

    def after(self, what: Command) -> "Sheet":
        """The game after the command; the log agrees with it and no score has gone down."""
        step = apply_command(self.game, what)
        assert reduce(evolve_game, step.events, self.game) == step.game
        grown = zip(self.game.scores, step.game.scores, strict=True)
        assert all(before <= now for before, now in grown)
        return Sheet(step.game, step.events)

    def refused(self, what: Command, reason: Reason) -> str:
        """Why not, in words: the command is refused for this reason and touches nothing."""
        fields = [getattr(self.game, name) for name in Game.__struct_fields__]
        written = msgspec.msgpack.encode(self.game)
        with pytest.raises(IllegalAction) as refusal:
            apply_command(self.game, what)
        assert refusal.value.reason is reason, refusal.value.sentence
        for name, before in zip(Game.__struct_fields__, fields, strict=True):
            assert getattr(self.game, name) is before
        assert msgspec.msgpack.encode(self.game) == written
        return refusal.value.sentence

    def at(self, position: str, table: int = 0) -> "Sheet":
        """The same game, with another round under way at a table."""
        tables = list(self.game.tables)
        tables[table] = replace(tables[table], round=parse_round(position))
        return Sheet(replace(self.game, tables=tuple(tables)))

    def events_of(self, kind: type[E]) -> list[E]:
        """The events of this kind in the latest command."""
        return [event for event in self.events if isinstance(event, kind)]

    def began(self) -> RoundBegan:
        """How the hand just dealt was seated."""
        [began] = self.events_of(RoundBegan)
        return began

    def scored(self) -> RoundScored:
        """How the hand just ended was scored."""
        [scored] = self.events_of(RoundScored)
        return scored

    @property
    def scores(self) -> tuple[int, ...]:
        return self.game.scores

    @property
    def winners(self) -> tuple[int, ...] | None:
        return self.game.winners


def new(format: str, rules: str, players: int, seed: int = 1, dealer: int | None = None) -> Sheet:
    """A game just begun: `new("race:300", "house", 3, dealer=2)`."""
    table, rng = parse_rules(rules), Fast(seed)
    step = start_game(table, parse_format(format), players, rng, dealer)
    before = new_game(table, parse_format(format), players, rng)
    assert reduce(evolve_game, step.events, before) == step.game
    return Sheet(step.game, step.events)


def sheet(
    format: str,
    position: str,
    *,
    scores: tuple[int, ...] | None = None,
    wins: tuple[int, ...] | None = None,
    out: tuple[tuple[int, ...], ...] = (),
    dealer: int = 0,
    round_number: int = 1,
) -> Sheet:
    """A game with one round under way; the players who are not out sit in order."""
    round = parse_round(position)
    gone = set(chain.from_iterable(out))
    everyone = range(len(round.hands) + len(gone))
    players = tuple(player for player in everyone if player not in gone)
    assert round.dealer == players.index(dealer)
    return Sheet(
        Game(
            rules=round.rules,
            format=parse_format(format),
            rng=Fast(1),
            dealer=dealer,
            round_number=round_number,
            tables=(Table(players, round),),
            scores=scores or (0,) * len(everyone),
            wins=wins or (0,) * len(everyone),
            out=out,
            winners=None,
        )
    )
