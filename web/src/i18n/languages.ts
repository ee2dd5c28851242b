/** Every language we speak, by its own name. */
export const LANGUAGES = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  it: "Italiano",
  pl: "Polski",
  tr: "Türkçe",
  ar: "العربية",
  hi: "हिन्दी",
  zh: "中文",
  ja: "日本語",
} as const;

export type Language = keyof typeof LANGUAGES;

/** Languages written from right to left. */
export const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set<Language>(["ar"]);

/** The first of the wanted languages that we speak. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.split("-")[0] ?? "";
    if (base in LANGUAGES) return base as Language;
  }
  return "en";
}
