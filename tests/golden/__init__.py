"""Whole rounds as text: every action, what came of it, and what each seat then knew.

A file says how its round began and what was done. The rest is worked out from these, so it stays
true whatever the bots would do today. `python -m tests.golden --write` writes every file anew: read
the difference before you commit it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, assert_never

from openuno import Card, Event, Fast, Round, View, apply, deal, draw_for_dealer, redact, view
from openuno.engine.actions import Action
from openuno.engine.events import (
    Cards,
    DealerEvent,
    Dealt,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    PutBack,
    Reshuffled,
)
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    RoundOver,
    Turn,
    Undealt,
    seat_to_act,
)
from openuno.terminal.text.narration import Names, event_sentences

FILES = tuple(sorted(Path(__file__).parent.glob("*.txt")))
SEATS = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jun")


class Opening(NamedTuple):
    """How a round began: dealt from a seed, or from a position."""

    rules: str
    seats: int
    seed: int
    position: str | None = None


class Move(NamedTuple):
    """A seat and what it did."""

    seat: int
    action: Action


class Recorded(NamedTuple):
    """A round as text, and what it holds."""

    text: str
    round: Round
    moves: tuple[Move, ...]
    events: tuple[Event | DealerEvent, ...]


def read(text: str) -> tuple[Opening, tuple[Move, ...]]:
    """How the round on file began, and what was done in it."""
    lines = text.splitlines()
    fields = dict(line.split(" ", 1) for line in lines[: lines.index("")])
    opening = Opening(
        fields["rules"], len(fields["seats"].split()), int(fields["seed"]), fields.get("from")
    )
    moves = []
    for line in lines[lines.index("") :]:
        if line[:1].isdigit():
            seat, action = line.split(" ", 1)
            moves.append(Move(int(seat), parse_action(action)))
    return opening, tuple(moves)


def write(opening: Opening, moves: Iterable[Move]) -> Recorded:
    """The round as text, from its beginning and what was done."""
    names = Names(SEATS[: opening.seats])
    round, events = begin(opening)
    lines = [f"rules {opening.rules}", f"seats {' '.join(names.seats)}", f"seed {opening.seed}"]
    if opening.position is not None:
        lines.append(f"from {opening.position}")
    lines += ["", *_told(events, names, None), *_seen(round)]
    done = []
    for move in moves:
        acting = seat_to_act(round)
        step = apply(round, move.seat, move.action)
        lines += ["", f"{move.seat} {action_text(move.action)}"]
        lines += (*_told(step.events, names, acting), *_seen(step.round))
        done.append(move)
        events += step.events
        round = step.round
    return Recorded("\n".join(lines) + "\n", round, tuple(done), events)


def begin(opening: Opening) -> tuple[Round, tuple[Event | DealerEvent, ...]]:
    """The round before anything is done, and the events up to there."""
    if opening.position is not None:
        return parse_round(opening.position), ()
    rules = parse_rules(opening.rules)
    drawn = draw_for_dealer(rules, opening.seats, Fast(opening.seed))
    step = deal(rules, opening.seats, drawn.dealer, drawn.rng)
    return step.round, (*drawn.events, *step.events)


def _told(
    events: tuple[Event | DealerEvent, ...], names: Names, acting: int | None
) -> Iterator[str]:
    """What happened; then, for each seat that heard it otherwise, what that seat heard."""
    whole = event_sentences(events, names, acting)
    yield from (f"  {text}" for text in whole)
    for seat in (*range(len(names.seats)), None):
        heard = [_redacted(event, seat) for event in events]
        for text, full in zip(event_sentences(heard, names, acting), whole, strict=True):
            if text != full:
                yield f"    {_who(seat)} hears: {text}"
        for event in heard:
            yield from (f"    {_who(seat)} hears: {text}" for text in _moved(event))


def _moved(event: Event | DealerEvent) -> Iterator[str]:
    """The cards an event moves that no sentence mentions."""
    match event:
        case Dealt(hands, pile, spent):
            yield f"dealt {_hands_text(hands)} pile={_cards_text(pile)} spent={spent}"
        case PutBack(_, pile, spent) | Reshuffled(pile, spent):
            yield f"shuffled pile={_cards_text(pile)} spent={spent}"
        case HandsSwapped(_, _, hands) | HandsPassed(_, hands):
            yield f"moved {_hands_text(hands)}"
        case HandsShuffled(_, hands, spent):
            yield f"moved {_hands_text(hands)} spent={spent}"
        case _:
            pass


def _redacted(event: Event | DealerEvent, seat: int | None) -> Event | DealerEvent:
    return event if isinstance(event, DealerEvent) else redact(event, seat)


def _seen(round: Round) -> Iterator[str]:
    """The position, and what each seat and someone watching know of it."""
    yield f"  = {round_text(round)}"
    for seat in (*range(len(round.hands)), None):
        yield f"  {_who(seat)} sees {_view_text(view(round, seat))}"


def _who(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def _view_text(seen: View) -> str:
    colour = "-" if seen.colour is None else seen.colour.value
    parts = [
        _hands_text(seen.hands),
        f"pile={seen.pile}",
        f"top={seen.discard[-1].value} of {len(seen.discard)}",
        f"colour={colour}",
        "left" if seen.direction > 0 else "right",
        _phase_text(seen),
    ]
    if seen.window is not None:
        parts.append(f"laid={seen.window.by}{'!' if seen.window.settled else ''}")
    if seen.owes_uno is not None:
        parts.append(f"owes={seen.owes_uno}")
    if seen.passes:
        parts.append(f"passes={seen.passes}")
    if seen.legal:
        parts.append("may " + ", ".join(map(action_text, seen.legal)))
    return " ".join(parts)


def _phase_text(seen: View) -> str:
    phase = seen.phase
    match phase:
        case Turn(seat):
            return f"turn={seat}"
        case AfterDraw(seat, card):
            return f"drawn={seat}:{card.value}"
        case NamingColour(seat):
            return f"naming={seat}"
        case ChoosingPlayer(seat):
            return f"choosing={seat}"
        case ChoosingCards(seat, what, left, _, to, waiting):
            aside = "/".join(map(_cards_text, phase.set_aside))
            others = f"{_seats_text(to)}:{_seats_text(waiting)}"
            return f"picking={seat}:{what.value}:{left}:{others} {aside}".rstrip()
        case Deciding(seat, rule):
            return f"deciding={seat}:{rule.sentence}"
        case FacingStack(seat, total):
            return f"stacked={seat}:{total}"
        case FacingDrawFour(seat, total, by, before, held):
            return f"doubt={seat}:{total}:{by}:{before.value}:{_cards_text(held)}"
        case RoundOver(winner):
            return f"over={_who(winner)}"
        case Undealt():
            return "undealt"
        case _:
            assert_never(phase)


def _seats_text(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats)) or "-"


def _hands_text(hands: tuple[Cards, ...]) -> str:
    return "hands=" + "/".join(map(_cards_text, hands))


def _cards_text(cards: Cards) -> str:
    """The cards, or only how many when all lie face down: a single one turned up would show."""
    if cards and all(card is Card.BACK for card in cards):
        return str(len(cards))
    return ",".join(card.value for card in cards) or "-"
