import type { EventPage } from "../../protocol/http.ts";

/** Where the rules that the tables play are, with what they change, ready to read and to print. */
export function rulesLink({ online }: EventPage): string {
  return online ? `/rules/${encodeURIComponent(online.rules ?? "classic")}` : "/rules";
}
