// Made from the server's own types by `python -m openuno.table.typescript`: change those instead.
// What the messages mean is told in docs/protocol.md.

/** Said in `hello`; the server says its own in `welcome`. */
export const PROTOCOL = 1;

/** Draw what a draw card, or a stack of them, demands. */
export interface Accept {
  readonly do: "accept";
}

/** A seat takes the cards demanded of it. */
export interface Accepted {
  readonly event: "accepted";
  readonly seat: number;
}

/** The player in `by` says that what `seat` said was a suggestion; `judges` are seats, too. */
export interface Accusation {
  readonly seat: number;
  readonly by: number;
  readonly text: string;
  readonly until: number;
  readonly judges: readonly number[];
  /** Left out, it is []. */
  readonly guilty?: readonly number[];
  /** Left out, it is []. */
  readonly innocent?: readonly number[];
}

/** The table has decided, or has let the time pass; a penalty comes as a move of its own. */
export interface AccusationClosed {
  readonly fact: "accusation-closed";
  readonly upheld: boolean;
}

/** Say that what another player said, in the entry `message`, suggested a card (PEN-1). */
export interface Accuse {
  readonly do: "accuse";
  readonly message: number;
}

/**
 * The player in `by` accused the one in `seat` of a suggestion, in the entry `message`.
 *
 * The `judges` are seats; until `until` they say whether it was one. The accuser has.
 */
export interface Accused {
  readonly fact: "accused";
  readonly seat: number;
  readonly by: number;
  readonly message: number;
  readonly text: string;
  readonly judges: readonly number[];
  readonly until: number;
}

/** Server: your wish is entry `seq`, and safe. */
export interface Ack {
  readonly type: "ack";
  readonly id: string;
  readonly seq: number;
}

/** A player does something in the round at its table. */
export interface Act {
  readonly command: "act";
  readonly player: number;
  readonly action: Action;
}

export type Action =
  | Play
  | Draw
  | Keep
  | Pass
  | Name
  | ChoosePlayer
  | Accept
  | Challenge
  | SayUno
  | Catch
  | Suggest;

/** Let a bot take a free seat; the host's word. */
export interface AddBot {
  readonly do: "add-bot";
  readonly seat: number;
  /** Left out, it is "regular". */
  readonly bot?: string;
}

/** Nobody has touched the table for long: it left the lobby, and can be woken. */
export interface Archived {
  readonly fact: "archived";
}

/** Client: please do this. `id` is mine: new for each wish, the same when I say it again. */
export interface Ask {
  readonly type: "ask";
  readonly id: string;
  readonly command: TableCommand;
}

/** Something happened in the round at one table. */
export interface AtTable {
  readonly event: "at-table";
  readonly table: number;
  readonly what: RoundEvent;
}

/** Play one's own seat again after a bot has played for one; any move does it, too. */
export interface BackCommand {
  readonly do: "back";
}

/** A person plays their own seat again. */
export interface BackFact {
  readonly fact: "back";
  readonly seat: number;
}

/** A vote to remove who sits in `seat`, or to end the game; it counts until `until`. */
export interface Ballot {
  readonly guest: string;
  /** Left out, it is null. */
  readonly seat?: number | null;
  /** Left out, it is 0. */
  readonly until?: number;
}

/** Server: why you may not, in a sentence, with the engine's reason; without both, you may. */
export interface Because {
  readonly type: "because";
  readonly id: string;
  /** Left out, it is null. */
  readonly sentence?: string | null;
  /** Left out, it is null. */
  readonly reason?: string | null;
}

/** So many rounds; whoever won most of them wins (FMT-8). */
export interface BestOf {
  readonly format: "best-of";
  readonly rounds: number;
}

/** A bot took a seat. */
export interface BotSat {
  readonly fact: "bot-sat";
  readonly seat: number;
  readonly bot: string;
  readonly name: string;
}

/** Server: I am going down; come back after so many milliseconds. */
export interface Bye {
  readonly type: "bye";
  readonly retry: number;
}

/** A person is at the table, seated or watching, through the process `via`. */
export interface Came {
  readonly fact: "came";
  readonly guest: string;
  readonly name: string;
  readonly via: string;
}

/**
 * A card kind, written as its code; two equal cards are the same object.
 *
 * Hands are kept in the order of the codes. `BACK` is a card seen from behind: it stands in what a
 * seat may not know and is in no deck. A blank's digit says which of the written rules it carries.
 */
export type Card =
  | "??"
  | "B0"
  | "B1"
  | "B2"
  | "B3"
  | "B4"
  | "B5"
  | "B6"
  | "B7"
  | "B8"
  | "B9"
  | "BD"
  | "BR"
  | "BS"
  | "G0"
  | "G1"
  | "G2"
  | "G3"
  | "G4"
  | "G5"
  | "G6"
  | "G7"
  | "G8"
  | "G9"
  | "GD"
  | "GR"
  | "GS"
  | "R0"
  | "R1"
  | "R2"
  | "R3"
  | "R4"
  | "R5"
  | "R6"
  | "R7"
  | "R8"
  | "R9"
  | "RD"
  | "RR"
  | "RS"
  | "W"
  | "W4"
  | "WC1"
  | "WC2"
  | "WC3"
  | "WC4"
  | "WC5"
  | "WC6"
  | "WC7"
  | "WC8"
  | "WH"
  | "WX"
  | "Y0"
  | "Y1"
  | "Y2"
  | "Y3"
  | "Y4"
  | "Y5"
  | "Y6"
  | "Y7"
  | "Y8"
  | "Y9"
  | "YD"
  | "YR"
  | "YS";

/** Cards went from one hand into another; the two alone see them. */
export interface CardsGiven {
  readonly event: "cards-given";
  readonly seat: number;
  readonly to: number;
  readonly cards: readonly Card[];
  readonly spent: number;
}

/** Catch a player who has one card and has not said UNO. */
export interface Catch {
  readonly do: "catch";
  readonly target: number;
}

/** A seat caught another that had not said UNO. */
export interface Caught {
  readonly event: "caught";
  readonly seat: number;
  readonly target: number;
}

/** A seat called out another that owed nothing. */
export interface CaughtWrongly {
  readonly event: "caught-wrongly";
  readonly seat: number;
  readonly target: number;
}

/** Doubt that the Wild Draw Four was laid lawfully. */
export interface Challenge {
  readonly do: "challenge";
}

/** A seat must take `total` cards or doubt the Wild Draw Four laid on the colour `before`. */
export interface ChallengeOffered {
  readonly event: "challenge-offered";
  readonly seat: number;
  readonly total: number;
  readonly by: number;
  readonly before: Colour;
}

/** A seat doubted a Wild Draw Four, and was right if `guilty`. */
export interface Challenged {
  readonly event: "challenged";
  readonly seat: number;
  readonly target: number;
  readonly guilty: boolean;
}

/** The dealer is to choose whom the card that started the discard pile is about. */
export interface ChoiceAsked {
  readonly event: "choice-asked";
  readonly seat: number;
}

/** Choose the player whom the card that started the discard pile is about. */
export interface ChoosePlayer {
  readonly do: "choose";
  readonly target: number;
}

/** A wild that is about some player started the discard pile: the dealer chooses whom. */
export interface ChoosingPlayer {
  readonly phase: "choosing";
  readonly seat: number;
}

export type ClientMessage = Hello | Join | Ask | WhyNot | Ping;

/**
 * How long things may take, in seconds.
 *
 * `move`: a person's move (None: as long as they like); `away`: how long the table waits for
 * someone who is not there; `between`: until the next hand is dealt though nobody asks for it;
 * `bots`: how long a bot takes over a move; `window`: how long, beyond the grace, a bot leaves
 * people to call UNO, catch or jump in before it moves on (UNO-8).
 */
export interface Clock {
  /** Left out, it is 60. */
  readonly move?: number | null;
  /** Left out, it is 30. */
  readonly away?: number;
  /** Left out, it is 20. */
  readonly between?: number;
  /** Left out, it is 1. */
  readonly bots?: number;
  /** Left out, it is 1. */
  readonly window?: number;
}

/** Every way to be refused; `docs/protocol.md` says what to do about each. */
export type Code =
  | "accusation-open"
  | "accused-in-vain"
  | "already-seated"
  | "bad-message"
  | "bad-seed"
  | "bad-settings"
  | "bad-token"
  | "empty"
  | "game-on"
  | "illegal-move"
  | "kicked"
  | "muted"
  | "needs-vote"
  | "no-game"
  | "no-such-bot"
  | "no-such-game"
  | "no-such-message"
  | "no-such-person"
  | "no-such-seat"
  | "no-such-table"
  | "not-a-judge"
  | "not-accepted"
  | "not-at-table"
  | "not-away"
  | "not-host"
  | "not-ready"
  | "not-seated"
  | "reused-id"
  | "seat-taken"
  | "seats-empty"
  | "suggestion"
  | "table-closed"
  | "table-damaged"
  | "table-full"
  | "too-early"
  | "too-fast"
  | "too-long"
  | "too-many"
  | "too-many-guesses"
  | "try-again"
  | "unavailable"
  | "wrong-password"
  | "wrong-protocol";

/** One of the four colours; a wild has none of its own. */
export type Colour = "B" | "G" | "R" | "Y";

/** A seat is to name the colour for the wild that started the discard pile. */
export interface ColourAsked {
  readonly event: "colour-asked";
  readonly seat: number;
}

/** The colour for a wild turned up at the start was named. */
export interface ColourNamed {
  readonly event: "colour-named";
  readonly seat: number;
  readonly colour: Colour;
}

/**
 * Bind oneself to a seed for the next game, at any time; `commitment` is its digest, as hex.
 *
 * The digest is SHA-256 of `openuno client seed 1` and the seed's 32 bytes.
 */
export interface Commit {
  readonly do: "commit";
  readonly commitment: string;
}

/** The server bound itself to a seed for the next game. */
export interface Committed {
  readonly fact: "committed";
  readonly commitment: string;
}

/** How a hand is compared with a number. */
export type Compare = "at-least" | "at-most" | "exactly" | "fewer" | "more";

export type Condition = Holds | Named;

/** How the first dealer is found. */
export type DealerDraw = "chosen" | "numbers-only" | "symbols-zero";

/** The draw for the deal is settled. */
export interface DealerFound {
  readonly event: "dealer-found";
  readonly seat: number;
}

/** The deck was shuffled and dealt. */
export interface Dealt {
  readonly event: "dealt";
  readonly hands: readonly (readonly Card[])[];
  readonly pile: readonly Card[];
  readonly spent: number;
}

/** A written rule made a seat discard cards, under the top card; everyone sees them. */
export interface Discarded {
  readonly event: "discarded";
  readonly seat: number;
  readonly cards: readonly Card[];
  readonly spent: number;
}

/** They discard cards at random. */
export interface Discards {
  readonly effect: "discards";
  readonly who: Who;
  readonly amount: number | PerCard;
  readonly when: Condition | null;
}

/** They discard all cards of the colour named. */
export interface DiscardsColour {
  readonly effect: "discards-colour";
  readonly who: Who;
  readonly when: Condition | null;
}

/**
 * The seat takes a Wild Draw Four's cards or challenges it.
 *
 * `held` is the hand of the seat that laid it as it was then, `before` the colour then in play:
 * cards drawn since (a penalty, say) neither convict nor clear.
 */
export interface Doubt {
  readonly phase: "doubt";
  readonly seat: number;
  readonly total: number;
  readonly by: number;
  readonly before: Colour;
  readonly held: readonly Card[];
}

/** Draw from the pile instead of playing. */
export interface Draw {
  readonly do: "draw";
}

/** The seat has drawn and may play that card, or keeps it. */
export interface Drawn {
  readonly phase: "drawn";
  readonly seat: number;
  readonly card: Card;
}

/** They draw cards. */
export interface Draws {
  readonly effect: "draws";
  readonly who: Who;
  readonly amount: number | PerCard;
  readonly when: Condition | null;
}

/** Cards went from the pile into a hand, in the order drawn. */
export interface Drew {
  readonly event: "drew";
  readonly seat: number;
  readonly cards: readonly Card[];
  readonly why: Why;
}

/** A seat drew a card to find the dealer; everyone sees it. */
export interface DrewForDeal {
  readonly event: "drew-for-deal";
  readonly seat: number;
  readonly card: Card;
}

export type Effect =
  | Draws
  | LosesTurn
  | Discards
  | DiscardsColour
  | Swaps
  | Shows
  | Gives
  | Takes
  | Reverses
  | PassesHands
  | ShufflesHands
  | PlaysAgain
  | Honour;

/** Tallies; at the limit one is out, and the last two play head to head (FMT-7). */
export interface Elimination {
  readonly format: "elimination";
  readonly limit: number;
}

/** Show a feeling. */
export interface Emote {
  readonly do: "emote";
  readonly emote: string;
}

/** A person showed a feeling. */
export interface Emoted {
  readonly fact: "emoted";
  readonly guest: string;
  readonly emote: string;
}

/** End the game for everyone; the host's word. */
export interface End {
  readonly do: "end";
}

/**
 * Server: no, and nothing has changed. `reason` is the engine's own for an illegal move.
 *
 * `retry` is in how many milliseconds to ask the same again, where that helps.
 */
export interface Error {
  readonly type: "error";
  readonly code: Code;
  readonly sentence: string;
  /** Left out, it is null. */
  readonly id?: string | null;
  /** Left out, it is null. */
  readonly reason?: string | null;
  /** Left out, it is null. */
  readonly retry?: number | null;
}

export type Fact =
  | Opened
  | SettingsChanged
  | Came
  | Went
  | Sat
  | BotSat
  | Stood
  | HostIs
  | Voted
  | ReadySet
  | SeedCommitted
  | Seeded
  | StartAsked
  | SeedsAsked
  | Committed
  | GameStarted
  | Moved
  | GameClosed
  | Warned
  | Late
  | BackFact
  | Said
  | Accused
  | Judged
  | AccusationClosed
  | Emoted
  | Muted
  | WrongPasswords
  | Archived
  | TableClosed;

/** What a card other than a number does when it is turned up to start the discard pile. */
export type FirstCard = "acts" | "all-act" | "number" | "wilds-name";

export type Format = Race | LowTally | Partners | Rotating | Teams | Elimination | Single | BestOf;

/** The game is over or was ended: the seed is revealed. */
export interface GameClosed {
  readonly fact: "game-closed";
  readonly reveal: string;
  /** Left out, it is null. */
  readonly ended_by?: string | null;
}

export type GameCommand = NextHand | Act;

/** The game is over; those who tie share the win. */
export interface GameEnded {
  readonly event: "game-ended";
  readonly winners: readonly number[];
}

export type GameEvent =
  | DrewForDeal
  | DealerFound
  | HandBegan
  | AtTable
  | HandScored
  | PutOut
  | GameEnded;

/**
 * A game began: players are the seats in order.
 *
 * `commitments` and `seeds` are what each had added by then; `terms` is the digest of all that was
 * agreed, the first line of the game's record. Games of older servers have neither.
 */
export interface GameStarted {
  readonly fact: "game-started";
  readonly number: number;
  readonly commitment: string;
  readonly seeds: readonly (string | null)[];
  readonly names: readonly string[];
  /** Left out, it is null. */
  readonly dealer?: number | null;
  /** Left out, it is []. */
  readonly events?: readonly GameEvent[];
  /** Left out, it is []. */
  readonly commitments?: readonly (string | null)[];
  /** Left out, it is null. */
  readonly terms?: string | null;
}

/** A table as the player sees it: its own from its seat, another's as one who watches. */
export interface GameTableView {
  readonly players: readonly number[];
  readonly view: View;
}

/** A game as `player` sees it; `player` is None for someone watching. */
export interface GameView {
  readonly rules: Rules;
  readonly format: Format;
  readonly player: number | null;
  readonly dealer: number | null;
  readonly hand: number;
  readonly tables: readonly GameTableView[];
  readonly scores: readonly number[];
  readonly wins: readonly number[];
  readonly out: readonly (readonly number[])[];
  readonly winners: readonly number[] | null;
}

/** They give random cards. */
export interface Gives {
  readonly effect: "gives";
  readonly who: Who;
  readonly amount: number | PerCard;
  readonly to: Who;
  readonly when: Condition | null;
}

/** A hand is dealt at every table; `tables` are its players by seat, `dealers` their dealers. */
export interface HandBegan {
  readonly event: "hand-began";
  readonly hand: number;
  readonly tables: readonly (readonly number[])[];
  readonly dealers: readonly number[];
}

/** Make another person at the table host. */
export interface HandOver {
  readonly do: "hand-over";
  readonly guest: string;
}

/** A table's round is over; `winner` went out, and each player's score grew by `points`. */
export interface HandScored {
  readonly event: "hand-scored";
  readonly table: number;
  readonly winner: number | null;
  readonly points: readonly number[];
}

/** A hand was shown to one seat alone: to its challenger, or because a written rule says so. */
export interface HandShown {
  readonly event: "hand-shown";
  readonly seat: number;
  readonly to: number;
  readonly cards: readonly Card[];
}

/** Every hand went on to the next seat: in the direction of play, or to the `side` written. */
export interface HandsPassed {
  readonly event: "hands-passed";
  readonly seat: number;
  readonly hands: readonly (readonly Card[])[];
  readonly side: number | null;
}

/** All hands were collected, shuffled and dealt out again. */
export interface HandsShuffled {
  readonly event: "hands-shuffled";
  readonly seat: number;
  readonly hands: readonly (readonly Card[])[];
  readonly spent: number;
}

/** Two seats exchanged their whole hands; `hands` are all hands after it. */
export interface HandsSwapped {
  readonly event: "hands-swapped";
  readonly seat: number;
  readonly target: number;
  readonly hands: readonly (readonly Card[])[];
}

/** Client: what I speak and the token that says who I am. First on every connection. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly token: string;
}

/** What can be judged in this hand, what is being judged, and who has accused in vain. */
export interface Hints {
  /** Left out, it is []. */
  readonly remarks?: readonly Remark[];
  /** Left out, it is null. */
  readonly accusation?: Accusation | null;
  /** Left out, it is []. */
  readonly dismissed?: readonly number[];
}

/** Whether they hold so many cards, every one of them if they are several. */
export interface Holds {
  readonly if: "holds";
  readonly who: Who;
  readonly compare: Compare;
  readonly number: number;
}

/** Words in quotation marks: shown to the table, and left to its honour. */
export interface Honour {
  readonly effect: "honour";
  readonly text: string;
}

/** Another person is host now; None when nobody is left. `acting`: until the owner returns. */
export interface HostIs {
  readonly fact: "host-is";
  readonly guest: string | null;
  /** Left out, it is false. */
  readonly acting?: boolean;
}

/** Client: let me follow this table, instead of any other; `since` is the last `seq` I have. */
export interface Join {
  readonly type: "join";
  readonly table: string;
  /** Left out, it is null. */
  readonly since?: number | null;
  /** Left out, it is null. */
  readonly password?: string | null;
}

/** Say whether the player accused has suggested a card. */
export interface Judge {
  readonly do: "judge";
  readonly guilty: boolean;
}

/** One of the judges said whether it was a suggestion. */
export interface Judged {
  readonly fact: "judged";
  readonly seat: number;
  readonly guilty: boolean;
}

/** Keep the card just drawn and end the turn. */
export interface Keep {
  readonly do: "keep";
}

/** A seat kept the card it drew. */
export interface Kept {
  readonly event: "kept";
  readonly seat: number;
}

/** Send a person away from their seat; the host's word. */
export interface Kick {
  readonly do: "kick";
  readonly seat: number;
}

/** Which cards `for each` counts. */
export type Kind = "any" | "blue" | "green" | "red" | "wild" | "yellow";

/** A seat let its clock run out or stayed away: a bot plays for it until its next move. */
export interface Late {
  readonly fact: "late";
  readonly seat: number;
}

/** Go: the seat is given up, and being host passes on. */
export interface Leave {
  readonly do: "leave";
}

/** They miss their next turn. */
export interface LosesTurn {
  readonly effect: "loses-turn";
  readonly who: Who;
  readonly when: Condition | null;
}

/** Everyone tallies what they are caught with; at the limit the lowest wins (FMT-2). */
export interface LowTally {
  readonly format: "low-tally";
  readonly limit: number;
}

/** Do something in the round at one's table. */
export interface Move {
  readonly do: "move";
  readonly action: Action;
}

/**
 * A command was carried out in the game; `by` is how: a person, a bot, the clock
 * for one, or the table that found someone guilty.
 */
export interface Moved {
  readonly fact: "moved";
  readonly command: GameCommand;
  readonly events: readonly GameEvent[];
  /** Left out, it is "person". */
  readonly by?: string;
}

/** Take the word from a person or give it back; the host's word. */
export interface Mute {
  readonly do: "mute";
  readonly guest: string;
  /** Left out, it is true. */
  readonly muted?: boolean;
}

/** The host took the word from a person, or gave it back. */
export interface Muted {
  readonly fact: "muted";
  readonly guest: string;
  readonly muted: boolean;
}

/** Name the colour for the wild that started the discard pile. */
export interface Name {
  readonly do: "name";
  readonly colour: Colour;
}

/** Whether this is the colour named with the card. */
export interface Named {
  readonly if: "named";
  readonly colour: Colour;
}

/**
 * A wild started the discard pile: the seat names its colour.
 *
 * Then it plays; but the dealer names the colour of a card that acts on it, and lets it act.
 */
export interface Naming {
  readonly phase: "naming";
  readonly seat: number;
}

/**
 * Server: entry `seq` as you may know it, and what you may now do in the round.
 *
 * Every entry reaches everyone, so who sees 7 after 5 has missed one and joins again. A snapshot
 * takes the place of news when your seat changes, or when you were too slow.
 */
export interface News {
  readonly type: "news";
  readonly seq: number;
  readonly at: number;
  readonly facts: readonly Fact[];
  /** Left out, it is []. */
  readonly legal?: readonly Action[];
}

/** Deal the next hand. */
export interface Next {
  readonly do: "next";
}

/** Deal the next hand at every table. */
export interface NextHand {
  readonly command: "next-hand";
}

/** The table was opened; `password` is a hash. */
export interface Opened {
  readonly fact: "opened";
  readonly host: string;
  readonly settings: Settings;
  /** Left out, it is null. */
  readonly password?: string | null;
}

/** Someone went out, or nobody could move and nobody won. */
export interface Over {
  readonly phase: "over";
  readonly winner: number | null;
}

/** Four players, partners opposite; the first pair to the limit wins (FMT-3). */
export interface Partners {
  readonly format: "partners";
  readonly limit: number;
}

/** End a turn in which there is nothing to play and nothing to draw. */
export interface Pass {
  readonly do: "pass";
}

/** A seat had nothing to play and nothing to draw. */
export interface Passed {
  readonly event: "passed";
  readonly seat: number;
}

/** Every hand goes to the neighbour on that side. */
export interface PassesHands {
  readonly effect: "passes-hands";
  readonly side: Side;
  readonly when: Condition | null;
}

/** So many for each card of a kind that one player holds, and no more than `most` in all. */
export interface PerCard {
  readonly number: number;
  readonly kind: Kind;
  readonly who: Who;
  readonly most: number;
}

/** Someone at the table, connected through these processes. */
export interface Person {
  readonly guest: string;
  readonly name: string;
  readonly via: readonly string[];
}

export type Phase = Undealt | Naming | ChoosingPlayer | Turn | Drawn | Stacked | Doubt | Over;

/** Client: are you there? */
export interface Ping {
  readonly type: "ping";
}

/** Lay a card; out of turn it is a jump-in. `uno` says the word with the card. */
export interface Play {
  readonly do: "play";
  readonly card: Card;
  /** Left out, it is null. */
  readonly colour?: Colour | null;
  /** Left out, it is null. */
  readonly target?: number | null;
  /** Left out, it is false. */
  readonly uno?: boolean;
}

/** A seat laid a card, by its turn or jumping in. */
export interface Played {
  readonly event: "played";
  readonly seat: number;
  readonly card: Card;
  readonly colour: Colour | null;
  readonly target: number | null;
  readonly uno: boolean;
}

/** The dealer chose whom the card turned up at the start is about. */
export interface PlayerChosen {
  readonly event: "player-chosen";
  readonly seat: number;
  readonly target: number;
}

/** The turn comes back to the player. */
export interface PlaysAgain {
  readonly effect: "plays-again";
  readonly when: Condition | null;
}

/** Server: I am, and this is my time. */
export interface Pong {
  readonly type: "pong";
  readonly now: number;
}

/** The card turned up may not start: it went back and the pile was shuffled. */
export interface PutBack {
  readonly event: "put-back";
  readonly card: Card;
  readonly pile: readonly Card[];
  readonly spent: number;
}

/** These players have reached the limit in the same hand and are out of the game. */
export interface PutOut {
  readonly event: "put-out";
  readonly players: readonly number[];
}

/** Whoever goes out scores what the others hold; first to the limit wins (FMT-1). */
export interface Race {
  readonly format: "race";
  readonly limit: number;
}

/** Say whether one is ready; it accepts the table's rules, the written ones too. */
export interface Ready {
  readonly do: "ready";
  /** Left out, it is true. */
  readonly ready?: boolean;
}

/** A seat is ready to start, or no longer; being ready accepts the table's rules. */
export interface ReadySet {
  readonly fact: "ready-set";
  readonly seat: number;
  readonly ready: boolean;
}

/** Something a player said during the hand, by the number of its entry in the log. */
export interface Remark {
  readonly message: number;
  readonly seat: number;
  readonly text: string;
}

/** Another game with the same seats and rules; the host's word. */
export interface Rematch {
  readonly do: "rematch";
}

/** Send a bot away between games; the host's word. */
export interface RemoveBot {
  readonly do: "remove-bot";
  readonly seat: number;
}

/** The discard pile, less its top card, was shuffled into a new draw pile. */
export interface Reshuffled {
  readonly event: "reshuffled";
  readonly pile: readonly Card[];
  readonly spent: number;
}

/** The seat turned the direction of play. */
export interface Reversed {
  readonly event: "reversed";
  readonly seat: number;
  readonly direction: number;
}

/** Play turns round. */
export interface Reverses {
  readonly effect: "reverses";
  readonly when: Condition | null;
}

/** Four hands with everyone else as partner, at as many tables as it takes (FMT-4, FMT-5). */
export interface Rotating {
  readonly format: "rotating";
  readonly cycles: number;
}

/** A seat went out, or nobody could move (`winner` is None); hands are laid open and counted. */
export interface RoundEnded {
  readonly event: "round-ended";
  readonly winner: number | null;
  readonly hands: readonly (readonly Card[])[];
  readonly points: readonly number[];
}

export type RoundEvent =
  | Dealt
  | TurnedUp
  | PutBack
  | ColourAsked
  | ColourNamed
  | ChoiceAsked
  | PlayerChosen
  | Played
  | Drew
  | Kept
  | Passed
  | Skipped
  | Reversed
  | Reshuffled
  | HandsSwapped
  | HandsPassed
  | HandsShuffled
  | ChallengeOffered
  | StackOffered
  | Accepted
  | Challenged
  | HandShown
  | Discarded
  | CardsGiven
  | TurnLost
  | RuleRead
  | SaidUno
  | Caught
  | CaughtWrongly
  | Suggested
  | TurnBegan
  | RoundEnded;

/** An honour rule was read out: the table sees to it itself. */
export interface RuleRead {
  readonly event: "rule-read";
  readonly seat: number;
  readonly text: string;
}

/** Every switch of a table. Built from an edition with `EDITIONS[slug]` and `change`. */
export interface Rules {
  readonly edition: string;
  readonly decks: number;
  readonly swap_cards: number;
  readonly shuffle_cards: number;
  readonly blank_cards: number;
  readonly written: readonly (readonly Effect[])[];
  readonly hand_size: number;
  readonly dealer_draw: DealerDraw;
  readonly first_card: FirstCard;
  readonly renege: boolean;
  readonly play_drawn: boolean;
  readonly draw_until: boolean;
  readonly forced_play: boolean;
  readonly bluffing: boolean;
  readonly stacking: Stacking;
  readonly jump_in: boolean;
  readonly seven_zero: boolean;
  readonly two_player_reverse: boolean;
  readonly teams: boolean;
  readonly uno_penalty: number;
  readonly wrong_catch_penalty: number;
  readonly suggestion_penalty: number;
  readonly special_points: number;
  readonly wild_points: number;
}

/** A person said something to the table. */
export interface Said {
  readonly fact: "said";
  readonly guest: string;
  readonly text: string;
}

/** A seat said UNO after its card. */
export interface SaidUno {
  readonly event: "said-uno";
  readonly seat: number;
}

/** A person took a seat. */
export interface Sat {
  readonly fact: "sat";
  readonly seat: number;
  readonly guest: string;
  readonly name: string;
}

/** Say something; `anyway` pays for a suggestion where those cost cards (PEN-1). */
export interface Say {
  readonly do: "say";
  readonly text: string;
  /** Left out, it is false. */
  readonly anyway?: boolean;
}

/** Say UNO after the card, before being caught. */
export interface SayUno {
  readonly do: "uno";
}

/**
 * Who sits here: a person, a bot, nobody, or a person a bot plays for (`late`).
 *
 * `kept_for` left during the game, a bot plays on; `away` is since when the person is not there.
 * `commitment` is to a seed for the next game, `seed` one shown for it without a commitment.
 */
export interface Seat {
  /** Left out, it is "". */
  readonly name?: string;
  /** Left out, it is null. */
  readonly guest?: string | null;
  /** Left out, it is null. */
  readonly bot?: string | null;
  /** Left out, it is null. */
  readonly kept_for?: string | null;
  /** Left out, it is false. */
  readonly accepted?: boolean;
  /** Left out, it is false. */
  readonly ready?: boolean;
  /** Left out, it is null. */
  readonly seed?: string | null;
  /** Left out, it is false. */
  readonly warned?: boolean;
  /** Left out, it is false. */
  readonly late?: boolean;
  /** Left out, it is null. */
  readonly away?: number | null;
  /** Left out, it is null. */
  readonly commitment?: string | null;
}

/** A seat bound itself to a seed for the next game. */
export interface SeedCommitted {
  readonly fact: "seed-committed";
  readonly seat: number;
  readonly commitment: string;
}

/** A seat showed its seed: when all were asked for theirs, or before, without a commitment. */
export interface Seeded {
  readonly fact: "seeded";
  readonly seat: number;
  readonly seed: string;
}

/** Nobody can commit to a seed of this game any more; who has committed shows theirs. */
export interface SeedsAsked {
  readonly fact: "seeds-asked";
}

export type ServerMessage = Welcome | Snapshot | News | Ack | Error | Because | Pong | Bye;

/** Change the table between games; the host's word. */
export interface SetUp {
  readonly do: "set-up";
  readonly settings: Settings;
}

/**
 * The rules, the format and the manners of a table; fixed while a game is on.
 *
 * `rules` and `format` are in their text forms: `classic+stacking=same`, `race:300`.
 */
export interface Settings {
  /** Left out, it is "mattel-2016". */
  readonly rules?: string;
  /** Left out, it is "race". */
  readonly format?: string;
  /** Left out, it is 4. */
  readonly seats?: number;
  /** Left out, it is {}. */
  readonly clock?: Clock;
  /** Left out, it is true. */
  readonly public?: boolean;
}

/** The host set the table up anew between games; whoever was ready is asked again. */
export interface SettingsChanged {
  readonly fact: "settings-changed";
  readonly settings: Settings;
}

/**
 * Show the seed one has committed to, once the table asks for it: 32 bytes, as hex.
 *
 * Between games it may also be shown without a commitment, which protects less.
 */
export interface Share {
  readonly do: "share";
  readonly seed: string;
}

/** They show their hand. */
export interface Shows {
  readonly effect: "shows";
  readonly who: Who;
  readonly to: Who;
  readonly when: Condition | null;
}

/** All hands are collected, shuffled and dealt out again. */
export interface ShufflesHands {
  readonly effect: "shuffles-hands";
  readonly when: Condition | null;
}

/** Where hands are passed. */
export type Side = "left" | "right";

/** One round; a dead one is dealt again (FMT-8). */
export interface Single {
  readonly format: "single";
}

/**
 * Take a seat that is free; during a game one's own that a bot keeps, or between hands that of
 * a bot which keeps it for nobody. Who comes into a game under written rules accepts them by it.
 */
export interface Sit {
  readonly do: "sit";
  readonly seat: number;
  /** Left out, it is false. */
  readonly accept?: boolean;
}

/** A seat missed its turn. */
export interface Skipped {
  readonly event: "skipped";
  readonly seat: number;
}

/**
 * Server: the table as you see it after entry `seq`, written at `at`.
 *
 * `now` is the time at the table, where it is another than the one the welcome gave: the server's
 * clock was set, or the machine slept. Deadlines at this table count from it.
 */
export interface Snapshot {
  readonly type: "snapshot";
  readonly table: string;
  readonly seq: number;
  readonly at: number;
  readonly view: TableView;
  /** Left out, it is null. */
  readonly now?: number | null;
}

/** A seat must take `total` cards or add a draw card. */
export interface StackOffered {
  readonly event: "stack-offered";
  readonly seat: number;
  readonly total: number;
}

/** The seat adds a draw card or takes them all. */
export interface Stacked {
  readonly phase: "stacked";
  readonly seat: number;
  readonly total: number;
}

/** Whether a draw card may be answered with another. */
export type Stacking = "any" | "off" | "same";

/** Give the seat up; one stays and watches. */
export interface Stand {
  readonly do: "stand";
}

/**
 * Start the game; the host's word, who accepts the rules by it.
 *
 * `dealer` is the seat that deals first, where the table picks one.
 */
export interface Start {
  readonly do: "start";
  /** Left out, it is null. */
  readonly dealer?: number | null;
}

/** The host started a game: seats and settings are fixed, and all who are there can commit. */
export interface StartAsked {
  readonly fact: "start-asked";
  /** Left out, it is null. */
  readonly dealer?: number | null;
}

/**
 * A game about to start, and since when it waits for seeds.
 *
 * At first for everyone present to commit to one; then, `asked`, for those who have to show it.
 * `commitments` and `seeds` are by seat, and stay even if someone leaves now.
 */
export interface Starting {
  readonly since: number;
  /** Left out, it is null. */
  readonly dealer?: number | null;
  /** Left out, it is false. */
  readonly asked?: boolean;
  /** Left out, it is []. */
  readonly commitments?: readonly (string | null)[];
  /** Left out, it is []. */
  readonly seeds?: readonly (string | null)[];
}

/** A seat is free again; during a game a bot plays on in it (`by_bot`) and keeps it. */
export interface Stood {
  readonly fact: "stood";
  readonly seat: number;
  /** Left out, it is null. */
  readonly by_bot?: string | null;
  /** Left out, it is false. */
  readonly kicked?: boolean;
}

/** Suggest a card to another player, and pay for it. */
export interface Suggest {
  readonly do: "suggest";
}

/** A seat suggested a card to another player. */
export interface Suggested {
  readonly event: "suggested";
  readonly seat: number;
}

/** Two players swap hands. */
export interface Swaps {
  readonly effect: "swaps";
  readonly who: Who;
  readonly other: Who;
  readonly when: Condition | null;
}

/** The table is closed for good: by its `host`, `unused` (nobody ever came), or `full`. */
export interface TableClosed {
  readonly fact: "table-closed";
  readonly why: "full" | "host" | "unused";
}

export type TableCommand =
  | Sit
  | Stand
  | Leave
  | BackCommand
  | Ready
  | Commit
  | Share
  | Start
  | Move
  | Next
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
  | Emote
  | Mute;

/**
 * A table as one person sees it; `seat` is theirs, None for those who watch.
 *
 * The fields are those of the table; of a password only that there is one (`locked`).
 */
export interface TableView {
  readonly settings: Settings;
  readonly host: string | null;
  readonly seats: readonly Seat[];
  readonly seat: number | null;
  readonly closed: boolean;
  /** Left out, it is false. */
  readonly locked?: boolean;
  /** Left out, it is []. */
  readonly people?: readonly Person[];
  /** Left out, it is []. */
  readonly muted?: readonly string[];
  /** Left out, it is []. */
  readonly kicked?: readonly string[];
  /** Left out, it is null. */
  readonly commitment?: string | null;
  /** Left out, it is null. */
  readonly game?: GameView | null;
  /** Left out, it is null. */
  readonly started?: GameStarted | null;
  /** Left out, it is false. */
  readonly archived?: boolean;
  /** Left out, it is 0. */
  readonly first?: number;
  /** Left out, it is []. */
  readonly sheet?: readonly (readonly number[])[];
  /** Left out, it is []. */
  readonly waiting?: readonly Wait[];
  /** Left out, it is []. */
  readonly laid?: readonly number[];
  /** Left out, it is 0. */
  readonly rested?: number;
  /** Left out, it is 0. */
  readonly resumed?: number;
  /** Left out, it is null. */
  readonly host_away?: number | null;
  /** Left out, it is null. */
  readonly owner?: string | null;
  /** Left out, it is []. */
  readonly votes?: readonly Ballot[];
  /** Left out, it is {}. */
  readonly hints?: Hints;
  /** Left out, it is 0. */
  readonly wrong_passwords?: number;
  /** Left out, it is null. */
  readonly starting?: Starting | null;
}

/** They take random cards. */
export interface Takes {
  readonly effect: "takes";
  readonly who: Who;
  readonly amount: number | PerCard;
  readonly source: Who;
  readonly when: Condition | null;
}

/** Two teams of two to five, seated alternately; first to the limit (FMT-6). */
export interface Teams {
  readonly format: "teams";
  readonly limit: number;
}

/** The seat plays a card or draws. */
export interface Turn {
  readonly phase: "turn";
  readonly seat: number;
}

/** A seat is to play or draw, out of the usual order. */
export interface TurnBegan {
  readonly event: "turn-began";
  readonly seat: number;
}

/** A seat is to miss its next turn. */
export interface TurnLost {
  readonly event: "turn-lost";
  readonly seat: number;
}

/** The top card of the pile started the discard pile. */
export interface TurnedUp {
  readonly event: "turned-up";
  readonly card: Card;
}

/** The deck lies on the table; nobody can act. */
export interface Undealt {
  readonly phase: "undealt";
}

/**
 * A round as `seat` sees it; `seat` is None for someone watching.
 *
 * Cards the seat may not see lie face down in `hands` and `phase`; how many is no secret.
 */
export interface View {
  readonly rules: Rules;
  readonly seat: number | null;
  readonly dealer: number;
  readonly hands: readonly (readonly Card[])[];
  readonly pile: number;
  readonly discard: readonly Card[];
  readonly colour: Colour | null;
  readonly direction: number;
  readonly phase: Phase;
  readonly window: Window | null;
  readonly owes_uno: number | null;
  readonly passes: number;
  readonly legal: readonly Action[];
  readonly sitting_out: readonly number[];
}

/**
 * Vote to remove the person in `seat`, who is away; without a seat, to end the game.
 *
 * It is done once more than half of those who have a seat are in favour.
 */
export interface Vote {
  readonly do: "vote";
  /** Left out, it is null. */
  readonly seat?: number | null;
  /** Left out, it is true. */
  readonly favour?: boolean;
}

/**
 * A person voted, or took the vote back: to remove who sits in `seat`, or to end the game.
 *
 * The vote counts until `until`.
 */
export interface Voted {
  readonly fact: "voted";
  readonly guest: string;
  /** Left out, it is null. */
  readonly seat?: number | null;
  /** Left out, it is true. */
  readonly favour?: boolean;
  /** Left out, it is 0. */
  readonly until?: number;
}

/** The game waits for this seat, since then. */
export interface Wait {
  readonly seat: number;
  readonly since: number;
}

/** A seat's clock has nearly run out. */
export interface Warned {
  readonly fact: "warned";
  readonly seat: number;
}

/** Server: I know you; `now` is my time. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly guest: string;
  readonly name: string;
  readonly now: number;
}

/** A person is no longer connected through that process; a seat stays theirs. */
export interface Went {
  readonly fact: "went";
  readonly guest: string;
  readonly via: string;
}

/** Whom a sentence is about, seen from the player who lays the card. */
export type Who =
  | "chosen"
  | "everyone"
  | "fewest"
  | "most"
  | "next"
  | "others"
  | "partner"
  | "previous"
  | "you";

/** Why a seat drew. */
export type Why = "card" | "challenge" | "suggestion" | "turn" | "uno" | "wrong-catch";

/** Client: may I do this now, and if not, why? Nothing is done. */
export interface WhyNot {
  readonly type: "why";
  readonly id: string;
  readonly action: Action;
}

/**
 * The top card was laid by this seat and nobody has begun a turn since (UNO-4, HOUSE-2).
 *
 * `settled`: the seat has said UNO, or has been caught.
 */
export interface Window {
  readonly by: number;
  readonly settled: boolean;
}

/** So many more wrong passwords were tried at the table: somebody may be guessing. */
export interface WrongPasswords {
  readonly fact: "wrong-passwords";
  readonly count: number;
}
