import { formatToParts, type Formats, type Formatters } from "intl-messageformat";
import { RIGHT_TO_LEFT, type Language } from "./languages.ts";

type Parsed = Parameters<typeof formatToParts>[0];
type Catalogue = Readonly<Record<string, string | Parsed>>;

const catalogues = import.meta.glob<{ default: Catalogue }>("./*/common.json", {
  query: "?catalogue",
});
/**
 * What nobody hears on a first visit: `learn` is said by the lesson, puzzles, hints, key help, settings,
 * replays, past games, the rulebook and the rule builder, `screen` by a screen that is the table, by the phones
 * around it, by the pages of events and by reports.
 */
export type LaterCatalogue = "learn" | "screen";
const laterCatalogues = import.meta.glob<{ default: Catalogue }>(
  ["./*/learn.json", "./*/screen.json"],
  { query: "?catalogue" },
);
const loadedLater = new Set<LaterCatalogue>();

let language = $state<Language>("en");
let catalogue = $state.raw<Catalogue>({});

const FORMATS: Formats = { number: { percent: { style: "percent" } }, date: {}, time: {} };
/** What `Intl` makes takes long to make and serves every message of a language. */
const formatters: Formatters = {
  getNumberFormat: memoize((...how) => new Intl.NumberFormat(...how)),
  getDateTimeFormat: memoize((...how) => new Intl.DateTimeFormat(...how)),
  getPluralRules: memoize((...how) => new Intl.PluralRules(...how)),
};
const listFormat = memoize(
  (locale: string, type: Intl.ListFormatType) => new Intl.ListFormat(locale, { type }),
);

function memoize<How extends readonly unknown[], Made>(
  make: (...how: How) => Made,
): (...how: How) => Made {
  const made = new Map<string, Made>();
  return (...how) => {
    const key = JSON.stringify(how);
    const known = made.get(key) ?? make(...how);
    made.set(key, known);
    return known;
  };
}

/** Speak this language from now on. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const load = catalogues[`./${wanted}/common.json`];
  if (!load) throw new Error(`no catalogue for ${wanted}`);
  const [{ default: messages }, ...later] = await Promise.all([
    load(),
    ...[...loadedLater].map((name) => laterMessages(wanted, name)),
  ]);
  catalogue = Object.assign({}, messages, ...later) as Catalogue;
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = RIGHT_TO_LEFT.has(wanted) ? "rtl" : "ltr";
}

/** Learn what a later catalogue says, in the language spoken now and in any other from then. */
export async function loadLaterMessages(name: LaterCatalogue): Promise<void> {
  if (loadedLater.has(name)) return;
  const later = await laterMessages(language, name);
  loadedLater.add(name);
  catalogue = { ...catalogue, ...later };
}

async function laterMessages(wanted: Language, name: LaterCatalogue): Promise<Catalogue> {
  return (await laterCatalogues[`./${wanted}/${name}.json`]?.())?.default ?? {};
}

/** The language spoken now. */
export function currentLanguage(): Language {
  return language;
}

/** A message in the language spoken; `values` fill its places. */
export function t(key: string, values?: Readonly<Record<string, string | number>>): string {
  const message = catalogue[key];
  if (message === undefined) return key;
  if (typeof message === "string") return message;
  const parts = formatToParts<never>(
    message,
    language,
    formatters,
    FORMATS,
    values,
    undefined,
    key,
  );
  return parts.map(({ value }) => value).join("");
}

/** Names as a list: "Ada, Bo and Cleo". */
export function list(items: readonly string[]): string {
  return listFormat(language, "conjunction").format(items);
}

/** Choices as a list: "1, 2 or 3". */
export function either(items: readonly string[]): string {
  return listFormat(language, "disjunction").format(items);
}

/** A number as it is written here. */
export function number(value: number): string {
  return formatters.getNumberFormat(language).format(value);
}

/** Seconds in words, as "20 seconds" or "20 s"; two minutes and more in minutes. */
export function duration(seconds: number, unitDisplay: "long" | "short"): string {
  const [unit, value] = seconds < 120 ? ["second", seconds] : ["minute", Math.ceil(seconds / 60)];
  const how = { style: "unit", unit, unitDisplay } as const;
  return formatters.getNumberFormat(language, how).format(value);
}

/** A number without separators, for narrow columns. */
export function plainNumber(value: number): string {
  return formatters.getNumberFormat(language, { useGrouping: false }).format(value);
}
