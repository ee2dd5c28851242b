import { expect, test } from "vitest";
import { FORMATS } from "../../protocol/values.ts";
import { findNoSearch, isTrainedFor } from "../../src/analysis/master.ts";
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
  "expert looks ahead on every server in %s if winning rounds is all",
  (format) => {
    const reason = findNoSearch(parseFormat(format), parseRules("mattel-2016"), 5);
    expect(reason).toBe(["single", "best-of"].includes(format) ? null : "no-kernel");
  },
);

test.each([
  ["mattel-2016+seven_zero=on", "low-tally", 5, null],
  ["mattel-2016+seven_zero=on", "low-tally", 4, "no-kernel"],
  [WRITTEN, "race", 4, "written-rules"],
  [WRITTEN, "single", 4, null],
  ["mattel-2016", "single", 7, "many-players"],
  ["mattel-2016", "race", 7, "many-players"],
  ["mattel-2016", "elimination", 8, "no-kernel"],
  ["mattel-2016", "rotating", 8, "no-kernel"],
])("expert with %s, %s and %i players: %s", (rules, format, players, reason) => {
  expect(findNoSearch(parseFormat(format), parseRules(rules), players)).toBe(reason);
});
