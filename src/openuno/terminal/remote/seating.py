"""Where a person can sit down at a table."""

from openuno.engine.cards import BLANKS
from openuno.engine.rules import custom_rule_on
from openuno.game.state import is_round_on
from openuno.room.settings import parse_settings
from openuno.room.state import BotSeat, Free, GameOn, Human, Room


def find_seat(room: Room, guest: str) -> int | None:
    """The seat to take: a free one; during a game our own, or between rounds a bot's."""
    if not isinstance(room.game, GameOn):
        return next((n for n, seat in enumerate(room.seats) if isinstance(seat, Free)), None)
    if guest in room.kicked:
        return None
    bots = [(n, seat) for n, seat in enumerate(room.seats) if isinstance(seat, BotSeat)]
    own = next((n for n, seat in bots if seat.kept_for == guest), None)
    if own is not None or is_round_on(room.game.game):
        return own
    return next((n for n, seat in bots if seat.kept_for is None), None)


def has_custom_rules(room: Room) -> bool:
    """Whether something is written on the table's blanks, which people should read first."""
    rules, _ = parse_settings(room.settings)
    return any(custom_rule_on(rules, blank) for blank in BLANKS)


def people_not_ready(room: Room) -> list[str]:
    """The people who sit and are not ready for a game, the host apart."""
    return [
        seat.name
        for seat in room.seats
        if isinstance(seat, Human) and not seat.ready and seat.guest != room.host
    ]
