/** The server's no, in the language spoken. */
import { t } from "../i18n/index.svelte.ts";

/**
 * What a refusal with this code says. What only this page refuses has no message of that name, and
 * comes with a sentence that is in the language already.
 */
export function refusalText(
  code: string,
  sentence: string,
  values?: Readonly<Record<string, string>>,
): string {
  const key = `refused.${code}`;
  const translated = t(key, values);
  return translated === key ? sentence : translated;
}
