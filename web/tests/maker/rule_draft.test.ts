import { expect, test } from "vitest";
import type { RuleBuilder } from "../../protocol/http.ts";
import {
  effectForm,
  fittingPicks,
  labelOf,
  withEffect,
  withPick,
  type Draft,
} from "../../src/maker/pencil/rule_draft.ts";

const WHO = { pick: "choice", of: "Who", values: ["you", "next", "everyone"] } as const;
const BUILDER: RuleBuilder = {
  effects: [
    {
      name: "draws",
      sample: { effect: "draws", who: "next", amount: 2, when: null },
      parts: [
        { field: "who", picks: [WHO] },
        {
          field: "amount",
          picks: [
            { pick: "number", least: 1, most: 10 },
            { pick: "form", name: "per-card" },
          ],
        },
        { field: "when", picks: [{ pick: "nothing" }, { pick: "form", name: "they-have" }] },
      ],
      conflicts: [
        { field: "who", value: "you", other: "when", values: ["they-have"] },
        { field: "who", value: "next", other: "when", values: ["they-have"] },
      ],
    },
    {
      name: "gives",
      sample: { effect: "gives", who: "you", amount: 1, to: "next", when: null },
      parts: [
        { field: "who", picks: [WHO] },
        { field: "amount", picks: [{ pick: "number", least: 1, most: 10 }] },
        { field: "to", picks: [WHO] },
        { field: "when", picks: [{ pick: "nothing" }, { pick: "form", name: "they-have" }] },
      ],
      conflicts: [
        { field: "who", value: "you", other: "to", values: ["you"] },
        { field: "who", value: "next", other: "to", values: ["next"] },
        { field: "who", value: "everyone", other: "to", values: ["everyone"] },
      ],
    },
  ],
  forms: [
    {
      name: "they-have",
      sample: { if: "they-have", kind: "red" },
      parts: [{ field: "kind", picks: [{ pick: "choice", of: "CardKind", values: ["red"] }] }],
      conflicts: [],
    },
  ],
};

function formOf(draft: Draft) {
  const form = effectForm(BUILDER, draft);
  if (!form) throw new Error("no form");
  return form;
}

test("a part can be what fits the parts before it", () => {
  const draft = { effect: "gives", who: "next", amount: 1, to: "you", when: null };
  const form = formOf(draft);
  const to = form.parts[2];
  if (!to) throw new Error("no part");
  expect(fittingPicks(form, draft, to)).toEqual([{ ...WHO, values: ["you", "everyone"] }]);
});

test("parts that no longer fit are changed, and others stay", () => {
  const reds = { if: "they-have", kind: "red" };
  const draft = { effect: "draws", who: "everyone", amount: 4, when: reds };
  const changed = withPick(BUILDER, formOf(draft), draft, "who", "you");
  expect(changed).toEqual({ ...draft, who: "you", when: null });
  const given = { effect: "gives", who: "you", amount: 1, to: "next", when: null };
  expect(withPick(BUILDER, formOf(given), given, "who", "next").to).toBe("you");
});

test("another effect keeps what it has in common with the one before", () => {
  const draft = { effect: "draws", who: "everyone", amount: 4, when: null };
  expect(withEffect(BUILDER, draft, "gives")).toEqual({
    effect: "gives",
    who: "everyone",
    amount: 4,
    to: "next",
    when: null,
  });
  const each = { number: 1, kind: "red", who: "you", most: 3 };
  expect(labelOf(each)).toBe("per-card");
  expect(withEffect(BUILDER, { ...draft, amount: each }, "gives").amount).toBe(1);
});

test("an effect that the server does not describe has no form", () => {
  expect(effectForm(BUILDER, { effect: "juggles" })).toBeNull();
});
