"""UNO for OpenEnv: one seat against bots, in text; served over HTTP and WebSocket by OpenEnv.

    pip install openuno openenv-core
    uvicorn openenv_env:app                  # then EnvClient(base_url="http://127.0.0.1:8000")

Tested with openenv-core 0.3.0.
"""

import secrets
from typing import Any
from uuid import uuid4

from openenv.core import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

from openuno import (
    IllegalAction,
    NotationError,
    parse_answer,
    parse_rules,
    round_result,
    rules_page,
    view_page,
)
from openuno.local.asked_round import AskedRound
from openuno.local.named_bots import find_bot

NOTHING = "none"


class UnoAction(Action):
    """An answer: the number or the code of a legal action, or none out of turn."""

    text: str


class UnoObservation(Observation):
    """What the seat reads: the position with its legal actions; the rules, once, at the start."""

    page: str
    rules: str = ""
    refused: str = Field(default="", description="why the last answer was not carried out")


class UnoState(State):
    """What the operator may see: nothing of the cards."""

    rules: str = ""
    opponents: str = ""


class UnoEnvironment(Environment[UnoAction, UnoObservation, UnoState]):
    """One round of UNO from seat 0: reward 1 for a win, -1 for a loss, 0 before the end.

    An answer that cannot be carried out changes nothing: `refused` says why.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, rules: str = "mattel-2016", bot: str = "regular", players: int = 2) -> None:
        super().__init__()
        self._rules = parse_rules(rules)
        self._bot = bot
        self._players = players
        self._state = UnoState(rules=rules, opponents=bot)
        self._round: AskedRound | None = None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **_: Any
    ) -> UnoObservation:
        """Deal a round; the same seed deals the same cards, and the bots play the same."""
        seats = range(1, self._players)
        seed = secrets.randbits(63) if seed is None else seed
        bots = {seat: find_bot(self._bot) for seat in seats}
        self._round = AskedRound(self._rules, self._players, seed, bots)
        self._state = UnoState(
            episode_id=episode_id or str(uuid4()),
            step_count=0,
            rules=self._state.rules,
            opponents=self._bot,
        )
        found = self._observe()
        found.rules = rules_page(self._rules, self._players)
        return found

    def step(self, action: UnoAction, timeout_s: float | None = None, **_: Any) -> UnoObservation:
        """Carry out an answer, and let the bots play until the seat is asked again."""
        del timeout_s
        if self._round is None:
            raise ValueError("call reset before step")
        self._state.step_count += 1
        word = action.text.strip()
        try:
            answer = None if word.lower() == NOTHING else parse_answer(word, self._round.view)
            self._round.answer(answer)
        except (IllegalAction, NotationError) as refused:
            return self._observe(refused=str(refused))
        return self._observe()

    @property
    def state(self) -> UnoState:
        """How far the round is."""
        return self._state

    def _observe(self, refused: str = "") -> UnoObservation:
        round = self._round
        assert round is not None
        done = round.seat is None
        reward = 0.0
        if done and (winners := round_result(round.round).winners):
            reward = 1.0 if 0 in winners else -1.0
        page = view_page(round.view)
        if round.may_decline:
            page += f"It is not your turn: answer {NOTHING} to do nothing.\n"
        return UnoObservation(page=page, refused=refused, done=done, reward=reward)


app = create_fastapi_app(UnoEnvironment, UnoAction, UnoObservation)
