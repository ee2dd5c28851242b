/**
 * What a rule does, as a picture of a table of four: marks beside the players, arrows between them.
 *
 * It shows one case: the player who lays the card sits in front, the next one on the left, and
 * players who are chosen or compared sit where they are in nobody's way.
 */
import type { CardKind, CountPerCard, Effect, Side, Who } from "../../../protocol/messages.ts";

export type Place = "front" | "left" | "far" | "right";
export type Glyph =
  | "draw"
  | "discard"
  | "skip"
  | "again"
  | "show"
  | "talk"
  | "reverse"
  | "shuffle"
  | "colour"
  | "forbid"
  | "allow"
  | "other";

/** A sign beside a player, or in the middle of the table. */
export interface Mark {
  readonly at: Place | "middle";
  readonly glyph: Glyph;
  /** A number with its sign, or nothing. */
  readonly text: string;
  /** Cards of one colour, or of any kind that has none. */
  readonly kind: CardKind | null;
  /** Whether it depends on something. */
  readonly maybe: boolean;
}

export interface Arrow {
  readonly from: Place;
  readonly to: Place;
  /** Cards that move, whole hands that move or are swapped, a look at a hand. */
  readonly what: "cards" | "hand" | "swap" | "look";
  readonly text: string;
  readonly maybe: boolean;
}

export interface Preview {
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
  /** How many cards each player holds, where that matters. */
  readonly counts: Readonly<Record<Place, number>> | null;
  /** The player whom the card's owner picks, if any. */
  readonly chosen: Place | null;
}

/** The places in the order of play. */
export const PLACES: readonly Place[] = ["front", "left", "far", "right"];
const FIXED: Partial<Record<Who, Place>> = {
  you: "front",
  next: "left",
  left: "left",
  previous: "right",
  right: "right",
  across: "far",
  "after-next": "far",
};
/** Players who may sit anywhere, and where they would rather sit. */
const MOVABLE = ["partner", "chosen", "most", "fewest"] as const;
const PREFERRED: readonly Place[] = ["far", "right", "left"];
const USUAL = 5;
const MANY = 8;
const FEW = 2;

type Cast = (who: Who) => readonly Place[];

/** The picture of a rule. */
export function previewOf(rule: readonly Effect[]): Preview {
  const people = new Set(rule.flatMap(peopleIn));
  const seats = seatPeople(people);
  const cast: Cast = (who) => {
    if (who === "everyone") return [...PLACES.slice(1), "front"];
    if (who === "others") return PLACES.slice(1);
    if (who === "next-two") return ["left", "far"];
    if (who.startsWith("next-")) return PLACES.slice(1);
    if (who === "neighbours") return ["left", "right"];
    return [seats[who] ?? "far"];
  };
  const shown = rule.map((effect) => show(effect, cast));
  return {
    marks: addUp(shown.flatMap(({ marks }) => marks)),
    arrows: shown.flatMap(({ arrows }) => arrows),
    counts: people.has("most") || people.has("fewest") ? countsOf(seats) : null,
    chosen: people.has("chosen") ? (seats.chosen ?? null) : null,
  };
}

function seatPeople(people: ReadonlySet<Who>): Readonly<Partial<Record<Who, Place>>> {
  const taken = new Set<Place>([...people].flatMap((who) => FIXED[who] ?? []));
  const seats = { ...FIXED };
  for (const who of MOVABLE)
    if (people.has(who)) {
      const place = PREFERRED.find((each) => !taken.has(each)) ?? "far";
      taken.add(place);
      seats[who] = place;
    }
  return seats;
}

function countsOf(seats: Readonly<Partial<Record<Who, Place>>>): Readonly<Record<Place, number>> {
  const counts = { front: USUAL, left: USUAL, far: USUAL, right: USUAL };
  if (seats.most) counts[seats.most] = MANY;
  if (seats.fewest) counts[seats.fewest] = FEW;
  return counts;
}

interface Shown {
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
}

function show(effect: Effect, cast: Cast): Shown {
  const maybe = "when" in effect && effect.when != null;
  const mark = (at: Mark["at"], glyph: Glyph, text = "", kind: CardKind | null = null): Mark => ({
    at,
    glyph,
    text,
    kind,
    maybe,
  });
  const each = (who: Who, glyph: Glyph, text = "", kind: CardKind | null = null): Shown => ({
    marks: cast(who).map((place) => mark(place, glyph, text, kind)),
    arrows: [],
  });
  const middle = (glyph: Glyph): Shown => ({ marks: [mark("middle", glyph)], arrows: [] });
  const between = (from: Who, to: Who, what: Arrow["what"], text = ""): readonly Arrow[] =>
    cast(from).flatMap((one) =>
      cast(to)
        .filter((other) => other !== one)
        .map((other) => ({ from: one, to: other, what, text, maybe })),
    );
  switch (effect.effect) {
    case "draws":
      return each(effect.who, "draw", `+${amountText(effect.amount)}`);
    case "draws-to":
      return each(effect.who, "draw", `=${effect.number}`);
    case "discards":
    case "discards-chosen":
      return each(effect.who, "discard", `−${amountText(effect.amount)}`);
    case "discards-colour":
      return each(effect.who, "discard", "−", "wild");
    case "discards-kind":
      return each(effect.who, "discard", "−", effect.kind);
    case "draws-until":
      return each(effect.who, "draw", "+", effect.kind);
    case "discards-to":
    case "discards-to-chosen":
      return each(effect.who, "discard", `=${effect.number}`);
    case "loses-turn":
      return each(effect.who, "skip", (effect.turns ?? 1) > 1 ? `×${effect.turns}` : "");
    case "swaps":
      return { marks: [], arrows: between(effect.who, effect.other, "swap") };
    case "shows":
      return {
        marks: cast(effect.who).map((place) => mark(place, "show")),
        arrows: between(effect.who, effect.to, "look"),
      };
    case "gives":
    case "gives-chosen":
      return {
        marks: [],
        arrows: between(effect.who, effect.to, "cards", amountText(effect.amount)),
      };
    case "takes":
      return {
        marks: [],
        arrows: between(effect.source, effect.who, "cards", amountText(effect.amount)),
      };
    case "passes-hands":
      return { marks: [], arrows: around(effect.side, { what: "hand", text: "", maybe }) };
    case "passes-cards": {
      const text = amountText(effect.amount);
      return { marks: [], arrows: around(effect.side, { what: "cards", text, maybe }) };
    }
    case "swaps-chosen":
      return {
        marks: [],
        arrows: [{ from: "left", to: "right", what: "swap", text: "", maybe }],
      };
    case "names-colour":
      return each(effect.who, "colour");
    case "forbids":
      return each(effect.who, "forbid", "✕", effect.kind);
    case "allows-only":
      return each(effect.who, "allow", "✓", effect.kind);
    case "reverses":
      return middle("reverse");
    case "shuffles-hands":
      return middle("shuffle");
    case "plays-again":
      return { marks: [mark("front", "again")], arrows: [] };
    case "honour":
      return middle("talk");
    default:
      return showUnknown(effect, cast, maybe);
  }
}

/** An arrow from each player to the neighbour on that side. */
function around(side: Side, arrow: Omit<Arrow, "from" | "to">): readonly Arrow[] {
  const order = side === "left" ? PLACES : [...PLACES].reverse();
  return order.map((from, index) => ({
    ...arrow,
    from,
    to: order[(index + 1) % order.length] ?? from,
  }));
}

/** An effect that this page does not know yet: a mark beside everyone it is about. */
function showUnknown(effect: object, cast: Cast, maybe: boolean): Shown {
  const who = "who" in effect ? (effect.who as Who) : null;
  const places = who ? cast(who) : (["middle"] as const);
  return {
    marks: places.map((at) => ({ at, glyph: "other", text: "", kind: null, maybe })),
    arrows: [],
  };
}

function amountText(amount: number | CountPerCard): string {
  return typeof amount === "number" ? String(amount) : `${amount.number}…${amount.most}`;
}

/** Cards that the same player draws or discards in two sentences are one mark. */
function addUp(marks: readonly Mark[]): readonly Mark[] {
  const found: Mark[] = [];
  for (const mark of marks) {
    const same = found.findIndex(
      ({ at, glyph, kind, maybe }) =>
        at === mark.at && glyph === mark.glyph && kind === mark.kind && maybe === mark.maybe,
    );
    const other = found[same];
    const [one, two] = [Number(other?.text.slice(1)), Number(mark.text.slice(1))];
    if (!other) found.push(mark);
    else if (one && two && !/^=/.test(other.text + mark.text))
      found[same] = { ...mark, text: `${mark.text.charAt(0)}${one + two}` };
    else if (other.text !== mark.text) found.push(mark);
  }
  return found;
}

function peopleIn(effect: Effect): readonly Who[] {
  if (effect.effect === "honour") return [];
  const found: Who[] = [];
  for (const part of Object.values(effect) as readonly unknown[]) {
    if (typeof part === "string") found.push(part as Who);
    else if (part && typeof part === "object" && "who" in part) found.push(part.who as Who);
  }
  return found.filter((who) => who in FIXED || (MOVABLE as readonly string[]).includes(who));
}
