"""What happens just before a draw: bots come or go, teams are completed, numbers are drawn."""

from collections.abc import Sequence

from openuno.engine.rng import fork
from openuno.event.evolve import evolve_facts
from openuno.event.facts import (
    Fact,
    Joined,
    Left,
    MemberReplaced,
    NumbersDrawn,
    Returned,
    TeamFormed,
)
from openuno.event.lots import draw_lots
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.settings import Fill, FixedTeams, KnockOut, RotatingPartners, Swiss, team_size
from openuno.event.state import (
    Event,
    find_person,
    is_complete,
    is_on_schedule,
    present_people,
    remaining_entrants,
)
from openuno.game import schedule


def prepare_draw(event: Event) -> tuple[Fact, ...]:
    """Everything that has to be settled before the tables can be drawn."""
    facts: tuple[Fact, ...] = ()
    for prepare in (_settle_bots, _complete_teams, _form_teams, _settle_numbers):
        facts += prepare(evolve_facts(event, facts))
    return facts


def entrants_to_seat(event: Event) -> tuple[int, ...]:
    """Who takes part in the next draw: everyone complete, in a knock-out only who is not out."""
    if isinstance(event.settings.kind, KnockOut):
        able: Sequence[int] = remaining_entrants(event)
    else:
        able = range(len(event.entrants))
    return tuple(entrant for entrant in able if is_complete(event, entrant))


def reserves(event: Event) -> tuple[int, ...]:
    """The people here who are in no team, where teams play."""
    if team_size(event.settings.kind) == 1:
        return ()
    taken = {member for entrant in event.entrants for member in entrant.members}
    return tuple(person for person in present_people(event) if person not in taken)


def _settle_bots(event: Event) -> tuple[Fact, ...]:
    """As many bots as make the numbers even, where each enters alone."""
    unit = {RotatingPartners: 4, Swiss: 2}.get(type(event.settings.kind), 1)
    alone = team_size(event.settings.kind) == 1
    if event.settings.fill is not Fill.BOTS or not alone or unit == 1:
        return ()
    needed = -len(present_people(event)) % unit
    bots = [number for number, person in enumerate(event.people) if person.bot]
    here = [bot for bot in bots if event.people[bot].present]
    away = [bot for bot in bots if not event.people[bot].present]
    if len(here) >= needed:
        return tuple(Left(bot) for bot in here[needed:])
    missing = needed - len(here)
    back = tuple(Returned(bot) for bot in away[:missing])
    return (*back, *_new_bots(event, missing - len(back)))


def _new_bots(event: Event, count: int) -> tuple[Joined, ...]:
    names = (f"Bot {number}" for number in range(1, len(event.people) + count + 1))
    free = [name for name in names if find_person(event, name) is None]
    return tuple(Joined(name, bot=True) for name in free[:count])


def _complete_teams(event: Event) -> tuple[Fact, ...]:
    """Empty chairs of teams go to reserves in the order they came; then to bots, if they may."""
    waiting = list(reserves(event))
    facts: list[Fact] = []
    people = len(event.people)
    bots = iter(_new_bots(event, people))
    for team, entrant in enumerate(event.entrants if team_size(event.settings.kind) > 1 else ()):
        for member in entrant.members:
            person = event.people[member]
            if person.present and not (person.bot and waiting):
                continue
            if waiting:
                facts.append(MemberReplaced(team, member, waiting.pop(0)))
                if person.bot:
                    facts.append(Left(member))
            elif event.settings.fill is Fill.BOTS:
                facts += (next(bots), MemberReplaced(team, member, people))
                people += 1
    return tuple(facts)


def _form_teams(event: Event) -> tuple[Fact, ...]:
    """Teams of those without one, by lot; in a knock-out only before its first sitting."""
    size = team_size(event.settings.kind)
    if size == 1 or (event.sittings and isinstance(event.settings.kind, KnockOut)):
        return ()
    waiting = draw_lots(reserves(event), fork(event.rng, event.draws, 1))
    over = len(waiting) % size
    facts: list[Fact] = []
    if over and event.settings.fill is Fill.BOTS:
        bots = _new_bots(event, size - over)
        facts += bots
        waiting += range(len(event.people), len(event.people) + len(bots))
    elif over and not event.sittings:
        raise EventRefused(EventFault.LEFT_OVER, size=size, count=over)
    teams = len(waiting) // size
    facts += (TeamFormed(tuple(waiting[at * size : (at + 1) * size])) for at in range(teams))
    return tuple(facts)


def _settle_numbers(event: Event) -> tuple[Fact, ...]:
    """Numbers for the fixed schedule: drawn at first, and passed on when someone is replaced."""
    here = entrants_to_seat(event)
    match event.settings.kind:
        case RotatingPartners():
            fits = len(here) in schedule.SCHEDULED
        case FixedTeams():
            fits = len(here) >= 2
        case _:
            fits = False
    if not event.sittings:
        lots = tuple(draw_lots(here, fork(event.rng, event.draws, 2))) if fits else ()
        return () if lots == event.numbers else (NumbersDrawn(lots),)
    if not is_on_schedule(event) or len(here) != len(event.numbers):
        return ()
    if set(here) == set(event.numbers):
        return ()
    coming = iter(each for each in here if each not in event.numbers)
    return (NumbersDrawn(tuple(old if old in here else next(coming) for old in event.numbers)),)
