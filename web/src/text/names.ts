/** What the things a table can be set to are called, in the language spoken. */
import type { Clock, Settings } from "../../protocol/messages.ts";
import { DEFAULTS, FORMATS } from "../../protocol/values.ts";
import { number, t } from "../i18n/index.svelte.ts";
import { completeClock } from "../model/defaults.ts";
import { paceOf } from "./clocks.ts";
import { seatsFor, splitFormat } from "./format_text.ts";
import { splitRules } from "./rules_text.ts";

/** A message of the pages, or what the server says if it knows more than we do. */
export function translateOr(key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

const withSpaces = (slug: string): string => slug.replaceAll(/[-_]/g, " ");

export const editionName = (slug: string): string =>
  translateOr(`maker.edition-${slug}`, withSpaces(slug));
export const switchName = (name: string): string =>
  translateOr(`maker.switch-${name}`, withSpaces(name));
export const switchAbout = (name: string, fallback: string): string =>
  translateOr(`maker.about-${name}`, fallback);
export const valueName = (name: string, value: string): string =>
  translateOr(`maker.value-${name}-${value}`, withSpaces(value));
export const formatName = (name: string): string =>
  translateOr(`maker.format-${name}`, withSpaces(name));

/** A format in two or three words: "to 300", "best of 5". */
function formatChip(text: string): string {
  const format = splitFormat(text);
  const usual = FORMATS[format.name]?.usual ?? 0;
  const key = `maker.chip-${format.name}`;
  const chip = t(key, { number: number(format.number ?? usual) });
  return chip === key ? formatName(format.name) : chip;
}

/** How many can play a format: "4, 6, 8, 10". */
export const playersText = (format: string): string =>
  seatsFor(splitFormat(format).name)
    .map((players) => number(players))
    .join(", ");

/** One sentence fragment for a changed switch: "stacking", "no bluffing", "5 cards each". */
export function changeChip(name: string, value: string): string {
  const counted = Number(value);
  if (value !== "" && Number.isFinite(counted)) {
    const key = `maker.chip-${name}`;
    const chip = t(key, { number: counted });
    return chip === key ? `${switchName(name)}: ${number(counted)}` : chip;
  }
  return translateOr(
    `maker.chip-${name}-${value}`,
    `${switchName(name)}: ${valueName(name, value)}`,
  );
}

/** How many blanks have a rule on them. */
export const writtenChip = (count: number): string => t("maker.chip-written", { number: count });

export function clockName(clock: Clock | undefined): string {
  const pace = paceOf(clock);
  if (pace) return t(`maker.clock-${pace}`);
  const { move } = completeClock(clock);
  return move === null ? t("maker.clock-none") : t("maker.clock-own", { number: number(move) });
}

/** How long a move may take, in a few words. */
export function paceName(clock: Clock | undefined): string {
  const pace = paceOf(clock);
  return pace ? t(`maker.pace-${pace}`) : clockName(clock);
}

/** What differs from the printed rules, in words; empty if nothing does. */
export function differences(rules: string): readonly string[] {
  const { changes, written } = splitRules(rules);
  const chips = Object.entries(changes)
    .filter(([name]) => name !== "teams")
    .map(([name, value]) => changeChip(name, value));
  const count = written.filter((rule) => rule.trim()).length;
  return count ? [...chips, writtenChip(count)] : chips;
}

/** A table in chips: edition, format, then what differs. */
export function tableChips(settings: Pick<Settings, "rules" | "format">): {
  readonly edition: string;
  readonly format: string;
  readonly differences: readonly string[];
} {
  const rules = settings.rules ?? DEFAULTS.settings.rules;
  return {
    edition: editionName(splitRules(rules).edition),
    format: formatChip(settings.format ?? DEFAULTS.settings.format),
    differences: differences(rules),
  };
}
