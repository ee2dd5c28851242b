"""Bots of the engine in seats of the batch: they see what happens there, and are asked.

The batch plays; beside it the engine says what each action led to, as each bot may know it.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.bots.bot import Bot
from openuno.engine.actions import Action, Catch, Play, SayUno
from openuno.engine.deal import deal
from openuno.engine.errors import IllegalAction
from openuno.engine.events import Event
from openuno.engine.legal import legal
from openuno.engine.play import apply
from openuno.engine.rng import Fast, fork
from openuno.engine.state import Round, owes_uno
from openuno.engine.view import redact, view
from openuno.env.answers import Order, action_of, aim, answer_of, pick_answer
from openuno.game.events import AtTable, RoundBegan, RoundScored
from openuno.game.formats import Format
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.questions import (
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    ROUNDS_BEFORE,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
)
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round
from openuno.local.bot_player import BotPlayer

_SEEDS = 1 << 64
Lanes = npt.NDArray[np.intp]
Players = dict[int, BotPlayer]


class BotSeatsState(NamedTuple):
    """What the bots of every lane know, and the targets they are about to pick."""

    players: tuple[Players, ...]
    targets: dict[int, int]


class BotSeats:
    """A bot for each of some seats, at every table of a batch."""

    def __init__(self, batch: Batch, bots: Mapping[int, Bot], format: Format) -> None:
        self._batch, self._bots, self._format = batch, bots, format
        self._players: list[Players] = [{} for _ in range(batch.count)]
        self._targets: dict[int, int] = {}

    def start_episodes(self, lanes: Iterable[int]) -> None:
        """Seat bots that know nothing yet; call it after the deal, before `observe_deal`."""
        for lane in lanes:
            secret = f"{self._batch.settings[0]} {lane} {self._number(lane)}".encode()
            self._players[lane] = {
                seat: BotPlayer(bot, secret, seat, self._format) for seat, bot in self._bots.items()
            }

    def observe_deal(self, lanes: Iterable[int]) -> None:
        """Let the bots see the deal of the rounds that have just begun."""
        batch = self._batch
        everyone = tuple(range(batch.seats))
        for lane in lanes:
            self._targets.pop(lane, None)
            number = self._number(lane)
            dealer = (lane + number) % batch.seats
            rng = fork(Fast(batch.settings[0] % _SEEDS), number * batch.count + lane)
            step = deal(batch.rules, batch.seats, dealer, rng)
            began = RoundBegan(number + 1, (everyone,), (dealer,))
            for seat, player in self._players[lane].items():
                player.observe((began, *_redact_all(step.events, seat)), None)

    def observe_score(self, lane: int, winner: int | None) -> None:
        """Let the bots know who won a round of their game."""
        scored = RoundScored(0, winner, (0,) * self._batch.seats)
        for player in self._players[lane].values():
            player.observe((scored,), None)

    def rounds(self, lanes: Iterable[int]) -> list[Round]:
        """The rounds of these lanes as they are now, for `observe_answers`."""
        return [self._round(lane) for lane in lanes]

    def observe_answers(
        self, lanes: Lanes, rounds: list[Round], questions: npt.NDArray[Any], answers: Lanes
    ) -> None:
        """Let the bots see what answers led to; rounds and questions are those before them."""
        for lane, round, question, index in zip(lanes, rounds, questions, answers, strict=True):
            seat = int(question[0])
            action = action_of(int(index), _order(round), seat, int(question[UNFINISHED_PLAY]))
            if isinstance(action, Play) and action.target is None:
                action = self._with_target(round, seat, action)
            if action is None:
                continue
            step = apply(round, seat, action)
            for other, player in self._players[lane].items():
                player.observe(_redact_all(step.events, other), seat)

    def _with_target(self, round: Round, seat: int, play: Play) -> Action | None:
        """The play as it is carried out; None if its target is yet to be picked."""
        if play in legal(round, seat):
            return play
        return aim(play, 1 - seat) if len(round.hands) == 2 else None

    def answer(self, lane: int) -> int:
        """What the bot that is asked in this lane answers."""
        round, question = self._round(lane), self._batch.lanes.questions[lane]
        seat = int(self._batch.asked[lane])
        if question[QUESTION_KIND] == WHICH_PLAYER and lane in self._targets:
            return pick_answer(_order(round), seat, self._targets.pop(lane))
        player = self._players[lane][seat]

        def why_not(action: Action) -> IllegalAction | None:
            try:
                apply(round, seat, action)
            except IllegalAction as refusal:
                return refusal
            return None

        if question[QUESTION_KIND] == OUT_OF_TURN:
            jumps = bool(question[ASKED_TO_JUMP_IN])
            offered = _offers(round, seat, jumps=jumps)
            action = player.answer_out_of_turn(view(round, seat), offered, why_not)
        else:
            action = player.take_turn(view(round, seat), why_not)
        if isinstance(action, Play) and action.target is not None and len(round.hands) > 2:
            self._targets[lane] = action.target
        return answer_of(action, _order(round), seat)

    def save(self) -> BotSeatsState:
        """What the bots know now; a bot that keeps something elsewhere keeps that to itself."""
        return BotSeatsState(tuple(map(_copy_players, self._players)), dict(self._targets))

    def load(self, state: BotSeatsState) -> None:
        """Continue from a saved state."""
        self._players = list(map(_copy_players, state.players))
        self._targets = dict(state.targets)

    def _round(self, lane: int) -> Round:
        return to_round(select_round(self._batch.lanes.rows, lane), self._batch.rules)

    def _number(self, lane: int) -> int:
        return int(self._batch.lanes.questions[lane, ROUNDS_BEFORE]) - 1


def _copy_players(players: Players) -> Players:
    """Copies that go their own way: what a player knows is a value, and so never shared."""
    return {seat: copy(player) for seat, player in players.items()}


def _order(round: Round) -> Order:
    return Order(round.direction, len(round.hands))


def _redact_all(events: Iterable[Event], seat: int) -> tuple[AtTable, ...]:
    return tuple(AtTable(0, redact(event, seat)) for event in events)


def _offers(round: Round, seat: int, *, jumps: bool) -> tuple[Action, ...]:
    """What a seat is offered out of turn: to call, or to jump in."""
    if jumps:
        return tuple(action for action in legal(round, seat) if isinstance(action, Play))
    owing = owes_uno(round)
    if owing is None:
        return ()
    return (SayUno(),) if owing == seat else (Catch(owing),)
