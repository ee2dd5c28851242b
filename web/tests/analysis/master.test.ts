import { expect, test } from "vitest";
import { FORMATS } from "../../protocol/values.ts";
import { expertNeedsKernel, isTrainedFor } from "../../src/analysis/master.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";
import { roundWith } from "../views.ts";

const WRITTEN = "mattel-2016+blank_cards=4+written=Everyone_else_draws_2_cards.";
const CHOOSING = "You_discard_2_cards_of_your_choice.";

test.each([
  ["mattel-2016", 10, true],
  ["mattel-2016+hand_size=5", 4, true],
  ["mattel-2016+hand_size=5", 5, false],
  ["house+seven_zero=on", 4, true],
  ["house+seven_zero=on", 5, false],
  [WRITTEN, 4, true],
  [WRITTEN, 5, false],
  [`${WRITTEN}|${CHOOSING}`, 2, false],
])("%s with %i players: the network decides is %s", (rules, seats, decides) => {
  const hands = Array.from({ length: seats }, () => []);
  expect(isTrainedFor(roundWith(hands, { rules: parseRules(rules) }))).toBe(decides);
});

test.each(Object.keys(FORMATS))(
  "expert looks ahead anywhere in %s if winning rounds is all",
  (format) => {
    const plays = expertNeedsKernel(parseFormat(format), parseRules("mattel-2016"), 5);
    expect(plays).toBe(!["single", "best-of"].includes(format));
  },
);

test("expert looks ahead where the network does not decide", () => {
  const rules = parseRules("mattel-2016+seven_zero=on");
  expect(expertNeedsKernel({ format: "low-tally", limit: 500 }, rules, 5)).toBe(false);
  expect(expertNeedsKernel({ format: "low-tally", limit: 500 }, rules, 4)).toBe(true);
});
