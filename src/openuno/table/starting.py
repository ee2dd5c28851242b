"""How a game starts: what is agreed, what everyone adds to its chance, and the deal."""

from msgspec.structs import replace

from openuno.engine.errors import SetupError
from openuno.engine.rules import Rules
from openuno.game.formats import Format
from openuno.game.play import begin
from openuno.game.state import Game
from openuno.record.lines import Contribution, FairDeal, Header, terms_of
from openuno.table.facts import GameStarted
from openuno.table.refused import Code, Refused
from openuno.table.secret import Secret, rng_of
from openuno.table.settings import played
from openuno.table.state import Table


def header_of(rules: Rules, format: Format, started: GameStarted) -> Header:
    """What was agreed, as the game's record says it."""
    added = zip(started.commitments, started.seeds, strict=True)
    clients = tuple(Contribution(*each) if any(each) else None for each in added)
    chance = FairDeal(started.commitment, clients)
    return Header(rules, format, started.names, chance, started.dealer)


def start_game(table: Table, secret: Secret, dealer: int | None) -> tuple[GameStarted, Game]:
    """The game's start and the game before its first hand, or `Refused`."""
    rules, format = played(table.settings)
    started = GameStarted(
        number=1 if table.started is None else table.started.number + 1,
        commitment=secret.commitment,
        seeds=tuple(seat.seed for seat in table.seats),
        names=tuple(seat.name for seat in table.seats),
        dealer=dealer,
        commitments=(None,) * len(table.seats),
    )
    terms = terms_of(header_of(rules, format, started))
    started = replace(started, terms=terms.hex())
    try:
        step = begin(rules, format, len(table.seats), rng_of(secret, started), dealer)
    except SetupError as error:
        raise Refused(Code.BAD_SETTINGS, str(error)) from None
    return replace(started, events=step.events), step.game
