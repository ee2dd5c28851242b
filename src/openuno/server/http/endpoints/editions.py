"""What a table can be set up to play: editions, switches, formats, bots, clocks, written rules."""

import asyncio
import subprocess
from collections.abc import Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import fields

from openuno.bots.registry import TABLE_BOTS
from openuno.engine.custom import MAX_SENTENCES, CustomRule, Who, people_in, targets_player
from openuno.engine.errors import SetupError, UnreadRule
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.builder import RuleForm, effect_forms, nested_forms
from openuno.engine.pencil.examples import EXAMPLES, Mood
from openuno.engine.pencil.lexicon import Slip
from openuno.engine.pencil.parser import parse_custom_rule, read_custom_rule
from openuno.engine.pencil.wording import custom_rule_text, effect_meaning, sentence_text
from openuno.engine.rules import (
    EDITIONS,
    SWITCH_BOUNDS,
    SWITCHES,
    WILD_VALUES,
    Rules,
    deck,
    with_switches,
)
from openuno.game.formats import BOUNDS as FORMAT_BOUNDS
from openuno.game.formats import Format
from openuno.local.round_length import RoundLength
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import BOUNDS as CLOCK_BOUNDS
from openuno.room.settings import Clock, Settings, parse_settings
from openuno.rulebook.clauses import explanation, governed_by, rulebook, value_text
from openuno.server.http.endpoint import Call, endpoint
from openuno.server.http.one_at_a_time import TooManyWaiting
from openuno.server.net.problems import bad_built_rule, bad_rule

ROUNDS_WAIT = 5_000
"""Milliseconds after which to ask again, when too many tables are being played out."""


class Clause(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rule of the rulebook."""

    id: str
    text: str


class Switch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Something a table can choose; `values` are those of a choice, the bounds those of a number.

    In the text form of the rules it is written `name=value`, with values as `editions` show them.
    """

    name: str
    kind: Literal["on-off", "number", "choice", "rules"]
    explanation: str
    clauses: list[Clause]
    fewest: int | None = None
    most: int | None = None
    values: list[str] | None = None


class Edition(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A printed set of rules: the value of every switch, as text."""

    name: str
    cards: int
    switches: dict[str, str]


class FormatChoice(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """How rounds make a game. With a number it is written `name:number`."""

    name: str
    explanation: str
    number: str | None = None
    usual: int | None = None
    fewest: int | None = None
    most: int | None = None


class ClockChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One part of a clock, in seconds."""

    name: str
    usual: float | None
    fewest: float
    most: float


class Blank(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A ready-made rule for a blank, and what it does."""

    name: str
    rule: str
    mood: Mood
    effects: CustomRule


class Choices(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everything a table maker can offer."""

    editions: list[Edition]
    switches: list[Switch]
    formats: list[FormatChoice]
    clock: list[ClockChoice]
    bots: list[str]
    blanks: list[Blank]


class PencilRequest(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rule for a blank, in plain words."""

    rule: Annotated[str, Meta(max_length=2000)]


class BuiltRule(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rule for a blank, as what it does."""

    effects: Annotated[CustomRule, Meta(min_length=1, max_length=MAX_SENTENCES)]


class RuleBuilder(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a rule can be built from: effects with their parts, and what those can be built from."""

    effects: tuple[RuleForm, ...]
    forms: tuple[RuleForm, ...]


class PlannedTable(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A table to be set up: its rules as text, and how many play."""

    rules: str
    seats: int


class Sentence(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One sentence of a rule, and what it means at the table."""

    text: str
    means: str


class SpellingSlip(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A misspelt word, and what it was read as."""

    word: str
    read_as: str


class PencilResult(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rule that can be carried out; `rules` is a table with it on one blank, as text."""

    normal: str
    effects: CustomRule
    sentences: list[Sentence]
    chooses: bool
    partner: bool
    rules: str
    slips: list[SpellingSlip]


@endpoint("GET", "/api/editions", constant=True)
async def editions(call: Call) -> Choices:
    """What a table can be set up to play, with bounds and explanations."""
    del call
    return Choices(
        editions=[
            Edition(slug, len(deck(rules)), {name: value_text(rules, name) for name in SWITCHES})
            for slug, rules in EDITIONS.items()
        ],
        switches=[_switch(name) for name in SWITCHES],
        formats=[_format(each) for each in get_args(Format)],
        clock=[
            ClockChoice(name, getattr(Clock(), name), fewest, most)
            for name, (fewest, most) in CLOCK_BOUNDS.items()
        ],
        bots=list(TABLE_BOTS),
        blanks=[
            Blank(made.name, made.text, made.mood, parse_custom_rule(made.text))
            for made in EXAMPLES
        ],
    )


@endpoint("POST", "/api/pencil", errors=(422,), weight=4)
async def pencil(call: Call, body: PencilRequest) -> PencilResult:
    """Read a rule for a blank: its normal form and what it does, or where it goes wrong."""
    del call
    try:
        # A long one takes more than a millisecond, and anyone may ask.
        rule, _, slips = await asyncio.to_thread(read_custom_rule, body.rule)
    except UnreadRule as error:
        raise bad_rule(error) from None
    return _result(rule, slips)


@endpoint("GET", "/api/pencil", constant=True)
async def rule_builder(call: Call) -> RuleBuilder:
    """What a rule for a blank can be built from."""
    del call
    return RuleBuilder(effect_forms(), nested_forms())


@endpoint("POST", "/api/pencil/write", errors=(422,), weight=4)
async def write_rule(call: Call, body: BuiltRule) -> PencilResult:
    """Write a rule that was built: its normal form and what it does."""
    del call
    try:
        return _result(body.effects, ())
    except SetupError as error:
        raise bad_built_rule(error) from None


@endpoint("POST", "/api/pencil/rounds", errors=(422,), weight=20)
async def round_length(call: Call, body: PlannedTable) -> RoundLength:
    """Play rounds with and without the written rules of a table, and say how long they get."""
    settings = Settings(rules=body.rules, format="single", seats=body.seats)
    # Reading what is written takes more than a millisecond, and anyone may ask.
    rules, _ = await asyncio.to_thread(parse_settings, settings)
    try:
        return await call.state["round_lengths"].find(rules, body.seats)
    except (TooManyWaiting, subprocess.TimeoutExpired):
        raise Refused(RefusalKind.TOO_MANY_REQUESTS, retry=ROUNDS_WAIT) from None


def _result(rule: CustomRule, slips: Sequence[Slip]) -> PencilResult:
    partner = any(Who.PARTNER in people_in(effect) for effect in rule)
    table = with_switches(EDITIONS["house"], blank_cards=1, teams=partner, written=(rule,))
    return PencilResult(
        normal=custom_rule_text(rule),
        effects=rule,
        sentences=[Sentence(sentence_text(effect), effect_meaning(effect)) for effect in rule],
        chooses=targets_player(rule, last=False),
        partner=partner,
        rules=rules_text(table),
        slips=[SpellingSlip(slip.word, slip.read_as) for slip in slips],
    )


def _switch(name: str) -> Switch:
    kind = next(field.type for field in fields(Rules) if field.name == name)
    clauses = [Clause(c.id, c.text) for c in rulebook() if c.id in governed_by(name)]
    said = explanation(name)
    if name == "written":
        return Switch(name, "rules", said, clauses)
    if kind is bool:
        return Switch(name, "on-off", said, clauses)
    if name in ("special_points", "wild_points"):
        return Switch(name, "number", said, clauses, values=list(map(str, WILD_VALUES)))
    if kind is int:
        fewest, most = SWITCH_BOUNDS[name]
        return Switch(name, "number", said, clauses, fewest, most)
    return Switch(name, "choice", said, clauses, values=[value.value for value in kind])


def _format(kind: type[Format]) -> FormatChoice:
    name, said = str(kind.__struct_config__.tag), (kind.__doc__ or "").strip()
    for field in fields(kind):
        fewest, most = FORMAT_BOUNDS[field.name]
        return FormatChoice(name, said, field.name, field.default, fewest, most)
    return FormatChoice(name, said)
