"""What a person can ask of a table. Whether they may is for `decide` to say."""

from hashlib import blake2b

import msgspec

from openuno.engine.actions import Action
from openuno.room.settings import Settings


class _Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="do",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass


class Sit(_Command, frozen=True, tag="sit"):
    """Take a free seat; during a game, your own that a bot keeps for you or, between rounds, one
    that a bot keeps for nobody. Joining a game with custom rules takes `accept`.

    `ready` also says that you are ready for the next game; `name` and `face` are as for `rename`.
    """

    seat: int
    accept: bool = False
    ready: bool = False
    name: str | None = None
    face: str | None = None


class Stand(_Command, frozen=True, tag="stand"):
    """Give up your seat, and stay to watch."""


class Leave(_Command, frozen=True, tag="leave"):
    """Leave the table: your seat is given up, and if you are host, someone else becomes host."""


class Return(_Command, frozen=True, tag="back"):
    """Play your own seat again after a bot has played for you; any move does it, too."""


class Ready(_Command, frozen=True, tag="ready"):
    """Say whether you are ready; to be ready accepts the table's rules, the written ones too."""

    ready: bool = True


class Commit(_Command, frozen=True, tag="commit"):
    """Commit to a seed for the next game, at any time; `commitment` is its digest, as hex.

    The digest is SHA-256 of `openuno client seed 1` and the seed's 32 bytes.
    """

    commitment: str


class AddSeed(_Command, frozen=True, tag="share"):
    """Show the seed you have committed to, once the table asks for it: 32 bytes, as hex.

    Between games it may also be shown without a commitment, which protects less.
    """

    seed: str


class Start(_Command, frozen=True, tag="start"):
    """Start the game, as the host or, at a shared screen, as any player. Accepts the rules.

    `dealer` is the seat that deals first, where the table picks one. With `only_taken` the seats
    that are empty are removed first; otherwise a table with an empty seat cannot start.
    """

    dealer: int | None = None
    only_taken: bool = False


class Move(_Command, frozen=True, tag="move"):
    """Do something in the round at your table."""

    action: Action


class DealNextRound(_Command, frozen=True, tag="next"):
    """Deal the next round."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """Ask for another game with the same rules, as any player may; empty seats are removed."""


class End(_Command, frozen=True, tag="end"):
    """End the game for everyone; only the host may."""


class SetUp(_Command, frozen=True, tag="set-up"):
    """Change the table between games; only the host may."""

    settings: Settings


class AddBot(_Command, frozen=True, tag="add-bot"):
    """Seat a bot in a free seat; only the host may."""

    seat: int
    bot: str = "regular"


class RemoveBot(_Command, frozen=True, tag="remove-bot"):
    """Send a bot away between games; only the host may."""

    seat: int


class Kick(_Command, frozen=True, tag="kick"):
    """Remove a person from their seat; only the host may."""

    seat: int


class Vote(_Command, frozen=True, tag="vote"):
    """Vote to remove the person in `seat`, who is away; without a seat, to end the game.

    It is done once more than half of those who have a seat are in favour.
    """

    seat: int | None = None
    favour: bool = True


class HandOver(_Command, frozen=True, tag="hand-over"):
    """Make another person at the table host."""

    guest: str


class Say(_Command, frozen=True, tag="say"):
    """Say something; `anyway` pays for a suggestion where those cost cards (PEN-1)."""

    text: str
    anyway: bool = False


class Accuse(_Command, frozen=True, tag="accuse"):
    """Say that what another player said, in the entry `message`, suggested a card (PEN-1).

    With a `seat`: that the player there did not keep the honour rule read out in that entry
    (PEN-2); it can be the player's own.
    """

    message: int
    seat: int | None = None


class Judge(_Command, frozen=True, tag="judge"):
    """Say whether the player accused has suggested a card, or has not kept the honour rule."""

    guilty: bool


class Rename(_Command, frozen=True, tag="rename"):
    """Change your name or your face, here and from now on; what is left out stays."""

    name: str | None = None
    face: str | None = None


class Emote(_Command, frozen=True, tag="emote"):
    """Show a feeling."""

    emote: str


class Mute(_Command, frozen=True, tag="mute"):
    """Mute a person, or let them speak again; only the host may."""

    guest: str
    muted: bool = True


RoomCommand = (
    Sit
    | Stand
    | Leave
    | Return
    | Ready
    | Commit
    | AddSeed
    | Start
    | Move
    | DealNextRound
    | Rematch
    | End
    | SetUp
    | AddBot
    | RemoveBot
    | Kick
    | Vote
    | HandOver
    | Say
    | Accuse
    | Judge
    | Rename
    | Emote
    | Mute
)

_ENCODER = msgspec.json.Encoder()


def command_digest(command: RoomCommand) -> str:
    """Sixteen hex digits that tell one command from another, kept with the entry it led to."""
    return blake2b(_ENCODER.encode(command), digest_size=8).hexdigest()
