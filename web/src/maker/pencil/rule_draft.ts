/**
 * A sentence that is being built: parts are picked in order, and each fits those before it.
 *
 * What there is to pick comes from the server (`GET /api/pencil`); this is its `pencil/draft.py`.
 */
import type { PickOne, RuleBuilder, RuleForm, RulePart } from "../../../protocol/http.ts";
import type { Effect } from "../../../protocol/messages.ts";

export type Pick = RulePart["picks"][number];
/** A part's value: a choice, a number, words, a draft of its own, or nothing. */
export type Value = string | number | null | Draft;
/** An effect, a condition or an amount, as the wire has it. */
export interface Draft {
  readonly [field: string]: Value;
}

const NOTHING = "nothing";
const PLAIN = "plain";
const PER_CARD = "per-card";
const PER_PLAYER = "per-player";

/** The draft of a sentence. */
export function openDraft(effect: Effect): Draft {
  return effect as unknown as Draft;
}

/** The sentence that was built. */
export function builtEffect(draft: Draft): Effect {
  return draft as unknown as Effect;
}

/** The form of a sentence; null for an effect that the builder does not know. */
export function effectForm({ effects }: RuleBuilder, draft: Draft): RuleForm | null {
  return effects.find(({ name }) => name === draft.effect) ?? null;
}

/** The form of a condition or an amount by its name. */
export function nestedForm({ forms }: RuleBuilder, name: string): RuleForm | null {
  return forms.find((form) => form.name === name) ?? null;
}

/** What a picked value is called where conflicts are listed. */
export function labelOf(value: Value | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "number") return PLAIN;
  if (typeof value === "object") {
    if (typeof value.if === "string") return value.if;
    return value.kind === null ? PER_PLAYER : PER_CARD;
  }
  return value;
}

/** What a pick is called there; a choice has a name for each of its values instead. */
export function labelOfPick(pick: Pick): string {
  if (pick.pick === "nothing") return NOTHING;
  return pick.pick === "form" ? pick.name : PLAIN;
}

/** The choice of a part that has one; it can be left out if `nothing` is among the picks. */
export function choiceOf(picks: readonly Pick[]): PickOne | null {
  return picks.find((pick) => pick.pick === "choice") ?? null;
}

/** What can be picked for a part beside what is picked for the parts before it. */
export function fittingPicks(form: RuleForm, draft: Draft, part: RulePart): readonly Pick[] {
  const never = excluded(form, draft, part);
  return part.picks
    .map((pick) =>
      pick.pick === "choice"
        ? { ...pick, values: pick.values.filter((value) => !never.has(value)) }
        : pick,
    )
    .filter((pick) => pick.pick === "choice" || !never.has(labelOfPick(pick)));
}

/** The draft with another value for one part; parts after it that no longer fit are changed. */
export function withPick(
  builder: RuleBuilder,
  form: RuleForm,
  draft: Draft,
  field: string,
  value: Value,
): Draft {
  const changed: Record<string, Value> = { ...draft, [field]: value };
  const at = form.parts.findIndex((part) => part.field === field);
  for (const part of form.parts.slice(at + 1))
    if (excluded(form, changed, part).has(labelOf(changed[part.field]))) {
      const [first] = fittingPicks(form, changed, part);
      if (first) changed[part.field] = firstValue(builder, first, form, part);
    }
  return changed;
}

/** What a pick begins with. */
export function firstValue(
  builder: RuleBuilder,
  pick: Pick,
  form: RuleForm,
  part: RulePart,
): Value {
  switch (pick.pick) {
    case "nothing":
      return null;
    case "choice":
      return pick.values[0] ?? null;
    case "form":
      return nestedForm(builder, pick.name)?.sample ?? null;
    case "number":
    case "words":
      return form.sample[part.field] ?? null;
  }
}

/** What of one sentence can be kept in another: the parts that both have and that fit. */
export function withEffect(builder: RuleBuilder, draft: Draft, name: string): Draft {
  const form = builder.effects.find((each) => each.name === name);
  if (!form) return draft;
  let changed: Draft = { ...form.sample };
  for (const part of form.parts) {
    const value = draft[part.field];
    if (value === undefined || value === null) continue;
    const fits = fittingPicks(form, changed, part).some((pick) =>
      pick.pick === "choice"
        ? pick.values.includes(String(value))
        : labelOfPick(pick) === labelOf(value),
    );
    if (fits) changed = withPick(builder, form, changed, part.field, value);
  }
  return changed;
}

function excluded(form: RuleForm, draft: Draft, part: RulePart): ReadonlySet<string> {
  return new Set(
    form.conflicts
      .filter(({ field, value, other }) => other === part.field && labelOf(draft[field]) === value)
      .flatMap(({ values }) => values),
  );
}
