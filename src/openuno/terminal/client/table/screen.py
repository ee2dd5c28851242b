"""The table on the screen: what is shown, and what each key does."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from openuno.engine.actions import Accept, Action, ChooseCard, Decide, Draw, Keep, Pass, Play
from openuno.engine.cards import Card
from openuno.game.events import RoundBegan, RoundScored
from openuno.local.advice import reason_for
from openuno.terminal.client.button_row import Buttons
from openuno.terminal.client.cards import colour_words
from openuno.terminal.client.dialogs import Curtain, Page, Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.table import pickers
from openuno.terminal.client.table.buttons import action_buttons, key_buttons
from openuno.terminal.client.table.hand import Hand
from openuno.terminal.client.table.instruction import bluff_note, forced_step, instruct
from openuno.terminal.client.table.keys import help_text
from openuno.terminal.client.table.moves import Moves
from openuno.terminal.client.table.parts import Log, Piles, Sentence, TitleBar
from openuno.terminal.client.table.players import Players
from openuno.terminal.client.table.round_end import RoundEnd
from openuno.terminal.client.table.talk import Talk
from openuno.terminal.client.too_small import TooSmall, is_too_small
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.preferences import Pace, Preferences
from openuno.terminal.tables.table import News, Refusal, Table, TableState
from openuno.terminal.text.moves import action_words
from openuno.terminal.text.narration import Names, outcome_text, sentence
from openuno.terminal.text.reasons import reason_sentence
from openuno.terminal.text.score_sheet import format_name, score_table

T = TypeVar("T")
NOTICE_SECONDS = 4.0
FORCED_SECONDS = 0.8
END_SECONDS = 1.0
"""How long the last card lies there before the round is counted out."""
WIDE, NARROW, ROOMY, LOW = 118, 76, 34, 22
BLIND_ACTIONS = ("leave", "help", "log", "settings")
"""What can be done while the terminal is too small to show the table."""


class TableScreen(Screen[None]):
    """One person's seat at a table."""

    class GameLeft(Message):
        """The game is over, and has been counted out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("tab", "next_playable(1)", show=False),
        Binding("shift+tab", "next_playable(-1)", show=False),
        Binding("enter,space,up", "play", show=False),
        Binding("d", "draw", show=False),
        Binding("k", "keep", show=False),
        Binding("p", "pass_turn", show=False),
        Binding("y", "decide(True)", show=False),
        Binding("n", "decide(False)", show=False),
        Binding("a", "accept", show=False),
        Binding("c", "challenge", show=False),
        Binding("u", "uno", show=False),
        Binding("x", "catch", show=False),
        Binding("escape", "let_go", show=False),
        Binding("m", "moves", show=False),
        Binding("h", "hint", show=False),
        Binding("z", "undo", show=False),
        Binding("f", "faster", show=False),
        Binding("l", "log", show=False),
        Binding("t", "talk", show=False),
        Binding("e", "phrase", show=False),
        Binding("j", "judge", show=False),
        Binding("s", "app.settings", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        *(Binding(str(n), f"choose({(n or 10) - 1})", show=False) for n in range(10)),
    ]

    def __init__(self, table: Table, palette: Palette, preferences: Preferences) -> None:
        super().__init__()
        self._table = table
        self.palette = palette
        self._preferences = preferences
        self._began = table.now()
        self.moves = Moves(table, self)
        self._notice_timer: Timer | None = None
        self._forced_timer: Timer | None = None
        self._question: Question[Any] | None = None
        """The question about a move that was asked last."""

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        palette = self.palette
        yield TooSmall(palette)
        yield TitleBar(palette)
        with Horizontal(id="middle"):
            yield Players(palette)
            yield Piles(palette)
            yield Log(palette)
        yield Sentence(palette)
        yield Hand(palette)
        yield Buttons(palette, "actions")
        yield Buttons(palette, "keys-row")

    def on_mount(self) -> None:
        """Draw the table, and keep its clock going."""
        self._show(self._table.state)
        self.set_interval(0.25, self._tick)
        if self._table.state.shared is not None:
            # The game may be in the middle of a question.
            self.call_after_refresh(lambda: self.hear(News(self._table.state)))

    def on_resize(self, event: Resize) -> None:
        """Use the room there is."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.set_class(event.size.height >= ROOMY, "roomy")
        self.set_class(event.size.height < LOW, "low")
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(is_too_small(event.size), "too-small")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now: nobody plays what they cannot see."""
        if self.has_class("too-small") and action not in BLIND_ACTIONS:
            return False
        return super().check_action(action, parameters)

    def use_palette(self, palette: Palette) -> None:
        """Draw everything in another look."""
        self.palette = palette
        for part in self.query("TooSmall, TitleBar, Players, Piles, Log, Sentence, Hand, Buttons"):
            part.palette = palette  # type: ignore[attr-defined]
            part.refresh()

    def redraw(self) -> None:
        """Draw everything again, in another language."""
        self._show(self._table.state)

    def hear(self, news: News) -> None:
        """Show what happened."""
        self._show(news.state)
        if news.events:
            self.clear_notice()
            self._close_outdated(news)
        if self._forced_timer is not None:
            self._forced_timer.stop()
        scored = tuple(event for event in news.events if isinstance(event, RoundScored))
        if scored or news.state.game.winners is not None:
            self.moves.uno_ready = False
        if news.state.handing_to is not None:
            name = news.state.names[news.state.handing_to]
            self.app.push_screen(Curtain(name), lambda _: self._table.take_screen())
            return
        own = [event for event in scored if event.table == news.state.table_index]
        if own or (scored and news.state.player is None):
            self._end_round(news.state, own or list(scored))
            return
        if self._preferences.forced_steps and not news.rewound and not news.events:
            self._take_forced_step(news.state)
        if not news.events:
            self._close_stale_question(news.state)
            self.moves.ask_what_is_due()

    def clear_notice(self) -> None:
        """Take the notice away."""
        self.query_one(Sentence).notice = ""
        self._note_bluff()

    def notice(self, text: str) -> None:
        """Say something below the instruction, for a while."""
        line = self.query_one(Sentence)
        line.notice = text
        line.refresh(layout=True)
        if self._notice_timer is not None:
            self._notice_timer.stop()
        self._notice_timer = self.set_timer(NOTICE_SECONDS, self.clear_notice)

    @property
    def _talk(self) -> Talk:
        return Talk(self._table, self.app)

    @property
    def is_asking(self) -> bool:
        """Whether a question about a move is open."""
        return self._question is not None

    def ask(self, question: Question[T], then: Callable[[T], None]) -> None:
        """Put a question about a move; `then` gets the answer, if there is one."""

        def hear(answer: T | None) -> None:
            self._question = None
            if answer is not None:
                then(answer)

        self._question = question
        self.app.push_screen(question, hear)

    def _close_outdated(self, news: News) -> None:
        """Close what is open about a moment that has passed: the server waits for nobody."""
        if news.state.shared is None:
            return
        open_now = self.app.screen
        if isinstance(open_now, RoundEnd):
            if any(isinstance(event, RoundBegan) for event in news.events):
                open_now.dismiss(None)
        elif open_now is self._question and not news.state.is_my_turn:
            self._question.dismiss(None)

    # Drawing.

    def _show(self, state: TableState) -> None:
        for kind in (TitleBar, Players, Piles):
            self.query_one(kind).show(state)
        log = self.query_one(Log)
        log.sentences = self._table.transcript
        log.show(state)
        view = state.view
        if view is None or view.seat is None or state.handing_to is not None:
            self.query_one(Hand).show((), frozenset(), judged=False)
        else:
            plays = frozenset(a.card for a in view.legal if isinstance(a, (Play, ChooseCard)))
            judged = state.is_my_turn
            self.query_one(Hand).show(view.hands[view.seat], plays, judged=judged)
        line = self.query_one(Sentence)
        line.instruction = instruct(state)
        line.show(state)
        self.query_one("#actions", Buttons).show(
            action_buttons(state, uno_ready=self.moves.uno_ready)
        )
        self.query_one("#keys-row", Buttons).show(key_buttons(state, self._preferences.pace))
        self._tick()

    def _tick(self) -> None:
        now, state = self._table.now(), self._table.state
        seconds = int(now - self._began)
        title = self.query_one(TitleBar)
        hurried = state.shared is None and self._preferences.pace in (Pace.FAST, Pace.INSTANT)
        fast = f" · {translate('fast')}" if hurried else ""
        title.clock = f"{seconds // 60}:{seconds % 60:02}{fast}"
        title.refresh()
        if state.countdown is not None:
            line = self.query_one(Sentence)
            line.left = max(0.0, state.countdown.ends - now)
            line.refresh()

    # Keys.

    def action_move(self, step: int) -> None:
        """Move the cursor over the hand."""
        self.query_one(Hand).move(step)
        self._note_bluff()

    def action_next_playable(self, step: int) -> None:
        """Move the cursor to a card that fits."""
        self.query_one(Hand).move(step, playable=True)
        self._note_bluff()

    def action_choose(self, index: int) -> None:
        """Put the cursor on a card by its number."""
        self.query_one(Hand).put_cursor(index)
        self._note_bluff()

    def on_hand_clicked(self, event: Hand.Clicked) -> None:
        """Play the card that was clicked."""
        self.query_one(Hand).put_cursor(event.index)
        self.action_play()

    async def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        """Do what the button says."""
        action = "app.settings" if event.action == "settings" else event.action
        await self.run_action(action)

    def action_play(self) -> None:
        """Play the card under the cursor, or deal the next round."""
        card = self.query_one(Hand).card_at_cursor
        state = self._table.state
        if state.waits_for_deal:
            self._table.deal()
        elif state.shared is not None and state.shared.played_by_bot:
            self._table.come_back()
        elif card is not None:
            self.moves.play(card)

    def action_draw(self) -> None:
        """Draw a card."""
        self.moves.act(Draw())

    def action_keep(self) -> None:
        """Keep the card drawn."""
        self.moves.act(Keep())

    def action_decide(self, yes: bool) -> None:
        """Say whether the player wants what a custom rule asks about."""
        self.moves.act(Decide(yes))

    def action_pass_turn(self) -> None:
        """Pass."""
        self.moves.act(Pass())

    def action_accept(self) -> None:
        """Take the cards."""
        self.moves.act(Accept())

    def action_challenge(self) -> None:
        """Ask whether to challenge."""
        self.moves.challenge()

    def action_uno(self) -> None:
        """Say UNO now, or with the next card."""
        self.moves.say_uno()
        self._show(self._table.state)

    def action_catch(self) -> None:
        """Catch the player who owes UNO."""
        self.moves.catch()

    def action_moves(self) -> None:
        """List every legal move."""
        self.moves.list_all()

    def action_let_go(self) -> None:
        """Leave what is offered out of turn."""
        if self._table.state.offered:
            self._table.let_go()

    def action_hint(self) -> None:
        """Say what a good player would do, and put the cursor there."""
        action, hand = self._table.hint(), self.query_one(Hand)
        if self._table.state.shared is not None:
            self.notice(translate("There are no hints at a table with others."))
            return
        if action is None:
            self.notice(sentence(_nothing_now()))
            return
        if isinstance(action, (Play, ChooseCard)):
            hand.put_cursor(hand.cards.index(action.card))
        self.notice(self._hint_text(action))

    def _hint_text(self, action: Action) -> str:
        """The action, and what speaks for it."""
        state = self._table.state
        seen, names = state.view, state.seat_names
        text = f"{translate('Hint')}: {action_words(action, names)}."
        reason = None if seen is None else reason_for(seen, action, state.game.format)
        return text if reason is None else f"{text} {reason_sentence(reason, names.seats)}"

    def action_undo(self) -> None:
        """Take back the last move."""
        try:
            self._table.undo()
        except Refusal as refused:
            self.notice(str(refused))

    def action_faster(self) -> None:
        """Let bots hurry, or think again."""
        if self._table.state.shared is not None:
            self.notice(translate("The bots of this table are as fast as its host has chosen."))
            return
        slow = self._preferences.pace in (Pace.FAST, Pace.INSTANT)
        self._preferences.pace = Pace.NORMAL if slow else Pace.FAST
        self._table.hurry()
        self._show(self._table.state)

    def action_log(self) -> None:
        """Show everything that happened, and the score."""
        state = self._table.state
        lines = [colour_words(said, self.palette) for said in self._table.transcript]
        if state.game.round_number:
            names = Names(state.names)
            width = self.app.size.width - 12
            lines += [Text(""), Text(sentence(format_name(state.game.format)), "bold")]
            lines.append(score_table(state.sheet, state.game, names, width))
        self.app.push_screen(Page(say("log.title"), Text("\n").join(lines), at_end=True))

    def action_help(self) -> None:
        """Show the keys, and what is written on blank cards."""
        self.app.push_screen(Page(say("table.keys"), help_text(self._table.state)))

    def action_leave(self) -> None:
        """Ask, and leave."""
        question = pickers.ask_leaving(self._table.state)
        self.app.push_screen(question, lambda sure: self.app.exit() if sure else None)

    def action_talk(self) -> None:
        """Ask what to say to the table."""
        if self._table.state.shared is not None:
            self._talk.ask_words()

    def action_phrase(self) -> None:
        """Ask for one of the set phrases."""
        if self._table.state.shared is not None:
            self._talk.ask_phrase()

    def action_judge(self) -> None:
        """Ask for a verdict, or whom to accuse."""
        state = self._table.state
        if state.dispute is None and not state.charges:
            self.notice(say_or("There is nothing to judge now.", "refused.not-a-judge"))
        else:
            self._talk.ask_judgement()

    def confirm_suggestion(self, text: str) -> None:
        """Ask whether to say this although it costs cards."""
        self._talk.confirm_suggestion(text, self._table.state.game.rules.suggestion_penalty)

    def _take_forced_step(self, state: TableState) -> None:
        action = forced_step(state)
        if action is not None:
            self._forced_timer = self.set_timer(FORCED_SECONDS, lambda: self.moves.act(action))

    def _close_stale_question(self, state: TableState) -> None:
        """Close a question about a move that somebody else was faster than."""
        can_move = state.is_my_turn or state.offered
        if self._question is not None and self._question.is_current and not can_move:
            self._question.dismiss(None)

    def _end_round(self, state: TableState, scored: list[RoundScored]) -> None:
        names = Names(state.names, state.player)
        said = tuple(sentence(outcome_text(event, names)) for event in scored)
        at_once = self._preferences.pace is Pace.INSTANT
        dialog = RoundEnd(state, self.palette, said, at_once=at_once)
        self.set_timer(0.01 if at_once else END_SECONDS, lambda: self._show_end(dialog))

    def _show_end(self, dialog: RoundEnd) -> None:
        if self._table.state.game.round_number != dialog.round_number:
            return  # the next round has been dealt meanwhile
        self.app.push_screen(dialog, lambda _: self._after_round())

    def _after_round(self) -> None:
        if self._table.state.game.winners is not None:
            self.post_message(self.GameLeft())
        elif self._table.state.waits_for_deal:
            self._table.deal()

    def _note_bluff(self) -> None:
        line, card, view = (
            self.query_one(Sentence),
            self.query_one(Hand).card_at_cursor,
            self._table.state.view,
        )
        line.notice = ""
        if view is not None and self._table.state.is_my_turn and card is Card.W4:
            line.notice = bluff_note(view, card.face) or ""
        line.refresh()


def _nothing_now() -> str:
    return say_or("Nothing to do now", "refused.illegal-move")
