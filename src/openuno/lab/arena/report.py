"""The arena for programs and for people: JSON, and tables in the terminal."""

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from openuno.lab.arena.answers import AnswerKind, Tally
from openuno.lab.arena.decisions import DecisionKind
from openuno.lab.arena.estimates import share_of_groups
from openuno.lab.arena.figures import Figures, Prices, figures
from openuno.lab.arena.matches import Outcome, PlayedRound
from openuno.lab.arena.schedule import PROTOCOL, Plan
from openuno.lab.figures import Estimate
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.lab.report.percent import percent_text

FALLBACK = (
    "nothing out of turn; in turn it draws, keeps, accepts or says no, else the first legal action"
)
KINDS = {
    DecisionKind.TURN: "cards and draws",
    DecisionKind.DRAW_FOUR: "challenges",
    DecisionKind.SAY_UNO: "saying UNO when asked",
    DecisionKind.CATCH: "catches",
    DecisionKind.JUMP_IN: "jump-ins",
}


class Report(msgspec.Struct, frozen=True):
    """Everything that the arena has found about a player."""

    player: str
    rounds: tuple[PlayedRound, ...]
    worlds: int
    seed: int
    plan: Plan | None = None
    """What was played; None where records were priced."""
    outcome: Outcome | None = None
    seconds_per_answer: float | None = None
    """None where nobody looked at a clock."""
    files: tuple[str, ...] = ()

    @property
    def total(self) -> Figures:
        """The figures of all rounds."""
        return figures(self.rounds)

    @property
    def by_opponent(self) -> dict[str, Figures]:
        """The figures against each bot, in the order of the plan."""
        return {
            name: figures([round for round in self.rounds if round.against == name])
            for name in (self.plan.against if self.plan else ())
        }

    @property
    def by_rules(self) -> list[Figures]:
        """The figures by each rule set, where there are several."""
        sets = self.plan.rule_sets if self.plan else ()
        return [
            figures([round for round in self.rounds if round.rule_set == index])
            for index in (range(len(sets)) if len(sets) > 1 else ())
        ]

    @property
    def not_legal(self) -> Estimate | None:
        """The share of answers that could not be carried out; those of one deal are alike."""
        if self.outcome is None:
            return None
        deals: dict[tuple[int, int], Tally] = {}
        for round, tally in self.outcome.tallies:
            deals.setdefault((round.rule_set, round.deal), Tally()).add(tally)
        return share_of_groups([(tally.not_legal, tally.total) for tally in deals.values()])

    @property
    def missing(self) -> int:
        """How many rounds of the plan were not played to their end."""
        return 0 if self.plan is None else self.plan.rounds - len(self.rounds)


def report_json(report: Report, seconds: float) -> str:
    """The report as one JSON object; everything but `seconds` is the same on every machine."""
    plan, outcome = report.plan, report.outcome
    fields: dict[str, Any] = {
        "protocol": PROTOCOL,
        "player": report.player,
        "seed": report.seed,
        "worlds": report.worlds,
        "files": report.files,
        "figures": report.total,
        "rounds": [
            {
                "against": round.against,
                "rule_set": round.rule_set,
                "deal": round.deal,
                "seat": round.seat,
                "won": round.won,
                "decisions": len(round.decisions),
                "lost": sum(each.price.lost for each in round.decisions),
            }
            for round in report.rounds
        ],
    }
    if plan is not None and outcome is not None:
        answers = outcome.answers
        fields |= {
            "players": plan.players,
            "par": 1 / plan.players,
            "deals": plan.deals,
            "first_evaluation_seed": EVALUATION_SEEDS,
            "rule_sets": [
                {"rules": rule_set.text, "written": rule_set.written} for rule_set in plan.rule_sets
            ],
            "answers": {
                "asked": answers.total,
                **{kind.value: answers.counts.get(kind, 0) for kind in AnswerKind},
                "not_legal": report.not_legal,
                "seconds_allowed": report.seconds_per_answer,
                "fallback": FALLBACK,
                "examples": answers.examples,
            },
            "stopped": outcome.stopped,
            "missing": report.missing,
            "against": report.by_opponent,
            "by_rules": report.by_rules,
        }
    fields["seconds"] = seconds
    return msgspec.json.format(msgspec.json.encode(_plain(fields)), indent=2).decode()


def _plain(value: Any) -> Any:
    """Estimates with names for their numbers, and everything else as it is."""
    match value:
        case Estimate():
            return value._asdict()
        case msgspec.Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        case dict():
            return {str(key): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def report_tables(report: Report) -> Iterator[RenderableType]:
    """What people read: how well it played, where it lost, what its answers were like."""
    yield Text(headline(report), style="bold")
    if report.outcome is not None and report.outcome.stopped is not None:
        yield Text(f"Stopped: {report.outcome.stopped.sentence}", style="bold red")
    for title, heads, rows in report_rows(report):
        yield Text(title, style="bold")
        table = Table(box=None, pad_edge=False)
        for head in heads:
            # Over two lines, so that the names have room on a narrow terminal.
            shown = head.replace("cost per ", "cost per\n")
            table.add_column(shown, justify="right" if head else "left", no_wrap=bool(head))
        for row in rows:
            table.add_row(*row)
        yield table
    yield Text("\n".join(notes(report)))


Rows = list[tuple[str, ...]]


def report_rows(report: Report) -> Iterator[tuple[str, tuple[str, ...], Rows]]:
    """The tables: title, heads and rows."""
    heads = ("", "rounds", "won", "cost per decision", "cost per round", "skill")
    total = report.total
    if not report.rounds:
        return
    rows = [(name, *_cells(found)) for name, found in report.by_opponent.items()]
    rows = [*rows, ("all", *_cells(total))] if len(rows) != 1 else rows
    yield "How well it played, in per cent", heads, rows
    if report.by_rules:
        rows = [
            (f"rules {number}", *_cells(found))
            for number, found in enumerate(report.by_rules, start=1)
        ]
        yield "By rule set", heads, rows
    kinds = [(KINDS[kind], total.by_kind[kind]) for kind in DecisionKind]
    kinds.append(("of these, about special rules", total.rules))
    yield (
        "Where it lost",
        ("", "decisions", "cost per decision", "skill"),
        [(name, *_price_cells(found)) for name, found in kinds if found.decisions],
    )


def headline(report: Report) -> str:
    """Who played what."""
    plan = report.plan
    if plan is None:
        rounds = "1 round" if len(report.rounds) == 1 else f"{len(report.rounds)} rounds"
        records = "1 record" if len(report.files) == 1 else f"{len(report.files)} records"
        return f"{report.player}: {rounds} of {records}"
    played = f"{len(report.rounds)} of {plan.rounds} rounds played"
    if report.missing and report.outcome is not None and report.outcome.stopped is None:
        played += f" ({report.missing} missing)"
    return (
        f"{report.player}: {played}, {plan.players} players, every deal from every seat;"
        f" par is {100 / plan.players:.4g} %"
    )


def notes(report: Report) -> Iterator[str]:
    """Answers, calls, bluffs and challenges in sentences, and how decisions were priced."""
    total, outcome = report.total, report.outcome
    if report.rounds:
        yield (
            "After ± is half of the 95 % interval, in brackets the interval where it is longer on"
            " one side; a dash stands where the deals are too few for one."
        )
        yield (
            "A cost is the chance of winning that was lost against the best known move. The costs"
            " of a round add up, and can exceed 100 %."
        )
    sets = report.plan.rule_sets if report.plan else ()
    for number, rule_set in enumerate(sets, start=1):
        which = f"Rules {number}" if len(sets) > 1 else "Rules"
        written = ", ".join(f'"{text}"' for text in rule_set.written)
        yield f"{which}: {rule_set.switches}" + (f", written: {written}" if written else "")
    if outcome is not None:
        answers = outcome.answers
        yield f"Answers: {answers.total}, not legal {_percent(report.not_legal)}" + "".join(
            f", {kind} {answers.counts[kind]}"
            for kind in AnswerKind
            if kind in answers.counts and kind != "legal"
        )
        if answers.not_legal:
            yield f"Done instead: {FALLBACK}."
            yield from (f"  {example}" for example in answers.examples)
    calls, bluffs = total.calls, total.bluffs
    if calls.owed:
        times = "once" if calls.owed == 1 else f"{calls.owed} times"
        yield f"UNO: owed {times}, said {_percent(calls.said)}."
    if calls.offered or calls.wrong:
        taken = f"taken {_percent(calls.taken)} of {calls.offered} offered"
        yield f"Catches: {taken}; {calls.wrong} wrong."
    if bluffs.possible:
        yield (
            f"Bluffs: {_percent(bluffs.laid)} of {bluffs.possible} possible; each cost"
            f" {_percent(bluffs.laid_lost)}."
        )
    if bluffs.challenged or bluffs.accepted:
        yield (
            f"Wild Draw Fours: challenged {bluffs.challenged},"
            f" {_percent(bluffs.bluffs_challenged)} of them bluffs; accepted {bluffs.accepted},"
            f" {_percent(bluffs.bluffs_accepted)} of them bluffs; each answer cost"
            f" {_percent(bluffs.answers_lost)}."
        )
    if not report.rounds:
        return
    yield (
        f"Prices: against what expert:{report.worlds} does with what the player knew, in"
        f" {2 * report.worlds} deals that fit it, played out by the bot regular. Skill is 100 % for"
        " that move always, 0 % for a choice at random."
    )


def _cells(found: Figures) -> tuple[str, ...]:
    prices = found.prices
    shown = (found.won, prices.lost, found.lost_per_round, prices.skill)
    return (str(found.rounds), *map(percent_text, shown))


def _price_cells(found: Prices) -> tuple[str, ...]:
    return (str(found.decisions), percent_text(found.lost), percent_text(found.skill))


def _percent(found: Estimate | None) -> str:
    return percent_text(found, unit=True)
