import type { Edition } from "../../protocol/http.ts";
import { joinRules, splitRules } from "../text/rules_text.ts";

/** What can be played: an edition as printed, or one with house rules that many people know. */
export interface Game {
  /** The edition's name if it is played as printed. */
  readonly name: string;
  readonly rules: string;
}

const KNOWN: readonly Game[] = [
  { name: "classic", rules: "classic" },
  { name: "family", rules: "house+stacking=same+jump_in=on" },
  { name: "wild-112", rules: "wild-112" },
  {
    name: "chaos",
    rules:
      "house+swap_cards=2+shuffle_cards=2+blank_cards=2+draw_until=on+stacking=any+jump_in=on" +
      "+seven_zero=on+written=Everyone_else_draws_1_card._You_play_again.|Hands_pass_left._Play_reverses.",
  },
  { name: "mattel-2016", rules: "mattel-2016" },
  { name: "house", rules: "house" },
];
/** How many of them are offered at once; the rest are one tap away. */
export const FRONT = 4;

/** The games of a server with these editions; an edition that we do not know comes last. */
export function offeredGames(editions: readonly Edition[]): readonly Game[] {
  const names = new Set(editions.map(({ name }) => name));
  const known = KNOWN.filter(({ rules }) => names.has(splitRules(rules).edition));
  const others = editions.filter(({ name }) => !KNOWN.some((game) => game.name === name));
  return [...known, ...others.map(({ name }) => ({ name, rules: name }))];
}

/** The game that these rules are nearest to: of their edition, with the fewest differences. */
export function nearestGame(games: readonly Game[], rules: string): Game {
  const { edition } = splitRules(rules);
  const near = games
    .filter((game) => splitRules(game.rules).edition === edition)
    .map((game) => ({ game, apart: countDifferences(game.rules, rules) }))
    .sort((one, other) => one.apart - other.apart);
  return near[0]?.game ?? { name: edition, rules: edition };
}

function countDifferences(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  return (
    left.filter((part) => !right.includes(part)).length +
    right.filter((part) => !left.includes(part)).length
  );
}

/** The edition and each change, as text. */
function partsOf(rules: string): readonly string[] {
  return joinRules(splitRules(rules)).split("+");
}
