"""Every decision that a player had in a recorded game: in its turn, and out of it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from openuno.bots.bot import prefer_saying_uno
from openuno.bots.memory import NOTHING, Memory, remember
from openuno.engine.actions import Action, Catch, Challenge, Play, SayUno
from openuno.engine.cards import Card, Face
from openuno.engine.legal import holds_colour, legal
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rules import Rules
from openuno.engine.state import (
    FacingDrawFour,
    FacingStack,
    Round,
    RoundOver,
    next_seat,
    seat_to_act,
)
from openuno.engine.view import redact
from openuno.game.events import AtTable
from openuno.game.state import Act, Game, NextRound, find_player
from openuno.lab.arena.playouts import Path
from openuno.local.analysis.positions import alternatives
from openuno.record.reader import Record
from openuno.record.replay import replay


class DecisionKind(StrEnum):
    """What a decision was about."""

    TURN = "turn"
    DRAW_FOUR = "draw-four"
    """Whether to challenge a Wild Draw Four."""
    SAY_UNO = "say-uno"
    CATCH = "catch"
    JUMP_IN = "jump-in"


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A position, what the seat could do there and what it did; None is to do nothing.

    `memory` is what the seat had seen. `round` has all cards: what is hidden stays the pricer's.
    """

    kind: DecisionKind
    round: Round
    seat: int
    memory: Memory
    done: Action | None
    others: tuple[Action | None, ...]

    @property
    def options(self) -> tuple[Action | None, ...]:
        """What was done, then everything else."""
        return (self.done, *self.others)

    @property
    def is_about_rules(self) -> bool:
        """Whether a written rule, or a switch that most tables leave off, makes the difference."""
        if getattr(self.round.phase, "rule", None) is not None:
            return True
        if self.kind is DecisionKind.JUMP_IN or isinstance(self.round.phase, FacingStack):
            return True
        played = [action.card for action in self.options if isinstance(action, Play)]
        return any(_is_special(self.round, card) for card in played)

    @property
    def is_bluff(self) -> bool:
        """Whether a Wild Draw Four was laid although the seat held the colour."""
        return self.could_bluff and isinstance(self.done, Play) and self.done.card is Card.W4

    @property
    def could_bluff(self) -> bool:
        """Whether the seat could lay a Wild Draw Four although it held the colour."""
        round = self.round
        if round.colour is None or not round.rules.bluffing:
            return False
        fours = [a for a in self.options if isinstance(a, Play) and a.card is Card.W4]
        return bool(fours) and holds_colour(round.hands[self.seat], round.colour)

    @property
    def faces_bluff(self) -> bool | None:
        """Whether the Wild Draw Four that the seat faces was a bluff; None if it faces none."""
        phase = self.round.phase
        if self.kind is not DecisionKind.DRAW_FOUR or not isinstance(phase, FacingDrawFour):
            return None
        return holds_colour(phase.held, phase.before)


def _is_special(round: Round, card: Card) -> bool:
    if card.face is Face.CUSTOM:
        return True
    return round.rules.seven_zero and card.value[1:] in ("7", "0")


class DecidedRound(msgspec.Struct, frozen=True):
    """The decisions of a player in a round; `won` is None where nobody won it."""

    decisions: list[Decision]
    won: bool | None


def read_decisions(record: Record, player: int) -> Iterator[DecidedRound]:
    """The decisions of a player, round by round; only rounds that were played to their end."""
    found: list[Decision] = []
    memory, table = NOTHING, None
    before: Game | None = None
    for entry, game in replay(record):
        if isinstance(entry.command, NextRound):
            found, memory, table = [], NOTHING, find_player(game, player)
        elif isinstance(entry.command, Act) and before is not None and table is not None:
            actor = find_player(before, entry.command.player)
            if actor is not None and actor[0] == table[0]:
                round = before.tables[table[0]].round
                found += _decisions(round, table[1], memory, actor[1], entry.command.action)
        if table is not None:
            for event in entry.events:
                if isinstance(event, AtTable) and event.table == table[0]:
                    memory = remember(memory, redact(event.what, table[1]))
            if isinstance(phase := game.tables[table[0]].round.phase, RoundOver):
                is_team = game.tables[table[0]].round.rules.teams
                yield DecidedRound(found, _has_won(table[1], phase.winner, is_team=is_team))
                table = None
        before = game


def list_tables(record: Record, player: int) -> Iterator[tuple[Rules, int]]:
    """The rules and the number of players wherever a player decided, each perhaps many times."""
    for found in read_decisions(record, player):
        for each in found.decisions:
            yield each.round.rules, len(each.round.hands)


def _has_won(seat: int, winner: int | None, *, is_team: bool) -> bool | None:
    """Whether the seat, or its partner, went out."""
    if winner is None:
        return None
    return (winner - seat) % 2 == 0 if is_team else winner == seat


def _decisions(
    round: Round, seat: int, memory: Memory, actor: int, done: Action
) -> Iterator[Decision]:
    """What the seat decided here, where `actor` then did something."""
    for asked, offered in questions_out_of_turn(round):
        took = actor == asked and done in offered
        if asked == seat:
            ways = _useful_ways(offered)
            others = tuple(way for way in ways if way != done) if took else ways
            kept = (None, *others) if took else others
            yield Decision(_call_kind(offered), round, seat, memory, done if took else None, kept)
        if took:
            return
    if actor != seat or seat != seat_to_act(round):
        return
    others = alternatives(round, seat, done)
    if others:
        challenged = any(isinstance(action, Challenge) for action in legal(round, seat))
        kind = DecisionKind.DRAW_FOUR if challenged else DecisionKind.TURN
        yield Decision(kind, round, seat, memory, done, others)


def _useful_ways(offered: Sequence[Action]) -> tuple[Action, ...]:
    plays = [action for action in offered if isinstance(action, Play)]
    return tuple(prefer_saying_uno(plays)) if plays else tuple(offered)


def _call_kind(offered: Sequence[Action]) -> DecisionKind:
    match offered[0]:
        case SayUno():
            return DecisionKind.SAY_UNO
        case Catch():
            return DecisionKind.CATCH
        case _:
            return DecisionKind.JUMP_IN


def path(decision: Decision, world: Round, option: Action | None) -> Path:
    """How the round goes on in this world if the seat takes the option.

    Where it lets a call go, the next opponent in the order of play makes it, as good players do;
    where nobody is left to, and where it lets a jump-in go, the turn goes on.
    """
    if option is not None:
        return Path(world, decision.seat, option)
    owing = _owing(decision)
    if owing is not None:
        other = next_seat(world, decision.seat)
        while other not in (owing, decision.seat):
            if not (world.rules.teams and (other - owing) % 2 == 0):
                return Path(world, other, Catch(owing))
            other = next_seat(world, other)
    return Path(replace(world, window=None))


def _owing(decision: Decision) -> int | None:
    if decision.kind is DecisionKind.SAY_UNO:
        return decision.seat
    for option in decision.options:
        if isinstance(option, Catch):
            return option.target
    return None
