/** Whether what a record tells can be: every player, seat and card is where it is said to be. */
import type {
  Card,
  Format,
  GameEvent,
  GameView,
  RoundEvent,
  View,
} from "../../protocol/messages.ts";
import type { Header } from "./record_types.ts";
import { BACK, Misfit } from "./round.ts";

const LONGEST_NAME = 40;
const FEWEST = 2;
const MOST = 10;

const MOST_SEED = 2n ** 64n;
/** What a terminal, and a page, can show on one line: no control, no other space than the usual. */
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;

/** Refuse a header no game can have. */
export function checkHeader({ names, dealer, seat, chance, format, rules }: Header): void {
  const players = names.length;
  must(names.every(isName), `a name is 1 to ${LONGEST_NAME} characters that can be shown`);
  must(canPlay(format, players), `${players} players cannot play so`);
  must(seat === null || seat < players, `there is no player ${seat}`);
  must(dealer === null || dealer < players, `there is no player ${dealer}`);
  const chosen = rules.dealer_draw === "chosen" && format.format !== "rotating";
  must(dealer === null || chosen, "nobody picks who deals first here");
  must(seat !== null || chance !== null, "a whole record says where its chance comes from");
  must(rules.written.length <= rules.blank_cards, "there are more rules than blanks");
  if (chance?.scheme === "fast") {
    must(seat === null, "the seed would tell one player every card");
    must(BigInt(chance.seed) < MOST_SEED, "a seed has 64 bits");
  } else if (chance) {
    must(chance.clients.length === players, `${players} players have ${players} client seeds`);
  }
}

function isName(name: string): boolean {
  return name.trim() !== "" && PRINTABLE.test(name) && [...name].length <= LONGEST_NAME;
}

function canPlay({ format }: Format, players: number): boolean {
  if (format === "rotating") return players > 0 && players % 4 === 0;
  if (format === "partners") return players === 4;
  if (format === "teams") return players >= 4 && players <= MOST && players % 2 === 0;
  return players >= FEWEST && players <= MOST;
}

/** Refuse an event that cannot happen in the game as it stands. */
export function checkEvent(game: GameView, event: GameEvent, whole: boolean): void {
  const players = game.scores.length;
  const known = (player: number): boolean => player < players;
  switch (event.event) {
    case "drew-for-deal":
    case "dealer-found":
      return must(known(event.seat), `there is no player ${event.seat}`);
    case "hand-began": {
      const all = event.tables.flat();
      must(all.length > 0 && all.every(known), "there are no such players");
      must(new Set(all).size === all.length, "nobody sits at two places");
      return must(event.dealers.length === event.tables.length, "every table has a dealer");
    }
    case "at-table": {
      const table = game.tables[event.table];
      must(table !== undefined, `there is no table ${event.table}`);
      return table && checkInRound(table.view, event.what, whole);
    }
    case "hand-scored":
      must(event.winner === null || known(event.winner), "there is no such winner");
      return must(event.points.length === players, `there are ${players} players`);
    case "put-out":
      return must(event.players.every(known), "there are no such players");
    case "game-ended":
      return must(event.winners.every(known), "there are no such players");
  }
}

const SEATS = ["seat", "target", "to", "by", "winner"] as const;

function checkInRound(view: View, event: RoundEvent, whole: boolean): void {
  const seats = view.hands.length;
  const fields: Partial<Record<string, unknown>> = { ...event };
  for (const name of SEATS) {
    const seat = fields[name];
    must(typeof seat !== "number" || seat < seats, `there is no ${name} ${seat}`);
  }
  for (const name of ["hands", "points"] as const) {
    const list = fields[name];
    must(!Array.isArray(list) || list.length === seats, `there are ${seats} seats`);
  }
  if (event.event === "played" || event.event === "turned-up") {
    must(event.card !== BACK, "a card is laid face up");
  }
  if (event.event === "round-ended") {
    must(!event.hands.flat().includes(BACK), "hands are laid open face up");
  }
  if (whole) must(!cardsOf(event).includes(BACK), "a card lies face down in a whole record");
  if (event.event === "drew") must(event.cards.length > 0, "nothing is drawn");
  if (event.event === "rule-read") must(PRINTABLE.test(event.text), "this cannot be shown");
}

function cardsOf(event: RoundEvent): readonly Card[] {
  return [
    ...("hands" in event ? event.hands.flat() : []),
    ...("pile" in event ? event.pile : []),
    ...("cards" in event ? event.cards : []),
  ];
}

function must(fact: boolean, sentence: string): void {
  if (!fact) throw new Misfit(sentence);
}
