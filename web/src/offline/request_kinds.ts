/** What there is to keep, by its address. Whatever is not named here is never kept. */

/** The page, wherever a person is; a file of its build; a picture of it; a book; a record. */
export type Kind = "page" | "file" | "icon" | "book" | "record";

interface RequestHead {
  readonly method: string;
  readonly mode: string;
  readonly headers: Headers;
}

/** Every address of the app shows the same page. */
export const SHELL = "/";
/** What the rules and the table maker are read from; the same for everyone. */
export const LIBRARY: readonly string[] = ["/api/rulebook", "/api/editions"];

/** Here a file's name says what is in it. */
export const FILES = "/assets/";

const PAGE = /^\/($|t\/|(new|screen|watch|replay|learn|rules|history|settings)(\/|$))/;
const RECORD = /^\/api\/games\/[^/]+\.uno$/;
const ICON = /^\/[\w-]+\.(svg|png|webmanifest)$/;

/** What kind of thing is asked for; null for what is to go past us. */
export function kindOf(url: URL, origin: string, asked?: RequestHead): Kind | null {
  if (url.origin !== origin || (asked && asked.method !== "GET")) return null;
  const path = url.pathname;
  if (asked?.mode === "navigate") return PAGE.test(path) ? "page" : null;
  if (url.search !== "") return null;
  if (LIBRARY.includes(path)) return "book";
  // With a token the answer may be meant for one person.
  if (asked?.headers.has("Authorization")) return null;
  if (path.startsWith(FILES)) return "file";
  if (RECORD.test(path)) return "record";
  return ICON.test(path) ? "icon" : null;
}
