"""UNO for TextArena: every seat is a player who reads openuno-text-v1 and answers with a line.

    pip install openuno textarena

    import textarena as ta
    import textarena_env                     # registers Uno-v1
    env = ta.make("Uno-v1", rules="house")
    env.reset(num_players=3, seed=7)

Tested with textarena 0.7.4.
"""

import secrets
from typing import Any

import textarena as ta

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

NOTHING = "none"


class UnoEnv(ta.Env):
    """One round of UNO. The winner gets 1, the others -1; so does a player who answers illegally
    once more than `error_allowance` in a row, and then the round is over."""

    def __init__(self, rules: str = "mattel-2016", error_allowance: int = 1) -> None:
        self._rules = parse_rules(rules)
        self._error_allowance = error_allowance

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a round; the same seed deals the same cards."""
        self.state = ta.FFAMultiPlayerState(
            num_players=num_players, seed=seed, error_allowance=self._error_allowance
        )
        self.round = AskedRound(
            self._rules, num_players, secrets.randbits(63) if seed is None else seed
        )
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._show_position()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Carry out an answer: its last line, with or without square brackets."""
        player = self.state.current_player_id
        kind = ta.ObservationType
        self.state.add_observation(action, kind.PLAYER_ACTION, from_id=player, to_id=player)
        lines = [line.strip(" []\t") for line in action.splitlines() if line.strip(" []\t")]
        word = lines[-1] if lines else ""
        try:
            answer = None if word.lower() == NOTHING else parse_answer(word, self.round.view)
            self.round.answer(answer)
        except (IllegalAction, NotationError) as refused:
            if self.state.set_invalid_move(reason=str(refused)):
                others = [other for other in range(self.state.num_players) if other != player]
                self.state.set_winners(others, reason=f"Player {player} answered illegally.")
        else:
            self._show_position()
        return self.state.step(rotate_player=False)  # type: ignore[no-any-return]

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        del game_state
        return (
            f"You are seat {player_id} at a table of UNO. Answer each question with the number or"
            f" the code of one action, or with {NOTHING} where it is not your turn.\n\n"
            + rules_page(self._rules, self.state.num_players)
        )

    def _show_position(self) -> None:
        seat = self.round.seat
        if seat is None:
            winners = list(round_result(self.round.round).winners)
            if winners:
                self.state.set_winners(winners, reason=f"Player {winners[0]} went out.")
            else:
                self.state.set_draw(reason="Nobody could move.")
            return
        self.state.manually_set_current_player_id(seat, force=True)
        page = view_page(self.round.view)
        if self.round.may_decline:
            page += f"It is not your turn: answer {NOTHING} to do nothing.\n"
        self.state.add_observation(page, ta.ObservationType.GAME_BOARD, to_id=seat)


if "Uno-v1" not in ta.envs.registration.ENV_REGISTRY:
    ta.register(id="Uno-v1", entry_point=UnoEnv)
