"""UNO for OpenSpiel: two players, one round, zero-sum.

    pip install openuno open_spiel
    import open_spiel_game                   # registers python_uno(rules=mattel-2016,deals=1000)

Chance moves once: it picks one of `deals` seeds, each of which fixes all cards. Actions have the
same numbers everywhere. Being asked for UNO or a catch is a node of its own, where the last action
declines. The information state is the seat's page of text. Tested with open_spiel 2.0.2.
"""

from functools import cache
from typing import Any, NamedTuple

import pyspiel

import openuno as uno
from openuno.engine.notation.actions import action_text
from openuno.engine.rules import deck
from openuno.local.asked_round import AskedRound

_PLAYERS = 2
_TYPE = pyspiel.GameType(
    short_name="python_uno",
    long_name="Python UNO",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_PLAYERS,
    min_num_players=_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"rules": "mattel-2016", "deals": 1000},
)


class Setup(NamedTuple):
    """What a game is played with, found again by its parameters."""

    rules: uno.Rules
    deals: int
    actions: list[uno.Action | None]
    numbers: dict[uno.Action | None, int]


@cache
def set_up(rules: str = "mattel-2016", deals: int = 1000) -> Setup:
    """The table, and its actions in a fixed order; None declines what is offered out of turn."""
    found = uno.parse_rules(rules)
    if found.seven_zero or found.swap_cards or found.blank_cards:
        raise ValueError("python_uno plays no cards that name a player; see open_spiel_game.py")
    plays = [
        uno.Play(card, colour, None, says)
        for card in dict.fromkeys(deck(found))
        for colour in (tuple(uno.Colour) if card.colour is None else (None,))
        for says in (False, True)
    ]
    plain = (uno.Draw, uno.Keep, uno.Pass, uno.Accept, uno.Challenge, uno.SayUno)
    asked: list[uno.Action] = [kind() for kind in plain]
    asked += [uno.Catch(0), uno.Catch(1), *map(uno.NameColour, uno.Colour)]
    actions: list[uno.Action | None] = [*plays, *asked, None]
    return Setup(found, deals, actions, {action: at for at, action in enumerate(actions)})


class UnoGame(pyspiel.Game):
    """A round of UNO by printed rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        setup = set_up(**(params or {}))
        # Actions, deals, players, least and most that is won, their sum, most actions of a round.
        info = pyspiel.GameInfo(len(setup.actions), setup.deals, _PLAYERS, -1.0, 1.0, 0.0, 20_000)
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "UnoState":
        """Before the deal."""
        return UnoState(self)

    def make_py_observer(self, *_: Any, **__: Any) -> "UnoObserver":
        """Pages of text; for arrays there are environments."""
        return UnoObserver()


class UnoState(pyspiel.State):
    """A round, or the chance that deals it."""

    def __init__(self, game: UnoGame) -> None:
        super().__init__(game)
        self.setup = set_up(**game.get_parameters())
        self.table: AskedRound | None = None

    def current_player(self) -> int:
        """Who is asked, chance before the deal."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.seat is None else self.table.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        return [(seed, 1 / self.setup.deals) for seed in range(self.setup.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        assert table is not None
        assert player == table.seat
        allowed = (*table.offered, None) if table.offered else table.view.legal
        return sorted(self.setup.numbers[a] for a in allowed if a in self.setup.numbers)

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = AskedRound(self.setup.rules, _PLAYERS, action)
        else:
            self.table.answer(self.setup.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        found = self.setup.actions[action] if player >= 0 else None
        return f"deal {action}" if player < 0 else action_text(found) if found else "decline"

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.table is not None and self.table.seat is None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the other."""
        winners = (
            uno.round_result(self.table.round).winners if self.table and self.is_terminal() else ()
        )
        return [(1.0 if seat in winners else -1.0) if winners else 0.0 for seat in range(_PLAYERS)]

    def __str__(self) -> str:
        return "not dealt" if self.table is None else str(self.table.round)


class UnoObserver:
    """What a seat may know, as text."""

    tensor = None

    def set_from(self, state: UnoState, player: int) -> None:
        """Nothing: there is no tensor."""

    def string_from(self, state: UnoState, player: int) -> str:
        """The page of the seat."""
        return "" if state.table is None else uno.view_page(uno.view(state.table.round, player))


pyspiel.register_game(_TYPE, UnoGame)
