import { IntlMessageFormat } from "intl-messageformat";
import { RIGHT_TO_LEFT, type Language } from "./languages.ts";

type Parsed = ConstructorParameters<typeof IntlMessageFormat>[0];
type Catalogue = Readonly<Record<string, Parsed>>;

const catalogues = import.meta.glob<{ default: Catalogue }>("./*/common.json", {
  query: "?catalogue",
});

let language = $state<Language>("en");
let catalogue = $state.raw<Catalogue>({});
let formats = new Map<string, IntlMessageFormat>();

/** Speak this language from now on. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const load = catalogues[`./${wanted}/common.json`];
  if (!load) throw new Error(`no catalogue for ${wanted}`);
  catalogue = (await load()).default;
  formats = new Map();
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = RIGHT_TO_LEFT.has(wanted) ? "rtl" : "ltr";
}

/** The language spoken now. */
export function spoken(): Language {
  return language;
}

/** A message in the language spoken; `values` fill its places. */
export function t(key: string, values?: Readonly<Record<string, string | number>>): string {
  const message = catalogue[key];
  if (message === undefined) return key;
  if (typeof message === "string") return message;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(message, language);
    formats.set(key, format);
  }
  return format.format(values) as string;
}

/** Names as a list: "Ada, Bo and Cleo". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}

/** A number as it is written here. */
export function number(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}
