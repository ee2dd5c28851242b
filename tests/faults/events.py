"""Faults in draws, results and standings of events."""

from tests.faults.fault import Fault

EVENTS = (
    Fault(
        "event: the same partner again",
        "event/draw.py",
        "pair_up(playing, meetings_in(partners(event)))",
        "pair_up(playing, meetings_in(opponents(event)))",
    ),
    Fault(
        "event: opponents meet again although others are left",
        "event/draw.py",
        "pairs = pair_up(playing, meetings)",
        "pairs = pair_up(playing, _never_met)",
    ),
    Fault(
        "event: the first pair takes what the last pair needs",
        "event/matching.py",
        "            <= allowed\n",
        "            <= allowed + 1\n",
    ),
    Fault(
        "event: the last in the order sits out again and again",
        "event/draw.py",
        "if counts[entrant] == fewest]",
        "if counts[entrant] >= fewest]",
    ),
    Fault(
        "event: a newcomer gets a number of their own",
        "event/preparation.py",
        "tuple(old if old in here else next(coming) for old in event.numbers)",
        "(*(old for old in event.numbers if old in here), *coming)",
    ),
    Fault(
        "event: a table starts while one of its people still plays elsewhere",
        "event/decide.py",
        "        if where != (sitting, number):\n",
        "        if where[0] > sitting:\n",
    ),
    Fault(
        "event: any number of sittings is drawn ahead",
        "event/decide.py",
        "if not ahead or sitting < len(event.sittings):",
        "if not ahead:",
    ),
    Fault(
        "event: a draw is taken back although a table has played",
        "event/decide.py",
        "if any(table.outcome is not None for",
        "if all(table.outcome is not None for",
    ),
    Fault(
        "event: a knock-out table that is level is decided by the order of seats",
        "event/results.py",
        "if len(order) > count and points",
        "if len(order) < count and points",
    ),
    Fault(
        "event: a correction changes who has played on already",
        "event/results.py",
        "!= set(before.through) and sitting < len(event.sittings)",
        "!= set(before.through) and sitting > len(event.sittings)",
    ),
    Fault(
        "event: level counts as beaten",
        "event/scoring.py",
        "2 * (other < own) + (other == own)",
        "2 * (other <= own)",
    ),
    Fault(
        "event: a Swiss bye is worth half a table",
        "event/scoring.py",
        "WIN if isinstance(event.settings.kind, Swiss) else LEVEL",
        "LEVEL",
    ),
    Fault(
        "event: bots stand in the standings",
        "event/standings.py",
        "if not is_bot_entrant(event, entrant)",
        "if entrant >= 0",
    ),
    Fault(
        "event: those who are level have different ranks",
        "event/standings.py",
        "1 + sum(other > rows[each] for other in every)",
        "1 + order.index(each)",
    ),
    Fault(
        "event: the loser of a table climbs the ladder",
        "event/standings.py",
        "key=lambda each: (-points[each], rungs.index(each))",
        "key=lambda each: (points[each], rungs.index(each))",
    ),
)
