import type { EventPage } from "../../protocol/http.ts";

/** Where the rules that the tables play are, ready to read and to print. */
export function rulesLink({ online }: EventPage): string {
  return online ? `/rules/${(online.rules ?? "classic").split("+")[0]}` : "/rules";
}
