"""A game in this process: people at this screen, bots in the other seats, time in between."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from openuno.engine.actions import Action
from openuno.engine.errors import IllegalAction
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.state import RoundOver, seat_to_act
from openuno.engine.view import view
from openuno.game.play import apply_command
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Penalty,
    find_player,
    is_round_on,
)
from openuno.game.state import Table as GameTable
from openuno.game.view import redact_game, view_game
from openuno.local.advice import reason_for
from openuno.local.analysis.reasons import Reason
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import Observer, Player, SeenEvents, ask_next, notify_all, refusals_at
from openuno.record.writer import Mark
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.languages.refusals import refusal_sentence
from openuno.terminal.preferences import Preferences
from openuno.terminal.saves import Save
from openuno.terminal.tables.bot_plan import make_plan, never_refused, thinking_seconds
from openuno.terminal.tables.charges import Charge
from openuno.terminal.tables.inputs import Hurry, Input, Inputs, LetGo, ScreenTaken, Undo
from openuno.terminal.tables.memory import Memory, Onlooker
from openuno.terminal.tables.table import Countdown, Listener, News, Refusal, TableState
from openuno.terminal.tables.transcript import Transcript
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.score_sheet import add_to_sheet, blank_sheet

MAX_UNDO = 100
"""Moves that can be taken back, at most."""


_Answer = TypeVar("_Answer")


class LocalTable:
    """A `Table` in this process.

    One person plays in time: bots take theirs, and leave the person time to call. Several people
    pass the screen round and are asked in order, without a clock.
    """

    def __init__(  # noqa: PLR0913 - a table is set up once, each part by its name
        self,
        first: GameStep,
        names: tuple[str, ...],
        *,
        bots: dict[int, BotPlayer],
        advisers: dict[int, BotPlayer],
        save: Save | None,
        preferences: Preferences,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        people = {who: Onlooker(Names(names, who), bot) for who, bot in advisers.items()}
        sheet = blank_sheet(len(names))
        self._memory = Memory(first.game, sheet, bots, people, Transcript(Names(names)))
        self._names = names
        self._save = save
        self.preferences = preferences
        self._clock = clock
        self._past: deque[tuple[Memory, Mark | None]] = deque(maxlen=MAX_UNDO)
        self._inputs = Inputs()
        self._looking = next(iter(people)) if len(people) == 1 else None
        self._listener: Listener = lambda _: None
        self._notify(first, None)
        self.state = self._make_state()

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down the score, and what everyone may know."""
        for event in events:
            self._memory.sheet = add_to_sheet(self._memory.sheet, event)
        self._memory.everyone.observe(events, acting)

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write the command down before anyone sees what it led to."""
        if self._save is not None:
            self._save.append(what, step.events)

    def wait_for_deal(self, game: Game, /) -> None:
        """Nothing: `run` waits."""

    def catch_up(self, past: Sequence[GameStep]) -> None:
        """Let everyone observe a game that is resumed, from its first round on."""
        for step in past:
            self._notify(step, None)
            self._memory.game = step.game
        self.state = self._make_state()

    def set_game(self, game: Game) -> None:
        """Go on from this game, which has everything needed to deal."""
        self._memory.game = game
        self.state = self._make_state()

    @property
    def transcript(self) -> tuple[str, ...]:
        """What happened, as the person looking may know it."""
        return self._transcript().sentences

    def now(self) -> float:
        """The time on the clock of this process."""
        return self._clock()

    async def run(self, listener: Listener, /) -> None:
        """Play until the game is over."""
        self._listener = listener
        self._publish()
        while self._memory.game.winners is None:
            command = await self._next_command()
            if command is None:
                self._restore()
            else:
                self._carry_out(command)
            await asyncio.sleep(0)  # the screen is drawn even where bots take no time
        if self._save is not None:
            self._save.end(self._memory.game)

    def act(self, action: Action, /) -> None:
        """Do something, or `Refusal`."""
        if refused := self.why_not(action):
            raise Refusal(sentence(refused))
        assert self._looking is not None, "somebody who may act is looking"
        self._inputs.put(Act(self._looking, action))

    def why_not(self, action: Action, /) -> str | None:
        """The sentence that refuses an action now, or None when it is legal."""
        found = None if self._looking is None else find_player(self._memory.game, self._looking)
        if found is None:
            return translate("you are not playing now")
        table, seat = found
        try:
            apply(self._memory.game.tables[table].round, seat, action)
        except IllegalAction as refusal:
            return refusal_sentence(refusal)
        return None

    def let_go(self) -> None:
        """Leave what is offered out of turn."""
        self._inputs.put(LetGo())

    def take_screen(self) -> None:
        """Say that the person it was passed to is looking."""
        self._inputs.put(ScreenTaken())

    def hurry(self) -> None:
        """Let the bot that is thinking move at once."""
        self._inputs.put(Hurry())

    def deal(self) -> None:
        """Ask for the next round."""
        self._inputs.put(NextRound())

    def come_back(self) -> None:
        """Nothing: nobody is waited for by a clock."""

    def say(self, text: str, /, *, anyway: bool = False) -> None:
        """Nothing: the others sit at the same screen."""

    def emote(self, emote: str, /) -> None:
        """Nothing, likewise."""

    def accuse(self, charge: Charge, /) -> None:
        """Let somebody pay for an honour rule: the people at the screen have talked about it."""
        self._inputs.put(Penalty(charge.player))

    def leave_note(self, player: int, text: str) -> None:
        """Write something down for one player alone."""
        if player in self._memory.people:
            self._memory.people[player].transcript.add(text)

    def judge(self, *, guilty: bool) -> None:
        """Nothing: an accusation here is the word of everyone at the screen."""

    def hint(self) -> Action | None:
        """What a good player would do now."""
        mine = self.state.view
        if self._looking is None or mine is None or not mine.legal:
            return None
        adviser = self._memory.people[self._looking].adviser
        if self.state.is_my_turn:
            return adviser.take_turn(mine, never_refused)
        return adviser.answer_out_of_turn(mine, mine.legal, never_refused)

    def hint_reason(self, action: Action, /) -> Reason | None:
        """What speaks for an action, by what the person has seen."""
        mine = self.state.view
        if self._looking is None or mine is None:
            return None
        return reason_for(mine, action, self._memory.people[self._looking].adviser.mind)

    def undo(self) -> None:
        """Go back to before the person's last move, or `Refusal`."""
        if not self.state.can_undo:
            raise Refusal(
                translate("There is no move of yours in this round to take back.")
                if len(self._memory.people) == 1
                else translate("Moves can be taken back only by someone who plays alone.")
            )
        self._inputs.put(Undo())

    async def _next_command(self) -> Command | None:
        """What is done next; None to take the last move back."""
        game = self._memory.game
        if not is_round_on(game):
            return await self._wait_for_deal()
        index, table = next(
            (index, table)
            for index, table in enumerate(game.tables)
            if not isinstance(table.round.phase, RoundOver)
        )
        if not self._is_followed(index):
            bots = self._bots_everywhere()
            return await self._ask_bots(table, lambda: ask_next(table, bots))  # without a pause
        if len(self._memory.people) > 1:
            return await self._ask_in_order(table)
        return await self._ask_in_time(table)

    async def _wait_for_deal(self) -> Command | None:
        if not self._memory.game.round_number or not self._memory.people:
            return NextRound()
        self._publish()
        await self._inputs.get_one_of(NextRound)
        return NextRound()

    async def _ask_in_time(self, table: GameTable) -> Command | None:
        """One person and the clock: who is first acts."""
        plan = await self._ask_bots(
            table,
            lambda: make_plan(table, self._looking, self._memory, self._names, self.preferences),
        )
        timed = plan.offered and plan.delay is not None
        countdown = Countdown(self.now() + (plan.delay or 0), plan.delay or 0) if timed else None
        self._publish(offered=plan.offered, countdown=countdown)
        ends = None if plan.delay is None else self.now() + plan.delay
        while True:
            heard = await self._input_until(ends)
            match heard:
                case None:
                    return plan.command
                case Act() | Penalty():
                    return heard
                case Undo() if self._past:  # pressed twice, there may be one move
                    return None
                case LetGo() if plan.offered and plan.command is not None:
                    return plan.command
                case Hurry() if not plan.offered and plan.command is not None:
                    return plan.command
                case _:
                    pass

    async def _ask_in_order(self, table: GameTable) -> Command | None:
        """Several people and no clock: each is asked in turn, with the screen to themselves."""
        round = table.round
        for seat, offered in questions_out_of_turn(round):
            player = table.players[seat]
            if player in self._memory.bots:
                bot = self._memory.bots[player]
                ask = partial(bot.answer_out_of_turn, view(round, seat), offered, never_refused)
                action = await self._ask_bots(table, ask)
                if action is not None:
                    await self._pause(table, player)
                    return Act(player, action)
                continue
            await self._hand_to(player)
            self._publish(offered=offered)
            heard = await self._inputs.get_one_of(Act, Penalty, LetGo)
            if isinstance(heard, (Act, Penalty)):
                return heard
        acting = seat_to_act(round)
        assert acting is not None, "a round that is not over waits for somebody"
        player = table.players[acting]
        if player in self._memory.bots:
            self._publish()
            await self._pause(table, player)
            take_turn = self._memory.bots[player].take_turn
            ask_turn = partial(take_turn, view(round, acting), refusals_at(round, acting))
            return Act(player, await self._ask_bots(table, ask_turn))
        await self._hand_to(player)
        self._publish()
        heard = await self._inputs.get_one_of(Act, Penalty)
        assert isinstance(heard, (Act, Penalty)), "nothing else is heard"
        return heard

    async def _ask_bots(self, table: GameTable, ask: Callable[[], _Answer]) -> _Answer:
        """What bots answer; where one may take long, the screen answers keys meanwhile."""
        bots = (self._memory.bots.get(player) for player in table.players)
        if any(bot is not None and bot.may_take_long for bot in bots):
            return await asyncio.to_thread(ask)
        return ask()

    async def _hand_to(self, player: int) -> None:
        """See to it that this player, and nobody else, is looking."""
        if self._looking == player:
            return
        self._looking = None
        self._publish(handing_to=player)
        await self._inputs.get_one_of(ScreenTaken)
        self._looking = player

    async def _pause(self, table: GameTable, player: int) -> None:
        seconds = thinking_seconds(table, player, self._memory, self._names, self.preferences)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._inputs.get_one_of(Hurry), seconds)

    async def _input_until(self, ends: float | None) -> Input | None:
        """The next thing the person does; None when the time is up."""
        return await self._inputs.get_within(None if ends is None else max(0.0, ends - self.now()))

    def _carry_out(self, command: Command) -> None:
        acting = None
        alone = len(self._memory.people) == 1
        if isinstance(command, NextRound):
            self._past.clear()
        else:
            found = find_player(self._memory.game, command.player)
            assert found is not None, "a player who acts sits at a table"
            acting = seat_to_act(self._memory.game.tables[found[0]].round)
            if alone and command.player in self._memory.people:
                mark = None if self._save is None else self._save.mark()
                self._past.append((self._memory.copy(), mark))
        step = apply_command(self._memory.game, command)
        self.log(command, step)
        self._memory.game = step.game
        self._notify(step, acting)
        self._inputs.clear()  # what is left was meant for the table as it was
        self._publish(step)

    def _restore(self) -> None:
        memory, mark = self._past.pop()
        if self._save is not None and mark is not None:
            self._save.rewind(mark)
        self._memory = memory
        self._publish(rewound=True)

    def _notify(self, step: GameStep, acting: int | None) -> None:
        notify_all(step, self._observers(), self, acting)

    def _observers(self) -> list[Observer]:
        everyone: dict[int, Observer] = {**self._memory.people, **self._memory.bots}
        return [everyone[player] for player in sorted(everyone)]

    def _bots_everywhere(self) -> list[Player]:
        """A bot for every player, to play at a table where no person sits."""
        advisers = {player: person.adviser for player, person in self._memory.people.items()}
        everyone: dict[int, Player] = {**advisers, **self._memory.bots}
        return [everyone[player] for player in sorted(everyone)]

    def _is_followed(self, index: int) -> bool:
        """Whether somebody at the screen looks at this table: it is theirs, or they watch."""
        tables = self._memory.game.tables
        playing = [any(who in self._memory.people for who in table.players) for table in tables]
        return playing[index] if any(playing) else not index

    def _transcript(self) -> Transcript:
        if self._looking is None or find_player(self._memory.game, self._looking) is None:
            return self._memory.everyone
        return self._memory.people[self._looking].transcript

    def _publish(
        self,
        step: GameStep | None = None,
        *,
        offered: tuple[Action, ...] = (),
        countdown: Countdown | None = None,
        handing_to: int | None = None,
        rewound: bool = False,
    ) -> None:
        self.state = self._make_state(offered, countdown, handing_to)
        events: SeenEvents = ()
        if step is not None:
            events = tuple(redact_game(step.game, event, self._looking) for event in step.events)
        self._listener(News(self.state, events, rewound))

    def _make_state(
        self,
        offered: tuple[Action, ...] = (),
        countdown: Countdown | None = None,
        handing_to: int | None = None,
    ) -> TableState:
        game = self._memory.game
        return TableState(
            names=self._names,
            game=view_game(game, self._looking),
            sheet=self._memory.sheet,
            said=self._transcript().uno_sayers,
            offered=offered,
            countdown=countdown,
            handing_to=handing_to,
            waits_for_deal=not is_round_on(game) and game.winners is None,
            can_undo=bool(self._past) and is_round_on(game),
            charges=() if handing_to is not None else self._charges(),
        )

    def _charges(self) -> tuple[Charge, ...]:
        """Who of the people at the screen may not have kept the honour rule read out last."""
        game, rules = self._memory.game, self._transcript().honour_rules
        found = None if self._looking is None else find_player(game, self._looking)
        if found is None or not rules or not game.rules.honour_penalty:
            return ()
        table = game.tables[found[0]]
        if not is_round_on(game) or not (table.round.pile or table.round.discard[1:]):
            return ()  # there would be no card to pay with
        people = [player for player in table.players if player in self._memory.people]
        return tuple(
            Charge(player, self._names[player], rules[-1], honour=True) for player in people
        )
