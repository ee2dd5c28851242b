"""`uno play`: whole games with people and bots at one keyboard, on a screen or line by line."""

import secrets
from contextlib import ExitStack
from pathlib import Path

import click
import msgspec

from openuno.bots.registry import EXPERT
from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import write_on_blanks
from openuno.engine.rng import Fast
from openuno.engine.rules import DealerDraw, Rules, with_switches
from openuno.game.formats import Format, Rotating, is_team_format
from openuno.game.notation import parse_format
from openuno.game.state import GameStep
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import notify_all, play_to_end
from openuno.local.named_bots import bot_title, find_bot
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import NoSearch, find_no_search
from openuno.record.fairness import SEED_BYTES, commitment
from openuno.record.lines import FairDeal, Header, SeededDeal, game_rng
from openuno.record.replay import replay, start_recorded_game
from openuno.terminal import saves
from openuno.terminal.commands.screen_game import ScreenGame, has_screen, play_on_screen
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.plain import keyboard
from openuno.terminal.plain.game import KeyboardGame, WatchedGame
from openuno.terminal.preferences import use_preferred_language
from openuno.terminal.saves import CannotSave
from openuno.terminal.seating import (
    PERSON,
    Seating,
    find_dealer,
    seat_players,
    seat_resumed,
)

INTERRUPTED = 130
ADVISER = "master"
"""The bot that gives hints."""
_LOADING_SECONDS = 10.0
"""How long a game waits, at most, to know whether the rules are compiled."""


class Start(msgspec.Struct, frozen=True):
    """What to play: the rules, the format, who sits where, and what was picked.

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
        agreed = write_on_blanks(with_switches(agreed, teams=teams), blanks)
    seating = seat_players(play_format, players, people, bots)
    if dealer is not None and isinstance(play_format, Rotating):
        raise SetupError(
            "dealer", "with rotating partners the deal follows the seats; leave --dealer out"
        )
    if seed is not None:
        _check_seed(seed)
    first = find_dealer(seating.names, dealer)
    if first is not None and agreed.dealer_draw is not DealerDraw.CHOSEN:
        raise SetupError(
            "dealer",
            f"by these rules ({agreed.edition}) everyone draws a card for the deal; leave --dealer"
            " out, or let the table pick with --set dealer_draw=chosen",
        )
    return Start(agreed, play_format, seating, seed, first)


def _check_seed(seed: int) -> None:
    try:
        Fast(seed)
    except SetupError as error:
        raise SetupError("seed", error.fault) from None


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
        advisers = _advisers(header, secret, start.seating)
        notes = [note for note in (unsaved, _search_note(header, start.seating)) if note]
        if not plain and has_screen():
            game = ScreenGame(header, step, bots, advisers, kept)
            return play_on_screen(game, notes=notes)
        console = keyboard.console(plain=True)
        host = KeyboardGame(console, header, bots, advisers)
        host.save = kept
        notify_all(step, host.players, host, None)
        for note in notes:
            console.print(note)
        return host.play(step.game)


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
        advisers = _advisers(header, kept.seed, seating)
        if not plain and has_screen():
            screen_game = ScreenGame(header, past[0], seated, advisers, kept)
            return play_on_screen(screen_game, past=past[1:], game=found.game)
        host = KeyboardGame(keyboard.console(plain=True), header, seated, advisers)
        host.save = kept
        for step in past:
            notify_all(step, host.players, host, None)
        return host.play(found.game, resumed=True)


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
    host = WatchedGame(keyboard.console(plain=plain), header, as_json=as_json)
    players = list(_bot_players(header, secret, start.seating).values())
    if (note := _search_note(header, start.seating)) is not None:
        click.echo(note, err=True)
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


def _has_kernel() -> bool:
    """Whether the compiled rules are there; to load them takes a second or two."""
    try:
        return start_loading().result(_LOADING_SECONDS) is not None
    except TimeoutError:
        return True  # there is something to load, and a slow disk


def _search_note(header: Header, seating: Seating) -> str | None:
    """That a bot which looks ahead elsewhere does not at this table.

    How many deals `expert:64` tries is its own affair.
    """
    if EXPERT not in seating.kinds:
        return None
    seats = 4 if isinstance(header.format, Rotating) else len(header.names)
    match find_no_search(header.rules, seats, header.format):
        case NoSearch.NO_KERNEL:
            if _has_kernel():
                return None
            return translate(
                "In this format expert plays exactly like master: where points count it can look"
                ' ahead only with the compiled rules (pip install "openuno[lab]", then uno'
                " warm-up)."
            )
        case NoSearch.WRITTEN_RULES:
            return translate(
                "In this format expert plays exactly like master: where points count it does not"
                " look ahead if rules are written on blank cards."
            )
        case NoSearch.MANY_PLAYERS:
            return translate(
                "With more than six players expert plays exactly like master: it looks ahead only"
                " at smaller tables."
            )
        case None:
            return None


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
        player: BotPlayer(
            find_bot(kind),
            secret,
            player,
            header.format,
            name=bot_title(kind),
            seated_as=header.names[player],
        )
        for player, kind in enumerate(seating.kinds)
        if kind != PERSON
    }


def _advisers(header: Header, secret: bytes | None, seating: Seating) -> dict[int, BotPlayer]:
    """A strong player for each person, to ask for a hint; it knows what the person knows."""
    advised = Seating(
        seating.names, tuple(ADVISER if kind == PERSON else PERSON for kind in seating.kinds)
    )
    return _bot_players(header, secret, advised)
