import type { EventPage } from "../../protocol/http.ts";

/** How many people enter the event together; 1 if each enters alone. */
export function teamSize({ settings: { kind } }: EventPage): number {
  switch (kind.kind) {
    case "teams":
      return kind.team_size ?? 2;
    case "swiss":
    case "knock-out":
      return kind.team_size ?? 1;
    default:
      return 1;
  }
}
