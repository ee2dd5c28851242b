import { expect, test } from "vitest";
import type { RoomView, RoundEvent } from "../../protocol/messages.ts";
import { newGame } from "../../src/model/game.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";
import { cuesOf } from "../../src/sound/cues.ts";
import { emptyRoom, newsOf, roundWith } from "../views.ts";

const TIMING = { landing: 0.2, thrown: 0.4, step: 0.1, deal: (cards: number) => cards / 10 };

/** A room where seat 0 is ours, with this many cards in each hand. */
function roomWith(counts: readonly number[], changes: Partial<RoomView> = {}): RoomView {
  const hands = counts.map((count) => Array.from({ length: count }, () => "??" as const));
  const view = { ...roundWith(hands), seat: 0 };
  const game = newGame(parseRules("classic"), parseFormat("race"), counts.length, null);
  const tables = [{ players: counts.map((_, seat) => seat), view }];
  return { ...emptyRoom(counts.length), seat: 0, game: { ...game, tables }, ...changes };
}

function heard(
  events: readonly RoundEvent[],
  before = roomWith([5, 5, 5]),
  after = before,
): [string, number][] {
  const moved = events.map((what) => ({ event: "at-table", table: 0, what }) as const);
  const news = newsOf({ fact: "moved", seat: 0, events: moved } as never);
  return cuesOf(news, before, after, TIMING).map(({ sound, after: delay }) => [
    sound,
    Math.round(delay * 100) / 100,
  ]);
}
const sounds = (...given: Parameters<typeof heard>) => heard(...given).map(([sound]) => sound);

const played = (seat: number, more: object = {}) =>
  ({ event: "played", seat, card: "R5", colour: null, target: null, uno: false, ...more }) as const;
const drew = (count: number, why: "turn" | "card" | "uno") =>
  ({ event: "drew", seat: 1, cards: Array.from({ length: count }, () => "??"), why }) as RoundEvent;

test.each<[string, RoundEvent, string[]]>([
  ["a deal", { event: "dealt", hands: [], pile: [], spent: 0 } as never, ["riffle"]],
  ["a card", played(0), ["tap"]],
  ["a wild", played(0, { card: "W", colour: "B" }), ["tap", "swell"]],
  ["a colour named later", { event: "colour-named", seat: 0, colour: "B" }, ["swell"]],
  ["a card with UNO", played(0, { uno: true }), ["tap", "uno"]],
  ["UNO alone", { event: "said-uno", seat: 0 }, ["uno"]],
  ["a skip", { event: "skipped", seat: 1 }, ["stamp"]],
  ["a reverse", { event: "reversed", seat: 0, direction: -1 }, ["whoosh"]],
  ["a card drawn in turn", drew(1, "turn"), ["slide"]],
  ["a draw two", drew(2, "card"), ["slap", "slap", "thud"]],
  ["a catch", { event: "caught", seat: 0, target: 1 }, ["bonk"]],
  [
    "a bluff in the air",
    { event: "challenge-offered", seat: 1, total: 4, by: 0, before: "R" },
    ["breath"],
  ],
  ["a jump-in", played(2), ["crack", "tap"]],
  ["a round won", { event: "round-ended", winner: 0, hands: [], points: [] }, ["fanfare"]],
  ["a round lost", { event: "round-ended", winner: 1, hands: [], points: [] }, ["sigh"]],
  ["a turn", { event: "turn-began", seat: 1 }, []],
])("%s has its own sound", (_, event, expected) => {
  expect(sounds([event])).toEqual(expected);
});

test("a card lands before what it does is heard", () => {
  const four = [played(0, { card: "W4", colour: "G" }), drew(4, "card")];
  expect(heard([...four, { event: "skipped", seat: 1 }])).toEqual([
    ["tap", 0.2],
    ["swell", 0.28],
    ["slap", 0.6],
    ["slap", 0.7],
    ["slap", 0.8],
    ["slap", 0.9],
    ["thud", 0.93],
    ["stamp", 0.38],
  ]);
});

test("somebody who forgot UNO can be heard, and being caught comes before its cards", () => {
  expect(sounds([played(0)], roomWith([2, 5, 5]), roomWith([1, 5, 5]))).toEqual(["tap", "tick"]);
  expect(heard([{ event: "caught", seat: 1, target: 0 }, drew(2, "uno")])).toEqual([
    ["bonk", 0],
    ["slap", 0.7],
    ["slap", 0.8],
    ["thud", 0.83],
  ]);
});

test("our turn is heard last, and only when it comes", () => {
  const waiting = [{ seat: 0, until: 0 }] as never;
  const [before, after] = [roomWith([5, 5, 5]), roomWith([5, 5, 5], { waiting })];
  expect(heard([drew(2, "card")], before, after).at(-1)).toEqual(["turn", 0.68]);
  expect(sounds([played(0)], after, after)).toEqual(["tap"]);
});

test("the first card is turned over when all have been dealt", () => {
  const hands = [["R1", "R2"], ["??"]];
  const dealt = { event: "dealt", hands, pile: [], spent: 0 } as never;
  const cues = heard([dealt, { event: "turned-up", card: "R5" }]);
  expect(cues).toEqual([
    ["riffle", 0],
    ["tap", 0.3],
  ]);
});

test("a stack of forty is not heard card by card", () => {
  expect(sounds([drew(40, "card")]).filter((sound) => sound === "slap")).toHaveLength(10);
});

test("the end of a game is one sound, and another table's round none", () => {
  const view = roomWith([0, 3, 3]);
  const ended = { event: "round-ended", winner: 0, hands: [], points: [] } as const;
  const both = [
    { event: "at-table", table: 0, what: ended },
    { event: "game-ended", winners: [0] },
  ];
  const news = newsOf({ fact: "moved", seat: 0, events: both } as never);
  expect(cuesOf(news, view, view, TIMING).map(({ sound }) => sound)).toEqual(["finale"]);

  const [table] = view.game?.tables ?? [];
  if (!table || !view.game) throw new Error("the room has a table");
  const other = { ...table, view: { ...table.view, seat: null } };
  const two: RoomView = { ...view, game: { ...view.game, tables: [table, other] } };
  const away = newsOf({
    fact: "moved",
    seat: 0,
    events: [{ event: "at-table", table: 1, what: ended }],
  } as never);
  expect(cuesOf(away, two, two, TIMING)).toEqual([]);
});
