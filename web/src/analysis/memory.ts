/** What a seat remembers of a round, as `openuno.bots.memory` does: the network was trained on it. */
import type { Card, Colour, RoundEvent, View } from "../../protocol/messages.ts";
import { COLOUR_CODES } from "../../protocol/values.ts";
import { BACK } from "../model/round.ts";

type Cards = readonly Card[];

/** How many cards played and draws by turn are remembered one by one. */
const RECENT = 24;

/** What a player did that says something about its colours; the numbers are the network's. */
export const NAMED = 0;
const DREW = 1;
export const PLAYED = 2;

interface Deed {
  readonly seat: number;
  readonly act: number;
  readonly colour: Colour | null;
}

export interface Memory {
  /** By seat, the cards known to be in a hand; empty until a deal is seen. */
  readonly known: readonly Cards[];
  /** By seat and colour, how many cards of a hand can have it. */
  readonly open: readonly (readonly number[])[];
  readonly colour: Colour | null;
  readonly direction: number;
  readonly recent: readonly Deed[];
  readonly turnedOver: number;
}

export const NOTHING: Memory = {
  known: [],
  open: [],
  colour: null,
  direction: 1,
  recent: [],
  turnedOver: 0,
};

/** What a seat knows of a round that it has not followed: what it sees now. */
export function memoryOf({ hands, colour, direction }: View, seat: number): Memory {
  const known = hands.map((hand, owner) => (owner === seat ? hand : []));
  return { ...NOTHING, known, open: hands.map(allOpen), colour, direction };
}

/** The colour of a card; null for a wild and for one seen from behind. */
export function cardColour(card: Card): Colour | null {
  const first = card[0] as Colour;
  return COLOUR_CODES.includes(first) ? first : null;
}

/** What `seat` remembers after an event, of a whole record or redacted: it looks only at what the seat saw. */
export function remember(memory: Memory, event: RoundEvent, seat: number): Memory {
  switch (event.event) {
    case "played": {
      const own = cardColour(event.card);
      const colour = event.colour ?? own;
      const deed = { seat: event.seat, act: own ? PLAYED : NAMED, colour };
      return { ...lose(memory, event.seat, [event.card]), colour, recent: add(memory, deed) };
    }
    case "drew": {
      const seen = event.seat === seat ? event.cards : event.cards.map(() => BACK);
      const gained = gain(memory, event.seat, seen);
      if (event.why !== "turn") return gained;
      const deed = { seat: event.seat, act: DREW, colour: memory.colour };
      const recent = isLast(memory, deed) ? gained.recent : add(memory, deed);
      return limit({ ...gained, recent }, event.seat, 1);
    }
    case "kept":
      return limit(memory, event.seat, 0);
    case "dealt":
      return {
        ...NOTHING,
        known: event.hands.map((hand, owner) => (owner === seat ? hand : [])),
        open: event.hands.map(allOpen),
      };
    case "turned-up":
      return { ...memory, colour: cardColour(event.card) };
    case "colour-named":
      return { ...memory, colour: event.colour };
    case "reshuffled":
      return { ...memory, turnedOver: memory.turnedOver + 1 };
    case "reversed":
      return { ...memory, direction: event.direction };
    case "hand-shown": {
      const sees = event.seat === seat || event.to === seat;
      const before = memory.known[event.seat];
      if (!sees || before === undefined || event.cards.length <= before.length) return memory;
      return know(memory, event.seat, event.cards);
    }
    case "discarded":
      return lose(memory, event.seat, event.cards);
    case "cards-given": {
      const sees = event.seat === seat || event.to === seat;
      const cards = sees ? event.cards : event.cards.map(() => BACK);
      const rest =
        sees && cards.length > 0
          ? lose(memory, event.seat, cards)
          : loseUnseen(memory, event.seat, cards.length);
      return gain(rest, event.to, cards);
    }
    case "hands-swapped": {
      const order = event.hands.map((_, at) => at);
      order[event.seat] = event.target;
      order[event.target] = event.seat;
      return moveHands(memory, order, event.hands, seat);
    }
    case "hands-passed": {
      const way = event.side ?? memory.direction;
      const seats = event.hands.length;
      const order = event.hands.map((_, at) => (at - way + seats) % seats);
      return moveHands(memory, order, event.hands, seat);
    }
    case "hands-shuffled":
      return {
        ...memory,
        known: event.hands.map((hand, owner) => (owner === seat ? hand : [])),
        open: event.hands.map(allOpen),
      };
    default:
      return memory;
  }
}

function add({ recent }: Memory, deed: Deed): readonly Deed[] {
  return [...recent.slice(1 - RECENT), deed];
}

/** Whether this was the last deed: then a draw goes on from a pile that was turned over. */
function isLast({ recent }: Memory, deed: Deed): boolean {
  const last = recent.at(-1);
  return last?.seat === deed.seat && last.act === deed.act && last.colour === deed.colour;
}

function allOpen(hand: Cards): readonly number[] {
  return COLOUR_CODES.map(() => hand.length);
}

function know(memory: Memory, seat: number, cards: Cards): Memory {
  return { ...memory, known: memory.known.with(seat, cards) };
}

function gain(memory: Memory, seat: number, cards: Cards): Memory {
  const before = memory.known[seat];
  if (before === undefined) return memory;
  const counts = memory.open[seat]!.map((count) => count + cards.length);
  const seen = cards.filter((card) => card !== BACK);
  return { ...know(memory, seat, [...before, ...seen]), open: memory.open.with(seat, counts) };
}

function lose(memory: Memory, seat: number, cards: Cards): Memory {
  const before = memory.known[seat];
  if (before === undefined) return memory;
  const counts = [...memory.open[seat]!];
  const known = [...before];
  for (const card of cards) {
    const colour = cardColour(card);
    const index = colour === null ? -1 : COLOUR_CODES.indexOf(colour);
    if (index >= 0) counts[index] = Math.max(counts[index]! - 1, 0);
    const at = known.indexOf(card);
    if (at >= 0) known.splice(at, 1);
  }
  return { ...know(memory, seat, known), open: memory.open.with(seat, counts) };
}

/** Any `count` cards left the hand: of equal cards, those beyond `count` must still be there. */
function loseUnseen(memory: Memory, seat: number, count: number): Memory {
  const before = memory.known[seat];
  if (before === undefined) return memory;
  const seen = new Map<Card, number>();
  const left = before.filter((card) => {
    seen.set(card, (seen.get(card) ?? 0) + 1);
    return seen.get(card)! > count;
  });
  return know(memory, seat, left);
}

/** The hand has at most `most` cards of the colour in force. */
function limit(memory: Memory, seat: number, most: number): Memory {
  const counts = memory.open[seat];
  if (counts === undefined || memory.colour === null) return memory;
  const index = COLOUR_CODES.indexOf(memory.colour);
  const fewer = counts.with(index, Math.min(counts[index]!, most));
  return { ...memory, open: memory.open.with(seat, fewer) };
}

/** Each seat now has the hand of the seat in `order`; the seat sees its own new hand. */
function moveHands(
  memory: Memory,
  order: readonly number[],
  hands: readonly Cards[],
  seat: number,
): Memory {
  if (memory.known.length === 0) return memory;
  const known = order.map((old, at) =>
    at === seat && hands[at]!.length > 0 ? hands[at]! : memory.known[old]!,
  );
  return { ...memory, known, open: order.map((old) => memory.open[old]!) };
}
