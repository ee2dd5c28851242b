"""The client's model, in a real Node: what it makes of the news is what the server shows."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from msgspec import Struct
from msgspec.structs import fields

from openuno import EDITIONS, Rules
from openuno.engine.events import Event, Passed
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.game.events import GameEvent
from openuno.game.formats import Format
from openuno.game.notation import FORMAT_NAMES, parse_format
from openuno.room.facts import Fact, Moved, Opened, SeedRevealed, TableClosed
from openuno.room.protocol.messages import News, Snapshot
from openuno.room.settings import Clock, Settings
from openuno.room.state import seat_of
from openuno.room.view import RoomView, legal_actions, redact_entry, view_room
from tests.depth import by_depth
from tests.record.games import ALL_SPECIALS, WRITTEN
from tests.room.driver import RoomDriver, only, start_game
from tests.room.random_evenings import Evening, Happened, Plan, plans
from tests.room.test_starting import over_at_the_deal
from tests.strategies import tables
from tests.web.node import Runner

Message = Snapshot | News
views = msgspec.json.Decoder(list[RoomView])


# ---- tables ----


def heard(happened: Happened, seat: int | None) -> News:
    entry, after = happened.entry, happened.after
    return News(entry.seq, entry.at, redact_entry(after, entry, seat), legal_actions(after, seat))


class Follower:
    """Someone at the table: what they are sent, and what they must know after it."""

    def __init__(self, guest: str, chance: Random) -> None:
        self.guest = guest
        self.chance = chance
        self.seat: int | None = None
        self.sent: list[Message] = []
        self.known: list[RoomView] = []

    def told(self, happened: Happened) -> None:
        after = happened.after
        seat = seat_of(after, self.guest)
        known = view_room(after, seat)
        if not self.sent or seat != self.seat or self.chance.random() < 0.01:
            self.sent.append(Snapshot("table", after.seq, after.at, known))
        else:
            self.sent.append(heard(happened, seat))
        self.seat = seat
        self.known.append(known)


def follows(node: Runner, plan: Plan, guests: tuple[str, ...]) -> int:
    """Everyone follows the evening; how often they knew exactly what they should."""
    chance = Random(plan.seed)
    followers = [Follower(guest, chance) for guest in guests]
    for happened in Evening(plan).steps():
        for follower in followers:
            follower.told(happened)
    for follower in followers:
        check(node, follower)
    return sum(len(follower.sent) for follower in followers)


def check(node: Runner, follower: Follower) -> None:
    """After each message Node knows what the follower must know."""
    found = views.decode(node.ask("follow", follower.sent))
    for message, known, view in zip(follower.sent, follower.known, found, strict=True):
        assert view == known, (follower.guest, message)


@settings(max_examples=by_depth(10, 50))
@given(plan=plans(150))
def test_a_client_that_follows_the_facts_has_exactly_the_servers_view(
    plan: Plan, node: Runner
) -> None:
    follows(node, plan, plan.guests)


CALLS = "jump_in=on+wrong_catch_penalty=1+suggestion_penalty=2"
RULES = (
    *EDITIONS,
    f"house+stacking=any+seven_zero=on+{CALLS}+{ALL_SPECIALS}",
    f"house+first_card=number+two_player_reverse=off+blank_cards=8+{CALLS}+written="
    + WRITTEN.replace("The_next_player_loses_a_turn.", "The_previous_player_loses_a_turn."),
    "house+swap_cards=8",
    "house+first_card=number+blank_cards=8+written=Nobody_may_play_red_cards_until_your_next_turn."
    "|You_draw_1_card_if_you_want_to._Otherwise_everyone_discards_down_to_3_cards_of_their_choice."
    "|The_next_player_draws_1_card_if_the_next_player_wants_to._If_so,_you_play_again.",
)


FORMATS = (
    ("race:40", 3),
    ("low-tally:40", 4),
    ("partners:40", 4),
    ("rotating", 8),
    ("teams:40", 6),
    ("elimination:20", 3),
    ("single", 2),
    ("best-of", 5),
)


def evenings(rules: str) -> Iterator[Plan]:
    """One in every format; the rules must be some that a table can have."""
    parse_rules(rules)
    edition, mark, switches = rules.partition("+")
    for number, (name, seats) in enumerate(FORMATS):
        clock = Clock(move=(None, 5, 3600)[number % 3], bots=1)
        sized = f"{edition}+hand_size={1 + number % 3}{mark}{switches}"
        seed = 550 + number + len(FORMATS) * RULES.index(rules)
        yield Plan(Settings(sized, name, seats, clock), seed, 250)


@pytest.mark.parametrize("rules", RULES)
def test_in_every_edition_and_format_every_seat_knows_what_it_should(
    rules: str, node: Runner
) -> None:
    # In the gate every format is met with every second table, and every table in four formats.
    first, step = by_depth((RULES.index(rules) % 2, 2), (0, 1))
    for plan in list(evenings(rules))[first::step]:
        assert follows(node, plan, plan.guests) > 500


def test_in_those_evenings_every_fact_and_every_event_occurs() -> None:
    facts: set[type] = set()
    events: set[type] = set()
    for rules in RULES:
        for plan in evenings(rules):
            for happened in Evening(plan).steps():
                for fact in happened.entry.facts:
                    facts.add(type(fact))
                    for event in getattr(fact, "events", ()):
                        events |= {type(event), type(getattr(event, "what", event))}
    assert facts == set(get_args(Fact)) - {Opened, SeedRevealed, TableClosed}
    assert events >= {*get_args(Event), *get_args(GameEvent)} - {Passed}


def test_who_can_neither_play_nor_draw_passes(node: Runner) -> None:
    driven = start_game(2, rules="house")
    driven.puts("house hands=B1,B2/G1 pile=- discard=R5 turn=0 laid=1")
    followed_from(node, driven, lambda: driven.moves("ann", "pass"))


def test_a_hand_that_its_first_card_ends_is_followed_by_a_rest(node: Runner) -> None:
    driven = over_at_the_deal("race:100000")
    dealt = only(driven.log[-1].facts, Moved)
    followed_from(node, driven, lambda: driven.waits(9).happens(dealt))


@pytest.mark.parametrize("move", [60, 3600, None])
def test_a_clock_that_runs_on_while_nobody_is_there_warns_once(
    move: float | None, node: Runner
) -> None:
    driven = start_game(2, clock=Clock(move=move)).warned(0).goes("ann", "ben")
    followed_from(node, driven, lambda: driven.waits(9).comes("zoe"))


def followed_from(node: Runner, driven: RoomDriver, happens: Callable[[], object]) -> None:
    """Ann looks at the table and then is told what happens."""
    ann = Follower("ann", Random(1))
    before = driven.table
    ann.told(Happened(before, driven.log[-1], before))
    happens()
    ann.told(Happened(before, driven.log[-1], driven.table))
    assert [type(message) for message in ann.sent] == [Snapshot, News]
    check(node, ann)


def test_behind_the_door_every_field_is_there(node: Runner) -> None:
    settings = Settings("house+hand_size=1", "race", 3, Clock(bots=0))
    follower = Follower("ann", Random(3))
    for happened in Evening(Plan(settings, 5, 120)).steps():
        follower.told(happened)
    found: list[dict[str, Any]] = msgspec.json.decode(node.ask("follow", follower.sent))
    assert any(view["started"] for view in found)
    for view in found:
        assert whole(view, RoomView)
        assert whole(view["settings"], Settings)
        assert whole(view["settings"]["clock"], Clock)
        assert len({frozenset(seat) for seat in view["seats"]}) == 1


def whole(value: dict[str, Any], kind: type[Struct]) -> bool:
    return set(value) == {field.name for field in fields(kind)}


# ---- rules and formats ----


@settings(max_examples=by_depth(30, 120))
@given(table=tables())
def test_rules_are_read_as_the_engine_reads_them(table: tuple[Rules, int], node: Runner) -> None:
    rules, _ = table
    assert read_rules(node, rules_text(rules)) == [rules]


def read_rules(node: Runner, *texts: str) -> list[Rules]:
    return msgspec.json.decode(node.ask("rules", texts), type=list[Rules])


PENCILLED = (
    "everybody else picks up two cards for every RED card in your hand, at most 5",
    "IF you name blue the other players miss their next turn. You go again",
    "“Sing  a song” the player with the fewest exchanges hands with a player of your choice.",
    '"Say it". "Twice." All players give a card at random to whoever has most if all others hold 3',
    "the direction reverses if all others have less than 4. Hands move to the left.",
    "You take 3 random cards from the chosen player per wild card the previous player has.",
    "If the color named is green, you discard each of the named colour. Next player skips turn.",
    "Your partner shows their hand to everyone. All the hands are shuffled if you hold at least 2.",
    "Everyone is skipped. Next player draws an card per card whoever holds most has at most one.",
)


def test_written_rules_are_read_in_every_wording(node: Runner) -> None:
    blanks = "house+blank_cards=8+teams=on+written="
    texts = [blanks + rule.replace(" ", "_").replace("%", "%25") for rule in PENCILLED]
    texts.append(blanks + "||You_play_again.|")
    assert read_rules(node, *texts) == [parse_rules(text) for text in texts]


def test_formats_are_read_as_the_game_reads_them(node: Runner) -> None:
    texts = [*FORMAT_NAMES, "race:300", "rotating:2", "best-of:5", "elimination:100000"]
    found = msgspec.json.decode(node.ask("formats", texts), type=list[Format])
    assert found == [parse_format(text) for text in texts]
