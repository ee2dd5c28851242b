"""A bot in a seat: a `Player` that asks the bot, and checks what it answers."""

from hashlib import sha256
from pathlib import Path
from traceback import extract_tb

from msgspec.structs import replace

from openuno.bots.bot import Bot, Mind, notice
from openuno.bots.registry import BOTS
from openuno.engine.actions import Action
from openuno.engine.rng import Fast, fork
from openuno.engine.view import View
from openuno.game.events import AtTable, RoundBegan, RoundScored
from openuno.game.formats import Format, Single
from openuno.local.loop import SeenEvents, WhyNot
from openuno.local.wrong_answers import describe_illegal_action

DEFAULT_BOT = "regular"
_SEED_BYTES = 8
_ANSWER_PARTS = 2
_MOST_SHOWN = 80
"""Characters of an answer that a message shows."""
_FRAMES_OF_A_CALL = 2
"""Ours, and that of the function we call."""
_SINGLE = Single()


class BotError(ValueError):
    """A bot failed, did not answer in its turn, or not legally; the sentence says why."""

    def __init__(self, player: int, sentence: str) -> None:
        super().__init__(sentence)
        self.player = player


class BotPlayer:
    """A bot in a seat. Its random choices depend on its seed and on how much has happened, on
    nothing else: a game that was interrupted continues as it would have.

    Errors call it by `name`, and by the name it plays under where people see one (`seated_as`).
    """

    def __init__(  # noqa: PLR0913 - what it plays by, and what it is called
        self,
        bot: Bot,
        secret: bytes,
        player: int,
        format: Format = _SINGLE,
        *,
        name: str | None = None,
        seated_as: str | None = None,
    ) -> None:
        self._bot = bot
        own_name = bot_name(bot) if name is None else name
        self._who = (
            f"{own_name} (player {player})"
            if seated_as is None
            else f"{own_name}, playing as {seated_as},"
        )
        self._player = player
        # Hashed, so that the bot cannot find out the seed of the deals.
        digest = sha256(b"bot %d " % player + secret).digest()
        self._seed = Fast(int.from_bytes(digest[:_SEED_BYTES], "big"))
        self._moment = 0
        self._table = 0
        self._mind = Mind(self._seed, format=format)
        self._won: dict[int, int] = {}  # never changed: a copy of this player shares it

    @property
    def mind(self) -> Mind:
        """What the bot remembers now."""
        return self._mind

    @property
    def may_take_long(self) -> bool:
        """Whether it may think for a while: it searches, or it is somebody's own bot."""
        return self._bot not in BOTS.values()

    def observe(self, events: SeenEvents, _acting: int | None, /) -> None:
        """Let the bot remember what happens at its own table."""
        self._moment += 1
        for event in events:
            match event:
                case RoundBegan(tables=tables):
                    at = (n for n, players in enumerate(tables) if self._player in players)
                    self._table = next(at, -1)
                    if self._table >= 0:
                        wins = tuple(self._won.get(player, 0) for player in tables[self._table])
                        self._mind = replace(self._mind, wins=wins)
                case RoundScored(winner=int(winner)):
                    self._won = {**self._won, winner: self._won.get(winner, 0) + 1}
                case AtTable(table, what) if table == self._table:
                    self._mind = notice(self._mind, what)
                case _:
                    pass

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], _: WhyNot, /
    ) -> Action | None:
        """The action the bot takes; an answer that was not offered counts as none."""
        action = self._choose(view)
        return action if action in offered else None

    def take_turn(self, view: View, why_not: WhyNot, /) -> Action:
        """What the bot does in its turn, or `BotError`."""
        action = self._choose(view)
        if action is None:
            raise self._error("did not answer in its turn: it has to choose one of `legal`")
        if action not in view.legal:
            if not isinstance(action, Action):
                raise self._error(
                    f"answered {show_answer(action)}, which is no action; see view.legal"
                )
            raise self._error(describe_illegal_action(action, why_not(action)))
        return action

    def _choose(self, view: View) -> Action | None:
        """Asked twice at the same moment, it answers the same."""
        mind = replace(self._mind, rng=fork(self._seed, self._moment))
        try:
            answer: object = self._bot(view, mind)
        except BotError:
            raise
        except (Exception, SystemExit) as error:  # a bot ends with `exit()`, but not the command
            raise self._error(f"failed: {describe_error(error, 'a view and a mind')}") from error
        if (wrong := describe_wrong_shape(answer)) is not None:
            raise self._error(wrong)
        action: Action | None = answer[0]  # type: ignore[index]
        return action

    def _error(self, what: str) -> BotError:
        return BotError(self._player, f"{self._who} {what}")


def bot_name(bot: Bot) -> str:
    """What a function that plays is called in its own language."""
    return getattr(bot, "__name__", type(bot).__name__)


def describe_wrong_shape(answer: object) -> str | None:
    """What is wrong with what a bot returned, if it is not an action and a mind."""
    if isinstance(answer, tuple) and len(answer) == _ANSWER_PARTS:
        return None
    return f"returned {show_answer(answer)}; return an action and the mind"


def show_answer(answer: object) -> str:
    """What somebody's function returned, on one line that a message can carry."""
    shown = " ".join(repr(answer).split())
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


def describe_error(error: BaseException, given: str) -> str:
    """An error of someone's function by its kind, its words and the line that raised it.

    Where not even the call succeeded, it says what the function is given.
    """
    frames = extract_tb(error.__traceback__)
    said = f"{type(error).__name__}: {error}"
    if len(frames) < _FRAMES_OF_A_CALL and isinstance(error, TypeError):
        return f"{said}; it is called with {given}"
    where = frames[-1]
    return f"{said} ({Path(where.filename).name}, line {where.lineno})"
