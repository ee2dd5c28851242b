"""An event in the terminal: tables, standings, clocks, and what to do next, at 80 columns."""

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from openuno.event.view import EventTableView, EventView, SittingView

KIND_NAMES = {
    "rotating": "Rotating partners",
    "swiss": "Swiss",
    "knock-out": "Knock-out",
    "teams": "Teams",
    "ladder": "Ladder",
}


def console() -> Console:
    """Where everything is printed."""
    return Console(highlight=False, markup=False)


def event_text(view: EventView, now: int) -> RenderableType:
    """All of it at a glance: what it is, the latest tables, and the next step."""
    lines: list[RenderableType] = [title(view)]
    shown = [each for each in view.sittings if is_open(each)] or list(view.sittings[-1:])
    lines += [sitting_text(sitting, now) for sitting in shown]
    if not view.sittings:
        lines.append(Text(f"{len(view.people)} people: {', '.join(view.people) or 'nobody yet'}"))
    if view.reserves:
        lines.append(Text(f"Waiting for a team: {', '.join(view.reserves)}"))
    lines.append(Text(f"Next: {next_step(view)}", "bold"))
    return Group(*lines)


def title(view: EventView) -> Text:
    """`Friday: rotating partners, 8 people, sitting 2 of 7`."""
    kind = KIND_NAMES[view.kind].lower() + (", duplicate" if view.duplicate else "")
    parts = [kind, f"{len(view.people)} people"]
    if view.sittings:
        of = "" if view.planned is None else f" of {view.planned}"
        parts.append(f"sitting {len(view.sittings)}{of}")
    if view.finished:
        parts.append("finished")
    return Text.assemble((view.title, "bold"), f": {', '.join(parts)}")


def sitting_text(sitting: SittingView, now: int) -> RenderableType:
    """The tables of a sitting, with points or the time that is left."""
    table = Table(box=box.SIMPLE_HEAD, title=f"Sitting {sitting.number}", title_justify="left")
    table.add_column("table", justify="right")
    table.add_column("who plays", overflow="fold")
    table.add_column("points", justify="right")
    table.add_column("clock", justify="right")
    for each in sitting.tables:
        points = "cancelled" if each.cancelled else " : ".join(map(str, each.points or ()))
        table.add_row(str(each.number), sides_text(each), points, clock_text(each, now))
    if not sitting.byes:
        return table
    return Group(table, Text(f"Sitting out: {', '.join(sitting.byes)}"))


def sides_text(table: EventTableView) -> str:
    """`Ann & Ben against Cem & Dee`; more than two sides are listed."""
    sides = [" & ".join(side) for side in table.sides]
    return " against ".join(sides) if len(sides) == 2 else ", ".join(sides)


def clock_text(table: EventTableView, now: int) -> str:
    """The time that is left, `12:30`, or that there is none."""
    if table.points is not None or table.cancelled or table.started is None:
        return ""
    if table.ends is None:
        return "playing"
    left = max(table.ends - now, 0)
    if left == 0:
        return "time is up"
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def standings_text(view: EventView) -> RenderableType:
    """The standings as a table."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column("who", overflow="fold")
    for name in view.columns:
        table.add_column(name, justify="right")
    table.add_column("played", justify="right")
    table.add_column("byes", justify="right")
    for row in view.standings:
        name = row.name if row.present else f"{row.name} (left)"
        numbers = [*map(str, row.figures), str(row.played), str(row.byes)]
        table.add_row(f"{row.rank}.", name, *numbers)
    return Group(title(view), table)


def next_step(view: EventView) -> str:
    """What the host does next, with the command for it."""
    waiting = [each for sitting in view.sittings for each in sitting.tables if is_waiting(each)]
    if view.finished:
        return "uno event results prints them; uno event print standings FILE makes a page"
    if not view.sittings:
        if len(view.people) < 4:
            return "uno event join NAME ... until at least four are here"
        return "uno event draw"
    if waiting:
        first = waiting[0]
        numbers = " ".join("POINTS" for _ in first.sides)
        if sum(is_open(sitting) for sitting in view.sittings) > 1:
            numbers += f" --sitting {first.sitting}"
        if all(each.started is None for each in waiting) and view.minutes is not None:
            return f"uno event start, then uno event points {first.number} {numbers}"
        count = len(waiting)
        left = "one table has" if count == 1 else f"{count} tables have"
        return f"uno event points {first.number} {numbers} ({left} no result yet)"
    if view.decided:
        return "uno event finish"
    return "uno event draw, or uno event finish"


def is_open(sitting: SittingView) -> bool:
    """Whether a table of the sitting has no result yet."""
    return any(is_waiting(table) for table in sitting.tables)


def is_waiting(table: EventTableView) -> bool:
    """Whether the table has no result yet."""
    return table.points is None and not table.cancelled
