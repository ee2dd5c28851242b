// Made from the server's own values by `python -m openuno.room.protocol.values`: change those.
import type { Colour, Rules } from "./messages.ts";

type ByName<Value> = Readonly<Record<string, Value>>;
type Bounds = readonly [low: number, high: number];

/** How well a bot plays, as people are told. */
export type Level = "easy" | "medium" | "hard" | "master" | "expert" | "gentle";

/** What a round is played for: to win it, for the points of the others, against your own tally. */
export type Stake = "win" | "points" | "tally";

export interface FormatFacts {
  /** What its number counts: `limit`, `cycles`, `rounds`; null if it has none. */
  readonly number: string | null;
  readonly usual: number;
  readonly bounds: Bounds;
  readonly players: readonly number[];
  /** Whether those opposite play together. */
  readonly teams: boolean;
  /** What its rounds are played for. */
  readonly stake: Stake;
}

/** The printed rules, by the edition's name. */
export const EDITIONS: ByName<Rules> = {
  "mattel-2016": {
    edition: "mattel-2016",
    decks: 1,
    swap_cards: 0,
    shuffle_cards: 0,
    blank_cards: 0,
    written: [],
    hand_size: 7,
    dealer_draw: "symbols-zero",
    first_card: "acts",
    renege: true,
    play_drawn: true,
    draw_until: false,
    forced_play: false,
    bluffing: true,
    stacking: "off",
    jump_in: false,
    seven_zero: false,
    two_player_reverse: true,
    teams: false,
    uno_penalty: 2,
    wrong_catch_penalty: 0,
    suggestion_penalty: 0,
    honour_penalty: 2,
    special_points: 50,
    wild_points: 50,
  },
  classic: {
    edition: "classic",
    decks: 1,
    swap_cards: 0,
    shuffle_cards: 0,
    blank_cards: 0,
    written: [],
    hand_size: 7,
    dealer_draw: "numbers-only",
    first_card: "acts",
    renege: true,
    play_drawn: true,
    draw_until: false,
    forced_play: false,
    bluffing: true,
    stacking: "off",
    jump_in: false,
    seven_zero: false,
    two_player_reverse: true,
    teams: false,
    uno_penalty: 2,
    wrong_catch_penalty: 0,
    suggestion_penalty: 4,
    honour_penalty: 2,
    special_points: 50,
    wild_points: 50,
  },
  "wild-112": {
    edition: "wild-112",
    decks: 1,
    swap_cards: 0,
    shuffle_cards: 1,
    blank_cards: 3,
    written: [],
    hand_size: 7,
    dealer_draw: "chosen",
    first_card: "wilds-name",
    renege: false,
    play_drawn: true,
    draw_until: false,
    forced_play: false,
    bluffing: true,
    stacking: "off",
    jump_in: false,
    seven_zero: false,
    two_player_reverse: true,
    teams: false,
    uno_penalty: 2,
    wrong_catch_penalty: 0,
    suggestion_penalty: 0,
    honour_penalty: 2,
    special_points: 40,
    wild_points: 50,
  },
  house: {
    edition: "house",
    decks: 1,
    swap_cards: 0,
    shuffle_cards: 0,
    blank_cards: 0,
    written: [],
    hand_size: 7,
    dealer_draw: "chosen",
    first_card: "all-act",
    renege: true,
    play_drawn: true,
    draw_until: false,
    forced_play: false,
    bluffing: true,
    stacking: "off",
    jump_in: false,
    seven_zero: false,
    two_player_reverse: true,
    teams: false,
    uno_penalty: 2,
    wrong_catch_penalty: 0,
    suggestion_penalty: 0,
    honour_penalty: 2,
    special_points: 50,
    wild_points: 50,
  },
};

/** Lowest and highest value of each switch that is a number. */
export const SWITCH_BOUNDS: ByName<Bounds> = {
  decks: [1, 8],
  swap_cards: [0, 8],
  shuffle_cards: [0, 8],
  blank_cards: [0, 8],
  hand_size: [1, 30],
  uno_penalty: [1, 10],
  wrong_catch_penalty: [0, 10],
  suggestion_penalty: [0, 10],
  honour_penalty: [0, 10],
};

/** The values of each switch that is one of a few, as the rules write them. */
export const SWITCH_CHOICES: ByName<readonly string[]> = {
  dealer_draw: ["chosen", "numbers-only", "symbols-zero"],
  first_card: ["acts", "all-act", "number", "wilds-name"],
  stacking: ["any", "off", "same"],
  special_points: ["40", "50"],
  wild_points: ["40", "50"],
};

/** Every card, with spaces between; `??` is one seen from behind. */
export const CARD_CODES = "?? B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 BD BR BS G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 GD GR GS R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 RD RR RS W W4 WC1 WC2 WC3 WC4 WC5 WC6 WC7 WC8 WH WX Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 YD YR YS";

/** The four colours. */
export const COLOUR_CODES: readonly Colour[] = ["B", "G", "R", "Y"];

/** Cards of one deck, without special ones. */
export const DECK_SIZE = 108;

/** What each format counts, and how many can play it. */
export const FORMATS: ByName<FormatFacts> = {
  race: {
    number: "limit",
    usual: 500,
    bounds: [1, 100000],
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    teams: false,
    stake: "points",
  },
  "low-tally": {
    number: "limit",
    usual: 500,
    bounds: [1, 100000],
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    teams: false,
    stake: "tally",
  },
  partners: {
    number: "limit",
    usual: 500,
    bounds: [1, 100000],
    players: [4],
    teams: true,
    stake: "points",
  },
  rotating: {
    number: "cycles",
    usual: 1,
    bounds: [1, 100],
    players: [4, 8, 12, 16, 20, 24],
    teams: true,
    stake: "points",
  },
  teams: {
    number: "limit",
    usual: 500,
    bounds: [1, 100000],
    players: [4, 6, 8, 10],
    teams: true,
    stake: "points",
  },
  elimination: {
    number: "limit",
    usual: 500,
    bounds: [1, 100000],
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    teams: false,
    stake: "tally",
  },
  single: {
    number: null,
    usual: 0,
    bounds: [0, 0],
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    teams: false,
    stake: "win",
  },
  "best-of": {
    number: "rounds",
    usual: 3,
    bounds: [1, 99],
    players: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    teams: false,
    stake: "win",
  },
};

/** How many rounds two rotating partners play together. */
export const ROUNDS_PER_PARTNER = 4;

/** Lowest and highest seconds of each part of a clock. */
export const CLOCK_BOUNDS = {
  move: [5, 1209600],
  away: [5, 3600],
  between: [1, 3600],
  bots: [0, 10],
  window: [0, 10],
} as const;

/** A clock with this many seconds a move, or more, runs on while nobody is at the table. */
export const CORRESPONDENCE = 3600;

/** Milliseconds after a card in which nobody can be caught. */
export const CATCH_GRACE = 800;

/** How well each bot plays. */
export const BOT_LEVELS: ByName<Level> = {
  random: "easy",
  casual: "easy",
  relaxed: "medium",
  regular: "hard",
  master: "master",
  expert: "expert",
  gentle: "gentle",
  radio: "hard",
  toaster: "medium",
  teapot: "hard",
  clock: "medium",
  book: "master",
  candle: "medium",
  television: "easy",
  fan: "master",
  plant: "easy",
  mug: "easy",
  "piggy-bank": "hard",
  lamp: "medium",
};

/** The bots that are things of the house, and what each is called. */
export const CHARACTERS = {
  radio: "Ada",
  toaster: "Bo",
  teapot: "Cleo",
  clock: "Dev",
  book: "Eli",
  candle: "Fay",
  television: "Gus",
  fan: "Hal",
  plant: "Ivy",
  mug: "Jo",
  "piggy-bank": "Kim",
  lamp: "Lou",
} as const;

/** What the other bots are called. */
export const PLAIN_NAMES = [
  "Mia", "Ned", "Ola", "Pip", "Quin", "Rae", "Sol", "Tess", "Uma", "Vic", "Wes", "Yan", "Abe",
  "Bea", "Cal", "Dot", "Ewa", "Finn", "Gil", "Hope", "Ike", "Jan", "Kai", "Liv",
] as const;

/** The value of each field that the wire leaves out. */
export const DEFAULTS = {
  seat: {
    name: "",
    guest: null,
    bot: null,
    kept_for: null,
    accepted: false,
    ready: false,
    seed: null,
    warned: false,
    late: false,
    away: null,
    commitment: null,
    face: null,
  },
  clock: { move: 60, away: 30, between: 20, bots: 1, window: 1 },
  settings: {
    rules: "mattel-2016",
    format: "race",
    seats: 4,
    clock: {},
    public: true,
    shared_screen: false,
  },
  room: {
    locked: false,
    people: [],
    muted: [],
    kicked: [],
    commitment: null,
    game: null,
    started: null,
    archived: false,
    first: 0,
    sheet: [],
    waiting: [],
    laid: [],
    rested: 0,
    resumed: 0,
    host_away: null,
    owner: null,
    votes: [],
    hints: {},
    wrong_passwords: 0,
    starting: null,
    event: null,
    paused: null,
  },
  hints: { remarks: [], accusation: null, dismissed: [], readings: [] },
  accusation: { guilty: [], innocent: [], honour: false },
  started: { dealer: null, events: [], commitments: [], terms: null, shared: false },
  starting: { dealer: null, asked: false, commitments: [], seeds: [] },
} as const;

/** The fields of every event and their types; `?` marks one that may be null. */
export const EVENT_SHAPES: Record<"round" | "game", ByName<ByName<string>>> = {
  round: {
    "turned-up": { card: "Card" },
    "colour-asked": { seat: "integer", rule: "UnfinishedRule?" },
    "colour-named": { seat: "integer", colour: "Colour" },
    "choice-asked": { seat: "integer", rule: "UnfinishedRule?" },
    "player-chosen": { seat: "integer", target: "integer" },
    played: {
      seat: "integer",
      card: "Card",
      colour: "Colour?",
      target: "integer?",
      uno: "boolean",
    },
    kept: { seat: "integer" },
    passed: { seat: "integer" },
    skipped: { seat: "integer" },
    reversed: { seat: "integer", direction: "integer" },
    "challenge-offered": { seat: "integer", total: "integer", by: "integer", before: "Colour" },
    "stack-offered": { seat: "integer", total: "integer" },
    accepted: { seat: "integer" },
    challenged: { seat: "integer", target: "integer", guilty: "boolean" },
    "cards-asked": {
      seats: "integer[]",
      what: "discard|discard-to|give|pass",
      number: "integer",
      to: "integer[]",
      rule: "UnfinishedRule",
    },
    "turn-lost": { seat: "integer", turns: "integer" },
    "rule-read": { seat: "integer", text: "string" },
    "lasting-rule-began": { seat: "integer", rule: "LastingRule" },
    "lasting-rule-ended": { rule: "LastingRule" },
    "said-uno": { seat: "integer" },
    caught: { seat: "integer", target: "integer" },
    "caught-wrongly": { seat: "integer", target: "integer" },
    suggested: { seat: "integer" },
    "turn-began": { seat: "integer" },
    "decision-asked": { seat: "integer", rule: "UnfinishedRule" },
    decided: { seat: "integer", yes: "boolean" },
    "round-ended": { winner: "integer?", hands: "Card[][]", points: "integer[]" },
    dealt: { hands: "Card[][]", pile: "Card[]", spent: "integer" },
    "put-back": { card: "Card", pile: "Card[]", spent: "integer" },
    drew: {
      seat: "integer",
      cards: "Card[]",
      why: "card|challenge|honour|suggestion|turn|uno|wrong-catch",
    },
    reshuffled: { pile: "Card[]", spent: "integer" },
    "hands-swapped": { seat: "integer", target: "integer", hands: "Card[][]" },
    "hands-passed": { seat: "integer", hands: "Card[][]", side: "integer?" },
    "hands-shuffled": { seat: "integer", hands: "Card[][]", spent: "integer" },
    "hand-shown": { seat: "integer", to: "integer", cards: "Card[]" },
    discarded: { seat: "integer", cards: "Card[]", spent: "integer" },
    "cards-given": { seat: "integer", to: "integer", cards: "Card[]", spent: "integer" },
    "card-set-aside": { seat: "integer", card: "Card" },
  },
  game: {
    "drew-for-deal": { seat: "integer", card: "Card" },
    "dealer-found": { seat: "integer" },
    "hand-began": { hand: "integer", tables: "integer[][]", dealers: "integer[]" },
    "at-table": { table: "integer", what: "RoundEvent" },
    "hand-scored": { table: "integer", winner: "integer?", points: "integer[]" },
    "put-out": { players: "integer[]" },
    "game-ended": { winners: "integer[]" },
  },
};

/** The fields that a file may leave out of an event, and their values. */
export const EVENT_DEFAULTS: ByName<ByName<unknown>> = {
  "colour-asked": { rule: null },
  "choice-asked": { rule: null },
  played: { colour: null, target: null, uno: false },
  "turn-lost": { turns: 1 },
  "hands-passed": { side: null },
};

/** What can be shown without words. */
export const EMOTES = [
  "hello", "well-played", "thanks", "oops", "thinking", "laugh", "wow", "sad", "good-game",
] as const;

/** How many values each part of a face's code has. */
export const FACE_PARTS = [7, 8, 15, 32, 9] as const;

/** The longest texts, in characters, and the most of other things. */
export const LIMITS = {
  name: 24,
  chat: 300,
  remarks: 20,
  readings: 8,
  rule: 1000,
  ruleSentences: 4,
  ruleNumber: 10,
  recordName: 40,
  recordLine: 1048576,
} as const;
