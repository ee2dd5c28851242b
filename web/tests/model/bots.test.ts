import { expect, test } from "vitest";
import { BOT_LEVELS, CHARACTERS } from "../../protocol/values.ts";
import { lookFor } from "../../src/faces/looks.ts";
import { charactersOf, levelOf, LEVELS, mixedBots } from "../../src/model/bots.ts";

test("every character has a level, and every level characters", () => {
  const found = LEVELS.flatMap((level) => charactersOf(level));
  expect(found.toSorted()).toEqual(Object.keys(CHARACTERS).toSorted());
  expect(new Set(Object.values(BOT_LEVELS))).toEqual(new Set([...LEVELS, "gentle"]));
  expect(levelOf("relaxed")).toBe("medium");
  expect(levelOf("skynet")).toBeNull();
});

test("bots that fill a table are of mixed strength, and nobody comes twice", () => {
  const bots = mixedBots(3, ["Ann", CHARACTERS.toaster]);
  expect(bots.map(levelOf)).toEqual(["easy", "hard", "easy"]);
  const nine = mixedBots(9, []);
  expect(new Set(nine).size).toBe(9);
  expect(nine.slice(0, 3).map(levelOf)).toEqual(["easy", "medium", "hard"]);
  expect(mixedBots(24, [])).toHaveLength(24);
});

test("a character keeps its face under another name", () => {
  expect(lookFor("Bo", true)).toEqual({ kind: "thing", thing: "toaster" });
  expect(lookFor("Bo (2)", true, "b:toaster")).toEqual({ kind: "thing", thing: "toaster" });
});
