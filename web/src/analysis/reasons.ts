/** Why one action is better than another: what `openuno.local.analysis.reasons` finds, as values. */
import type { Action, Card, Colour, Play, View } from "../../protocol/messages.ts";
import { COLOUR_CODES, type Stake } from "../../protocol/values.ts";
import { cardColour, type Memory } from "./memory.ts";

export interface Reason {
  readonly kind: string;
  /** The seat that it is about. */
  readonly seat?: number | null;
  readonly card?: Card | null;
  readonly colour?: Colour | null;
  readonly cards?: number;
  readonly other?: Colour | null;
  readonly other_cards?: number;
}

/** Two actions of a seat, of which `best` is better; null is to let a jump-in go. */
export interface Comparison {
  readonly view: View;
  readonly seat: number;
  readonly done: Action | null;
  readonly best: Action | null;
  readonly memory?: Pick<Memory, "open">;
  /** What `best` is better for; left out, to win. */
  readonly stake?: Stake | undefined;
}

const GENERAL: Reason = { kind: "general" };
/** What is said in a tally, where everyone is charged with what they hold. */
const FEWER_POINTS: Reason = { kind: "fewer-points" };
/** From how many cards on a player is about to go out. */
const FEW = 2;
const STOPPING = ["S", "D"];

/** The first thing that speaks for the better action, by what the seat can see. */
export function findReason(pair: Comparison): Reason {
  return (
    aboutCalls(pair) ??
    aboutAnswers(pair) ??
    aboutStopping(pair) ??
    aboutCards(pair) ??
    aboutColours(pair) ??
    (pair.stake === "tally" ? FEWER_POINTS : GENERAL)
  );
}

/** Whether nothing in particular speaks for the better action. */
export function isGeneral(reason: Reason): boolean {
  return reason.kind === GENERAL.kind || reason.kind === FEWER_POINTS.kind;
}

function aboutCalls({ view, seat, done, best }: Comparison): Reason | null {
  const [worse, better] = [playIn(done), playIn(best)];
  if (better && view.hands[seat]?.length === 1) return worse ? null : { kind: "last-card" };
  return worse && better?.uno && !worse.uno ? { kind: "say-uno" } : null;
}

function aboutAnswers({ view: { phase }, done, best }: Comparison): Reason | null {
  if (best?.do === "challenge")
    return { kind: "challenge", seat: phase.phase === "doubt" ? phase.by : null };
  if (done?.do === "challenge") return { kind: "no-challenge" };
  if (phase.phase === "stacked" && best?.do === "play")
    return { kind: "pass-on", cards: phase.total };
  if (done === null) return { kind: "jump-in" };
  if (done.do === "draw" && best?.do === "play") return { kind: "play" };
  if (best?.do === "draw") return { kind: "draw" };
  return best?.do === "keep" ? { kind: "keep" } : null;
}

function aboutStopping({ view, seat, done, best }: Comparison): Reason | null {
  const better = playIn(best);
  if (!better) return null;
  const victim = nextSeat(view, seat);
  const cards = view.hands[victim]!.length;
  if (cards > FEW) return null;
  const [stops, stopped] = [isStopping(view, better), isStopping(view, playIn(done))];
  if (arePartners(view, seat, victim))
    return stopped && !stops ? { kind: "partner", seat: victim, cards } : null;
  if (stops && !stopped) return { kind: "stop", seat: victim, cards };
  if (isReverse(better) && !isReverse(playIn(done)) && !stopped)
    return { kind: "turn-away", seat: victim, cards };
  return null;
}

function aboutCards({ view: { rules }, done, best }: Comparison): Reason | null {
  const [worse, better] = [playIn(done), playIn(best)];
  if (!worse || !better || worse.card === better.card) return null;
  const [left, laid] = [cardColour(worse.card), cardColour(better.card)];
  if (left === null && laid !== null) return { kind: "save-card", card: worse.card };
  if (left !== null && laid === null) return { kind: "choose-colour", card: worse.card };
  const points = (card: Card): number => {
    if (cardColour(card) === null)
      return card === "W" || card === "W4" ? rules.wild_points : rules.special_points;
    return /\d/.test(card[1]!) ? Number(card[1]) : 20;
  };
  const [more, less] = [points(better.card), points(worse.card)];
  return more > less && left === laid ? { kind: "points", cards: more, other_cards: less } : null;
}

function aboutColours({ view, seat, done, best, memory }: Comparison): Reason | null {
  const [colour, other] = [colourAfter(best), colourAfter(done)];
  if (colour === null || other === null || colour === other) return null;
  const hand = view.hands[seat]!;
  const left = (one: Colour, action: Action | null): number => {
    const laid = playIn(action);
    const held = hand.filter((card) => cardColour(card) === one).length;
    return held - Number(laid !== null && cardColour(laid.card) === one);
  };
  const [cards, rest] = [left(colour, best), left(other, done)];
  if (cards > rest) return { kind: "holds", colour, cards, other, other_cards: rest };
  const victim = nextSeat(view, seat);
  const lacks = (one: Colour): boolean => seemsToLack(memory, victim, one);
  if (!arePartners(view, seat, victim) && lacks(colour) && !lacks(other))
    return { kind: "lacks", seat: victim, colour, cards: view.hands[victim]!.length };
  return null;
}

/** Whether a player seems to have no card of a colour, having drawn when it was in force. */
export function seemsToLack(
  memory: Pick<Memory, "open"> | undefined,
  seat: number,
  colour: Colour,
): boolean {
  return memory?.open[seat]?.[COLOUR_CODES.indexOf(colour)] === 0;
}

function playIn(action: Action | null): Play | null {
  return action?.do === "play" ? action : null;
}

function nextSeat({ hands, direction }: View, seat: number): number {
  return (seat + direction + hands.length) % hands.length;
}

function arePartners({ rules }: View, one: number, other: number): boolean {
  return rules.teams && one % 2 === other % 2;
}

function isReverse(play: Play | null): boolean {
  return play !== null && cardColour(play.card) !== null && play.card[1] === "R";
}

function isStopping({ hands }: View, play: Play | null): boolean {
  if (play === null) return false;
  if (isReverse(play)) return hands.length === FEW;
  return play.card === "W4" || (cardColour(play.card) !== null && STOPPING.includes(play.card[1]!));
}

function colourAfter(action: Action | null): Colour | null {
  if (action?.do === "play") return action.colour ?? cardColour(action.card);
  return action?.do === "name" ? action.colour : null;
}
