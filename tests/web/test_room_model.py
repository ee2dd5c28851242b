"""The client's model, in a real Node: what it makes of the news is what the server shows."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw, Struct
from msgspec.structs import fields, replace

from openuno import EDITIONS, Rules
from openuno.engine.events import Event, Passed
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.game.events import GameEvent
from openuno.game.formats import Format
from openuno.game.notation import FORMAT_NAMES, parse_format
from openuno.game.play import new_game
from openuno.game.state import Command, Game
from openuno.game.view import GameView, view_game
from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.lines import LONGEST_LINE, Chance, ClosingLine
from openuno.record.reader import FIRST_ENTRY, Record, read_record, record_bytes
from openuno.record.replay import UNKNOWN, replay
from openuno.room.facts import Fact, Moved, Opened, SeedRevealed, TableClosed
from openuno.room.protocol.messages import News, Snapshot
from openuno.room.settings import Clock, Settings
from openuno.room.state import seat_of
from openuno.room.view import RoomView, legal_actions, redact_entry, view_room
from tests.depth import by_depth
from tests.record.chain import add_chain
from tests.record.games import ALL_SPECIALS, SETTINGS, WRITTEN, Setting, play_setting
from tests.record.test_former_house import OLD as FORMER_HOUSE
from tests.record.test_reader import DATA, LINES, OLD, with_header, with_line
from tests.record.test_verify import FAST, LONG, changed, leaves, lines_of
from tests.room.driver import RoomDriver, only, start_game
from tests.room.random_evenings import Evening, Happened, Plan, plans
from tests.room.test_starting import over_at_the_deal
from tests.strategies import tables
from tests.web.node import Runner, start_node

Message = Snapshot | News
views = msgspec.json.Decoder(list[RoomView])


@pytest.fixture(scope="module")
def node() -> Iterator[Runner]:
    with start_node() as runner:
        yield runner


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
def test_whoever_follows_the_news_has_exactly_the_servers_view(plan: Plan, node: Runner) -> None:
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


def test_in_those_evenings_every_fact_and_every_event_is_told() -> None:
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


# ---- records ----


class Header(Struct, forbid_unknown_fields=True):
    rules: Rules
    format: Format
    written: dict[str, str]
    names: tuple[str, ...]
    dealer: int | None
    seat: int | None
    chance: Chance | None


class Entry(Struct, forbid_unknown_fields=True):
    line: int
    command: Command | None
    events: tuple[GameEvent, ...]


class Fault(Struct, forbid_unknown_fields=True):
    line: int
    fault: str
    message: str


class Replayed(Struct, forbid_unknown_fields=True):
    header: Header | None = None
    entries: list[Entry] = []
    closing: ClosingLine | None = None
    torn: int | None = None
    games: list[list[GameView]] = []
    error: Fault | None = None


def replayed(node: Runner, data: bytes, *players: int | None) -> Replayed:
    """The record as Node replays it: all open, then as each of these saw it."""
    given = {"text": data.decode(), "players": players}
    return msgspec.json.decode(node.ask("replay", given), type=Replayed)


def seen(game: Game, player: int | None, *, all_open: bool = False) -> GameView:
    """What a replay shows: nobody is asked what to do."""
    view = view_game(game, player)
    tables = tuple(
        replace(
            table,
            view=replace(
                table.view,
                legal=(),
                hands=at.round.hands if all_open else table.view.hands,
                phase=at.round.phase if all_open else table.view.phase,
            ),
        )
        for table, at in zip(view.tables, game.tables, strict=True)
    )
    return replace(view, tables=tables)


def games_of(record: Record) -> list[Game]:
    header = record.header
    opening = new_game(header.rules, header.format, len(header.names), UNKNOWN)
    return [opening, *(game for _, game in replay(record))]


def is_read(found: Replayed, record: Record) -> None:
    header, read_header = record.header, found.header
    assert found.error is None
    assert read_header is not None
    for name in ("rules", "format", "names", "dealer", "seat", "chance"):
        assert getattr(read_header, name) == getattr(header, name)
    assert [(entry.command, entry.events) for entry in found.entries] == [
        (entry.command, entry.events) for entry in record.entries
    ]
    lines = range(FIRST_ENTRY, FIRST_ENTRY + len(record.entries))
    assert [entry.line for entry in found.entries] == list(lines)
    assert (found.closing, found.torn) == (record.closing, record.torn)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_record_is_replayed_open_and_through_any_eyes(setting: Setting, node: Runner) -> None:
    data = play_setting(setting).data
    record = read_record(data)
    eyes = (None, 0, setting.players - 1)
    found = replayed(node, data, *eyes)
    is_read(found, record)
    for game, shown in zip(games_of(record), found.games, strict=True):
        assert shown == [seen(game, None, all_open=True), *(seen(game, player) for player in eyes)]


def test_a_record_from_before_house_let_every_first_card_act_is_replayed(node: Runner) -> None:
    record = read_record(FORMER_HOUSE)
    found = replayed(node, FORMER_HOUSE, None)
    is_read(found, record)
    for game, (shown, _) in zip(games_of(record), found.games, strict=True):
        assert shown == seen(game, None, all_open=True)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_one_players_record_is_replayed_to_what_that_player_knew(
    setting: Setting, node: Runner
) -> None:
    whole = read_record(play_setting(setting).data)
    player = setting.players - 1
    known = export_record(whole, player, reveal=setting.fair)
    found = replayed(node, record_bytes(known), player)
    is_read(found, known)
    for game, (_, shown) in zip(games_of(whole), found.games, strict=True):
        assert shown == seen(game, player)


def test_an_unfinished_record_and_a_torn_one_are_replayed_as_far_as_they_go(node: Runner) -> None:
    for data in (b"".join(LINES[:5]), b"".join(LINES[:5]) + LINES[5][:40], LINES[0]):
        is_read(replayed(node, data), read_record(data))
    is_read(replayed(node, DATA.removesuffix(b"\n")), read_record(DATA.removesuffix(b"\n")))


def test_a_record_of_the_first_version_is_replayed(node: Runner) -> None:
    is_read(replayed(node, OLD), read_record(OLD))
    spaced = "".join(json.dumps(json.loads(line)) + " \r\n" for line in OLD.splitlines()).encode()
    assert len(replayed(node, spaced).games) == OLD.count(b"\n") - 1


LAST = len(LINES)


@pytest.mark.parametrize(
    ("data", "line", "fault"),
    [
        (b"", 1, "empty"),
        (b"\n", 1, "not-json"),
        (b"{", 1, "empty"),
        (b"hello\n", 1, "not-json"),
        (b"[1]\n", 1, "not-a-record"),
        (b"{}\n", 1, "not-a-record"),
        (b'{"openuno":true}\n', 1, "not-a-record"),
        (b'{"openuno":1}\n', 1, "bad-header"),
        (b"\xef\xbb\xbf" + DATA, 1, "not-json"),
        (with_header(openuno=1), 1, "bad-header"),
        (with_header(openuno=3), 1, "newer"),
        (with_header(openuno=10**30), 1, "newer"),
        (with_header(openuno=0), 1, "bad-header"),
        (with_header(rules="mine"), 1, "bad-header"),
        (with_header(rules="house+hand_size=31"), 1, "bad-header"),
        (with_header(rules="house+hand_size=7+hand_size=6"), 1, "bad-header"),
        (with_header(rules="house+toString=on"), 1, "bad-header"),
        (with_header(rules="house+blank_cards=1+written=Everyone_wins."), 1, "bad-header"),
        (with_header(rules="house+written=You_play_again."), 1, "bad-header"),
        (with_header(format="constructor"), 1, "bad-header"),
        (with_header(format="race:0"), 1, "bad-header"),
        (with_header(format="single:1"), 1, "bad-header"),
        (with_header(format="partners"), 1, "bad-header"),
        (with_header(names=[]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", ""]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", "\u202e\x07"]), 1, "bad-header"),
        (with_header(names=["Ada", "Bo", "x" * 41]), 1, "bad-header"),
        (with_header(names=...), 1, "bad-header"),
        (with_header(dealer=1), 1, "bad-header"),
        (with_header(rules="house", dealer=3), 1, "bad-header"),
        (with_header(seat=3), 1, "bad-header"),
        (with_header(seat=-1), 1, "bad-header"),
        (with_header(chance=None), 1, "bad-header"),
        (with_header(chance={"scheme": "dice"}), 1, "bad-header"),
        (with_header(chance={"scheme": "fast", "seed": "1"}, seat=0), 1, "bad-header"),
        (with_header(chance={"scheme": "fast", "seed": str(2**64)}), 1, "bad-header"),
        (with_header(date="today"), 1, "bad-header"),
        (LINES[0] + b"\n" + LINES[1], 2, "not-json"),
        (LINES[0] + LINES[2], 2, "out-of-order"),
        (LINES[0] + LINES[1] + LINES[1], 3, "out-of-order"),
        (LINES[0] + LINES[-1], 2, "out-of-order"),
        (DATA + LINES[2], LAST + 1, "out-of-order"),
        (DATA + b"{", LAST + 1, "out-of-order"),
        (with_line(4, b'{"do":"next"}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"next","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"R77","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[{}]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[{"event":"toString"}]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"by":0,"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"b\\u0079":0,"do":"draw","events":[]}'), 4, "bad-line"),
        (with_line(4, b'{"by":0,"do":"draw","events":[],}'), 4, "not-json"),
        (with_line(4, b"null"), 4, "bad-line"),
        (with_line(4, b" " * (LONGEST_LINE + 1)), 4, "too-large"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str | int) else "",
)
def test_what_is_no_record_is_refused_at_the_line_where_python_refuses_it(
    data: bytes, line: int, fault: str, node: Runner
) -> None:
    error = replayed(node, data).error
    assert error is not None
    assert (error.line, error.fault) == (line, fault)
    with pytest.raises(RecordError) as refusal:
        read_record(data)
    assert refusal.value.line == line


@pytest.mark.parametrize("setting", [LONG, FAST], ids=str)
def test_a_damaged_record_is_refused_with_its_line_or_followed_as_python_does(
    setting: Setting, node: Runner
) -> None:
    lines = lines_of(setting)
    chance = Random(1)
    places = [
        (number, path)
        for number, line in enumerate(lines[1:], start=2)
        for path in leaves(line)
        if "pile" not in path or chance.random() < 0.05
    ]
    refused = 0
    for number, path in chance.sample(places, 150):
        damaged = [*lines[: number - 1], changed(lines[number - 1], path), *lines[number:]]
        data = add_chain(damaged)
        found = replayed(node, data)
        refused += found.error is not None
        record = read_or_none(data, found, number)
        with suppress(RecordError):
            games = [] if record is None else games_of(record)
            assert record is None or found.error is None, (number, path, found.error)
            assert found.games == [[seen(game, None, all_open=True)] for game in games]
    assert refused > 30


def read_or_none(data: bytes, found: Replayed, damaged: int) -> Record | None:
    """The record; where Python cannot read it, Node has not either, and says the same line."""
    try:
        return read_record(data)
    except RecordError as error:
        line = error.line
    assert found.error is not None
    assert found.error.line == line == damaged
    return None


ODD: tuple[object, ...] = (None, True, -1, 1.5, 99, "", "??", "__proto__", [], {}, [[]])


@settings(max_examples=by_depth(50, 200))
@given(data=st.data())
def test_whatever_stands_in_a_file_there_is_an_answer(data: st.DataObject, node: Runner) -> None:
    lines = [*LINES[:8], LINES[-1]]
    number = data.draw(st.integers(0, len(lines) - 1))
    value = json.loads(lines[number])
    places = list(leaves(value))
    *way, last = data.draw(st.sampled_from(places))
    inside: Any = value
    for step in way:
        inside = inside[step]
    odd = data.draw(st.sampled_from(ODD))
    if isinstance(last, int) and last == len(inside):
        inside.append(odd)
    else:
        inside[last] = odd
    lines[number] = json.dumps(value).encode() + b"\n"
    found = replayed(node, b"".join(lines))
    if found.error is not None:
        assert found.error.line >= number + 1 or "follow" in found.error.fault


def test_bytes_that_are_no_text_are_refused_at_their_line(node: Runner) -> None:
    assert node.ask("bytes", list(LINES[0] + b"\xff\n")) == Raw(b"2")
    assert node.ask("bytes", list(DATA)) == Raw(b"null")
