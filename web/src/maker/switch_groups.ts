import type { Switch } from "../../protocol/http.ts";

/** Switches by what they are about, in the order the maker shows them. */
export const GROUPS = {
  cards: ["stacking", "jump_in", "seven_zero", "bluffing", "two_player_reverse"],
  turn: ["draw_until", "forced_play", "play_drawn", "renege"],
  deck: ["hand_size", "decks", "swap_cards", "shuffle_cards", "blank_cards"],
  start: ["first_card", "dealer_draw"],
  calls: [
    "uno_penalty",
    "wrong_catch_penalty",
    "suggestion_penalty",
    "honour_penalty",
    "special_points",
    "wild_points",
  ],
} as const;

export type Group = keyof typeof GROUPS | "other";

const KNOWN: ReadonlySet<string> = new Set<string>(Object.values(GROUPS).flat());
/** Set elsewhere in the maker: by writing on the blanks, and by the format. */
const ELSEWHERE: ReadonlySet<string> = new Set(["written", "teams"]);

/** The server's switches in our groups; a newer server's new ones come last. */
export function groupSwitches(
  switches: readonly Switch[],
): readonly (readonly [Group, readonly Switch[]])[] {
  const byName = new Map(switches.map((each) => [each.name, each]));
  const groups: [Group, Switch[]][] = Object.entries(GROUPS).map(([group, names]) => [
    group as Group,
    names.map((name) => byName.get(name)).filter((each) => each !== undefined),
  ]);
  const other = switches.filter(({ name }) => !KNOWN.has(name) && !ELSEWHERE.has(name));
  if (other.length) groups.push(["other", other]);
  return groups;
}
