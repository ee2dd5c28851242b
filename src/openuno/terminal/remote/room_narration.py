"""What happens around a game: who comes, sits, leaves and speaks."""

from openuno.room import facts
from openuno.room.state import GameOn, Room, seat_name
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.text.narration import Names

_EMOTES = {
    "hello": "waves hello",
    "well-played": "says: well played!",
    "thanks": "says: thank you!",
    "oops": "says: oops!",
    "thinking": "is thinking hard",
    "laugh": "laughs",
    "wow": "says: wow!",
    "sad": "is sad",
    "good-game": "says: good game!",
}


def fact_text(before: Room, after: Room, fact: facts.Fact, guest: str) -> str | None:
    """The fact as a sentence without its full stop; None if there is nothing to say about it.

    `guest` is the person who reads it, and is called you.
    """
    if not speaks_english():
        return _translate_fact(before, after, fact, guest)
    match fact:
        case facts.Sat(_, who):
            return f"{_who(after, who, guest)} {_verb(who, guest, 'sit')} down"
        case facts.BotSat(_, bot, name):
            return f"{name} ({bot} bot) sits down"
        case facts.Stood(seat, by_bot, kicked):
            return _stood_text(before, seat, by_bot, kicked=kicked, guest=guest)
        case facts.Arrived(who) if who != guest and not _is_there(before, who):
            return f"{_who(after, who, guest)} is here"
        case facts.Departed(who) if who != guest and not _is_there(after, who):
            return f"{_who(before, who, guest)} has gone"
        case facts.Renamed(who, name):
            return f"{_who(before, who, guest)} {_are(who, guest)} now called {name}"
        case facts.HostChanged(who) if who is not None:
            return f"{_who(after, who, guest)} {_are(who, guest)} the host now"
        case facts.ReadyChanged(seat, ready):
            return f"{_in_seat(after, seat, guest, 'be')} {'' if ready else 'not '}ready"
        case facts.SettingsChanged():
            return "the host has changed the rules of the table"
        case facts.SeatsRemoved():
            return "empty seats are taken away"
        case facts.GameClosed(_, ended_by) if ended_by is not None:
            return f"{_who(after, ended_by, guest)} {_verb(ended_by, guest, 'end')} the game"
        case facts.GamePaused(paused):
            return "the host has paused the game" if paused else "the game goes on"
        case facts.Warned(seat):
            return f"{_in_seat(after, seat, guest, 'have')} little time left"
        case facts.TimedOut(seat):
            return f"{_in_seat(after, seat, guest, 'be')} out of time: a bot plays on"
        case facts.Returned(seat):
            return f"{_in_seat(after, seat, guest, 'be')} back"
        case facts.Said(who, text):
            return f"{_who(after, who, guest, name_you=True)}: {text}"
        case facts.Emoted(who, emote):
            return f"{_who(after, who, guest, name_you=True)} {_EMOTES.get(emote, emote)}"
        case facts.Accused(seat, by, _, text, honour=honour):
            accused, accuser = seat_name(after.seats[seat]), seat_name(after.seats[by])
            if honour and seat == by:
                return f"{accuser} admits not having kept “{text}”"
            if honour:
                return f"{accuser} says that {accused} has not kept “{text}”"
            return f"{accuser} says that {accused} suggested a card: “{text}”"
        case facts.AccusationClosed(upheld):
            return "the table finds it true" if upheld else "the table does not find it true"
        case facts.Muted(who, muted):
            return f"{_who(after, who, guest)} {_are(who, guest)} {'' if muted else 'not '}muted"
        case facts.TableClosed():
            return "the table is closed"
        case _:
            return None


def _translate_fact(before: Room, after: Room, fact: facts.Fact, guest: str) -> str | None:
    match fact:
        case facts.Sat(_, who):
            return _about("log.sat", after, who, guest)
        case facts.BotSat(_, _, name):
            return say("log.sat", me="no", name=name)
        case facts.Stood(seat, kicked=kicked):
            key = "log.kicked" if kicked else "log.stood"
            return say(key, name=seat_name(before.seats[seat]))
        case facts.Arrived(who) if who != guest and not _is_there(before, who):
            return translate("{name} is here", name=person_name(after, who))
        case facts.Departed(who) if who != guest and not _is_there(after, who):
            return _about("log.went", before, who, guest)
        case facts.Renamed(who, name):
            return _about("log.renamed", before, who, guest, other=name)
        case facts.HostChanged(who) if who is not None:
            return say("log.host", name=person_name(after, who))
        case facts.ReadyChanged(seat, ready):
            words = say("lobby.is-ready") if ready else say("lobby.not-ready")
            return f"{seat_name(after.seats[seat])}: {words}"
        case facts.SettingsChanged():
            return translate("the host has changed the rules of the table")
        case facts.SeatsRemoved():
            return translate("empty seats are taken away")
        case facts.GameClosed(_, ended_by) if ended_by is not None:
            return say("log.ended", name=person_name(after, ended_by))
        case facts.Warned(seat):
            own = getattr(after.seats[seat], "guest", None) == guest
            return say("log.warned") if own else None
        case facts.TimedOut(seat):
            return _in_seat_of("log.late", after, seat, guest)
        case facts.Returned(seat):
            return _in_seat_of("log.back", after, seat, guest)
        case facts.Said(who, text):
            return f"{person_name(after, who)}: {text}"
        case facts.Emoted(who, emote):
            return f"{person_name(after, who)}: {say(f'table.emote-{emote}')}"
        case facts.Accused(seat, by, _, text, honour=honour):
            if honour and seat == by:
                return _in_seat_of("log.honour-admitted", after, seat, guest)
            key = "table.honour-accusation" if honour else "table.accusation"
            accuser, accused = seat_name(after.seats[by]), seat_name(after.seats[seat])
            return f"{say(key, name=accuser, other=accused)} “{text}”"
        case facts.AccusationClosed(upheld):
            return _verdict_line(before, upheld=upheld, guest=guest)
        case facts.Muted(who, muted):
            name = person_name(after, who)
            if muted:
                return translate("{name} is muted", name=name)
            return translate("{name} is not muted any more", name=name)
        case facts.TableClosed():
            return say("refused.table-closed")
        case _:
            return None


def _verdict_line(before: Room, *, upheld: bool, guest: str) -> str | None:
    on = before.game
    accusation = on.hints.accusation if isinstance(on, GameOn) else None
    if accusation is None:
        return None
    about = "honour" if accusation.honour else "accusation"
    verdict = "upheld" if upheld else "dismissed"
    return _in_seat_of(f"log.{about}-{verdict}", before, accusation.seat, guest)


def _about(key: str, room: Room, who: str, guest: str, **values: str) -> str:
    me = "yes" if who == guest else "no"
    return say(key, me=me, name=person_name(room, who), **values)


def _in_seat_of(key: str, room: Room, seat: int, guest: str) -> str:
    sitting = room.seats[seat]
    me = "yes" if getattr(sitting, "guest", None) == guest else "no"
    return say(key, me=me, name=seat_name(sitting))


def person_name(room: Room, guest: str) -> str:
    """What a person at the table is called."""
    for person in room.people:
        if person.guest == guest:
            return person.name
    for seat in room.seats:
        if getattr(seat, "guest", None) == guest:
            return seat_name(seat)
    return translate("somebody")


def _stood_text(before: Room, seat: int, by_bot: str | None, *, kicked: bool, guest: str) -> str:
    left = before.seats[seat]
    own = getattr(left, "guest", None) == guest
    who = "you" if own else seat_name(left)
    if kicked:
        text = f"{who} {'were' if own else 'was'} removed from the table"
    else:
        text = f"{who} {'stand' if own else 'stands'} up"
    return text if by_bot is None else f"{text}; a bot plays on"


def _in_seat(room: Room, seat: int, guest: str, verb: str) -> str:
    """The player in the seat and what they do: `Ann is`, `you have`."""
    sitting = room.seats[seat]
    you = 0 if getattr(sitting, "guest", None) == guest else None
    return Names((seat_name(sitting),), you).subject_and_verb(0, verb)


def _who(room: Room, who: str, guest: str, *, name_you: bool = False) -> str:
    if who == guest and not name_you:
        return "you"
    return person_name(room, who)


def _verb(who: str, guest: str, verb: str) -> str:
    return verb if who == guest else f"{verb}s"


def _are(who: str, guest: str) -> str:
    return "are" if who == guest else "is"


def _is_there(room: Room, guest: str) -> bool:
    return any(person.guest == guest for person in room.people)
