import { expect, test } from "vitest";
import type { GameEvent } from "../../protocol/messages.ts";
import {
  addToSheet,
  evolveGame,
  newGame,
  playersToAct,
  viewGame,
  type Sheet,
} from "../../src/model/game.ts";
import { DoesNotFollow } from "../../src/model/round.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";

const game = newGame(parseRules("classic"), parseFormat("rotating"), 8, 5);
const began: Extract<GameEvent, { event: "hand-began" }> = {
  event: "hand-began",
  hand: 1,
  tables: [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ],
  dealers: [0, 7],
};

test("a round begins at every table, and partners play in teams", () => {
  const { tables } = evolveGame(game, began);
  expect(tables.map(({ view }) => view.seat)).toEqual([null, 1]);
  expect(tables.map(({ view }) => view.dealer)).toEqual([0, 3]);
  expect(tables.every(({ view }) => view.rules.teams)).toBe(true);
});

test("every table waits for one player", () => {
  const turn = (table: number, seat: number) =>
    ({ event: "at-table", table, what: { event: "turn-began", seat } }) as const;
  const playing = [began, turn(0, 2), turn(1, 0)].reduce(evolveGame, game);
  expect(playersToAct(playing)).toEqual([2, 4]);
});

test("an event at a table that is not there does not follow", () => {
  const event = { event: "at-table", table: 3, what: { event: "turn-began", seat: 0 } } as const;
  expect(() => evolveGame(game, event)).toThrow(DoesNotFollow);
});

test("tables that play the same round share a line of the sheet", () => {
  const scored = (points: number[]) =>
    ({ event: "hand-scored", table: 0, winner: 0, points }) as const;
  const events = [began, scored([5, 0]), scored([0, 7]), { ...began, hand: 2 }, scored([1, 1])];
  const sheet = events.reduce<Sheet>((lines, event) => addToSheet(lines, event, 2), []);
  expect(sheet).toEqual([
    [5, 7],
    [1, 1],
  ]);
});

test("somebody who watches sees no hand", () => {
  const dealt = {
    event: "at-table",
    table: 1,
    what: {
      event: "dealt",
      hands: [["R1"], ["R2"], ["R3"], ["R4"]],
      pile: Array<"??">(104).fill("??"),
      spent: 1,
    },
  } as const;
  const playing = [began, dealt].reduce(evolveGame, game);
  expect(viewGame(playing, 5).tables[1]?.view.hands).toEqual([["??"], ["R2"], ["??"], ["??"]]);
  expect(viewGame(playing, null).tables[1]?.view.hands.flat()).toEqual(["??", "??", "??", "??"]);
});
