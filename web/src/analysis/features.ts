/**
 * What the network sees of a position: the numbers of `openuno.bots.network.features`, bit by bit.
 *
 * Colours are renamed for the seat that decides: first the one in force, then the others by how
 * many cards of them it holds. Players come in the order of play, from the next one on.
 */
import type { Card, Colour, Phase, Rules, View } from "../../protocol/messages.ts";
import { COLOUR_CODES, type Stake } from "../../protocol/values.ts";
import { cardColour, type Memory } from "./memory.ts";
import { BLANKS, SUMMARY, summariseBlanks } from "./rule_summary.ts";

const FACES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "D", "R", "S"];
const WILDS: readonly Card[] = ["W", "W4", ...BLANKS, "WH", "WX"];
const COLOURED = 52;
const KINDS = 64;
const MAX = 255;
const RECENT = 24;
const FIRST_CARDS: readonly Rules["first_card"][] = ["acts", "wilds-name", "number", "all-act"];
const STACKINGS: readonly Rules["stacking"][] = ["off", "same", "any"];
const PHASES: readonly Phase["phase"][] = [
  "naming",
  "turn",
  "drawn",
  "stacked",
  "doubt",
  "choosing",
];
/** Seats, cards in the deck, cards dealt, and what the first card does. */
const BEFORE_SWITCHES = 4;
const SWITCHES = [
  "renege",
  "play_drawn",
  "draw_until",
  "forced_play",
  "bluffing",
  "stacking",
  "jump_in",
  "seven_zero",
  "two_player_reverse",
  "teams",
  "uno_penalty",
  "wrong_catch_penalty",
  "suggestion_penalty",
  "special_points",
  "wild_points",
] as const satisfies readonly (keyof Rules)[];

/** What a round is played for, if winning it is not all. */
const STAKES: readonly Stake[] = ["points", "tally"];

/** Where each run of numbers begins. */
const UNSEEN = KINDS;
const KNOWN = 2 * KINDS;
const TOP = 3 * KINDS;
const CARD = TOP + FACES.length + WILDS.length;
const HAS_COLOUR = CARD + KINDS;
const BEFORE = HAS_COLOUR + 1;
const NAMED = BEFORE + 4;
const PHASE = NAMED + 4;
const QUESTION = PHASE + PHASES.length;
const TABLE = QUESTION + 3;
const RULES = TABLE + 5;
const CUSTOM = RULES + BEFORE_SWITCHES + SWITCHES.length;
const STAKE = CUSTOM + BLANKS.length * SUMMARY;
const PLAYERS = STAKE + STAKES.length;
const PLAYER_SIZE = 30;
const OPEN = 3;
const SEEN = OPEN + 4;
const DEEDS = SEEN + 5;
const STATE = DEEDS + 12;
const OTHERS = 9;
/** How many numbers there are, the last few always 0. */
export const FEATURES = Math.ceil((PLAYERS + OTHERS * PLAYER_SIZE) / 32) * 32;

/** The colours as the seat calls them. */
export function colourOrder(view: View, seat: number): readonly Colour[] {
  const hand = view.hands[seat]!;
  const held = (colour: Colour): number =>
    hand.filter((card) => cardColour(card) === colour).length;
  const rest = COLOUR_CODES.filter((colour) => colour !== view.colour);
  const sorted = rest.toSorted((one, other) => held(other) - held(one));
  return view.colour === null ? sorted : [view.colour, ...sorted];
}

/** Where a card is in the seat's own list: 52 coloured ones, then the wilds. */
export function kindIndex(order: readonly Colour[], card: Card): number {
  const colour = cardColour(card);
  if (colour === null) return COLOURED + WILDS.indexOf(card);
  return order.indexOf(colour) * FACES.length + FACES.indexOf(card[1]!);
}

/**
 * The numbers for what `seat` knows; of other hands the view may show anything, only sizes count.
 *
 * How likely the seat is to win is a question for the stake "win", whatever the game is played for.
 */
export function writeFeatures(
  view: View,
  memory: Memory,
  seat: number,
  stake: Stake = "win",
): Uint8Array {
  const order = colourOrder(view, seat);
  const out = new Uint8Array(FEATURES);
  out.set(ruleNumbers(view.rules, view.hands.length), RULES);
  out.set(summariseBlanks(view.rules), CUSTOM);
  out.set(
    STAKES.map((each) => Number(each === stake)),
    STAKE,
  );
  writeCards(view, memory, seat, order, out);
  writeTable(view, memory, seat, order, out);
  const seats = view.hands.length;
  for (let distance = 1; distance < seats; distance++) {
    const other = wrap(seat + distance * view.direction, seats);
    const start = PLAYERS + (distance - 1) * PLAYER_SIZE;
    out.set(playerRow(view, memory, seat, order, other), start);
  }
  memory.recent.forEach(({ seat: by, act, colour }, index) => {
    if (colour === null || by === seat) return;
    const distance = wrap((by - seat) * view.direction, seats);
    const start = PLAYERS + (distance - 1) * PLAYER_SIZE + DEEDS;
    out[start + act * 4 + order.indexOf(colour)] = RECENT - memory.recent.length + 1 + index;
  });
  return out;
}

function ruleNumbers(rules: Rules, seats: number): number[] {
  const cards = [...deckCounts(rules).values()].reduce((sum, count) => sum + count, 0);
  const numbers = [seats, cards, rules.hand_size, FIRST_CARDS.indexOf(rules.first_card)];
  for (const name of SWITCHES) {
    numbers.push(name === "stacking" ? STACKINGS.indexOf(rules.stacking) : Number(rules[name]));
  }
  return numbers.map((number) => Math.min(number, MAX));
}

/** How many of each card there are. */
function deckCounts(rules: Rules): Map<Card, number> {
  const counts = new Map<Card, number>();
  const put = (card: Card, count: number): void => {
    if (count > 0) counts.set(card, count * rules.decks);
  };
  for (const colour of COLOUR_CODES) {
    for (const face of FACES) put(`${colour}${face}` as Card, face === "0" ? 1 : 2);
  }
  put("W", 4);
  put("W4", 4);
  put("WX", rules.swap_cards);
  put("WH", rules.shuffle_cards);
  BLANKS.forEach((card, index) => put(card, Number(index < rules.blank_cards)));
  return counts;
}

function writeCards(
  view: View,
  memory: Memory,
  seat: number,
  order: readonly Colour[],
  out: Uint8Array,
): void {
  const unseen = deckCounts(view.rules);
  const take = (card: Card): void => void unseen.set(card, (unseen.get(card) ?? 0) - 1);
  for (const card of view.hands[seat]!) {
    out[kindIndex(order, card)]! += 1;
    take(card);
  }
  view.discard.forEach(take);
  for (const [card, count] of unseen) out[UNSEEN + kindIndex(order, card)] = Math.max(count, 0);
  const following = wrap(seat + view.direction, view.hands.length);
  for (const card of memory.known[following] ?? []) out[KNOWN + kindIndex(order, card)]! += 1;
}

function writeTable(
  view: View,
  memory: Memory,
  seat: number,
  order: readonly Colour[],
  out: Uint8Array,
): void {
  const { phase } = view;
  const top = view.discard.at(-1)!;
  const face = cardColour(top) ? FACES.indexOf(top[1]!) : FACES.length + WILDS.indexOf(top);
  out[TOP + face] = 1;
  const mine = "seat" in phase && phase.seat === seat;
  if (phase.phase === "choosing") {
    out[CARD + kindIndex(order, top)] = 1;
    if (view.colour !== null) out[NAMED + order.indexOf(view.colour)] = 1;
  } else if (phase.phase === "drawn" && mine) {
    out[CARD + kindIndex(order, phase.card)] = 1;
  }
  out[HAS_COLOUR] = Number(view.colour !== null);
  if (phase.phase === "doubt") out[BEFORE + order.indexOf(phase.before)] = 1;
  out[PHASE + PHASES.indexOf(phase.phase)] = 1;
  out[QUESTION + (phase.phase === "choosing" ? 2 : mine ? 0 : 1)] = 1;
  const demanded = phase.phase === "stacked" || phase.phase === "doubt" ? phase.total : 0;
  const own = view.hands[seat]!.length;
  const counts = [demanded, view.pile, memory.turnedOver, view.passes, own];
  out.set(
    counts.map((count) => Math.min(count, MAX)),
    TABLE,
  );
}

/** What is known of another player, but for its deeds. */
function playerRow(
  view: View,
  memory: Memory,
  seat: number,
  order: readonly Colour[],
  other: number,
): Uint8Array {
  const row = new Uint8Array(PLAYER_SIZE);
  const size = view.hands[other]!.length;
  row[0] = Math.min(size, MAX);
  if (size === 1 || size === 2) row[size] = 1;
  order.forEach((colour, index) => {
    const open = memory.open[other]?.[COLOUR_CODES.indexOf(colour)] ?? size;
    row[OPEN + index] = Math.min(open, size, MAX);
  });
  for (const card of memory.known[other] ?? []) {
    const colour = cardColour(card);
    row[SEEN + (colour === null ? 4 : order.indexOf(colour))]! += 1;
  }
  const { phase } = view;
  row.set(
    [
      view.rules.teams && (other - seat) % 2 === 0,
      view.owes_uno === other,
      view.sitting_out?.includes(other) ?? false,
      view.window?.by === other,
      "seat" in phase && phase.seat === other,
      view.dealer === other,
    ].map(Number),
    STATE,
  );
  return row;
}

function wrap(seat: number, seats: number): number {
  return ((seat % seats) + seats) % seats;
}
