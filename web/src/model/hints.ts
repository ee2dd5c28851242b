/** What players have said during a round and may be accused of: the server's own fold. */
import type {
  AccusationClosed,
  Accused,
  GameView,
  Judged,
  Moved,
  Remark,
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
    const { seat, by, text, judges, until, message } = fact;
    const accusation = { seat, by, text, until, judges, guilty: [by], innocent: [] };
    return { ...withoutRemark(hints, message), accusation };
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

/** A suggestion paid for is judged no more, and what was said in a round lapses with it. */
export function evolveHints(hints: Hints, fact: Moved, game: GameView, seq: number): Hints {
  if (hints === NO_HINTS || fact.command.command === "next-hand") return NO_HINTS;
  let now = fact.command.action.do === "suggest" ? withoutRemark(hints, seq) : hints;
  for (const event of fact.events) {
    if (event.event !== "hand-scored") continue;
    const players = game.tables[event.table]?.players ?? [];
    now = {
      ...now,
      remarks: now.remarks.filter(({ seat }) => !players.includes(seat)),
      accusation: now.accusation && players.includes(now.accusation.seat) ? null : now.accusation,
    };
  }
  return now;
}

function withoutRemark(hints: Hints, message: number): Hints {
  return { ...hints, remarks: hints.remarks.filter((remark) => remark.message !== message) };
}
