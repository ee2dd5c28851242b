/** Whether what a record tells can be: every player, seat and card is where it is said to be. */
import type {
  Card,
  Format,
  GameEvent,
  GameView,
  RoundEvent,
  View,
} from "../../protocol/messages.ts";
import { FORMATS, LIMITS } from "../../protocol/values.ts";
import type { Header } from "./record_types.ts";
import { BACK, DoesNotFollow } from "./round.ts";

const SEED_LIMIT = 2n ** 64n;
/** What a terminal, and a page, can show on one line: no control, no other space than the usual. */
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;

/** Refuse a header no game can have. */
export function checkHeader({ names, dealer, seat, chance, format, rules }: Header): void {
  const players = names.length;
  check(names.every(isName), `a name is 1 to ${LIMITS.recordName} characters that can be shown`);
  check(canPlay(format, players), `${players} players cannot play so`);
  check(seat === null || seat < players, `there is no player ${seat}`);
  check(dealer === null || dealer < players, `there is no player ${dealer}`);
  const chosen = rules.dealer_draw === "chosen" && format.format !== "rotating";
  check(dealer === null || chosen, "nobody picks who deals first here");
  check(seat !== null || chance !== null, "a whole record says where its chance comes from");
  check(rules.written.length <= rules.blank_cards, "there are more rules than blanks");
  if (chance?.scheme === "fast") {
    check(seat === null, "the seed would tell one player every card");
    check(BigInt(chance.seed) < SEED_LIMIT, "a seed has 64 bits");
  } else if (chance && "clients" in chance) {
    check(chance.clients.length === players, `${players} players have ${players} client seeds`);
  }
}

function isName(name: string): boolean {
  return name.trim() !== "" && PRINTABLE.test(name) && [...name].length <= LIMITS.recordName;
}

function canPlay({ format }: Format, players: number): boolean {
  return FORMATS[format]?.players.includes(players) ?? false;
}

/** Refuse an event that cannot happen in the game as it stands. */
export function checkEvent(game: GameView, event: GameEvent, whole: boolean): void {
  const players = game.scores.length;
  const known = (player: number): boolean => player < players;
  switch (event.event) {
    case "drew-for-deal":
    case "dealer-found":
      return check(known(event.seat), `there is no player ${event.seat}`);
    case "hand-began": {
      const all = event.tables.flat();
      check(all.length > 0 && all.every(known), "there are no such players");
      check(new Set(all).size === all.length, "nobody sits at two places");
      return check(event.dealers.length === event.tables.length, "every table has a dealer");
    }
    case "at-table": {
      const table = game.tables[event.table];
      check(table !== undefined, `there is no table ${event.table}`);
      return table && checkInRound(table.view, event.what, whole);
    }
    case "hand-scored":
      check(event.winner === null || known(event.winner), "there is no such winner");
      return check(event.points.length === players, `there are ${players} players`);
    case "put-out":
      return check(event.players.every(known), "there are no such players");
    case "game-ended":
      return check(event.winners.every(known), "there are no such players");
  }
}

const SEATS = ["seat", "target", "to", "by", "winner"] as const;

function checkInRound(view: View, event: RoundEvent, whole: boolean): void {
  const seats = view.hands.length;
  const fields: Partial<Record<string, unknown>> = { ...event };
  for (const name of SEATS) {
    const seat = fields[name];
    check(typeof seat !== "number" || seat < seats, `there is no ${name} ${seat}`);
  }
  for (const name of ["hands", "points"] as const) {
    const list = fields[name];
    check(!Array.isArray(list) || list.length === seats, `there are ${seats} seats`);
  }
  if (event.event === "played" || event.event === "turned-up") {
    check(event.card !== BACK, "a card is laid face up");
  }
  if (event.event === "round-ended") {
    check(!event.hands.flat().includes(BACK), "hands are laid open face up");
  }
  if (whole) check(!cardsOf(event).includes(BACK), "a card lies face down in a whole record");
  if (event.event === "drew") check(event.cards.length > 0, "nothing is drawn");
  if (event.event === "rule-read") check(PRINTABLE.test(event.text), "this cannot be shown");
}

function cardsOf(event: RoundEvent): readonly Card[] {
  return [
    ...("hands" in event ? event.hands.flat() : []),
    ...("pile" in event ? event.pile : []),
    ...("cards" in event ? event.cards : []),
  ];
}

function check(fact: boolean, sentence: string): void {
  if (!fact) throw new DoesNotFollow(sentence);
}
