import type { Effect } from "../../protocol/messages.ts";
import { expect, test } from "vitest";
import { CLOCK_BOUNDS, FORMATS } from "../../protocol/values.ts";
import { completeClock } from "../../src/model/defaults.ts";
import { CLOCKS, paceOf, type Pace } from "../../src/text/clocks.ts";
import { explainRule } from "../../src/text/explained_rule.ts";
import {
  canPlay,
  hasFixedTeams,
  isTeamFormat,
  joinFormat,
  nearestSeats,
  splitFormat,
} from "../../src/text/format_text.ts";
import { changeChip, playersText, tableChips } from "../../src/text/names.ts";
import { reasonText, refusalText, type Refusal, type Values } from "../../src/text/refusal_text.ts";
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

test("a format is played by certain numbers of players", () => {
  expect([1, 2, 3, 10, 11].filter((players) => canPlay("race:300", players))).toEqual([2, 3, 10]);
  expect([2, 3, 4, 5, 8].filter((players) => canPlay("partners", players))).toEqual([4]);
  expect(canPlay("", 2)).toBe(true);
  expect(playersText("teams:300")).toBe("4, 6, 8, 10");
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
  expect(refusalText(refusal("never-heard-of", null))).toBe("no");
  expect(reasonText("never-heard-of", "no", {})).toBe("no");
  expect(reasonText("not-your-turn", "no", {})).not.toBe("no");
});

test("a refusal says what its kind says, and what it is about", () => {
  const reserved = refusal("seat-taken", "seat-reserved", { name: "Ann" });
  expect(refusalText(reserved)).toBe("That seat is reserved for Ann.");
  const missing = refusal("not-ready", null, { names: ["Ann", "Ben"] });
  expect(refusalText(missing)).toBe("Not ready yet: Ann and Ben.");
  const waits = [1, 119, 120, 7201, 200_000].map((seconds) =>
    refusalText(refusal("too-many-guesses", "wrong-codes", { seconds })),
  );
  expect(waits.map((text) => /Wait (.*?),/.exec(text)?.[1])).toEqual([
    "1 second",
    "119 seconds",
    "2 minutes",
    "3 hours",
    "3 days",
  ]);
});

test("a refusal of a newer server is told as its code says", () => {
  const taken = refusalText(refusal("seat-taken", null));
  expect(refusalText(refusal("seat-taken", "seat-on-fire"))).toBe(taken);
  // The message says a name that did not come.
  expect(refusalText(refusal("seat-taken", "seat-reserved"))).toBe(taken);
  expect(refusalText(refusal("not-ready", null))).toBe("no");
});

test("a fault of settings is explained by its kind", () => {
  const fault = { kind: "odd", values: { word: "4" } } as const;
  expect(refusalText({ ...refusal("bad-settings", null), fault })).toContain("odd");
});

function refusal(code: string, kind: string | null, values: Values | null = null): Refusal {
  return { code, kind, message: "no", values, fault: null };
}

test("a rule with an effect of a newer server is told in the server's words", () => {
  const sentences = [{ text: "You juggle.", means: "You juggle for a while." }];
  const effects = [{ effect: "juggles" } as unknown as Effect];
  const read = { normal: "You juggle.", effects, sentences, chooses: false, partner: false };
  expect(explainRule({ ...read, rules: "house", slips: [] })).toEqual([
    { ...sentences[0], language: "en" },
  ]);
});
