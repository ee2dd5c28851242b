"""`openuno.make`: any environment in one call."""

import re
from typing import TYPE_CHECKING, Any, overload

from openuno.engine.errors import SetupError
from openuno.engine.rules import MAX_SEATS, MIN_SEATS

if TYPE_CHECKING:
    from openuno.env.single import UnoEnv
    from openuno.env.vector import UnoVector

_ID = re.compile(r"uno-([0-9]{1,2})p")


@overload
def make(id: str = ..., *, num_envs: None = None, **settings: Any) -> "UnoEnv": ...
@overload
def make(id: str = ..., *, num_envs: int, **settings: Any) -> "UnoVector": ...
def make(
    id: str = "uno-4p",  # noqa: A002 - as gymnasium.make calls it
    *,
    num_envs: int | None = None,
    **settings: Any,
) -> "UnoEnv | UnoVector":
    """An environment for training: `make("uno-4p", edition="house", opponents="regular")`.

    Without `num_envs` it is one table (`gymnasium.Env`), with it many at once (`VectorEnv`); `id`
    says how many players sit at each, `uno-2p` to `uno-10p`. Settings, each with its default:

    - `edition="mattel-2016"`, or `rules=` (`Rules` or their text form, `"house+stacking=any"`), and
      any switch by its name: `stacking="any"`; `written=["Everyone else draws 2 cards."]` writes
      each rule on a blank, which is added if need be
    - `opponents="uniform"`: the name of a bot or of a level (`"easy"`), a network file, a function
      from observations and masks to answers, or a list with one of these for every other seat
    - `learner=0`: the learner's seat; None gives it all seats
    - `episode="round"`, or a format such as `"race:500"` or `"best-of:3"`: whole games
    - `pay="win"` or `"points"`
    - of one table: `render_mode=None`, `"ansi"`, `"human"` or `"rgb_array"`, and
      `illegal="refuse"` or `"lose"` for answers that the mask does not allow
    - of many: `device="cpu"` or `"cuda"`, `autoreset_mode="same-step"`, `"next-step"` or
      `"disabled"`, `final_obs=True`, `threads=1`, `copy=True`
    """
    found = _ID.fullmatch(str(id))
    players = int(found[1]) if found else 0
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise SetupError("id", f"must be uno-{MIN_SEATS}p to uno-{MAX_SEATS}p, not {id!r}")
    # Only now: NumPy and Numba take a second to import.
    from openuno.env.making import make_single, make_vector  # noqa: PLC0415

    if num_envs is not None:
        vector: UnoVector = make_vector(num_envs, players=players, **settings)
        return vector
    if settings.pop("device", "cpu") != "cpu":
        raise SetupError("device", "one table is played on the cpu; for cuda say num_envs, too")
    return make_single(players=players, **settings)
