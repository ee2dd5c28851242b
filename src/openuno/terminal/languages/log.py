"""What happened, in a language other than English: an event in, a sentence out."""

from collections.abc import Sequence
from typing import Protocol, assert_never

from openuno.engine import events
from openuno.engine.cards import Card
from openuno.engine.events import CardChoice, DealerEvent, Event, LastingRule
from openuno.game.events import Eliminated, GameEnded, RoundBegan, RoundScored
from openuno.terminal.languages.cards import card_name, card_names, colour_name
from openuno.terminal.languages.catalogue import say, translate


class SeatNames(Protocol):
    """How the seats are called, and which is the one spoken to."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The name at every seat."""

    @property
    def you(self) -> int | None:
        """The seat of the person spoken to."""


def event_line(event: Event | DealerEvent, names: SeatNames, *, jumped: bool = False) -> str:
    """One event as a sentence without its full stop; empty where the log says nothing of it."""
    match event:
        case events.DrewForDeal(seat, card):
            return translate(
                "{me, select, yes {You draw} other {{name} draws}} {card} for the deal",
                me=_yes(seat == names.you),
                name=names.seats[seat],
                card=card_name(card),
            )
        case events.DealerFound(seat):
            return _of("dealer", names, seat)
        case events.Dealt(hands, pile):
            number, left = len(hands[0]), len(pile)
            return translate(
                "Cards for each player: {count}. In the pile: {pile}", count=number, pile=left
            )
        case events.TurnedUp(card):
            return say("log.turned-up", card=card_name(card))
        case events.PutBack(card):
            return say("log.put-back", card=card_name(card))
        case events.ColourNamed(seat, colour):
            return _of("colour-named", names, seat, colour=colour_name(colour))
        case events.ColourAsked(seat):
            return _question_to(say("hand.name-a-colour"), names, seat)
        case events.ChoiceAsked(seat):
            return _question_to(say("refused.target-missing"), names, seat)
        case events.DecisionAsked(seat):
            return (
                say("say.decide")
                if seat == names.you
                else say("say.decides", name=names.seats[seat])
            )
        case events.CardsAsked(seats, what, number, to):
            return " · ".join(_cards_asked(names, seat, what, number, to) for seat in seats)
        case events.PlayerChosen(seat, target):
            return _between("player-chosen", names, seat, target)
        case events.Decided(seat, yes):
            return _of("decided", names, seat, answer=_yes(yes))
        case events.Played(seat, card, colour=colour, uno=uno):
            return _of(
                "played",
                names,
                seat,
                card=card_name(card),
                jumped=_yes(jumped),
                named=_yes(colour is not None),
                colour="" if colour is None else colour_name(colour),
                said=_yes(uno),
            )
        case events.Drew(seat, cards, why):
            seen = len(cards) == 1 and Card.BACK not in cards
            return _of(
                f"drew-{why.value}",
                names,
                seat,
                count=len(cards),
                seen=_yes(seen),
                card=card_name(cards[0]) if seen else "",
            )
        case events.Kept(seat):
            return _of("kept", names, seat)
        case events.Passed(seat):
            return _of("passed", names, seat)
        case events.Skipped(seat):
            return _of("skipped", names, seat)
        case events.Reversed():
            return say("log.reversed")
        case events.Reshuffled():
            return say("log.reshuffled")
        case events.HandsSwapped(seat, target):
            return _between("hands-swapped", names, seat, target)
        case events.HandsPassed():
            return say("log.hands-passed")
        case events.HandsShuffled():
            return say("log.hands-shuffled")
        case events.StackOffered(seat, total):
            return _of("stack-offered", names, seat, total=total)
        case events.ChallengeOffered(seat, total):
            choice = f"{say('table.accept', total=total)} / {say('table.challenge')}"
            return _question_to(choice, names, seat)
        case events.Challenged(seat, target, guilty):
            key = "challenge-won" if guilty else "challenge-lost"
            return _between(key, names, seat, target)
        case events.HandShown(seat, to):
            return _between("hand-shown", names, seat, to)
        case events.Discarded(seat, cards):
            return _of("discarded", names, seat, cards=card_names(cards))
        case events.CardsGiven(seat, to, cards):
            return _between("cards-given", names, seat, to, count=len(cards))
        case events.CardSetAside(seat):
            return _of("card-set-aside", names, seat)
        case events.TurnLost(seat, turns):
            key = "turn-lost" if turns == 1 else "turns-lost"
            return _of(key, names, seat, turns=turns)
        case events.HonourRuleRead(_, text):
            return say("log.rule-read", text=text)
        case events.LastingRuleBegan(_, rule):
            return lasting_line(rule, names)
        case events.LastingRuleEnded(rule):
            return say("log.lasting-ended", rule=lasting_line(rule, names))
        case events.SaidUno(seat):
            return _of("said-uno", names, seat)
        case events.Caught(seat, target):
            return _between("caught", names, seat, target)
        case events.CaughtWrongly(seat, target):
            return _between("caught-wrongly", names, seat, target)
        case events.Suggested(seat):
            return _of("suggested", names, seat)
        case events.RoundEnded(winner):
            return say("log.dead") if winner is None else _of("went-out", names, winner)
        case events.Accepted() | events.TurnBegan():
            return ""  # what follows says it
        case _:
            assert_never(event)


def lasting_line(rule: LastingRule, names: SeatNames) -> str:
    """What may not be played for a while, without a full stop."""
    number = rule.kind.value.isdigit()
    kind = "face" if number else rule.kind.value.replace("-", "")
    everyone = len(rule.seats) == len(names.seats)
    until = "round" if rule.until is None else "me" if rule.until == names.you else "seat"
    return say(
        "log.lasting",
        only=_yes(rule.only),
        kinds=say("pencil.kinds", kind=kind, face=rule.kind.value if number else ""),
        players="all" if everyone else _list(rule.seats, names),
        until=until,
        name="" if rule.until is None else names.seats[rule.until],
    )


def outcome_lines(
    event: RoundBegan | RoundScored | Eliminated | GameEnded, names: SeatNames
) -> list[str]:
    """What became of the game, as sentences without full stops; `names` are by player."""
    match event:
        case RoundBegan(number):
            return [say("log.hand-began", hand=number)]
        case RoundScored(points=points):
            scored = [(player, more) for player, more in enumerate(points) if more]
            return [_of("scored", names, player, points=more) for player, more in scored]
        case Eliminated(players):
            return [_of("put-out", names, player) for player in players]
        case GameEnded(winners):
            if names.you in winners:
                return [say("table.game-won")]
            return [say("log.game-ended", count=len(winners), names=_list(winners, names))]


def _question_to(what: str, names: SeatNames, seat: int) -> str:
    """A question to a seat; its name before it, unless it is the one spoken to."""
    return what if seat == names.you else f"{names.seats[seat]}: {what}"


def _cards_asked(
    names: SeatNames, seat: int, what: CardChoice, number: int, to: Sequence[int]
) -> str:
    if seat != names.you:
        return say("say.chooses", name=names.seats[seat])
    taker = names.seats[to[0]] if to else ""
    return say(f"say.choose-{what.value}", left=number, name=taker)


def _of(key: str, names: SeatNames, seat: int, **values: str | int) -> str:
    me = _yes(seat == names.you)
    return say(f"log.{key}", name=names.seats[seat], me=me, **values)


def _between(key: str, names: SeatNames, seat: int, other: int, **values: str | int) -> str:
    them = _yes(other == names.you)
    return _of(key, names, seat, other=names.seats[other], them=them, **values)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def _list(players: Sequence[int], names: SeatNames) -> str:
    return ", ".join(names.seats[player] for player in players)
