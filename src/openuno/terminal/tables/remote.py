"""A table on a server: followed over the protocol, and asked for everything the person does."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from openuno.engine.actions import Action
from openuno.game.events import GameEvent
from openuno.game.state import is_round_on
from openuno.local.analysis.reasons import Reason
from openuno.room import commands
from openuno.room.decide.moves import refusal_of
from openuno.room.protocol.messages import Error, Snapshot, Welcome
from openuno.room.protocol.messages import News as ServerNews
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import TIMED_OUT, Human, Room
from openuno.terminal.languages.catalogue import say_or, translate
from openuno.terminal.remote.connection import Connection, RequestRefused
from openuno.terminal.remote.countdowns import find_countdown, out_of_turn
from openuno.terminal.remote.link import TableLink
from openuno.terminal.remote.refusals import refused_sentence
from openuno.terminal.tables.charges import Charge, Dispute, find_charges, find_dispute
from openuno.terminal.tables.contribution import Contribution
from openuno.terminal.tables.followed_room import FollowedRoom
from openuno.terminal.tables.requests import Requests
from openuno.terminal.tables.sitting import Sitting
from openuno.terminal.tables.table import (
    Countdown,
    Listener,
    News,
    Refusal,
    Shared,
    TableState,
)
from openuno.terminal.text.narration import sentence

LEAVE_SECONDS = 2.0
"""How long the server is given to hear that we leave."""


class RoomListener(Protocol):
    """Shows what is around the game: who sits, who is ready, whether the server answers."""

    def room_changed(self) -> None:
        """The room, or whether it can be reached, is another than before."""

    def notice(self, text: str, /) -> None:
        """Say something to the person, for a while."""

    def confirm_suggestion(self, text: str, /) -> None:
        """Ask whether to say this although it tells somebody what to play, and costs cards."""


class RemoteTable:
    """A `Table` on a server, and the room around it."""

    def __init__(  # noqa: PLR0913 - a table is set up once, each part by its name
        self,
        link: TableLink,
        token: str,
        *,
        invitation: TableLink | None = None,
        watching: bool = False,
        password: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.link = link
        self.invitation = link if invitation is None else invitation
        """The link to send to others."""
        self.online = False
        self._followed = FollowedRoom()
        self._clock = clock
        self._offset = 0.0
        self._let_go: object = None
        self._announced: str | None = None
        self._listener: Listener = lambda _: None
        self._room_listener: RoomListener | None = None
        self._connection = Connection(link, token, self, password)
        self._requests = Requests(
            self._connection,
            self._followed,
            self.now,
            notice=self._notice,
            settle=lambda: self._publish(()),
        )
        self._sitting = Sitting(self._followed, self._requests, self._notice, watching=watching)
        self._contribution = Contribution(self._followed, self._requests)

    # What is known.

    @property
    def guest(self) -> str:
        """Our public id there; nothing before the server has let us in."""
        return self._followed.guest

    @property
    def room(self) -> Room | None:
        """The room as we may know it; None before the first snapshot."""
        return self._followed.room

    @property
    def seat(self) -> int | None:
        """Our seat, if we have one."""
        return self._followed.seat

    @property
    def state(self) -> TableState:
        """The game as we may know it; there must be one."""
        followed, on = self._followed, self._followed.game_on
        seen, game = followed.view(), followed.game
        assert game is not None, "the lobby is shown before the first game"
        offered = () if on is None else out_of_turn(game, seen, followed.legal)
        if self._let_go == self._moment():
            offered = ()
        waits = on is not None and not is_round_on(game) and game.winners is None
        return TableState(
            names=followed.names,
            game=seen,
            sheet=followed.sheet,
            said=followed.transcript.uno_sayers,
            offered=offered,
            countdown=self._countdown(offered),
            waits_for_deal=waits and self.seat is not None,
            charges=self._charges(),
            dispute=self._dispute(),
            shared=Shared(
                online=self.online,
                played_by_bot=on is not None and self._is_late(),
                has_all=followed.has_all,
                away=self._away_players(),
            ),
        )

    @property
    def has_game(self) -> bool:
        """Whether a game is being played."""
        return self._followed.game_on is not None

    @property
    def has_seen_game(self) -> bool:
        """Whether there is a `state`: a game is on, or one was seen to its end."""
        return self._followed.game is not None

    @property
    def is_host(self) -> bool:
        """Whether we decide when a game starts."""
        return self.room is not None and self.room.host == self.guest

    @property
    def is_sitting_down(self) -> bool:
        """Whether we have asked for a seat and wait for the answer."""
        return self._sitting.is_on

    @property
    def is_moving(self) -> bool:
        """Whether a move was sent and not answered yet."""
        return self._requests.is_moving

    @property
    def transcript(self) -> tuple[str, ...]:
        """What happened, in sentences, as we may know it; the latest last."""
        return self._followed.transcript.sentences

    @property
    def sentence_count(self) -> int:
        """How many sentences that has had so far, those forgotten included."""
        return self._followed.transcript.sentence_count

    def now(self) -> float:
        """The time of the server, in seconds."""
        return self._clock() + self._offset

    # Following it.

    def attach(self, listener: RoomListener) -> None:
        """Let this listener know what happens around the game."""
        self._room_listener = listener

    async def run(self, listener: Listener, /) -> None:
        """Stay at the table until it is left; ends with `TableRefused` if we may not."""
        self._listener = listener
        try:
            await self._connection.run()
        finally:
            self._requests.cancel()

    def greet(self, welcome: Welcome, /) -> None:
        """The server has let us in."""
        self._followed.guest = welcome.guest
        self._offset = welcome.now / 1000 - self._clock()

    def announce(self, text: str, /) -> None:
        """The person who runs the server tells everyone something: once, and written down."""
        if text != self._announced:
            self._announced = text
            said = translate("From the server: {text}", text=text)
            self._followed.transcript.add(said)
            self._notice(said)
            self._publish(())

    def set_online(self, online: bool, /) -> None:
        """The server can be reached, or not any more."""
        if online != self.online:
            self.online = online
            if online and self.has_game and self._is_late():
                self.come_back()
            self._publish(())

    def replace(self, snapshot: Snapshot, /) -> None:
        """Take the table from the server, as it stands now."""
        if snapshot.now is not None:
            self._offset = snapshot.now / 1000 - self._clock()
        self._followed.replace(snapshot)
        self._after_change(())

    def follow(self, news: ServerNews, /) -> None:
        """Take in what happened."""
        self._after_change(self._followed.follow(news))

    def _after_change(self, events: tuple[GameEvent, ...]) -> None:
        assert self.room is not None, "it has just changed"
        self._requests.see_entry(self.room.seq)
        self._contribution.add()
        self._sitting.sit_if_possible()
        self._publish(events)

    def _publish(self, events: tuple[GameEvent, ...]) -> None:
        if self._room_listener is not None:
            self._room_listener.room_changed()
        if self._followed.game is not None:
            state = self.state
            if events:
                self._listener(News(state, events))
            self._listener(News(state))

    # What the person does in the game.

    def act(self, action: Action, /) -> None:
        """Ask for a move, or `Refusal`."""
        if self._requests.is_moving:
            if not self.online:
                raise Refusal(translate("Your move goes out when the server is back."))
            raise Refusal(translate("Your move is on its way."))
        if refused := self.why_not(action):
            raise Refusal(sentence(refused))
        self._requests.move(action)

    def why_not(self, action: Action, /) -> str | None:
        """The sentence that refuses an action now, or None when it is legal."""
        if action in self._followed.legal:
            return None
        if self.room is None or self.seat is None or not self.has_game:
            return translate("you are not playing now")
        refused = refusal_of(self.room, self.guest, action)
        if refused is None:
            return say_or("that is not possible now", "refused.illegal-move")
        return refused_sentence(Error.of(refused))

    def let_go(self) -> None:
        """Leave what is offered out of turn."""
        self._let_go = self._moment()
        self._publish(())

    def deal(self) -> None:
        """Ask for the next round."""
        self.ask(commands.DealNextRound())

    def come_back(self) -> None:
        """Play our seat again after a bot has played it."""
        self.ask(commands.Return())

    def say(self, text: str, /, *, anyway: bool = False) -> None:
        """Say something to the table; `anyway` although it costs cards as a suggestion."""
        if text.strip():
            self._requests.start(self._say(text, anyway=anyway))

    def emote(self, emote: str, /) -> None:
        """Say one of the set phrases to the table."""
        self.ask(commands.Emote(emote))

    def accuse(self, charge: Charge, /) -> None:
        """Say that somebody gave a hint, or did not keep an honour rule."""
        self.ask(commands.Accuse(charge.message, charge.player if charge.honour else None))

    def leave_note(self, player: int, text: str) -> None:
        """Nothing: what is said at a server's table is said to all of it."""

    def judge(self, *, guilty: bool) -> None:
        """Give a verdict on the accusation that is open."""
        self.ask(commands.Judge(guilty))

    def hurry(self) -> None:
        """Nothing: the bots are the server's."""

    def take_screen(self) -> None:
        """Nothing: the screen is one person's."""

    def hint(self) -> Action | None:
        """Nothing: the others at the table have no help either."""
        return None

    def hint_reason(self, _action: Action, /) -> Reason | None:
        """Nothing: there are no hints."""
        return None

    def undo(self) -> None:
        """Refused: others have seen the move."""
        raise Refusal(translate("Moves can't be taken back at a table with others."))

    # What the person does around the game.

    def sit(self) -> None:
        """Take the first seat that can be had."""
        self._sitting.sit()

    def ask(self, command: commands.RoomCommand) -> None:
        """Ask the server for something; why it refuses is said to the person."""
        self._requests.start(self._requests.ask(command))

    async def request(self, command: commands.RoomCommand) -> None:
        """Ask the server for something and wait for its answer; `RequestRefused` says why not."""
        await self._connection.ask(command)

    def use_password(self, password: str) -> None:
        """Give this password from now on."""
        self._connection.use_password(password)

    async def leave(self) -> None:
        """Give the seat up for good, if the server can still hear it."""
        with suppress(RequestRefused, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._connection.ask(commands.Leave())

    # Behind the scenes.

    async def _say(self, text: str, *, anyway: bool) -> None:
        try:
            await self._connection.ask(commands.Say(text, anyway))
        except RequestRefused as refused:
            if refused.error.code is RefusalCode.SUGGESTION and self._room_listener is not None:
                self._room_listener.confirm_suggestion(text)
            else:
                self._notice(sentence(str(refused)))

    def _notice(self, text: str) -> None:
        if self._room_listener is not None:
            self._room_listener.notice(text)

    def _is_late(self) -> bool:
        own = None if self.room is None or self.seat is None else self.room.seats[self.seat]
        return isinstance(own, Human) and own.clock is TIMED_OUT

    def _away_players(self) -> frozenset[int]:
        seats = () if self.room is None else self.room.seats
        gone = (n for n, seat in enumerate(seats) if isinstance(seat, Human) and seat.away)
        return frozenset(gone)

    def _moment(self) -> object:
        """What an offer belongs to: the card that lies on top, and when it was laid."""
        on = self._followed.game_on
        return None if on is None else (on.game.round_number, on.laid)

    def _charges(self) -> tuple[Charge, ...]:
        on = self._followed.game_on
        if on is None or self.room is None or self.seat is None:
            return ()
        return find_charges(self.room, on, self.seat)

    def _dispute(self) -> Dispute | None:
        on = self._followed.game_on
        if on is None or self.room is None or self.seat is None:
            return None
        return find_dispute(self.room, on, self.seat)

    def _countdown(self, offered: tuple[Action, ...]) -> Countdown | None:
        on = self._followed.game_on
        if on is None or self.room is None or not self.online or self._is_late():
            return None
        found = find_countdown(self.room, on, self.seat, answering=bool(offered))
        return None if found is None else Countdown(*found)
