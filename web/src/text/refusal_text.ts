/** The server's no, in the language spoken. */
import type { Fault } from "../../protocol/messages.ts";
import { currentLanguage, list, t } from "../i18n/index.svelte.ts";
import { explainFault } from "./custom_rule.ts";

export type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** What the server, or the page itself, refuses. */
export interface Refusal {
  readonly code: string;
  /** More exactly, where a code has several sentences. */
  readonly kind: string | null;
  /** In English; of what only this page refuses, in the language spoken. */
  readonly message: string;
  readonly values: Values | null;
  readonly fault: Fault | null;
}

/** What a refusal says; one we do not know, in the words it came with. */
export function refusalText({ code, kind, message, values, fault }: Refusal): string {
  if (fault) return explainFault(fault, message);
  const shown = shownValues(values ?? {});
  return (kind && translate(kind, shown)) ?? translate(code, shown) ?? message;
}

/** Why a move is refused; `values` are what the reason is about. */
export function reasonText(
  reason: string,
  sentence: string,
  values: Readonly<Record<string, string>>,
): string {
  return translate(reason, values) ?? sentence;
}

/** Null if there is no such message, or the server left out something that it says. */
function translate(name: string, values: Readonly<Record<string, string | number>>): string | null {
  const key = `refused.${name}`;
  try {
    const translated = t(key, values);
    return translated === key ? null : translated;
  } catch {
    return null;
  }
}

function shownValues(values: Values): Record<string, string | number> {
  const shown: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    shown[name] = typeof value === "object" ? list(value) : value;
    if (name === "seconds" && typeof value === "number") shown["wait"] = duration(value);
  }
  return shown;
}

/** A time to wait, rounded up to what people count in. */
function duration(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds <= 7200
        ? [seconds / 60, "minute"]
        : seconds <= 172_800
          ? [seconds / 3600, "hour"]
          : [seconds / 86_400, "day"];
  const format = new Intl.NumberFormat(currentLanguage(), {
    style: "unit",
    unit,
    unitDisplay: "long",
  });
  return format.format(Math.ceil(count));
}
