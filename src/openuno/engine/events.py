"""What has happened at the table: facts in the past tense, enough to rebuild the round.

An event carries the cards it moved; `redact` turns those that a seat may not see face down. A card
laid or kept, a pass and a missed turn pass the turn on, so most turns are a single event. `spent`
is how many words of the generator a shuffle read.
"""

import msgspec

from openuno.engine.cards import Card, Colour
from openuno.engine.custom.kinds import CardKind
from openuno.engine.enums import NamedEnum

Cards = tuple[Card, ...]


class DrawReason(NamedEnum):
    """Why a seat drew."""

    TURN = "turn"
    CARD = "card"
    CHALLENGE = "challenge"
    UNO = "uno"
    WRONG_CATCH = "wrong-catch"
    SUGGESTION = "suggestion"
    HONOUR = "honour"
    """The table has decided that an honour rule was not kept."""


class CardChoice(NamedEnum):
    """What a seat chooses cards for."""

    DISCARD = "discard"
    DISCARD_TO = "discard-to"
    """To discard until this number is left."""
    GIVE = "give"
    PASS = "pass"
    """To its neighbour, when everyone has chosen."""


class UnfinishedRule(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    repr_omit_defaults=True,
    forbid_unknown_fields=True,
):
    """How far the custom rule on the top card has come while it waits for an answer.

    `by` laid the card and picked `target`; `sentence` is the one that asks, from 0; `again`: the
    turn comes back to `by` when all is done; `held`: the last condition was true.
    """

    by: int
    sentence: int
    target: int | None = None
    again: bool = False
    held: bool = True


class LastingRule(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """These seats may not play cards of a kind, or may play `only` those, until the rule ends.

    It ends when the turn next comes to the seat `until`; with none there, when the round does.
    """

    seats: tuple[int, ...]
    kind: CardKind
    only: bool
    until: int | None


class _Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="event",
    forbid_unknown_fields=True,
):
    pass


class DrewForDeal(_Event, frozen=True, tag="drew-for-deal"):
    """A seat drew a card to find the dealer; everyone sees it."""

    seat: int
    card: Card


class DealerFound(_Event, frozen=True, tag="dealer-found"):
    """The draw for the deal is settled."""

    seat: int


class Dealt(_Event, frozen=True, tag="dealt"):
    """The deck was shuffled and dealt."""

    hands: tuple[Cards, ...]
    pile: Cards
    spent: int


class TurnedUp(_Event, frozen=True, tag="turned-up"):
    """The top card of the pile started the discard pile."""

    card: Card


class PutBack(_Event, frozen=True, tag="put-back"):
    """The card turned up may not start: it went back and the pile was shuffled."""

    card: Card
    pile: Cards
    spent: int


class ColourNamed(_Event, frozen=True, tag="colour-named"):
    """The colour for a wild was named: for the first card, or because a written rule asked."""

    seat: int
    colour: Colour


class PlayerChosen(_Event, frozen=True, tag="player-chosen"):
    """The dealer chose whom the first card is about, or a seat whom a written rule asked for."""

    seat: int
    target: int


class Played(_Event, frozen=True, tag="played"):
    """A seat laid a card, by its turn or jumping in."""

    seat: int
    card: Card
    colour: Colour | None = None
    target: int | None = None
    uno: bool = False


class Drew(_Event, frozen=True, tag="drew"):
    """Cards went from the pile into a hand, in the order drawn."""

    seat: int
    cards: Cards
    why: DrawReason


class Kept(_Event, frozen=True, tag="kept"):
    """A seat kept the card it drew."""

    seat: int


class Passed(_Event, frozen=True, tag="passed"):
    """A seat had nothing to play and nothing to draw."""

    seat: int


class Skipped(_Event, frozen=True, tag="skipped"):
    """A seat missed its turn."""

    seat: int


class Reversed(_Event, frozen=True, tag="reversed"):
    """The seat turned the direction of play."""

    seat: int
    direction: int


class Reshuffled(_Event, frozen=True, tag="reshuffled"):
    """The discard pile, less its top card, was shuffled into a new draw pile."""

    pile: Cards
    spent: int


class HandsSwapped(_Event, frozen=True, tag="hands-swapped"):
    """Two seats exchanged their whole hands; `hands` are all hands after it."""

    seat: int
    target: int
    hands: tuple[Cards, ...]


class HandsPassed(_Event, frozen=True, tag="hands-passed"):
    """Every hand went on to the next seat: in the direction of play, or to the `side` written."""

    seat: int
    hands: tuple[Cards, ...]
    side: int | None = None


class HandsShuffled(_Event, frozen=True, tag="hands-shuffled"):
    """All hands were collected, shuffled and dealt out again."""

    seat: int
    hands: tuple[Cards, ...]
    spent: int


class ChallengeOffered(_Event, frozen=True, tag="challenge-offered"):
    """A seat must take `total` cards or doubt the Wild Draw Four laid on the colour `before`."""

    seat: int
    total: int
    by: int
    before: Colour


class StackOffered(_Event, frozen=True, tag="stack-offered"):
    """A seat must take `total` cards or add a draw card."""

    seat: int
    total: int


class Accepted(_Event, frozen=True, tag="accepted"):
    """A seat takes the cards demanded of it."""

    seat: int


class Challenged(_Event, frozen=True, tag="challenged"):
    """A seat doubted a Wild Draw Four, and was right if `guilty`."""

    seat: int
    target: int
    guilty: bool


class HandShown(_Event, frozen=True, tag="hand-shown"):
    """A hand was shown to one seat alone: to its challenger, or because a written rule says so."""

    seat: int
    to: int
    cards: Cards


class Discarded(_Event, frozen=True, tag="discarded"):
    """A written rule made a seat discard cards, under the top card; everyone sees them."""

    seat: int
    cards: Cards
    spent: int


class CardsGiven(_Event, frozen=True, tag="cards-given"):
    """Cards went from one hand into another; the two alone see them."""

    seat: int
    to: int
    cards: Cards
    spent: int


class CardsAsked(_Event, frozen=True, tag="cards-asked"):
    """A written rule asks seats, one after another, to choose `number` cards of their own.

    To discard down to a number, each chooses as many as it holds more than `number`, at most ten.

    `to` are the seats that get them, each this number; with none they are discarded. Cards to
    pass on go to each seat's neighbour once everyone has chosen.
    """

    seats: tuple[int, ...]
    what: CardChoice
    number: int
    to: tuple[int, ...]
    rule: UnfinishedRule


class CardSetAside(_Event, frozen=True, tag="card-set-aside"):
    """A seat chose a card to pass on; it stays in the hand, and secret, until all have chosen."""

    seat: int
    card: Card


class TurnLost(_Event, frozen=True, tag="turn-lost"):
    """A seat is to miss its next turns, this number of them in all."""

    seat: int
    turns: int = 1


class HonourRuleRead(_Event, frozen=True, tag="rule-read"):
    """An honour rule was read out: the table sees to it itself."""

    seat: int
    text: str


class LastingRuleBegan(_Event, frozen=True, tag="lasting-rule-began"):
    """From now on a written rule limits what some seats may play."""

    seat: int
    rule: LastingRule


class LastingRuleEnded(_Event, frozen=True, tag="lasting-rule-ended"):
    """A lasting rule is over: its time has come, or a newer one took its place."""

    rule: LastingRule


class SaidUno(_Event, frozen=True, tag="said-uno"):
    """A seat said UNO after its card."""

    seat: int


class Caught(_Event, frozen=True, tag="caught"):
    """A seat caught another that had not said UNO."""

    seat: int
    target: int


class CaughtWrongly(_Event, frozen=True, tag="caught-wrongly"):
    """A seat called out another that owed nothing."""

    seat: int
    target: int


class Suggested(_Event, frozen=True, tag="suggested"):
    """A seat suggested a card to another player."""

    seat: int


class TurnBegan(_Event, frozen=True, tag="turn-began"):
    """A seat is to play or draw, out of the usual order."""

    seat: int


class ColourAsked(_Event, frozen=True, tag="colour-asked", omit_defaults=True):
    """A seat is to name the colour for the wild on top: the first card, or by a written rule."""

    seat: int
    rule: UnfinishedRule | None = None


class ChoiceAsked(_Event, frozen=True, tag="choice-asked", omit_defaults=True):
    """A seat is to choose a player: the dealer for the first card, or by a written rule."""

    seat: int
    rule: UnfinishedRule | None = None


class DecisionAsked(_Event, frozen=True, tag="decision-asked"):
    """A seat is to say whether it wants what the next sentence of a written rule does."""

    seat: int
    rule: UnfinishedRule


class Decided(_Event, frozen=True, tag="decided"):
    """A seat has said whether it wants what a written rule asked it about."""

    seat: int
    yes: bool


class RoundEnded(_Event, frozen=True, tag="round-ended"):
    """A seat went out, or nobody could move (`winner` is None); hands are laid open and counted."""

    winner: int | None
    hands: tuple[Cards, ...]
    points: tuple[int, ...]


DealerEvent = DrewForDeal | DealerFound
OpenEvent = (
    TurnedUp
    | ColourAsked
    | ColourNamed
    | ChoiceAsked
    | PlayerChosen
    | Played
    | Kept
    | Passed
    | Skipped
    | Reversed
    | ChallengeOffered
    | StackOffered
    | Accepted
    | Challenged
    | CardsAsked
    | TurnLost
    | HonourRuleRead
    | LastingRuleBegan
    | LastingRuleEnded
    | SaidUno
    | Caught
    | CaughtWrongly
    | Suggested
    | TurnBegan
    | DecisionAsked
    | Decided
    | RoundEnded
)
"""What everyone may see all of."""
SecretEvent = (
    Dealt
    | PutBack
    | Drew
    | Reshuffled
    | HandsSwapped
    | HandsPassed
    | HandsShuffled
    | HandShown
    | Discarded
    | CardsGiven
    | CardSetAside
)
"""What `redact` turns face down for the seats that may not know it."""
Event = OpenEvent | SecretEvent
