"""Following a record: its events folded into games, one command after another.

It follows the record as it is written and believes it; what no game could come to is refused all
the same, so that code that looks at the games can trust them. Whether it is true: `verify`.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import assert_never

from openuno.engine import events as round_events
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Card
from openuno.engine.errors import IllegalAction
from openuno.engine.events import Cards, Event
from openuno.engine.lasting import can_begin
from openuno.engine.rng import Fair, Generator
from openuno.engine.rules import deck
from openuno.engine.scoring import hand_points
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    NamingColour,
    Round,
    RoundOver,
    Undealt,
    seat_to_act,
)
from openuno.game import events as game_events
from openuno.game.events import GameEvent
from openuno.game.evolve import evolve_game
from openuno.game.play import deal_next_round, new_game, start_game
from openuno.game.scoring import eliminated_players, game_winners, score_changes
from openuno.game.state import Act, Game, GameStep, NextRound, Penalty, find_player
from openuno.game.view import redact_game
from openuno.record.custom_questions import is_question_of_rule
from openuno.record.errors import RecordError
from openuno.record.lines import Entry, Header, game_rng
from openuno.record.reader import FIRST_ENTRY, Record

UNKNOWN = Fair(bytes(32))
"""Stands in for a generator whose seed is not known: nothing may be dealt from it."""

_SEATS = frozenset(("seat", "target", "to", "by", "winner"))


class DoesNotFollow(ValueError):
    """The events do not follow from what went before."""


def start_recorded_game(header: Header, rng: Generator) -> GameStep:
    """The game before its first round."""
    return start_game(header.rules, header.format, len(header.names), rng, header.dealer)


def replay(record: Record) -> Iterator[tuple[Entry, Game]]:
    """Each entry and the game it led to.

    A record of one player's knowledge gives the game as that player knew it: other cards lie face
    down. Only where the record holds the seed can the last game be played on.
    """
    rng: Generator = UNKNOWN
    if record.header.seat is None:
        rng = game_rng(record.header, record.reveal) or UNKNOWN
    header = record.header
    game = new_game(header.rules, header.format, len(header.names), rng)
    for number, entry in enumerate(record.entries, start=FIRST_ENTRY):
        try:
            game = apply_entry(header, game, entry)
        except DoesNotFollow as error:
            raise RecordError(number, str(error)) from None
        yield entry, game


def apply_entry(header: Header, game: Game, entry: Entry) -> Game:
    """The game after the entry, or `Misfit`."""
    match entry.command:
        case None:
            return _follow_draw(header, game, entry.events)
        case NextRound():
            return _follow_deal(header, game, entry.events)
        case Act() | Penalty():
            return _follow_act(header, game, entry.command, entry.events)


def _follow_draw(header: Header, game: Game, events: Sequence[GameEvent]) -> Game:
    usual = start_recorded_game(header, UNKNOWN).events
    if not usual:
        _require(not events, "nobody draws for the deal here")
        return game
    *drawn, found = events or (None,)
    _require(
        isinstance(found, game_events.DealerFound), "the draw for the deal ends with the dealer"
    )
    _require(bool(drawn) == (header.dealer is None), "a dealer is either picked or drawn for")
    for event in events:
        _require(
            isinstance(event, (game_events.DrewForDeal, game_events.DealerFound)),
            "this is the draw for the deal",
        )
        _check_fields(event, len(header.names))
        game = evolve_game(game, event)
    return game


def _follow_deal(header: Header, game: Game, events: Sequence[GameEvent]) -> Game:
    try:
        began = deal_next_round(game).events[0]
    except IllegalAction as refusal:
        raise DoesNotFollow(refusal.sentence) from None
    _require(bool(events) and events[0] == began, f"the next round begins with {began}")
    game = evolve_game(game, began)
    remaining = deque(events[1:])
    table_index = 0
    while remaining and isinstance(event := remaining[0], game_events.AtTable):
        _require(event.table in (table_index, table_index + 1), "the tables are dealt to in order")
        table_index = event.table
        game = _follow_event(header, game, event)
        remaining.popleft()
    for table in game.tables:
        _check_round(table.round, whole=header.seat is None)
    for table_index in range(len(game.tables)):
        for due in _due(game, table_index):
            _require(bool(remaining) and remaining.popleft() == due, f"now comes {due}")
            game = evolve_game(game, due)
    _require(not remaining, "nothing more happens")
    return game


def _follow_act(
    header: Header, game: Game, act: Act | Penalty, events: Sequence[GameEvent]
) -> Game:
    found = find_player(game, act.player)
    if game.winners is not None or found is None:
        raise DoesNotFollow(f"player {act.player} has no seat in a round now")
    table_index, seat = found
    _require(not isinstance(game.tables[table_index].round.phase, RoundOver), "the round is over")
    remaining = iter(events)
    for number, event in enumerate(remaining):
        if not isinstance(event, game_events.AtTable) or event.table != table_index:
            raise DoesNotFollow("not at this player's table")
        if number == 0 and not _begins(act, seat, event.what):
            raise DoesNotFollow("what happens first is not what was done")
        game = _follow_event(header, game, event)
        if isinstance(game.tables[table_index].round.phase, RoundOver):
            break
    _require(bool(events), "nothing happens")
    _check_round(game.tables[table_index].round, whole=header.seat is None)
    for due in _due(game, table_index):
        _require(next(remaining, None) == due, f"now comes {due}")
        game = evolve_game(game, due)
    _require(next(remaining, None) is None, "nothing more happens")
    return game


def _begins(command: Act | Penalty, seat: int, event: Event) -> bool:
    """Whether this can be the first thing a command leads to."""
    if isinstance(command, Act):
        return _states_outcome(command.action, seat, event)
    return isinstance(event, round_events.Reshuffled) or (
        isinstance(event, round_events.Drew)
        and event.seat == seat
        and event.why is round_events.DrawReason.HONOUR
    )


def _states_outcome(action: Action, seat: int, event: Event) -> bool:
    """Whether this can be the first thing an action leads to: what was done, in the past tense."""
    match action:
        case Play(card, colour, target, uno):
            return event == round_events.Played(seat, card, colour, target, uno)
        case Draw():
            return isinstance(event, round_events.Reshuffled) or (
                isinstance(event, round_events.Drew) and event.seat == seat
            )
        case Keep():
            return event == round_events.Kept(seat)
        case Pass():
            return event == round_events.Passed(seat)
        case NameColour(colour):
            return event == round_events.ColourNamed(seat, colour)
        case ChoosePlayer(target):
            return event == round_events.PlayerChosen(seat, target)
        case ChooseCard(card):
            return _is_card_chosen(card, seat, event)
        case Decide(yes):
            return event == round_events.Decided(seat, yes)
        case Accept():
            return event == round_events.Accepted(seat)
        case Challenge():
            return isinstance(event, round_events.Challenged) and event.seat == seat
        case SayUno():
            return event == round_events.SaidUno(seat)
        case Catch(target):
            return event in (
                round_events.Caught(seat, target),
                round_events.CaughtWrongly(seat, target),
            )
        case Suggest():
            return event == round_events.Suggested(seat)
        case _:
            assert_never(action)


def _is_card_chosen(card: Card, seat: int, event: Event) -> bool:
    """Whether this is what became of the card; either may lie face down."""
    match event:
        case (
            round_events.Discarded(owner, (moved,))
            | round_events.CardsGiven(owner, _, (moved,))
            | round_events.CardSetAside(owner, moved)
        ):
            return owner == seat and (card is moved or Card.BACK in (card, moved))
        case _:
            return False


def _due(game: Game, table_index: int) -> Iterator[GameEvent]:
    """What the end of a round at this table comes to, if it is the end."""
    table = game.tables[table_index]
    phase = table.round.phase
    if not isinstance(phase, RoundOver):
        return
    winner = None if phase.winner is None else table.players[phase.winner]
    scored = game_events.RoundScored(table_index, winner, score_changes(game, table))
    yield scored
    game = evolve_game(game, scored)
    if out := eliminated_players(game):
        yield game_events.Eliminated(out)
        game = evolve_game(game, game_events.Eliminated(out))
    if (won := game_winners(game)) is not None:
        yield game_events.GameEnded(won)


def _follow_event(header: Header, game: Game, event: game_events.AtTable) -> Game:
    _require(0 <= event.table < len(game.tables), f"there is no table {event.table}")
    round = game.tables[event.table].round
    _check_fields(event.what, len(round.hands))
    _check_cards(round, event.what, whole=header.seat is None)
    if header.seat is not None:
        known = redact_game(game, event, header.seat) == event
        _require(known, f"player {header.seat} could not know that")
    return evolve_game(game, event)


def _check_fields(event: GameEvent | Event, seats: int) -> None:
    """Every seat an event names is at the table, every list by seat has the right length."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in _SEATS and isinstance(value, int):
            _require(0 <= value < seats, f"there is no {name} {value}")
        if name in ("hands", "points"):
            _require(len(value) == seats, f"there are {seats} seats, but {len(value)} {name}")
        if name == "text":
            _require(value.isprintable(), "what is read out cannot be printed")


def _check_cards(round: Round, event: Event, *, whole: bool) -> None:
    """The cards an event moves are where it takes them from."""
    match event:
        case round_events.Played(seat, card):
            _require(card is not Card.BACK, "a card is laid face up")
            _check_held(round.hands[seat], (card,))
        case round_events.Discarded(seat, cards) | round_events.CardsGiven(seat, _, cards):
            _check_held(round.hands[seat], cards)
        case (
            round_events.CardsAsked()
            | round_events.ColourAsked()
            | round_events.ChoiceAsked()
            | round_events.DecisionAsked()
        ):
            _require(is_question_of_rule(round, event), "no custom rule asks for that")
        case round_events.Decided(seat):
            deciding = isinstance(round.phase, Deciding) and round.phase.seat == seat
            _require(deciding, "nobody asked for this answer")
        case round_events.LastingRuleBegan(_, rule):
            _require(can_begin(round, rule), "no custom rule begins that")
        case round_events.LastingRuleEnded(rule):
            _require(rule in round.lasting, "that rule is not in force")
        case round_events.CardSetAside(seat, card):
            choosing = isinstance(round.phase, ChoosingCards) and round.phase.seat == seat
            _require(choosing, "nobody asked for this card")
            _check_held(round.hands[seat], (card,))
        case round_events.Drew(_, cards):
            pile = round.pile[: -len(cards) - 1 : -1]
            _require(0 < len(cards) == len(pile), f"the pile has no {len(cards)} cards")
            _require(not whole or cards == pile, f"the next cards are {','.join(pile)}")
        case round_events.TurnedUp(card):
            _require(bool(round.pile), "the pile is empty")
            _require(not whole or card is round.pile[-1], f"the next card is {round.pile[-1]}")
        case round_events.HandsSwapped(_, _, hands) | round_events.HandsPassed(_, hands):
            sizes = sorted(map(len, hands)) == sorted(map(len, round.hands))
            _require(sizes, "hands only change places")
        case round_events.RoundEnded(_, hands, points):
            for held, shown in zip(round.hands, hands, strict=True):
                same = held == shown or (Card.BACK in held and len(held) == len(shown))
                _require(same, f"the hand laid open is {','.join(held)}")
                _require(Card.BACK not in shown, "hands are laid open face up")
            _require(points == hand_points(round.rules, hands), "the cards count otherwise")
        case _:
            pass


def _check_held(hand: Cards, cards: Cards) -> None:
    """The cards are in the hand, or may be among those of it that lie face down."""
    unseen = Counter(cards) - Counter(card for card in hand if card is not Card.BACK)
    _require(unseen.total() <= hand.count(Card.BACK), f"{','.join(unseen)} is not held")


def _check_round(round: Round, *, whole: bool) -> None:
    """All cards of the deck are there, and the table waits for somebody."""
    cards = Counter(round.pile + round.discard)
    for hand in round.hands:
        cards.update(hand)
    all_cards = Counter(deck(round.rules))
    known = cards.total() - cards[Card.BACK]
    _require(cards.total() == all_cards.total(), f"there are {cards.total()} cards on the table")
    _require(not whole or known == cards.total(), "a card lies face down in a whole record")
    del cards[Card.BACK]
    _require(cards <= all_cards, "a card is there more often than in the deck")
    phase = round.phase
    _require(bool(round.discard) and not isinstance(phase, Undealt), "no card is turned up")
    _require(Card.BACK not in round.discard, "the discard pile lies face up")
    _require(round.direction in (-1, 1), "play runs to the left or to the right")
    _require(
        round.colour is not None
        or isinstance(phase, (NamingColour, ChoosingPlayer, ChoosingCards, Deciding, RoundOver)),
        "no colour has been named",
    )
    if isinstance(phase, RoundOver):
        return
    _require(seat_to_act(round) is not None, "nobody is to act")
    _require(all(round.hands), "somebody holds no card, but the round goes on")
    if isinstance(phase, AfterDraw):
        _require(phase.card in round.hands[phase.seat], "the card drawn is not in the hand")


def _require(fact: bool, sentence: str) -> None:
    if not fact:
        raise DoesNotFollow(sentence)
