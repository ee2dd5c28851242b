"""A twin has its original's name: which kernel modules stand for which, and what both define."""

import re
from enum import IntEnum
from importlib import import_module
from types import ModuleType
from typing import get_args

import pytest

from openuno.engine.state import Phase
from openuno.kernel import tallies
from openuno.kernel.batch import questions
from openuno.kernel.bots import policies
from openuno.kernel.game import state as game_state
from openuno.kernel.rules import actions, opcodes, state
from openuno.kernel.search import belief as kernel_belief
from openuno.local.search import styles
from openuno.local.search.past_turns import PastAct, PastTurn

TWINS = {
    "kernel.rules.state": ("engine.state", "can_draw next_seat owes_uno"),
    "kernel.rules.rng": ("engine.rng", "fork random_below"),
    "kernel.rules.cards": ("engine.cards", ""),
    "kernel.rules.actions": ("engine.actions", ""),
    "kernel.rules.scoring": ("engine.scoring", "card_points hand_points"),
    "kernel.rules.legal": ("engine.legal", "changes_hands legal needs_target"),
    "kernel.rules.lasting": ("engine.lasting", ""),
    "kernel.rules.steps": (
        "engine.steps",
        "draw draw_until end_lasting_rules end_round skip_sitting_out",
    ),
    "kernel.rules.custom_play": (
        "engine.custom_play",
        "continue_rule play_custom_draws play_custom_rule",
    ),
    "kernel.rules.choices": (
        "engine.choices",
        "choose_card choose_second_player decide name_colour_in_rule",
    ),
    "kernel.rules.effects": ("engine.effects", "play_card"),
    "kernel.rules.first_card": ("engine.first_card", "choose_player name_colour start_play"),
    "kernel.rules.play": ("engine.play", "apply CHALLENGE_PENALTY"),
    "kernel.rules.deal": ("engine.deal", "deal draw_for_dealer"),
    "kernel.rules.memory": ("bots.memory", "max_of_colour"),
    "kernel.bots.uniform": ("bots.uniform", "take_turn"),
    "kernel.bots.regular": ("bots.regular", "regular"),
    "kernel.bots.choices": ("bots.choices", "fullest_hand"),
    "kernel.bots.evaluation": (
        "bots.evaluation",
        "Prospect evaluate pending prospect_after_play prospect_if_drawing prospect_if_waiting",
    ),
    "kernel.bots.payoffs": ("bots.payoffs", "pay_round"),
    "kernel.bots.forecast": ("bots.forecast", "forecast_rule share_out"),
    "kernel.game.state": ("game.state", ""),
    "kernel.game.play": ("game.play", "deal_next_round start_game"),
    "kernel.game.scoring": ("game.scoring", ""),
    "kernel.search.belief": ("local.search.belief", ""),
}
"""By kernel module: its original, and the public names that both define."""


@pytest.mark.parametrize("twin", TWINS)
def test_a_twin_has_its_originals_name(twin: str) -> None:
    original, names = TWINS[twin]
    assert twin.rpartition(".")[2] == original.rpartition(".")[2]
    for module in (twin, original):
        defined = vars(import_module(f"openuno.{module}"))
        assert not [name for name in names.split() if name not in defined], module


def test_the_phases_are_those_of_the_engine() -> None:
    phases = {re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).upper() for kind in get_args(Phase)}
    # The kernel deals at once.
    assert {phase.name for phase in state.Phase} == phases - {"UNDEALT"}


@pytest.mark.parametrize(
    ("module", "members", "prefix"),
    [
        (state, state.RoundField, ""),
        (state, state.Phase, ""),
        (state, state.Switch, ""),
        (actions, actions.ActionKind, ""),
        (opcodes, opcodes.Opcode, "OP_"),
        (policies, policies.Habit, ""),
        (game_state, game_state.FormatField, ""),
        (game_state, game_state.FormatKind, ""),
        (game_state, game_state.GameField, ""),
        (questions, questions.QuestionField, ""),
        (questions, questions.QuestionKind, ""),
        (tallies, tallies.Tally, "TALLY_"),
        (tallies, tallies.GameTally, "GAME_TALLY_"),
    ],
)
def test_the_constants_are_the_members_of_their_enums(
    module: ModuleType, members: type[IntEnum], prefix: str
) -> None:
    for member in members:
        assert getattr(module, prefix + member.name) == member.value, member


def test_the_players_counts_are_where_their_constants_say() -> None:
    for what in tallies.ByPlayer:
        first = getattr(tallies, f"PLAYER_{what.name}")
        assert tallies.BY_PLAYER + first == tallies.player_index(what, 0)


def test_styles_and_past_turns_are_laid_out_as_in_the_search() -> None:
    for name in (
        "FACES",
        "TURNS",
        "FOLLOWS",
        "COLOURS_LEFT",
        "NAMES",
        "LAST",
        "LAST_TWO",
        "BLUFFS",
    ):
        assert getattr(kernel_belief, f"_{name}") == getattr(styles, name), name
    assert (kernel_belief._DRAWS, kernel_belief.STYLE_SIZE) == (styles.DRAWS, styles.SIZE)
    assert (kernel_belief._MANY, kernel_belief._PLAIN) == (styles.MANY, styles.PLAIN)
    assert len(PastTurn._fields) == kernel_belief.TURN_SIZE
    for act in (PastAct.CHOSE, PastAct.DREW, PastAct.PLAYED_DRAWN, PastAct.KEPT):
        assert getattr(kernel_belief, f"_{act.name}") == act
