"""What people say, and what they accuse each other of."""

from openuno.engine.actions import Suggest
from openuno.engine.state import seat_to_act
from openuno.game.state import Act, Command, Game, Penalty
from openuno.game.state import find_player as seat_in_game
from openuno.room import commands as ask
from openuno.room.accusations import accuse, accuse_of_breaking, give_verdict
from openuno.room.card_words import suggests_card
from openuno.room.chat import EMOTES, clean_text
from openuno.room.decide.moves import apply_game_command
from openuno.room.decide.request import RequestContext, check_game_on, own_seat
from openuno.room.evolve_hints import accusation_of
from openuno.room.facts import AccusationClosed, Accused, Emoted, Fact, MovedBy, Said
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import parse_settings
from openuno.room.state import GameOn, Room, seat_name, seat_of


def say(room: Room, request: RequestContext, what: ask.Say | ask.Emote) -> tuple[Fact, ...]:
    """Say something or show an emote; a hint that costs cards is paid for."""
    if request.guest in room.muted:
        raise Refused(RefusalKind.MUTED)
    if isinstance(what, ask.Emote):
        if what.emote not in EMOTES:
            raise Refused(RefusalKind.NO_SUCH_EMOTE, choices=EMOTES)
        return (Emoted(request.guest, what.emote),)
    said = Said(request.guest, clean_text(what.text))
    player = seat_of(room, request.guest)
    price = parse_settings(room.settings)[0].suggestion_penalty
    if player is None or not price or not isinstance(room.game, GameOn):
        return (said,)
    game = room.game.game
    if not _is_in_round(game, player):
        return (said,)
    if not suggests_card(said.text, [seat_name(seat) for seat in room.seats]):
        return (said,)
    if not what.anyway:
        raise Refused(RefusalKind.SUGGESTION, cards=price)
    return (
        said,
        *apply_game_command(game, Act(player, Suggest()), request.secrets),
    )


def accuse_or_judge(
    room: Room, request: RequestContext, what: ask.Accuse | ask.Judge
) -> tuple[Fact, ...]:
    """Accuse somebody or give a verdict, and let the guilty pay."""
    on = check_game_on(room)
    player = own_seat(room, request)
    if isinstance(what, ask.Accuse):
        if what.seat is None:
            facts = accuse(room, on, player, what.message, request.now)
        else:
            facts = accuse_of_breaking(
                room, on, by=player, message=what.message, seat=what.seat, now=request.now
            )
    else:
        facts = give_verdict(on.hints, player, guilty=what.guilty)
    if AccusationClosed(upheld=True) not in facts:
        return facts
    made = next((accusation_of(fact) for fact in facts if isinstance(fact, Accused)), None)
    accusation = made or on.hints.accusation
    assert accusation is not None, "one who is judged was accused"
    guilty = accusation.seat
    pays: Command = Penalty(guilty) if accusation.honour else Act(guilty, Suggest())
    try:
        paid = apply_game_command(on.game, pays, request.secrets, MovedBy.TABLE)
    except Refused:
        return facts  # there is nothing left to pay with
    return (*facts, *paid)


def _is_in_round(game: Game, player: int) -> bool:
    """Whether the seat's own round is being played, whatever other tables do."""
    found = seat_in_game(game, player)
    return found is not None and seat_to_act(game.tables[found[0]].round) is not None
