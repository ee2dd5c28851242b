import { expect, test } from "vitest";
import { CLOCK_BOUNDS, FORMATS } from "../../protocol/values.ts";
import { completeClock } from "../../src/model/defaults.ts";
import { parseCustomRule } from "../../src/model/pencil.ts";
import { CLOCKS, paceOf, type Pace } from "../../src/text/clocks.ts";
import { explainRule } from "../../src/text/custom_rule.ts";
import {
  hasFixedTeams,
  isTeamFormat,
  joinFormat,
  nearestSeats,
  splitFormat,
} from "../../src/text/format_text.ts";
import { changeChip, tableChips } from "../../src/text/names.ts";
import { refusalText } from "../../src/text/refusal_text.ts";
import { joinRules, splitRules } from "../../src/text/rules_text.ts";

test.each([
  "classic",
  "house+stacking=same+hand_size=5",
  'wild-112+written=You_play_again.|"a%2Bb%5Fc"',
])("%s is split and joined again", (text) => {
  expect(joinRules(splitRules(text))).toBe(text);
});

test("what players write on a blank survives every sign", () => {
  const written = ["100% + 1 = _|x", "", "second"];
  const text = joinRules({ edition: "house", changes: {}, written });
  expect(splitRules(text).written).toEqual(written);
});

test("blanks at the end that nobody wrote on are left out", () => {
  expect(joinRules({ edition: "house", changes: {}, written: ["", " "] })).toBe("house");
});

test("formats have a number only if it is not the usual one", () => {
  expect(splitFormat("race:300")).toEqual({ name: "race", number: 300 });
  expect(joinFormat(splitFormat("race"))).toBe("race");
  expect(isTeamFormat("rotating:2") && !hasFixedTeams("rotating:2")).toBe(true);
});

test.each(Object.keys(FORMATS))("%s is offered seats it can be played at", (format) => {
  for (const wanted of [1, 5, 7, 30])
    expect(FORMATS[format]?.players).toContain(nearestSeats(format, wanted));
});

test.each(Object.keys(CLOCKS) as Pace[])("the clock %s is one the server takes", (pace) => {
  const clock = completeClock(CLOCKS[pace]);
  for (const [part, [low, high]] of Object.entries(CLOCK_BOUNDS)) {
    const seconds = clock[part as keyof typeof clock];
    if (seconds !== null) expect(seconds >= low && seconds <= high).toBe(true);
  }
  expect(paceOf(CLOCKS[pace])).toBe(pace);
});

test("a clock of one's own is none of ours", () => {
  expect(paceOf({ move: 61 })).toBeNull();
});

test("a table is told in a few chips", () => {
  const chips = tableChips({ rules: "house+stacking=same+teams=on", format: "best-of:5" });
  expect(chips.differences).toHaveLength(1);
  expect(chips.format).toContain("5");
  expect(changeChip("later_switch", "on")).toContain("later switch");
});

test("a refusal nobody translated keeps its own sentence", () => {
  expect(refusalText("never-heard-of", "No.")).toBe("No.");
  expect(refusalText("not-your-turn", "no")).not.toBe("no");
});

test("an English reader gets a rule as it is written", () => {
  const sentences = [{ text: "You play again.", means: "it is your turn again" }];
  const normal = "You play again.";
  expect(parseCustomRule(normal)).toHaveLength(1);
  const read = { normal, sentences, chooses: false, partner: false, rules: "house" };
  expect(explainRule(read)).toEqual([{ ...sentences[0], said: null, language: "en" }]);
});
