"""`uno play`: whole games with people and bots at one keyboard, on a screen or line by line."""

import secrets
import shlex
from contextlib import ExitStack
from pathlib import Path

import msgspec
from msgspec.structs import replace
from rich.console import Console

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rng import Fast
from openuno.engine.rules import DealerDraw, Rules, with_switches
from openuno.game.formats import Format, Rotating, Single, is_team_format
from openuno.game.notation import parse_format
from openuno.game.state import Command, Game, GameStep, is_round_on
from openuno.local.bot_player import DEFAULT_BOT, BotPlayer
from openuno.local.loop import Player, SeenEvents, notify_all, play_to_end
from openuno.local.named_bots import find_bot
from openuno.record.fairness import SEED_BYTES, commitment
from openuno.record.lines import FairDeal, Header, SeededDeal, game_rng
from openuno.record.replay import replay, start_recorded_game
from openuno.terminal import saves
from openuno.terminal.commands.screen_game import ScreenGame, has_screen, play_on_screen
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.own_command import own_command
from openuno.terminal.plain import keyboard
from openuno.terminal.plain.human import HumanPlayer
from openuno.terminal.plain.keyboard import Keyboard, PlayerQuit
from openuno.terminal.preferences import use_preferred_language
from openuno.terminal.saves import CannotSave, Save
from openuno.terminal.seating import (
    PERSON,
    Seating,
    find_dealer,
    seat_players,
    seat_resumed,
    shown_names,
)
from openuno.terminal.text import layout, score_sheet
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.unread import UnreadEvents

INTERRUPTED = 130


class Start(msgspec.Struct, frozen=True):
    """What is to be played: the rules, the format, who sits where, and what was picked.

    The seed, if one is given, and the player who deals first, unless the cards decide.
    """

    rules: Rules
    format: Format
    seating: Seating
    seed: int | None = None
    dealer: int | None = None


def parse_start(  # noqa: PLR0913 - as many as there are options
    *,
    rules: str,
    blanks: list[str],
    format: str,
    players: int | None,
    people: str | None,
    bots: str | None,
    seed: int | None,
    dealer: str | None,
) -> Start:
    """The start that the options describe, with a blank for every custom rule."""
    agreed, play_format = parse_rules(rules), parse_format(format)
    if blanks:
        # "Your partner" can only be written where there are partners.
        teams = agreed.teams or is_team_format(play_format)
        enough = max(agreed.blank_cards, len(blanks))
        agreed = with_custom_rules(with_switches(agreed, blank_cards=enough, teams=teams), *blanks)
    seating = seat_players(play_format, players, people, bots)
    if dealer is not None and isinstance(play_format, Rotating):
        raise SetupError(
            "dealer", "with rotating partners the deal follows the seats; leave --dealer out"
        )
    first = find_dealer(seating.names, dealer)
    if first is not None and agreed.dealer_draw is not DealerDraw.CHOSEN:
        raise SetupError(
            "dealer",
            f"by these rules ({agreed.edition}) everyone draws a card for the deal; leave --dealer"
            " out, or let the table pick with --set dealer_draw=chosen",
        )
    return Start(agreed, play_format, seating, seed, first)


def start_play(start: Start, save: Path | None, *, plain: bool, language: str | None = None) -> int:
    """Start a game at this keyboard and save it in a file; the exit status."""
    use_preferred_language(language)
    header, secret = _make_header(start)
    step = _start_game(header, secret)
    _check_people(start.seating)
    with ExitStack() as at_the_end:
        kept, unsaved = None, None
        try:
            path = saves.new_save_path() if save is None else save
            created = saves.create_save(path, header, step.events, secret, start.seating.kinds)
            kept = at_the_end.enter_context(created)
        except CannotSave as error:
            if save is not None:
                raise
            unsaved = translate("This game can't be saved: {error}.", error=str(error))
        bots = _bot_players(header, secret, start.seating)
        if not plain and has_screen():
            advisers = _advisers(header, secret, start.seating)
            game = ScreenGame(header, step, bots, advisers, kept)
            return play_on_screen(game, unsaved=unsaved)
        console = keyboard.console(plain=True)
        host = _KeyboardGame(console, header, start.seating)
        host.save = kept
        players = host.players(bots)
        notify_all(step, players, host, None)
        if unsaved is not None:
            console.print(unsaved)
        return host.play(step.game, players)


def resume_play(
    path: Path,
    people: str | None,
    bots: str | None,
    *,
    plain: bool,
    language: str | None = None,
) -> int:
    """Resume a saved game; the exit status."""
    use_preferred_language(language)
    found, kept = saves.load_save(path)
    with kept:
        header = found.record.header
        if people is None and bots is None and found.secrets is not None:
            seating = Seating(header.names, found.secrets.kinds)
        else:
            seating = seat_resumed(header.names, people, bots)
        _check_people(seating)
        seated = _bot_players(header, kept.seed, seating)
        # Everybody observes the game from its beginning, and nobody has to read it again.
        past = [GameStep(game, entry.events) for entry, game in replay(found.record)]
        past = past or [_start_game(header, kept.seed)]
        if not plain and has_screen():
            advisers = _advisers(header, kept.seed, seating)
            screen_game = ScreenGame(header, past[0], seated, advisers, kept)
            return play_on_screen(screen_game, past=past[1:], game=found.game)
        host = _KeyboardGame(keyboard.console(plain=True), header, seating)
        host.save = kept
        players = host.players(seated)
        for step in past:
            notify_all(step, players, host, None)
        return host.play(found.game, players, resumed=True)


def watch(
    start: Start,
    save: Path | None,
    *,
    plain: bool,
    as_json: bool,
    language: str | None = None,
) -> int:
    """Let bots play and print what someone watching may know; the exit status."""
    use_preferred_language(language)
    header, secret = _make_header(start)
    step = _start_game(header, secret)
    host = _WatchedGame(keyboard.console(plain=plain), header, as_json=as_json)
    players = list(_bot_players(header, secret, start.seating).values())
    with ExitStack() as at_the_end:
        if save is not None:
            kept = saves.create_save(save, header, step.events, secret, start.seating.kinds)
            host.save = at_the_end.enter_context(kept)
        try:
            notify_all(step, players, host, None)
            host.finish(play_to_end(step.game, players, host))
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


class _Host:
    """Keeps the log and the score sheet."""

    def __init__(self, console: Console, header: Header) -> None:
        self._console = console
        self._header = header
        self._names = shown_names(header.names)
        self._sheet = score_sheet.blank_sheet(len(header.names))
        self.save: Save | None = None

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write the command down before anyone sees what it led to."""
        if self.save is not None:
            self.save.append(what, step.events)

    def observe(self, events: SeenEvents, _: int | None, /) -> None:
        """Write down the score."""
        for event in events:
            self._sheet = score_sheet.add_to_sheet(self._sheet, event)

    def _print_score(self, game: Game) -> None:
        if isinstance(game.format, Single):
            return
        names = Names(self._names)
        played = score_sheet.format_name(game.format)
        title = translate("after round {round}, {format}", round=game.round_number, format=played)
        self._console.print()
        self._console.print(sentence(title), style="bold")
        whole = game.winners is not None
        width = self._console.width
        self._console.print(score_sheet.score_table(self._sheet, game, names, width, whole=whole))

    def _print_end(self, game: Game) -> None:
        """The last score, the figures, and where it is all written down."""
        if self.save is not None:
            self.save.end(game)
        names = Names(self._names)
        self._print_score(game)
        self._console.print()
        self._console.print(
            score_sheet.figures_table(self._sheet, game, names, self._console.width)
        )
        if self.save is not None:
            path = shlex.quote(str(self.save.path))
            self._console.print()
            words = translate("To check the whole game:")
            self._print_command(words, f"{own_command()} verify {path}")

    def _print_command(self, words: str, command: str) -> None:
        self._console.print(words)
        self._console.print(f"  {command}", soft_wrap=True)  # to be copied in one piece


class _KeyboardGame(_Host):
    """A game with people at the keyboard."""

    def __init__(self, console: Console, header: Header, seating: Seating) -> None:
        super().__init__(console, header)
        self._keyboard = Keyboard(console, self._names, seating.people)
        self._people = {
            player: HumanPlayer(self._keyboard, self._names, player) for player in seating.people
        }

    def players(self, bots: dict[int, BotPlayer]) -> list[Player]:
        """Everyone in the order they sit."""
        everyone: dict[int, Player] = {**self._people, **bots}
        return [everyone[player] for player in sorted(everyone)]

    def play(self, game: Game, players: list[Player], *, resumed: bool = False) -> int:
        """Play until the game is over or somebody leaves; the exit status."""
        self._greet(game, resumed=resumed)
        try:
            game = play_to_end(game, players, self)
        except (PlayerQuit, KeyboardInterrupt) as gone:
            interrupted = isinstance(gone, KeyboardInterrupt)
            self._console.print(
                f"{chr(10) if interrupted else ''}{translate('You leave the table.')}"
            )
            if self.save is not None:
                path = shlex.quote(str(self.save.path))
                words = translate("To resume this game:")
                self._print_command(words, f"{own_command()} play --resume {path}")
            return INTERRUPTED if interrupted else 0
        self._show_news()
        self._print_end(game)
        return 0

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down the score, and remember what everyone may know."""
        super().observe(events, acting)
        self._keyboard.everyone.observe(events, acting)

    def wait_for_deal(self, game: Game, /) -> None:
        """Show the hands and the score, and wait until somebody deals."""
        if not game.round_number:
            return
        self._show_news()
        self._print_score(game)
        self._console.print(f"\n{translate('Enter deals the next round, q leaves.')}")
        self._keyboard.line()

    def _show_news(self) -> None:
        if self._keyboard.several:
            self._keyboard.show_everyone()
            self._keyboard.everyone.print_all(self._console)
            for person in self._people.values():
                person.unread.drop()
        else:
            for person in self._people.values():
                person.unread.print_all(self._console)

    def _greet(self, game: Game, *, resumed: bool) -> None:
        header = self._header
        rules = rules_text(replace(header.rules, written=()))
        seats = ", ".join(self._names)
        words = score_sheet.format_name(header.format)
        self._console.print(f"{rules}, {words}: {seats}.")
        self._console.print(translate("Type ? for help, q to leave."))
        for text in layout.custom_rule_lines(header.rules, width=self._console.width):
            self._console.print(text)
        if resumed:
            for unread in (self._keyboard.everyone, *(p.unread for p in self._people.values())):
                unread.drop()
            if game.round_number:
                self._console.print(
                    translate("Resuming in round {round}.", round=game.round_number)
                )
            else:
                self._console.print(translate("Resuming."))
            if is_round_on(game) and game.round_number > 1:
                self._print_score(game)


class _WatchedGame(_Host):
    """A game of bots alone, printed as it is played."""

    def __init__(self, console: Console, header: Header, *, as_json: bool) -> None:
        super().__init__(console, header)
        self._as_json = as_json
        self._unread = UnreadEvents(Names(self._names))

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Print what happened."""
        super().observe(events, acting)
        if self._as_json:
            for event in events:
                self._console.out(msgspec.json.encode(event).decode(), highlight=False)
        else:
            self._unread.observe(events, acting)
            self._unread.print_all(self._console)

    def wait_for_deal(self, game: Game, /) -> None:
        """Print the score so far."""
        if game.round_number and not self._as_json:
            self._print_score(game)

    def finish(self, game: Game) -> None:
        """Print how it ended."""
        if not self._as_json:
            self._print_end(game)
        elif self.save is not None:
            self.save.end(game)


def _check_people(seating: Seating) -> None:
    if not seating.people:
        raise SetupError("people", "nobody sits at the keyboard; name somebody")


def _make_header(start: Start) -> tuple[Header, bytes | None]:
    """The head of the record, and the secret seed behind it unless the seed was given."""
    names = start.seating.names
    if start.seed is not None:
        seed = Fast(start.seed).seed
        chance = SeededDeal(str(seed))
        return Header(start.rules, start.format, names, chance, start.dealer), None
    secret = secrets.token_bytes(SEED_BYTES)
    # At one keyboard nobody has a seed of their own to add.
    fair = FairDeal(commitment(secret).hex(), (None,) * len(names))
    return Header(start.rules, start.format, names, fair, start.dealer), secret


def _start_game(header: Header, secret: bytes | None) -> GameStep:
    rng = game_rng(header, secret)
    assert rng is not None, "a game being played has its seed"
    return start_recorded_game(header, rng)


def _bot_players(header: Header, secret: bytes | None, seating: Seating) -> dict[int, BotPlayer]:
    if isinstance(header.chance, SeededDeal):
        secret = header.chance.seed.encode()
    assert secret is not None, "a game has a seed"
    return {
        player: BotPlayer(find_bot(kind), secret, player, header.format)
        for player, kind in enumerate(seating.kinds)
        if kind != PERSON
    }


def _advisers(header: Header, secret: bytes | None, seating: Seating) -> dict[int, BotPlayer]:
    """A good player for each person, to ask for a hint; it knows what the person knows."""
    advised = Seating(
        seating.names, tuple(DEFAULT_BOT if kind == PERSON else PERSON for kind in seating.kinds)
    )
    return _bot_players(header, secret, advised)
