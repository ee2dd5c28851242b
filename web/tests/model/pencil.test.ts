import { expect, test } from "vitest";
import { LIMITS } from "../../protocol/values.ts";
import { parseCustomRule } from "../../src/model/pencil.ts";
import { DoesNotFollow } from "../../src/model/round.ts";

test("sentences become effects", () => {
  expect(parseCustomRule("Everyone else draws 2 cards. Play reverses.")).toEqual([
    { effect: "draws", who: "others", amount: 2, when: null },
    { effect: "reverses", when: null },
  ]);
});

test("a condition may stand before its sentence or after it", () => {
  const when = { if: "holds", who: "you", compare: "fewer", number: 3 };
  const effect = { effect: "plays-again", when };
  expect(parseCustomRule("If you hold fewer than 3 cards, you play again.")).toEqual([effect]);
  expect(parseCustomRule("You play again if you hold fewer than three cards.")).toEqual([effect]);
});

test("kinds of cards, neighbours and conditions of each player", () => {
  expect(
    parseCustomRule(
      "Everyone draws 1 card if they hold a 7. The player on your left discards all 7s. " +
        "Each of the next two players draws until they hold 5 cards. Play reverses if you hold a red card.",
    ),
  ).toEqual([
    { effect: "draws", who: "everyone", amount: 1, when: { if: "they-have", kind: "7" } },
    { effect: "discards-kind", who: "left", kind: "7", when: null },
    { effect: "draws-to", who: "next-two", number: 5, when: null },
    { effect: "reverses", when: { if: "has", who: "you", kind: "red" } },
  ]);
});

test("words in quotation marks are the players' own", () => {
  expect(parseCustomRule("“Sing  a song”")).toEqual([{ effect: "honour", text: "Sing a song" }]);
});

test.each([
  "",
  "You fly.",
  `You draw ${LIMITS.ruleNumber + 1} cards.`,
  "You play again! You play again.",
  "Play reverses. ".repeat(LIMITS.ruleSentences + 1),
  `"${"a".repeat(LIMITS.rule)}"`,
])("%j is no rule", (text) => {
  expect(() => parseCustomRule(text)).toThrow(DoesNotFollow);
});
