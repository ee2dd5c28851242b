import { list } from "../i18n/index.svelte.ts";

/** Names in one line, each in its own direction whatever the page's is. */
export function listNames(names: readonly string[]): string {
  return list(names.map((name) => `\u2068${name}\u2069`));
}
