import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isTrainedFor } from "../../src/analysis/master.ts";
import { summariseBlanks, summariseRule, SUMMARY } from "../../src/analysis/rule_summary.ts";
import { parseCustomRule } from "../../src/model/pencil.ts";
import { parseRules } from "../../src/model/rules.ts";
import { roundWith } from "../views.ts";

const rows = JSON.parse(
  readFileSync(new URL("../../../tests/vectors/rule_summaries.json", import.meta.url), "utf-8"),
) as readonly (readonly [text: string, summary: readonly number[], decides: boolean])[];

test("a written rule has the summary that Python writes", () => {
  expect(rows.length).toBeGreaterThan(300);
  for (const [text, summary] of rows)
    expect(summariseRule(parseCustomRule(text)), text).toEqual(summary);
});

test("the network decides by the rules by which it does in Python", () => {
  const rules = parseRules("house+blank_cards=1");
  for (const [text, , decides] of rows) {
    const written = [parseCustomRule(text)];
    const view = roundWith([[], []], { rules: { ...rules, written } });
    expect(isTrainedFor(view), text).toBe(decides);
  }
});

test("every blank has its numbers, one without a rule zeros", () => {
  const rules = parseRules("house+blank_cards=8+written=|You_draw_5_cards.");
  const numbers = summariseBlanks(rules);
  expect(numbers).toHaveLength(8 * SUMMARY);
  expect(numbers.indexOf(5)).toBe(SUMMARY);
  expect(numbers.filter((number) => number > 0)).toEqual([5]);
});
