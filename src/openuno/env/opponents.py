"""Who plays the seats that the learner does not: policies of the kernel, bots, or a function."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.bots import master, regular
from openuno.bots.bot import Answer, Bot, Mind, due_call
from openuno.bots.characters import CHARACTERS
from openuno.bots.network.decisions import decide, stake_of
from openuno.bots.network.inference import Network
from openuno.bots.network.weights import read_weights
from openuno.bots.registry import choose_kind
from openuno.bots.temper import Temper
from openuno.bots.uniform import uniform
from openuno.engine.errors import SetupError
from openuno.engine.view import View
from openuno.local.named_bots import find_bot

UNIFORM, REGULAR, MASTER = "uniform", "regular", "master"
NETWORK_SUFFIX = ".bin"

Policy = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.int8]], npt.ArrayLike]
"""Observations and masks in, a row for each table that asks; an answer for each of them out."""
Opponent = str | Path | Policy
Opponents = Opponent | Sequence[Opponent]


class Seating(NamedTuple):
    """Who plays which seat besides the learner's."""

    all_uniform: bool
    """Whether all are `uniform`, which the batch plays by itself."""
    regulars: frozenset[int]
    bots: dict[int, Bot]
    policies: dict[int, Policy]
    networks: dict[int, Path | None]
    """The bots that always do what a network says: its file, or None for `master`."""


def seat_opponents(opponents: Opponents, players: int, learner: int | None) -> Seating:
    """The opponents of a learner by their seats; refuses those that cannot be found."""
    seats = [] if learner is None else [seat for seat in range(players) if seat != learner]
    given = _one_for_each(opponents, len(seats))
    if all(opponent == UNIFORM for opponent in given):
        return Seating(True, frozenset(), {}, {}, {})
    regulars: set[int] = set()
    bots: dict[int, Bot] = {}
    policies: dict[int, Policy] = {}
    networks: dict[int, Path | None] = {}
    seated: set[str] = set()
    for seat, opponent in zip(seats, given, strict=True):
        if callable(opponent):
            policies[seat] = opponent
        elif opponent == REGULAR:
            regulars.add(seat)
        else:
            kind = choose_kind(opponent, seated) if isinstance(opponent, str) else opponent
            if kind in CHARACTERS:
                seated.add(CHARACTERS[str(kind)].name)
            bots[seat] = _find(kind)
            if _is_file(kind):
                networks[seat] = Path(kind)
            elif _is_master(str(kind)):
                networks[seat] = None
    return Seating(False, frozenset(regulars), bots, policies, networks)


def _one_for_each(opponents: Any, count: int) -> list[Opponent]:
    if isinstance(opponents, (str, Path)) or callable(opponents):
        return [opponents] * count
    if not isinstance(opponents, Sequence):
        raise SetupError(
            "opponents",
            "must be the name of a bot, a network file, a function, or a list of these,"
            f" not {opponents!r}",
        )
    given = list(opponents)
    if len(given) != count:
        raise SetupError(
            "opponents", f"there are {count} other seats, so name one or {count}, not {len(given)}"
        )
    for opponent in given:
        if not isinstance(opponent, (str, Path)) and not callable(opponent):
            raise SetupError("opponents", f"{opponent!r} is no name, file or function")
    return given


def _find(opponent: str | Path) -> Bot:
    if opponent == UNIFORM:
        return uniform
    if _is_file(opponent):
        return network_bot(Path(opponent))
    try:
        return find_bot(str(opponent))
    except SetupError as error:
        raise SetupError("opponents", error.fault) from error.__cause__


def _is_file(opponent: str | Path) -> bool:
    return isinstance(opponent, Path) or opponent.endswith(NETWORK_SUFFIX)


def _is_master(kind: str) -> bool:
    """Whether a bot is `master`, or a character that plays exactly as it does."""
    if kind not in CHARACTERS:
        return kind == MASTER
    character = CHARACTERS[kind]
    return character.engine is master.choose_move and character.temper == Temper()


def network_bot(file: Path) -> Bot:
    """A bot that plays by the network in a file, and by `regular` where rules are written."""
    network = Network(read_weights(file))

    def play(view: View, mind: Mind) -> Answer:
        call = due_call(view)
        if call is not None:
            return call, mind
        if view.rules.written:
            return regular.choose_move(view, mind)
        stake = stake_of(mind.format)
        return decide(view, mind.memory, network.scores, stake=stake), mind

    return play
