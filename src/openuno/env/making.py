"""Environments from plain words: editions, switches, bots and formats by their names."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import with_custom_rules, write_on_blanks
from openuno.engine.rules import DEFAULT_RULES, Rules, edition, with_switches
from openuno.env.single import REFUSE, UnoEnv
from openuno.env.vector import UnoVector
from openuno.extras import require_extra
from openuno.game.formats import Format, is_team_format
from openuno.game.notation import parse_format
from openuno.kernel.batch.lanes import Pay

ROUND = "round"
CPU, CUDA = "cpu", "cuda"
_PAYS = {"win": Pay.WIN, "points": Pay.POINTS}
Env = TypeVar("Env")

_SETTINGS = {"players", "learner", "opponents", "illegal", "render_mode"}
CUDA_SETTINGS = {"players", "learner", "opponents", "autoreset_mode", "final_obs"}
_VECTOR_SETTINGS = CUDA_SETTINGS | {"copy", "threads"}


def make_single(**settings: Any) -> UnoEnv:
    """One table; the settings are those of `openuno.make`, everything else is a switch."""
    return make_of_kind(UnoEnv, _SETTINGS, settings)


def make_vector(
    num_envs: int = 1, device: str = CPU, illegal: str = REFUSE, **settings: Any
) -> Any:
    """Many tables; the settings are those of `openuno.make`, everything else is a switch.

    `illegal` is for one table: many at once refuse such answers whatever it says.
    """
    del illegal
    if device == CPU:
        return make_of_kind(UnoVector, _VECTOR_SETTINGS, {"num_envs": num_envs, **settings})
    if device != CUDA:
        raise SetupError("device", f"must be cpu or cuda, not {device!r}")
    require_extra("cuda")
    # Only there: it needs numba-cuda, which few people have.
    from openuno.env.cuda_vector import UnoCudaVector  # noqa: PLC0415

    return make_of_kind(UnoCudaVector, CUDA_SETTINGS, {"num_envs": num_envs, **settings})


def make_of_kind(kind: Callable[..., Env], known: set[str], settings: dict[str, Any]) -> Env:
    """One table or many of a class that knows these settings; everything else is a switch."""
    given = {name: value for name, value in settings.items() if value is not None}
    if "learner" in settings:
        given["learner"] = settings["learner"]
    rules, name = given.pop("rules", None), given.pop("edition", None)
    format, pay = _episode(given.pop("episode", ROUND)), parse_pay(given.pop("pay", "win"))
    own = {name: given.pop(name) for name in (*known, "num_envs") if name in given}
    for setting in sorted(given.keys() & (_VECTOR_SETTINGS - known)):
        on_gpu = "num_envs" in own
        raise SetupError(
            setting,
            "is for tables on a processor; leave it out"
            if on_gpu
            else "is for many tables; say num_envs, too",
        )
    teams = format is not None and is_team_format(format)
    agreed = make_rules(rules, name, given, teams=teams)
    return kind(rules=agreed, format=format, pay=pay, **own)


def make_rules(
    rules: Rules | str | None,
    name: str | None,
    switches: dict[str, Any],
    *,
    teams: bool = False,
) -> Rules:
    """Rules, their text form or an edition, with switches set by their names.

    `written` takes texts: each goes on a blank, and blanks are added unless `blank_cards` says how
    many there are. `teams` says whether the format has partners, of whom rules can be written.
    """
    if rules is not None and name is not None:
        raise SetupError("rules", "give rules or an edition, not both")
    if rules is None:
        rules = DEFAULT_RULES if name is None else edition(name)
    elif isinstance(rules, str):
        rules = parse_rules(rules)
    others = {switch: value for switch, value in switches.items() if switch != "written"}
    rules = with_switches(rules, **others) if others else rules
    if "written" not in switches:
        return rules
    written = switches["written"]
    if isinstance(written, str) or not isinstance(written, Sequence):
        raise SetupError(
            "written", f'must be a list of texts, such as ["You play again."], not {written!r}'
        )
    if not all(isinstance(text, str) for text in written):
        return with_switches(rules, written=tuple(written))
    if teams:
        rules = with_switches(rules, teams=True)
    has_own_blanks = "blank_cards" in switches
    return with_custom_rules(rules, *written) if has_own_blanks else write_on_blanks(rules, written)


def _episode(word: Format | str) -> Format | None:
    if not isinstance(word, str):
        return word
    return None if word == ROUND else parse_format(word)


def parse_pay(word: Pay | str) -> Pay:
    """What an episode pays, by name."""
    if isinstance(word, Pay):
        return word
    if word not in _PAYS:
        raise SetupError("pay", f"must be win or points, not {word!r}")
    return _PAYS[word]
