/** One event turns a game, as someone knows it, into the next. */
import type { Format, GameEvent, GameView, RoundBegan, Rules } from "../../protocol/messages.ts";
import {
  DoesNotFollow,
  evolveRound,
  ignoreUnknown,
  seatToAct,
  undealtRound,
  viewRound,
} from "./round.ts";

/** A game of which nothing has happened yet: what its events are folded into. */
export function newGame(
  rules: Rules,
  format: Format,
  players: number,
  player: number | null,
): GameView {
  const nothing = Array<number>(players).fill(0);
  return {
    rules,
    format,
    player,
    dealer: null,
    hand: 0,
    tables: [],
    scores: nothing,
    wins: nothing,
    out: [],
    winners: null,
  };
}

/** The game after the event, as it was told. */
export function evolveGame(game: GameView, event: GameEvent): GameView {
  switch (event.event) {
    case "at-table": {
      const table = game.tables[event.table];
      if (table === undefined) throw new DoesNotFollow(`there is no table ${event.table}`);
      const moved = { ...table, view: evolveRound(table.view, event.what) };
      return { ...game, tables: game.tables.with(event.table, moved) };
    }
    case "hand-began":
      return beginRound(game, event);
    case "hand-scored": {
      const { winner, points } = event;
      const scores = game.scores.map((score, player) => score + (points[player] ?? 0));
      const wins = game.wins.map((won, player) => won + (player === winner ? 1 : 0));
      return { ...game, scores, wins };
    }
    case "put-out":
      return { ...game, out: [...game.out, event.players] };
    case "dealer-found":
      return { ...game, dealer: event.seat };
    case "game-ended":
      return { ...game, winners: event.winners };
    case "drew-for-deal":
      return game;
    default:
      ignoreUnknown(event);
      return game;
  }
}

/** What each round has brought so far, by player; tables that play side by side share a line. */
export type Sheet = readonly (readonly number[])[];

/** The sheet with what the event brings. */
export function addToSheet(sheet: Sheet, event: GameEvent, players: number): Sheet {
  if (event.event === "hand-began") return [...sheet, Array<number>(players).fill(0)];
  if (event.event !== "hand-scored") return sheet;
  const line = sheet.at(-1) ?? [];
  return sheet.with(
    -1,
    line.map((sum, player) => sum + (event.points[player] ?? 0)),
  );
}

/** The game as the player sees it, null for who watches: other cards lie face down. */
export function viewGame(game: GameView, player: number | null): GameView {
  const tables = game.tables.map(({ players, view }) => ({
    players,
    view: viewRound(view, findSeat(players, player)),
  }));
  return { ...game, player, tables };
}

/** The players the game waits for, one at each table still playing. */
export function playersToAct(game: GameView): readonly number[] {
  return game.tables.flatMap(({ players, view }) => {
    const seat = seatToAct(view);
    const player = seat === null ? undefined : players[seat];
    return player === undefined ? [] : [player];
  });
}

function findSeat(players: readonly number[], player: number | null): number | null {
  const seat = player === null ? -1 : players.indexOf(player);
  return seat < 0 ? null : seat;
}

function beginRound(game: GameView, { hand, tables, dealers }: RoundBegan): GameView {
  const rules = tableRules(game, tables[0]?.length ?? 0);
  const laid = tables.map((players, table) => {
    const dealer = findSeat(players, dealers[table] ?? null);
    if (dealer === null) throw new DoesNotFollow(`nobody deals at table ${table}`);
    return {
      players,
      view: undealtRound(rules, players.length, dealer, findSeat(players, game.player)),
    };
  });
  const dealer = game.format.format === "rotating" ? null : (dealers[0] ?? null);
  return { ...game, hand, tables: laid, dealer };
}

/** The rules of the next round: teams if any; the last two by the two-player rules (FMT-7). */
function tableRules({ rules, format }: GameView, seats: number): Rules {
  switch (format.format) {
    case "partners":
    case "teams":
    case "rotating":
      return { ...rules, teams: true };
    case "elimination":
      return seats === 2 ? { ...rules, two_player_reverse: true } : rules;
    default:
      return rules;
  }
}
