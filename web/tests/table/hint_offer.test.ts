import { expect, test } from "vitest";
import type { Format, RoomView } from "../../protocol/messages.ts";
import { parseRules } from "../../src/model/rules.ts";
import { offersHint } from "../../src/table/hint_offer.ts";
import { emptyRoom, roundWith } from "../views.ts";

const BLANK = "house+blank_cards=1+written=";

/** Somebody at a table with one bot. */
function alone(rules: string, format: Format = { format: "single" }): RoomView {
  const view = roundWith([["R1"], ["??"]], { seat: 0, rules: parseRules(rules) });
  const game = { format, tables: [{ players: [0, 1], view }] } as unknown as RoomView["game"];
  return { ...emptyRoom(2), seat: 0, seats: [{ guest: "ada" }, { bot: "regular" }], game };
}

test("a hint is offered where the network plays, under written rules, too", () => {
  expect(offersHint(alone("house"))).toBe(true);
  expect(offersHint(alone(`${BLANK}Everyone_else_draws_2_cards.`))).toBe(true);
  expect(offersHint(alone(`${BLANK}Hands_pass_left.`))).toBe(false);
});

test.each(["race", "low-tally", "elimination"] as const)("a hint is offered in %s", (format) => {
  expect(offersHint(alone("house", { format, limit: 500 }))).toBe(true);
});
