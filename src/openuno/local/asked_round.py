"""A round that waits for the player asked next: for programs that call it, and not it them."""

from collections.abc import Iterator, Mapping

from openuno.bots.bot import Bot
from openuno.engine.actions import Action
from openuno.engine.deal import deal, draw_for_dealer
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.play import apply
from openuno.engine.questions import Question, questions_out_of_turn
from openuno.engine.refusal import refusal
from openuno.engine.rng import Fast, fork
from openuno.engine.rules import Rules, check_seats
from openuno.engine.state import Round, Step, seat_to_act
from openuno.engine.view import View, redact, view
from openuno.game.events import AtTable
from openuno.local.bot_player import BotPlayer
from openuno.local.matches import MAX_ACTIONS, PlayTooLong


class AskedRound:
    """One round. `seat` is asked now; None when the round is over.

    Everyone is asked in the one order of `openuno.engine.questions`; `bots` answer for their seats
    by themselves. The same seed and the same answers give the same round.
    """

    def __init__(
        self, rules: Rules, seats: int, seed: int, bots: Mapping[int, Bot] | None = None
    ) -> None:
        check_seats(rules, seats)
        secret = str(seed).encode()
        self._bots = {seat: BotPlayer(bot, secret, seat) for seat, bot in (bots or {}).items()}
        rng = Fast(seed)
        dealer = draw_for_dealer(rules, seats, fork(rng, 0)).dealer
        self._actions = 0
        self.seat: int | None = None
        self.offered: tuple[Action, ...] = ()
        self._take(deal(rules, seats, dealer, fork(rng, 1)))
        self._advance()

    @property
    def round(self) -> Round:
        """The round with all its cards."""
        return self._round

    @property
    def view(self) -> View:
        """What the seat that is asked may know; of a round that is over, what everyone sees."""
        return view(self._round, self.seat)

    @property
    def may_decline(self) -> bool:
        """Whether the seat is asked out of turn, so that it may do nothing."""
        return bool(self.offered)

    def answer(self, action: Action | None) -> None:
        """Do something, or nothing out of turn; `IllegalAction` changes nothing."""
        if self.seat is None:
            raise IllegalAction(Reason.WRONG_PHASE, case="round")
        if action is None:
            if not self.offered:
                raise IllegalAction(Reason.NO_SUCH_ACTION)
        elif action not in view(self._round, self.seat).legal:
            raise refusal(self._round, self.seat, action)
        else:
            self._take(apply(self._round, self.seat, action))
        self._advance()

    def _advance(self) -> None:
        """Go on to the next question that no bot answers."""
        while self._pending:
            question = self._pending.pop(0)
            self.seat, self.offered = question
            bot = self._bots.get(question.seat)
            if bot is None:
                return
            seen = view(self._round, question.seat)
            action: Action | None
            if question.offered:
                action = bot.answer_out_of_turn(seen, question.offered, _no_reason)
            else:
                action = bot.take_turn(seen, _no_reason)
            if action is not None:
                self._take(apply(self._round, question.seat, action))
        self.seat, self.offered = None, ()

    def _take(self, step: Step) -> None:
        self._actions += 1
        if self._actions > MAX_ACTIONS:
            raise PlayTooLong(f"the round is not over after {MAX_ACTIONS:,} actions")
        self._round = step.round
        self._pending = list(_ask(step.round))
        for seat, bot in self._bots.items():
            bot.observe(tuple(AtTable(0, redact(event, seat)) for event in step.events), None)


def _no_reason(_: Action) -> None:
    """Our bots answer legally, and need no reason why not."""


def _ask(round: Round) -> Iterator[Question]:
    """Everyone who is asked: out of turn first, then the seat whose turn it is."""
    yield from questions_out_of_turn(round)
    acting = seat_to_act(round)
    if acting is not None:
        yield Question(acting, ())
