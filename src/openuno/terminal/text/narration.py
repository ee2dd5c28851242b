"""What happened, in plain English: an event in, a sentence out.

A sentence says what the event shows and no more: cards that lie face down in it are only counted.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

import msgspec

from openuno.engine import events
from openuno.engine.cards import Card, Colour
from openuno.engine.events import (
    CardChoice,
    Cards,
    DealerEvent,
    DrawReason,
    Event,
    LastingRule,
)
from openuno.engine.pencil.wording import kind_text
from openuno.game.events import Eliminated, GameEnded, RoundBegan, RoundScored
from openuno.terminal.languages import log
from openuno.terminal.languages.catalogue import say, speaks_english, spoken_language, translate

NarratedEvent = Event | DealerEvent
Outcome = RoundBegan | RoundScored | Eliminated | GameEnded
"""What happens to the game rather than at a table; its numbers are players, not seats."""

_IRREGULAR = {"be": ("are", "is"), "have": ("have", "has")}
_ANSWERS = (events.Accepted, events.Drew, events.Skipped)
"""What one seat does, joined in one sentence: `Bo draws 2 cards and misses the turn`."""


class Names(msgspec.Struct, frozen=True):
    """How the seats are called; `you` is the one spoken to, if any."""

    seats: tuple[str, ...]
    you: int | None = None

    def who(self, seat: int) -> str:
        """The seat as subject or object: `Ada`, `you`."""
        return "you" if seat == self.you else self.seats[seat]

    def badge(self, seat: int) -> str:
        """The seat's name, and whether it is yours: `Ada`, `Zoe (you)`."""
        name, you = self.seats[seat], say("table.you")
        return f"{name} ({you.lower()})" if seat == self.you and name not in ("You", you) else name

    def subject_and_verb(self, seat: int, verb: str) -> str:
        """The seat and what it does: `Ada draws`, `you draw`."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str) -> str:
        """The verb as it goes with the seat: `draws`, `draw`."""
        you, other = _IRREGULAR.get(verb) or (verb, _third_person(verb))
        return you if seat == self.you else other

    def subjects_and_verb(self, seats: Sequence[int], verb: str) -> str:
        """Several and what they do: `Ada and Bo score`, `you score`."""
        if len(seats) == 1:
            return self.subject_and_verb(seats[0], verb)
        plural, _ = _IRREGULAR.get(verb) or (verb, verb)
        yours_first = sorted(seats, key=lambda seat: seat != self.you)
        return f"{_join_words([self.who(seat) for seat in yours_first])} {plural}"

    def turn(self, seat: int) -> str:
        """`your turn`, `Ada's turn`."""
        return "your turn" if seat == self.you else f"{self.seats[seat]}'s turn"


def event_text(event: NarratedEvent, names: Names) -> str:
    """One event as a sentence without its full stop."""
    match event:
        case events.DrewForDeal(seat, card):
            return f"{names.subject_and_verb(seat, 'draw')} {card.label} for the deal"
        case events.DealerFound(seat):
            return names.subject_and_verb(seat, "deal")
        case events.Dealt(hands, pile):
            return f"{cards_text(len(hands[0]))} each, {len(pile)} in the pile"
        case events.TurnedUp(card):
            return f"the first card is {card.label}"
        case events.PutBack(card):
            return f"{card.label} may not start: it goes back and the pile is shuffled"
        case events.ColourAsked(seat):
            return f"{names.subject_and_verb(seat, 'be')} to name the colour"
        case events.ColourNamed(seat, colour):
            return f"{names.subject_and_verb(seat, 'name')} {_colour_word(colour)}"
        case events.ChoiceAsked(seat):
            return f"{names.subject_and_verb(seat, 'be')} to choose a player"
        case events.PlayerChosen(seat, target):
            return f"{names.subject_and_verb(seat, 'choose')} {names.who(target)}"
        case events.DecisionAsked() | events.Decided():
            return _decision_text(event, names)
        case events.Played():
            return _play_text(event, names, "lay")
        case events.Drew():
            return _draw_text(event, names)
        case events.Kept(seat):
            return f"{names.subject_and_verb(seat, 'keep')} the card"
        case events.Passed(seat):
            return f"{names.subject_and_verb(seat, 'pass')}: nothing to play, nothing to draw"
        case events.Skipped(seat):
            return f"{names.subject_and_verb(seat, 'miss')} the turn"
        case events.Reversed(_, direction):
            return f"the direction changes: now to the {side(direction)}"
        case events.Reshuffled(pile):
            return f"the discards are shuffled into a new pile of {len(pile)}"
        case events.HandsSwapped(seat, target):
            return f"{names.subject_and_verb(seat, 'swap')} hands with {names.who(target)}"
        case events.HandsPassed(_, _, towards):
            where = "the next player" if towards is None else f"the {side(towards)}"
            return f"every hand goes on to {where}"
        case events.HandsShuffled():
            return "all hands are shuffled and dealt out again"
        case events.ChallengeOffered(seat, total):
            return f"{names.subject_and_verb(seat, 'be')} to draw {cards_text(total)} or challenge"
        case events.StackOffered(seat, total):
            return (
                f"{names.subject_and_verb(seat, 'be')} to draw {cards_text(total)}"
                " or add a draw card"
            )
        case events.Accepted(seat):
            return names.subject_and_verb(seat, "accept")
        case events.Challenged(seat, target, guilty):
            found = "and it was a bluff" if guilty else "but it was no bluff"
            return f"{names.subject_and_verb(seat, 'challenge')} {names.who(target)}, {found}"
        case events.HandShown(seat, to, cards):
            shown = f": {card_list(cards)}" if _are_face_up(cards) else ""
            return f"{names.subject_and_verb(seat, 'show')} {names.who(to)} the hand{shown}"
        case events.Discarded(seat, cards):
            return f"{names.subject_and_verb(seat, 'discard')} {card_list(cards)}"
        case events.CardsGiven(seat, to, cards):
            given = card_list(cards) if _are_face_up(cards) else cards_text(len(cards))
            return f"{names.subject_and_verb(seat, 'give')} {names.who(to)} {given}"
        case events.CardsAsked(seats, what, number, to):
            return _asked_text(names, seats, what, number, to)
        case events.CardSetAside(seat, card):
            chosen = "a card" if card is Card.BACK else card.label
            return f"{names.subject_and_verb(seat, 'choose')} {chosen} to pass on"
        case events.TurnLost(seat, turns):
            missed = "the next turn" if turns == 1 else f"the next {turns} turns"
            return f"{names.subject_and_verb(seat, 'be')} to miss {missed}"
        case events.HonourRuleRead(seat, text):
            return f"{names.subject_and_verb(seat, 'read')} out: {text}"
        case events.LastingRuleBegan(rule=rule) | events.LastingRuleEnded(rule=rule):
            return _over(event) + lasting_rule_text(rule, names)
        case events.SaidUno(seat):
            return f"{names.subject_and_verb(seat, 'say')} UNO"
        case events.Caught(seat, target):
            return f"{names.subject_and_verb(seat, 'catch')} {names.who(target)} without UNO"
        case events.CaughtWrongly(seat, target):
            catching = f"{names.subject_and_verb(seat, 'catch')} {names.who(target)}"
            return f"{catching} wrongly: no UNO was owed"
        case events.Suggested(seat):
            return f"{names.subject_and_verb(seat, 'suggest')} a card to another player"
        case events.TurnBegan(seat):
            return f"it is {names.turn(seat)}"
        case events.RoundEnded(winner):
            if winner is None:
                return "nobody can move: the round is dead"
            return f"{names.subject_and_verb(winner, 'go')} out"
        case _:
            assert_never(event)


def lasting_rule_text(rule: LastingRule, names: Names) -> str:
    """What nobody, or only some, may play, and for how long."""
    if not speaks_english():
        return log.lasting_line(rule, names)
    cards = kind_text(rule.kind, many=True)
    if rule.until is None:
        until = "until the end of the round"
    else:
        whose = "your" if rule.until == names.you else f"{names.seats[rule.until]}'s"
        until = f"until {whose} next turn"
    if len(rule.seats) < len(names.seats):
        yours_first = sorted(rule.seats, key=lambda seat: seat != names.you)
        who = _join_words([names.who(seat) for seat in yours_first])
        limit = "may play only" if rule.only else "may not play"
        return f"{who} {limit} {cards} {until}"
    return f"{'only' if rule.only else 'no'} {cards} may be played {until}"


def _over(event: events.LastingRuleBegan | events.LastingRuleEnded) -> str:
    return "over: " if isinstance(event, events.LastingRuleEnded) else ""


def outcome_text(event: Outcome, names: Names) -> str:
    """What became of the game, as a sentence without its full stop; `names` are by player."""
    if not speaks_english():
        return " · ".join(log.outcome_lines(event, names)) or translate("Nobody scores")
    match event:
        case RoundBegan(1, (_,)):
            return "round 1"  # who deals it has just been found
        case RoundBegan(number, (_,), (dealer,)):
            return f"round {number}: {names.subject_and_verb(dealer, 'deal')}"
        case RoundBegan(number, tables):
            return f"round {number}, at {len(tables)} tables"
        case RoundScored(_, winner, points):
            gained = [player for player, more in enumerate(points) if more]
            if winner is not None and (winner in gained or not gained):
                return f"{names.subjects_and_verb(gained or [winner], 'score')} {points[winner]}"
            if not gained:
                return "nobody scores"
            # A tally: everyone is caught with what they hold.
            charged = [f"{names.who(player)} with {points[player]}" for player in gained]
            return f"caught: {', '.join(charged)}"
        case Eliminated(players):
            return f"{names.subjects_and_verb(players, 'be')} out of the game"
        case GameEnded(winners):
            return f"{names.subjects_and_verb(winners, 'win')} the game"
        case _:
            assert_never(event)


def event_sentences(
    sequence: Iterable[NarratedEvent], names: Names, acting: int | None = None
) -> list[str]:
    """The events as sentences; a card laid by another seat than the one `acting` was a jump-in."""
    if not speaks_english():
        return _translate_sentences(sequence, names, acting)
    sentences: list[str] = []
    clauses: list[str] = []
    subject: int | None = None
    for event in sequence:
        if isinstance(event, _ANSWERS):
            if event.seat != subject:
                sentences += _join_clauses(clauses)
                clauses, subject = [names.who(event.seat)], event.seat
            clauses.append(event_text(event, names).removeprefix(f"{names.who(event.seat)} "))
            continue
        sentences += _join_clauses(clauses)
        clauses, subject = [], None
        if isinstance(event, events.Played) and acting not in (None, event.seat):
            sentences.append(_play_text(event, names, "jump in with"))
        else:
            sentences.append(event_text(event, names))
    return sentences + _join_clauses(clauses)


def _translate_sentences(
    sequence: Iterable[NarratedEvent], names: Names, acting: int | None
) -> list[str]:
    """One sentence an event, where the log has words for it."""
    lines = (
        log.event_line(
            event,
            names,
            jumped=isinstance(event, events.Played) and acting not in (None, event.seat),
        )
        for event in sequence
    )
    return [line for line in lines if line]


def sentence(text: str) -> str:
    """With its capital and its full stop."""
    if speaks_english():
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
    stop = _FULL_STOPS.get(spoken_language(), ".")
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(_ENDINGS) else stop}"


_FULL_STOPS = {"hi": "।", "ja": "。", "zh": "。"}
_ENDINGS = tuple(".?!。？！।؟…")  # noqa: RUF001 - as they are written


def side(direction: int) -> str:
    """Which way play runs."""
    return "left" if direction > 0 else "right"


def card_list(cards: Sequence[Card]) -> str:
    """Cards in words: `Blue 3, Red Skip, Wild`."""
    return ", ".join(card.label for card in cards)


def cards_text(count: int) -> str:
    """`1 card`, `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def _join_clauses(clauses: list[str]) -> list[str]:
    """The subject and all it did, as one sentence, or nothing."""
    return [f"{clauses[0]} {_join_words(clauses[1:])}"] if clauses else []


def _play_text(played: events.Played, names: Names, verb: str) -> str:
    seat = played.seat
    parts = [f"{names.subject_and_verb(seat, verb)} {played.card.label}"]
    if played.colour is not None:
        parts.append(f"{names.verb(seat, 'name')} {_colour_word(played.colour)}")
    if played.uno:
        parts.append(f"{names.verb(seat, 'say')} UNO")
    return _join_words(parts)


def _decision_text(event: events.DecisionAsked | events.Decided, names: Names) -> str:
    if isinstance(event, events.DecisionAsked):
        return f"{names.subject_and_verb(event.seat, 'be')} to say yes or no"
    return f"{names.subject_and_verb(event.seat, 'say')} {'yes' if event.yes else 'no'}"


def _asked_text(
    names: Names, seats: Sequence[int], what: CardChoice, number: int, to: Sequence[int]
) -> str:
    asked = f"{names.subjects_and_verb(seats, 'be')} to choose {cards_text(number)}"
    match what:
        case CardChoice.DISCARD:
            return f"{asked} to discard"
        case CardChoice.DISCARD_TO:
            return f"{names.subjects_and_verb(seats, 'be')} to discard down to {cards_text(number)}"
        case CardChoice.PASS:
            return f"{asked} to pass on"
        case CardChoice.GIVE:
            takers = _join_words([names.who(seat) for seat in to])
            each = "each for " if len(to) > 1 else "for "
            return f"{asked} {each}{takers}"
        case _:
            assert_never(what)


def _draw_text(drew: events.Drew, names: Names) -> str:
    cards = cards_text(len(drew.cards))
    if _are_face_up(drew.cards):
        shown = card_list(drew.cards)
        cards = shown if len(drew.cards) == 1 else f"{cards} ({shown})"
    what = f"{names.subject_and_verb(drew.seat, 'draw')} {cards}"
    match drew.why:
        case DrawReason.TURN | DrawReason.CARD | DrawReason.CHALLENGE:
            return what
        case DrawReason.UNO | DrawReason.WRONG_CATCH | DrawReason.SUGGESTION:
            return f"{what} as the penalty"
        case DrawReason.HONOUR:
            return f"{what} for the honour rule"
        case _:
            assert_never(drew.why)


def _are_face_up(cards: Cards) -> bool:
    return Card.BACK not in cards


def _colour_word(colour: Colour) -> str:
    return colour.label.lower()


def _join_words(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _third_person(verb: str) -> str:
    """`draws`, `catches`, `jumps in with`: the regular verbs."""
    first, *rest = verb.split(" ", 1)
    ending = "es" if first.endswith(("s", "ch", "o")) else "s"
    return " ".join([first + ending, *rest])
