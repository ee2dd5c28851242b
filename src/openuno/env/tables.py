"""Tables side by side, played on until the learner is asked: what every environment stands on."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from openuno.bots.evaluation import points_weight
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import Rules, check_seats
from openuno.engine.scoring import hand_points
from openuno.env.bot_seats import BotSeats, BotSeatsState
from openuno.env.games import Games, GamesState
from openuno.env.opponents import UNIFORM, Opponents, seat_opponents
from openuno.game.formats import Format, Single, check_format, is_team_format
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.batch import ALL, Batch, BatchState
from openuno.kernel.batch.lanes import GOES_ON, SKIP, Dealing, Ended, Pay, StepResult
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import RoundField, select_round

Chosen = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
_SINGLE = Single()


class TablesState(NamedTuple):
    """Everything at every table at one moment: cards, generators, scores, what bots know."""

    batch: BatchState
    games: GamesState | None
    bots: BotSeatsState | None
    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.uint8]


class Tables:
    """Rounds or whole games at many tables, each with a question to the learner open.

    `learner`: the seat that answers come from, None for every seat. `format`: None makes an episode
    of one round. `dealing`: when the next episode begins after one has ended; whole games and
    opponents outside the kernel wait for `deal`. `keep_last`: whether a step that begins the next
    episode keeps the last question of the one that ended.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of its own, and named
        self,
        rules: Rules,
        players: int,
        count: int,
        *,
        learner: int | None = 0,
        opponents: Opponents = UNIFORM,
        format: Format | None = None,
        pay: Pay = Pay.WIN,
        dealing: Dealing = Dealing.WAIT,
        threads: int = 1,
        keep_last: bool = False,
    ) -> None:
        check_seats(rules, players)
        if count not in range(1, 1 << 31):
            raise SetupError("num_envs", f"must be 1 or more, not {count!r}")
        if learner is not None and learner not in range(players):
            raise SetupError("learner", f"there is no seat {learner} at a table of {players}")
        if format is not None:
            check_format(format, rules, players)
            rules = replace(rules, teams=rules.teams or is_team_format(format))
        self.learner, self._pay = learner, pay
        seating = seat_opponents(opponents, players, learner)
        self._plays_inside = learner is None or seating.all_uniform
        self.dealing = dealing if self._plays_inside else Dealing.WAIT
        if format is not None:
            self.dealing = Dealing.EACH_ROUND
        self.batch = Batch(
            rules,
            players,
            count,
            0,
            learner=learner if learner is not None and self._plays_inside else ALL,
            pay=pay if format is None else Pay.POINTS,
            threads=threads,
            dealing=self.dealing,
            memory=bool(seating.regulars),
            keep_last=keep_last and self.dealing is Dealing.SAME_STEP,
        )
        self._games = None if format is None else Games(format, count, players)
        self.is_plain = self._plays_inside and format is None
        """Whether the batch needs no help: nobody answers from outside, nothing is scored."""
        self._policies = seating.policies
        self._has_regulars = bool(seating.regulars)
        self._regulars = np.isin(np.arange(players), list(seating.regulars))
        self._weight = points_weight(format or _SINGLE)
        self._bots = BotSeats(self.batch, seating.bots, format or _SINGLE) if seating.bots else None
        self.asked, self.seen, self.masks = self.batch.asked, self.batch.seen, self.batch.masks
        self.rewards, self.ended = self.batch.rewards, self.batch.ended
        if self._games is not None:
            self.rewards, self.ended = self.rewards.copy(), self.ended.copy()
        self.is_dealt = False

    @property
    def scores(self) -> Numbers | None:
        """The score of every player in the games that are on; None where a round is an episode."""
        return None if self._games is None else self._games.scores

    def reset(self, seed: int) -> None:
        """Begin the first episode of a seed at every table."""
        self.batch.reset(seed)
        self.is_dealt = True
        everywhere = np.ones(self.batch.count, np.bool_)
        self._begin(everywhere)

    def deal(self, chosen: Chosen) -> None:
        """Begin the next episode at the chosen tables, even if the last one is not over."""
        self._check_dealt()
        if chosen.any():
            self.batch.deal_some(chosen)
            if not self.is_plain or self.ended[chosen].any():
                self._begin(chosen)

    def step(self, actions: npt.ArrayLike, result: StepResult | None = None) -> None:
        """Carry out one answer at each table and play on until the learner is asked again.

        What that comes to is written into `result`, too, if there is one; only where `is_plain`.
        `seen` and `masks` are then as they were, see `Batch.step`.
        """
        self._check_dealt()
        batch = self.batch
        if self.is_plain:
            batch.step(actions, result)
            return
        assert result is None, "the batch does not see what is played outside it"
        idle = self.ended != GOES_ON
        if self._games is not None:
            self.rewards[:] = 0
        if self._bots is None:
            batch.step(actions)
        else:
            playing = np.flatnonzero(~idle)
            batch.rewards[idle] = 0
            self._answer(playing, np.asarray(actions)[playing])
        self._play_on()
        self._finish_rounds()

    def step_one(self, action: int) -> None:
        """`step` at the only table there is, without arrays of one number where that can be."""
        is_allowed = 0 <= action < ACTIONS and self.masks[0, action]
        if self.is_plain and self.is_dealt and is_allowed:
            self.batch.answer_one(action)
        else:
            self.step([action])

    def forfeit(self, lane: int, seat: int) -> None:
        """End an episode as lost by a seat that answered what is not allowed."""
        self._check_dealt()
        lost = 1
        if self._pay is Pay.POINTS:
            round = to_round(select_round(self.batch.lanes.rows, lane), self.batch.rules)
            lost = hand_points(round.rules, round.hands)[seat]
        self.rewards[lane] = 0
        self.rewards[lane, seat] = -lost
        self.ended[lane] = Ended.OVER
        self.masks[lane] = 0

    def see(self, lanes: npt.NDArray[np.intp], seats: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """What a seat of each of these tables sees."""
        return self.batch.see(lanes, np.broadcast_to(seats, lanes.shape))

    def last_questions(
        self, lanes: npt.NDArray[np.intp], seats: npt.ArrayLike
    ) -> tuple[Numbers, npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        """How the episodes ended that are over at these tables.

        The seats asked, by table; what these seats saw and could have answered, a row for each.
        """
        return self.asked.copy(), self.see(lanes, seats), self.masks[lanes]

    def save(self) -> TablesState:
        """Everything as it is now, for `load`; functions that answer keep what they know."""
        return TablesState(
            self.batch.save(),
            None if self._games is None else self._games.save(),
            None if self._bots is None else self._bots.save(),
            self.rewards.copy(),
            self.ended.copy(),
        )

    def load(self, state: TablesState) -> None:
        """Continue from a saved state of tables that were made the same way."""
        if (state.games is None, state.bots is None) != (self._games is None, self._bots is None):
            raise SetupError("state", "it was saved from tables with other episodes or opponents")
        self.batch.load(state.batch)
        if self._games is not None and state.games is not None:
            self._games.load(state.games)
        if self._bots is not None and state.bots is not None:
            self._bots.load(state.bots)
        self.rewards[:], self.ended[:] = state.rewards, state.ended
        self.is_dealt = True

    def close(self) -> None:
        """End the threads."""
        self.batch.close()

    def _check_dealt(self) -> None:
        if not self.is_dealt:
            raise IllegalAction(Reason.NOT_DEALT, case="reset")

    def _begin(self, chosen: Chosen) -> None:
        """Play on from the deal; an episode that ends before the learner is asked is unnoticed."""
        while chosen.any():
            if self._games is not None:
                self._games.clear(chosen)
                self.ended[chosen] = GOES_ON
            if self._bots is not None:
                lanes = np.flatnonzero(chosen).tolist()
                self._bots.start_episodes(lanes)
                self._bots.observe_deal(lanes)
            self._play_on()
            self._finish_rounds()
            self.rewards[chosen] = 0
            chosen = chosen & (self.ended != GOES_ON)
            if chosen.any():
                self.batch.deal_some(chosen)

    def _play_on(self) -> None:
        """Let the opponents answer until the learner is asked or the round is over."""
        batch, learner = self.batch, self.learner
        if self._plays_inside:
            return
        while True:
            while self._let_regulars_answer():
                pass
            waits = (batch.ended == GOES_ON) & (batch.asked != learner)
            lanes = np.flatnonzero(waits)
            if not lanes.size:
                return
            self._answer(lanes, self._opponents_answers(lanes))

    def _let_regulars_answer(self) -> bool:
        """Let every `regular` that is asked answer; whether there was one."""
        batch = self.batch
        if not self._has_regulars or not batch.choose_as_regular(self._regulars, self._weight):
            return False
        if self._bots is None:
            batch.answer_chosen()
        else:
            lanes = np.flatnonzero(batch.actions != SKIP)
            self._answer(lanes, batch.actions[lanes])
        return True

    def _opponents_answers(self, lanes: npt.NDArray[np.intp]) -> Numbers:
        answers = np.zeros(len(lanes), np.int64)
        seats = self.asked[lanes]
        for seat in np.unique(seats).tolist():
            at = np.flatnonzero(seats == seat)
            if seat in self._policies:
                rows = lanes[at]
                given = self._policies[seat](self.seen[rows], self.masks[rows])
                answers[at] = np.asarray(given, np.int64)
            else:
                assert self._bots is not None, "who is nothing else is a bot"
                answers[at] = [self._bots.answer(lane) for lane in lanes[at].tolist()]
        return answers

    def _answer(self, lanes: npt.NDArray[np.intp], answers: npt.ArrayLike) -> None:
        given = np.asarray(answers, np.int64)
        if self._bots is None:
            self.batch.step_some(lanes, given)
            return
        before, questions = self._bots.rounds(lanes.tolist()), self.batch.lanes.questions[lanes]
        self.batch.step_some(lanes, given)
        self._bots.observe_answers(lanes, before, questions, given)

    def _finish_rounds(self) -> None:
        """Score the rounds that are over and deal the next ones, until every game waits again."""
        games, batch = self._games, self.batch
        if games is None:
            return
        while True:
            lanes = np.flatnonzero((batch.ended != GOES_ON) & (self.ended == GOES_ON))
            if not lanes.size:
                return
            for lane in lanes.tolist():
                self._finish_round(games, lane)
            going_on = np.zeros(batch.count, np.bool_)
            going_on[lanes] = self.ended[lanes] == GOES_ON
            if going_on.any():
                batch.deal_some(going_on)
                if self._bots is not None:
                    self._bots.observe_deal(np.flatnonzero(going_on).tolist())
            self._play_on()

    def _finish_round(self, games: Games, lane: int) -> None:
        batch = self.batch
        if batch.ended[lane] == Ended.CUT_SHORT:
            self.ended[lane] = Ended.CUT_SHORT
            return
        winner: int | None = int(batch.lanes.rows.now[lane, RoundField.WINNER])
        winner = None if winner is None or winner < 0 else winner
        points = batch.rewards[lane]
        if winner is None and games.counts_dead_rounds:
            round = to_round(select_round(batch.lanes.rows, lane), batch.rules)
            points = -np.array(hand_points(round.rules, round.hands), np.float32)
        games.add_round(lane, winner, points)
        if self._bots is not None:
            self._bots.observe_score(lane, winner)
        if self._pay is Pay.POINTS:
            self.rewards[lane] += points
        winners = games.winners(lane)
        if winners is not None:
            self.ended[lane] = Ended.OVER
            if self._pay is Pay.WIN:
                self.rewards[lane] = np.where(winners, 1, -1)
