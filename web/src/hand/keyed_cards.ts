import type { Card } from "../../protocol/messages.ts";

/** A card in the hand, told apart from its twins: it is the same one when others come and go. */
export interface KeyedCard {
  readonly id: number;
  readonly card: Card;
}

let last = 0;

/**
 * The hand once it consists of `cards`: what stays keeps its id and place, what is new comes last.
 *
 * Of twins `leaving` goes first: the one that was laid.
 */
export function keyCards(
  held: readonly KeyedCard[],
  cards: readonly Card[],
  leaving: number | null,
): readonly KeyedCard[] {
  const left = new Map<Card, number>();
  for (const card of cards) left.set(card, (left.get(card) ?? 0) + 1);
  const staying = new Set<KeyedCard>();
  for (const one of [...held].sort((a, b) => Number(a.id === leaving) - Number(b.id === leaving))) {
    const count = left.get(one.card) ?? 0;
    if (count === 0) continue;
    left.set(one.card, count - 1);
    staying.add(one);
  }
  const fresh: KeyedCard[] = [];
  for (const card of cards) {
    const count = left.get(card) ?? 0;
    if (count === 0) continue;
    left.set(card, count - 1);
    fresh.push({ id: ++last, card });
  }
  return [...held.filter((one) => staying.has(one)), ...fresh];
}
