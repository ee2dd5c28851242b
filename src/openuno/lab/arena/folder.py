"""An arena whose rounds are played one by one, by an assistant: a folder with all that is needed.

`arena.json` says what is played and by whom. Each round has its record and, beside it, a file with
what the player's answers were like. So it is played in as many sittings as it takes, and can be
priced at any time.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from openuno.engine.errors import NotationError, SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.game.formats import Single
from openuno.lab.arena.answers import Tally
from openuno.lab.arena.generated_rules import RuleSet
from openuno.lab.arena.schedule import (
    PROTOCOL,
    Plan,
    ScheduledRound,
    check_plan,
    deal_seed,
    record_name,
    schedule,
)
from openuno.lab.commands import refuse_write_errors
from openuno.lab.errors import CannotWrite, LabError, OtherArena
from openuno.local.matches import MAX_ACTIONS
from openuno.record.errors import RecordError
from openuno.record.lines import Header, SeededDeal, check_header
from openuno.record.reader import Record, read_record

PLAN_FILE = "arena.json"
_BOT_NAME = re.compile(r"bot \d+")


class _RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: str
    written: tuple[str, ...]


class _Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`arena.json`: a plan and its player, without what only pricing needs."""

    protocol: str
    player: str
    against: tuple[str, ...]
    rule_sets: tuple[_RuleSet, ...]
    players: int
    deals: int
    seed: int


class ArenaFolder(msgspec.Struct, frozen=True):
    """A folder that the rounds of a plan are kept in, and the name of its player."""

    path: Path
    player: str
    plan: Plan

    def record_path(self, round: ScheduledRound) -> Path:
        """Where the record of a round is, or will be."""
        return self.path / f"{record_name(self.plan, round)}.uno"

    def header(self, round: ScheduledRound) -> Header:
        """What was agreed for a round; its record begins with it. Names tell nothing of bots."""
        names = [f"bot {seat}" for seat in range(self.plan.players)]
        names[round.seat] = self.player
        chance = SeededDeal(str(deal_seed(self.plan, round.deal)))
        rules = self.plan.rule_sets[round.rule_set].rules
        return Header(rules, Single(), tuple(names), chance)

    def read_round(self, round: ScheduledRound) -> Record | None:
        """The record of a round, which may be unfinished; None if it has not begun."""
        path = self.record_path(round)
        if not path.exists():
            return None
        record = read_record_file(path)
        if record.header != self.header(round):
            raise OtherArena(f"{path}: this is not the round that {PLAN_FILE} has in its place")
        if record.altered is not None:
            raise LabError(f"{path}: line {record.altered} is not as it was written")
        return record

    def finished_rounds(self) -> Iterator[tuple[ScheduledRound, Record]]:
        """Every round that is finished, in the order of the plan."""
        for round in schedule(self.plan):
            record = self.read_round(round)
            if record is not None and is_finished(record):
                yield round, record

    def read_tally(self, round: ScheduledRound) -> Tally:
        """What the answers in a round were like so far."""
        path = self._tally_path(round)
        try:
            return msgspec.json.decode(path.read_bytes(), type=Tally)
        except OSError as error:
            raise LabError(f"{path}: {error.strerror or error}") from None
        except msgspec.DecodeError as error:
            raise LabError(f"{path}: {error}") from None

    def write_tally(self, round: ScheduledRound, tally: Tally) -> None:
        """Keep what the answers in a round were like so far."""
        path = self._tally_path(round)
        with refuse_write_errors(path):
            path.write_bytes(msgspec.json.encode(tally))

    def _tally_path(self, round: ScheduledRound) -> Path:
        return self.record_path(round).with_suffix(".answers.json")


def is_finished(record: Record) -> bool:
    """Whether a round is over, or was given up because it might never end."""
    return record.closing is not None or len(record.entries) > MAX_ACTIONS


def open_folder(path: Path, player: str, plan: Plan) -> ArenaFolder:
    """The folder for a plan: made if need be, or that of the same plan, to go on with it."""
    check_plan(plan)
    if _BOT_NAME.fullmatch(player):
        raise SetupError("name", f"the bots are called so; {player!r} needs another name")
    folder = ArenaFolder(path, player, plan)
    if len({folder.record_path(round) for round in schedule(plan)}) < plan.rounds:
        raise SetupError("against", f"a bot is named twice: {', '.join(plan.against)}")
    try:
        check_header(folder.header(next(schedule(plan))))
    except RecordError as error:
        raise SetupError("name", error.sentence) from None
    if path.exists() and not path.is_dir():
        raise CannotWrite(f"{path} is a file; name a folder")
    file = path / PLAN_FILE
    written = msgspec.json.format(msgspec.json.encode(_plan_file(folder))) + b"\n"
    with refuse_write_errors(file):
        path.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_bytes(written)
        elif file.read_bytes() != written:
            raise OtherArena(
                f"{file}: another arena is played there, or by another player; choose another"
                " folder, or the same options"
            )
    return folder


def read_folder(path: Path, worlds: int) -> ArenaFolder:
    """The folder with the plan that is written there, to be priced in this many deals."""
    file = path / PLAN_FILE
    try:
        found = msgspec.json.decode(file.read_bytes(), type=_Plan)
        if found.protocol != PROTOCOL:
            raise LabError(f"{file}: it was played by {found.protocol}, and this is {PROTOCOL}")
        sets = tuple(RuleSet(parse_rules(each.rules), each.written) for each in found.rule_sets)
        plan = Plan(found.against, sets, found.players, found.deals, found.seed, worlds)
        return ArenaFolder(path, found.player, check_plan(plan))
    except FileNotFoundError:
        raise LabError(f"{path}: there is no {PLAN_FILE}; uno mcp --arena makes it") from None
    except OSError as error:
        raise LabError(f"{file}: {error.strerror or error}") from None
    except (msgspec.DecodeError, NotationError, SetupError) as error:
        raise LabError(f"{file}: {error}") from None


def read_record_file(path: Path) -> Record:
    """A record from a file, or `LabError`."""
    try:
        return read_record(path.read_bytes())
    except OSError as error:
        raise LabError(f"{path}: {error.strerror or error}") from None
    except RecordError as error:
        raise LabError(f"{path}: line {error.line}: {error.sentence}") from None


def _plan_file(folder: ArenaFolder) -> _Plan:
    plan = folder.plan
    sets = tuple(_RuleSet(each.text, each.written) for each in plan.rule_sets)
    return _Plan(PROTOCOL, folder.player, plan.against, sets, plan.players, plan.deals, plan.seed)
