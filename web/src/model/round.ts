/** One event turns a round, as someone knows it, into the next: the engine's own fold. */
import type {
  Card,
  CardChoice,
  ChoiceAsked,
  Colour,
  ColourAsked,
  Drew,
  Phase,
  Played,
  RoundEvent,
  Rules,
  UnfinishedRule,
  View,
} from "../../protocol/messages.ts";
import { COLOUR_CODES, DECK_SIZE, LIMITS } from "../../protocol/values.ts";

type Cards = readonly Card[];

/** A card seen from behind. */
export const BACK: Card = "??";

/** What is told does not follow from what was known: look at the whole table again. */
export class DoesNotFollow extends Error {}

/** A kind this page does not know: a newer server's, to be passed over. */
export function ignoreUnknown(_later: never): void {}

/** The table before the deal: the whole deck in the pile, no hands. */
export function undealtRound(
  rules: Rules,
  seats: number,
  dealer: number,
  seat: number | null,
): View {
  return {
    rules,
    seat,
    dealer,
    hands: Array<Cards>(seats).fill([]),
    pile: deckSize(rules),
    discard: [],
    colour: null,
    direction: 1,
    phase: { phase: "undealt" },
    window: null,
    owes_uno: null,
    passes: 0,
    legal: [],
    sitting_out: [],
    lasting: [],
  };
}

/**
 * The round after the event, as it was told: what is told to one seat shows that seat's round.
 *
 * What may be done now is nobody's guess: `legal` is empty until the server says.
 */
export function evolveRound(before: View, event: RoundEvent): View {
  const after = { ...applyEvent(before, event), legal: [] };
  return { ...after, owes_uno: owesUno(after) };
}

/** The seat the round waits for; null before the deal and when it is over. */
export function seatToAct(view: View): number | null {
  return "seat" in view.phase ? view.phase.seat : null;
}

/** The round as the seat sees it, null for who watches; one that is over lays every hand open. */
export function viewRound(view: View, seat: number | null): View {
  const over = view.phase.phase === "over";
  const hands = over
    ? view.hands
    : view.hands.map((hand, owner) => (owner === seat ? hand : faceDown(hand)));
  return { ...view, seat, hands, phase: viewPhase(view.phase, seat) };
}

function viewPhase(phase: Phase, seat: number | null): Phase {
  if (phase.phase === "drawn" && phase.seat !== seat) return { ...phase, card: BACK };
  if (phase.phase === "doubt" && phase.by !== seat) return { ...phase, held: faceDown(phase.held) };
  if (phase.phase === "picking" && phase.set_aside) {
    const aside = phase.set_aside.map((cards, owner) => (owner === seat ? cards : faceDown(cards)));
    return { ...phase, set_aside: aside };
  }
  return phase;
}

function applyEvent(view: View, event: RoundEvent): View {
  switch (event.event) {
    case "played":
      return playCard(view, event);
    case "drew":
      return drawCards(view, event);
    case "kept":
      return { ...view, phase: nextTurn(view, event.seat) };
    case "skipped":
      return skipSeat(view, event.seat);
    case "hand-shown":
    case "caught-wrongly":
    case "suggested":
    case "rule-read":
      return view;
    case "reversed": {
      const turned = { ...view, direction: event.direction };
      return { ...turned, phase: nextTurn(turned, event.seat) };
    }
    case "challenge-offered": {
      const { seat, total, by, before } = event;
      const held = handOf(view, by);
      return { ...view, phase: { phase: "doubt", seat, total, by, before, held } };
    }
    case "stack-offered":
      return { ...view, phase: { phase: "stacked", seat: event.seat, total: event.total } };
    case "accepted":
    case "challenged":
      // Answering begins a turn: the window closes (UNO-4).
      return { ...view, window: null };
    case "said-uno":
      return { ...view, window: { by: event.seat, settled: true } };
    case "caught":
      return { ...view, window: { by: event.target, settled: true } };
    case "passed": {
      const phase = nextTurn(view, event.seat);
      return { ...view, passes: view.passes + 1, phase, window: null };
    }
    case "turn-began":
      return { ...view, phase: { phase: "turn", seat: event.seat } };
    case "reshuffled":
      return { ...view, pile: event.pile.length, discard: view.discard.slice(-1) };
    case "hands-swapped":
    case "hands-passed":
    case "hands-shuffled":
      return { ...view, hands: event.hands };
    case "discarded": {
      const { seat, cards } = event;
      const under = view.discard.slice(0, -1);
      const discard = [...under, ...cards, ...view.discard.slice(-1)];
      return {
        ...view,
        hands: withHand(view, seat, removeCards(handOf(view, seat), cards)),
        discard,
        phase: nextQuestion(view),
      };
    }
    case "cards-given": {
      const { seat, to, cards } = event;
      const hands = withHand(view, seat, removeCards(handOf(view, seat), cards));
      return {
        ...view,
        hands: withHand({ ...view, hands }, to, addCards(handOf(view, to), cards)),
        phase: nextQuestion(view),
      };
    }
    case "cards-asked": {
      const { what, number, to, rule } = event;
      const [seat = -1, ...waiting] = event.seats;
      const left = cardsToChoose(view, seat, what, number);
      const asking = { seat, what, left, each: number, to, waiting, rule };
      return { ...view, phase: { phase: "picking", ...asking } };
    }
    case "card-set-aside":
      return setAside(view, event.seat, event.card);
    case "turn-lost": {
      const others = view.sitting_out.filter((seat) => seat !== event.seat);
      const own = Array.from({ length: event.turns ?? 1 }, () => event.seat);
      return { ...view, sitting_out: [...others, ...own].sort((one, other) => one - other) };
    }
    case "lasting-rule-began":
      return { ...view, lasting: [...view.lasting, event.rule] };
    case "lasting-rule-ended": {
      const over = JSON.stringify(event.rule);
      const lasting = view.lasting.filter((rule) => JSON.stringify(rule) !== over);
      return { ...view, lasting };
    }
    case "dealt":
      return { ...view, hands: event.hands, pile: event.pile.length };
    case "turned-up": {
      const colour = colourOf(event.card);
      return { ...view, pile: takeFromPile(view.pile, 1), discard: [event.card], colour };
    }
    case "put-back":
      return { ...view, pile: event.pile.length, discard: [], colour: null };
    case "colour-asked":
      return { ...view, phase: { phase: "naming", ...asked(event) } };
    case "choice-asked":
      return { ...view, phase: { phase: "choosing", ...asked(event) } };
    case "player-chosen":
      return { ...view, phase: nextTurn(view, event.seat) };
    case "decision-asked":
      return { ...view, phase: { phase: "deciding", seat: event.seat, rule: event.rule } };
    case "decided": {
      const by = view.phase.phase === "deciding" ? view.phase.rule.by : event.seat;
      return { ...view, phase: nextTurn(view, by) };
    }
    case "colour-named":
      return { ...view, colour: event.colour, phase: turnAfterNaming(view, event.seat) };
    case "round-ended": {
      const { winner, hands } = event;
      return { ...view, hands, phase: { phase: "over", winner }, window: null };
    }
    default:
      ignoreUnknown(event);
      return view;
  }
}

/** Who is asked, and by which rule, if one asks. */
function asked({ seat, rule }: ColourAsked | ChoiceAsked): {
  seat: number;
  rule?: UnfinishedRule;
} {
  return rule ? { seat, rule } : { seat };
}

function turnAfterNaming(view: View, seat: number): Phase {
  const rule = view.phase.phase === "naming" ? view.phase.rule : null;
  return rule ? nextTurn(view, rule.by) : { phase: "turn", seat };
}

function setAside(view: View, seat: number, card: Card): View {
  const { phase } = view;
  if (phase.phase !== "picking") throw new DoesNotFollow("nobody asked for this card");
  const before = phase.set_aside ?? view.hands.map(() => []);
  const aside = before.with(seat, sortHand(before[seat] ?? [], [card]));
  // A hand smaller than what is asked for is passed on whole.
  const left = (aside[seat]?.length ?? 0) < handOf(view, seat).length ? phase.left : 1;
  const chosen = { ...view, phase: { ...phase, left, set_aside: aside } };
  return { ...chosen, phase: nextQuestion(chosen) };
}

/** What the table waits for once the seat asked for a card has chosen one. */
function nextQuestion(view: View): Phase {
  const { phase } = view;
  if (phase.phase !== "picking") return phase;
  if (phase.left > 1) return { ...phase, left: phase.left - 1 };
  if (phase.to.length > 1) return { ...phase, left: phase.each, to: phase.to.slice(1) };
  const [seat, ...waiting] = phase.waiting;
  if (seat !== undefined)
    return { ...phase, seat, left: cardsToChoose(view, seat, phase.what, phase.each), waiting };
  return nextTurn(view, phase.rule.by);
}

/** How many cards a seat is asked for. */
function cardsToChoose(view: View, seat: number, what: CardChoice, number: number): number {
  if (what !== "discard-to") return number;
  return Math.min((view.hands[seat]?.length ?? 0) - number, LIMITS.ruleNumber);
}

function playCard(view: View, { seat, card, colour, uno }: Played): View {
  return {
    ...view,
    hands: withHand(view, seat, removeCards(handOf(view, seat), [card])),
    discard: [...view.discard, card],
    colour: colour ?? colourOf(card),
    phase: nextTurn(view, seat),
    window: { by: seat, settled: uno },
    passes: 0,
  };
}

function drawCards(view: View, { seat, cards, why }: Drew): View {
  const hands = withHand(view, seat, sortHand(handOf(view, seat), cards));
  const after = { ...view, hands, pile: takeFromPile(view.pile, cards.length) };
  const card = cards.at(-1);
  if (why !== "turn" || card === undefined) return after;
  // Where a drawn card may not be played, the turn passes at once and there is nothing to ask.
  const phase: Phase = view.rules.play_drawn
    ? { phase: "drawn", seat, card }
    : nextTurn(view, seat);
  return { ...after, phase, window: null, passes: 0 };
}

function skipSeat(view: View, seat: number): View {
  const phase = nextTurn(view, seat);
  if (!view.sitting_out.includes(seat)) return { ...view, phase };
  // Who sits out has not passed: the passes in a row start again (OUT-4).
  const waiting = view.sitting_out.toSpliced(view.sitting_out.indexOf(seat), 1);
  return { ...view, phase, sitting_out: waiting, passes: 0 };
}

function nextTurn(view: View, seat: number): Phase {
  const seats = view.hands.length;
  return { phase: "turn", seat: (seat + view.direction + seats) % seats };
}

function owesUno({ window, hands, phase }: View): number | null {
  if ("rule" in phase && phase.rule) return null; // not before the rule is done
  if (window === null || window.settled || hands[window.by]?.length !== 1) return null;
  return window.by;
}

function handOf(view: View, seat: number): Cards {
  const hand = view.hands[seat];
  if (hand === undefined) throw new DoesNotFollow(`there is no seat ${seat}`);
  return hand;
}

function withHand(view: View, seat: number, hand: Cards): readonly Cards[] {
  return view.hands.with(seat, hand);
}

/** The hand less these cards; one that lies face down only gets smaller. */
function removeCards(hand: Cards, cards: Cards): Cards {
  const left = [...hand];
  for (const card of cards) {
    const open = left.indexOf(card);
    const index = open < 0 ? left.indexOf(BACK) : open;
    if (index < 0) throw new DoesNotFollow(`${card} is not held`);
    left.splice(index, 1);
  }
  return left;
}

/** The hand and these cards; one that lies face down stays so, even if they were seen. */
function addCards(hand: Cards, cards: Cards): Cards {
  return sortHand(hand, hand.includes(BACK) ? faceDown(cards) : cards);
}

/** Hands are kept in the order of the codes. */
function sortHand(hand: Cards, cards: Cards): Cards {
  return [...hand, ...cards].sort();
}

function takeFromPile(pile: number, cards: number): number {
  if (cards > pile) throw new DoesNotFollow(`the pile has no ${cards} cards`);
  return pile - cards;
}

function faceDown(hand: Cards): Cards {
  return hand.every((card) => card === BACK) ? hand : hand.map(() => BACK);
}

function colourOf(card: Card): Colour | null {
  const head = card.charAt(0);
  return COLOUR_CODES.find((colour) => colour === head) ?? null;
}

function deckSize(rules: Rules): number {
  return rules.decks * (DECK_SIZE + rules.swap_cards + rules.shuffle_cards + rules.blank_cards);
}
