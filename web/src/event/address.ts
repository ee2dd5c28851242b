import type { SharedSite } from "../net/site.svelte.ts";

/** Where people open an event, to read and type: from left to right in every language. */
export function eventAddress(site: SharedSite, code: string): string {
  return `\u2066${site.url.replace(/^https?:\/\//, "")}/e/${code}\u2069`;
}
