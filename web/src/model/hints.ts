/** What players may be accused of during a round, a hint or an honour rule not kept: the server's own fold. */
import type {
  AccusationClosed,
  Accused,
  GameView,
  Judged,
  Moved,
  Reading,
  Remark,
  RoomView,
  Said,
} from "../../protocol/messages.ts";
import { LIMITS } from "../../protocol/values.ts";
import { NO_HINTS, type Hints, type Room } from "./defaults.ts";

/** What a player says during a game can be judged, where suggestions cost cards. */
export function addRemark({ game, closed, seats, hints }: Room, fact: Said, seq: number): Hints {
  const seat = seats.findIndex(({ guest }) => guest === fact.guest);
  if (seat < 0 || game === null || closed || !game.rules.suggestion_penalty) return hints;
  const remark: Remark = { message: seq, seat, text: fact.text };
  return { ...hints, remarks: [...hints.remarks, remark].slice(-LIMITS.remarks) };
}

export function judgeHints(hints: Hints, fact: Accused | Judged | AccusationClosed): Hints {
  if (fact.fact === "accused") {
    const { seat, by, text, judges, until, message, honour = false } = fact;
    const accusation = { seat, by, text, until, judges, guilty: [by], innocent: [], honour };
    const kept = honour ? noteAccused(hints, message, seat) : withoutRemark(hints, message);
    return { ...kept, accusation };
  }
  const { accusation } = hints;
  if (accusation === null) return hints;
  if (fact.fact === "accusation-closed") {
    const dismissed = fact.upheld ? hints.dismissed : [...hints.dismissed, accusation.by];
    return { ...hints, accusation: null, dismissed };
  }
  const side = fact.guilty ? "guilty" : "innocent";
  return { ...hints, accusation: { ...accusation, [side]: [...accusation[side], fact.seat] } };
}

/**
 * A suggestion paid for is judged no more, an honour rule read out can be, and what was said or
 * read out in a round lapses with it.
 */
export function evolveHints(hints: Hints, fact: Moved, game: GameView, seq: number): Hints {
  const { command } = fact;
  let now = command.command === "next-hand" ? NO_HINTS : hints;
  if (command.command === "act" && command.action.do === "suggest") now = withoutRemark(now, seq);
  now = addReadings(now, fact, game, seq);
  if (now === NO_HINTS) return now;
  for (const event of fact.events) {
    if (event.event !== "hand-scored") continue;
    const players = game.tables[event.table]?.players ?? [];
    now = {
      ...now,
      remarks: now.remarks.filter(({ seat }) => !players.includes(seat)),
      readings: now.readings.filter(({ by }) => !players.includes(by)),
      accusation: now.accusation && players.includes(now.accusation.seat) ? null : now.accusation,
    };
  }
  return now;
}

/** The honour rules read out this round at our table; at all of them, for those who watch. */
export function readingsHere({ hints, seat }: RoomView): readonly Reading[] {
  const readings = hints?.readings ?? [];
  return seat === null ? readings : readings.filter(({ players }) => players.includes(seat));
}

/** The honour rules read out now, those of one card together. */
function addReadings(hints: Hints, { events }: Moved, game: GameView, seq: number): Hints {
  const read = game.tables.flatMap(({ players }, table): Reading[] => {
    const rules = events.flatMap((event) =>
      event.event === "at-table" && event.table === table && event.what.event === "rule-read"
        ? [event.what]
        : [],
    );
    const [first] = rules;
    if (!first) return [];
    const text = rules.map((rule) => rule.text).join(" ");
    return [{ message: seq, by: players[first.seat] ?? first.seat, text, players }];
  });
  if (!read.length) return hints;
  return { ...hints, readings: [...hints.readings, ...read].slice(-LIMITS.readings) };
}

function noteAccused(hints: Hints, message: number, seat: number): Hints {
  const readings = hints.readings.map((reading) =>
    reading.message === message && reading.players.includes(seat)
      ? { ...reading, accused: [...(reading.accused ?? []), seat] }
      : reading,
  );
  return { ...hints, readings };
}

function withoutRemark(hints: Hints, message: number): Hints {
  return { ...hints, remarks: hints.remarks.filter((remark) => remark.message !== message) };
}
