import { expect, test } from "vitest";
import type { Card, RoomView, RoundEvent } from "../../protocol/messages.ts";
import { SeatMemory } from "../../src/table/live/seat_memory.ts";
import { emptyRoom, newsOf, roundWith } from "../views.ts";

/** A table at which seat 0 is ours; the others hold two cards each. */
function tableWith(hand: readonly Card[]): RoomView {
  const view = roundWith([hand, ["??", "??"], ["??", "??"]], { seat: 0 });
  const game = { tables: [{ players: [0, 1, 2], view }] } as unknown as RoomView["game"];
  return { ...emptyRoom(3), seat: 0, game };
}

function newsOfMove(...events: RoundEvent[]) {
  const wrapped = events.map((what) => ({ event: "at-table", table: 0, what }) as const);
  return newsOf({ fact: "moved", player: 1, events: wrapped } as never);
}

const DRAWS = [
  { event: "drew", seat: 1, cards: ["??"], why: "turn" },
  { event: "kept", seat: 1 },
] as unknown as RoundEvent[];
const RED = 2;

test("a player who drew and kept seems to have none of the colour in force", () => {
  const memory = new SeatMemory();
  const [before, after] = [tableWith(["R1"]), tableWith(["R1"])];
  expect(memory.at(before).open[1]).toEqual([2, 2, 2, 2]);
  memory.receive(newsOfMove(...DRAWS), before, after);
  expect(memory.at(after).open[1]?.[RED]).toBe(0);
  expect(memory.at(after).open[1]?.[0]).toBe(3);
  expect(memory.at(after).known).toEqual([["R1"], [], []]);
});

test("after a gap no more is known than what can be seen", () => {
  const memory = new SeatMemory();
  const [before, after, later] = [tableWith(["R1"]), tableWith(["R1"]), tableWith(["B4", "W"])];
  memory.receive(newsOfMove(...DRAWS), before, after);
  expect(memory.at(later).open[1]).toEqual([2, 2, 2, 2]);
  expect(memory.at(later).known[0]).toEqual(["B4", "W"]);
  memory.receive(newsOfMove(), tableWith(["G7"]), after);
  expect(memory.at(after).known[0]).toEqual(["G7"]);
});

test("somebody who watches remembers nothing", () => {
  const view = emptyRoom(2);
  expect(new SeatMemory().at(view).known).toEqual([]);
});
