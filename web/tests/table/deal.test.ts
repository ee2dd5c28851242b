import { expect, test } from "vitest";
import type { Card } from "../../protocol/messages.ts";
import { DEAL_MOST, DEAL_STEP, dealLasts } from "../../src/motion.ts";
import { dealOrder } from "../../src/table/live/deal.ts";

const handsOf = (...counts: number[]): Card[][] =>
  counts.map((count) => Array<Card>(count).fill("??"));

test("cards go round one by one, beginning after the dealer", () => {
  const order = dealOrder(handsOf(2, 2, 2), 1);
  expect(order.map(({ seat }) => seat)).toEqual([2, 0, 1, 2, 0, 1]);
  expect(order.map(({ order }) => order)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(order.map(({ after }) => after)).toEqual([0, 1, 2, 3, 4, 5].map((at) => at * DEAL_STEP));
});

test("who gets fewer cards is passed over at the end", () => {
  expect(dealOrder(handsOf(1, 3), 1).map(({ seat }) => seat)).toEqual([0, 1, 1, 1]);
});

test.each([2, 4, 10, 15])("a deal to %i is over after three seconds at most", (seats) => {
  const hands = handsOf(...Array<number>(seats).fill(7));
  const lasts = dealLasts(seats * 7);
  expect(lasts).toBeLessThanOrEqual(DEAL_MOST);
  const last = dealOrder(hands, 0).at(-1)?.after ?? 0;
  expect(last).toBeLessThan(lasts);
});
