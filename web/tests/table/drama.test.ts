import { expect, test } from "vitest";
import type { RoomView, RoundEvent } from "../../protocol/messages.ts";
import { newGame } from "../../src/model/game.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";
import { CAUGHT_PAUSE, LAY } from "../../src/motion.ts";
import { effectsOf } from "../../src/table/live/drama.ts";
import { weighDoubt } from "../../src/table/prompts/odds.ts";
import { emptyRoom, newsOf, roundWith } from "../views.ts";

const view = { ...roundWith([["R1", "R2"], ["??"], ["??", "??"]]), seat: 0 };
const game = newGame(parseRules("classic"), parseFormat("race"), 3, null);
const room: RoomView = {
  ...emptyRoom(3),
  seat: 0,
  game: { ...game, tables: [{ players: [0, 1, 2], view }] },
};

function effects(...events: readonly RoundEvent[]) {
  const moved = events.map((what) => ({ event: "at-table", table: 0, what }) as const);
  return effectsOf(newsOf({ fact: "moved", seat: 0, events: moved } as never), room, room);
}
const seen = (...events: readonly RoundEvent[]) => effects(...events).map(({ effect }) => effect);
const played = (seat: number, more: object = {}) =>
  ({ event: "played", seat, card: "R5", colour: null, target: null, uno: false, ...more }) as const;
const drew = (count: number, why: "turn" | "card" | "uno") =>
  ({ event: "drew", seat: 1, cards: Array<"??">(count).fill("??"), why }) as RoundEvent;

test.each<[string, RoundEvent, object[]]>([
  ["a card", played(0), []],
  ["a card with UNO", played(0, { uno: true }), [{ kind: "uno", seat: 0 }]],
  ["a wild", played(0, { card: "W", colour: "G" }), [{ kind: "colour", colour: "G" }]],
  ["a jump-in", played(2), [{ kind: "jump-in", seat: 2 }]],
  ["a skip", { event: "skipped", seat: 1 }, [{ kind: "skip", seat: 1 }]],
  [
    "a reverse",
    { event: "reversed", seat: 0, direction: -1 },
    [{ kind: "reverse", direction: -1 }],
  ],
  ["a draw four", drew(4, "card"), [{ kind: "throw", seat: 1, count: 4 }]],
  ["a card drawn in turn", drew(1, "turn"), []],
  ["an empty pile", drew(0, "card"), []],
])("%s is seen", (_, event, expected) => {
  expect(seen(event)).toEqual(expected);
});

test("cards are thrown when the one that demands them has landed", () => {
  expect(effects(played(0, { card: "RD" }), drew(2, "card"))[0]?.after).toBe(LAY);
  const caught = effects({ event: "caught", seat: 0, target: 1 }, drew(2, "uno"));
  expect(caught.map(({ after }) => after)).toEqual([0, CAUGHT_PAUSE]);
});

test("who has to take cards is not stamped as well", () => {
  expect(seen(drew(2, "card"), { event: "skipped", seat: 1 })).toEqual([
    { kind: "throw", seat: 1, count: 2 },
  ]);
});

test("what happens at another table is not seen here", () => {
  const what = { event: "skipped", seat: 1 } as const;
  const news = newsOf({
    fact: "moved",
    seat: 0,
    events: [{ event: "at-table", table: 1, what }],
  } as never);
  expect(effectsOf(news, room, room)).toEqual([]);
});

test("a doubt goes by what one has seen, and pays from a third on for four cards", () => {
  const doubt = { phase: "doubt", seat: 0, total: 4, by: 1, before: "R" } as const;
  const hidden = weighDoubt(view, { ...doubt, held: ["??", "??"] });
  expect(hidden.paysFrom).toBeCloseTo(1 / 3);
  expect(hidden.chance).toBeCloseTo(1 - ((108 - 25) / 105) * ((107 - 25) / 104), 2);
  // Even a page that were told the cards would not use them.
  expect(weighDoubt(view, { ...doubt, held: ["R1", "R2"] })).toEqual(hidden);
});
