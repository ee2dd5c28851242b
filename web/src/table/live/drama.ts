/** What of the news deserves more than a card that flies, and when. */
import type { Colour, News, RoomView, RoundEvent } from "../../../protocol/messages.ts";
import { seatToAct } from "../../model/round.ts";
import * as motion from "../../motion.ts";
import { sceneOf } from "./scene.ts";

export type Effect =
  | { readonly kind: "uno" | "skip" | "caught" | "jump-in"; readonly seat: number }
  | { readonly kind: "reverse"; readonly direction: number }
  | { readonly kind: "colour"; readonly colour: Colour }
  /** `count` cards are thrown to a seat. */
  | { readonly kind: "throw"; readonly seat: number; readonly count: number };

export interface TimedEffect {
  readonly effect: Effect;
  /** Milliseconds from the news, and how long it is seen then. */
  readonly after: number;
  readonly lasts: number;
}

/** The effects of some news, at the usual speed. */
export function effectsOf(news: News, before: RoomView, after: RoomView): TimedEffect[] {
  const scene = sceneOf(after, 0);
  const round = scene && before.game?.tables[scene.table]?.view;
  const turn = round ? seatToAct(round) : null;
  const found: TimedEffect[] = [];
  let landed = 0;
  for (const fact of news.facts) {
    if (fact.fact !== "moved") continue;
    for (const event of fact.events) {
      if (event.event !== "at-table" || event.table !== scene?.table) continue;
      const { what } = event;
      if (what.event === "played") {
        landed = motion.LAY;
        if (turn !== null && turn !== what.seat)
          found.push({ effect: { kind: "jump-in", seat: what.seat }, after: 0, lasts: 600 });
      }
      if (what.event === "caught") landed += motion.CAUGHT_PAUSE;
      for (const one of effectsAt(what)) found.push({ ...one, after: one.after + landed });
    }
  }
  // Who is thrown cards misses a turn with them: one sign is enough.
  return found.filter(
    ({ effect }) =>
      effect.kind !== "skip" ||
      !found.some(({ effect: other }) => other.kind === "throw" && other.seat === effect.seat),
  );
}

/** The effects of one event, once the card that led to it has landed. */
function effectsAt(what: RoundEvent): TimedEffect[] {
  const uno = (seat: number): TimedEffect => ({
    effect: { kind: "uno", seat },
    after: 120,
    lasts: motion.BURST + motion.BURST_STAYS,
  });
  const named = (colour: Colour): TimedEffect => ({
    effect: { kind: "colour", colour },
    after: 80,
    lasts: 1000,
  });
  switch (what.event) {
    case "played":
      return [...(what.colour ? [named(what.colour)] : []), ...(what.uno ? [uno(what.seat)] : [])];
    case "colour-named":
      return [named(what.colour)];
    case "said-uno":
      return [uno(what.seat)];
    case "skipped":
    case "turn-lost":
      return [{ effect: { kind: "skip", seat: what.seat }, after: 180, lasts: 1080 }];
    case "reversed":
      return [
        {
          effect: { kind: "reverse", direction: what.direction },
          after: 0,
          lasts: motion.REVERSE + 200,
        },
      ];
    case "caught":
      return [
        { effect: { kind: "caught", seat: what.target }, after: -motion.CAUGHT_PAUSE, lasts: 1600 },
      ];
    case "drew": {
      const count = what.cards.length;
      if (what.why === "turn" || count === 0) return [];
      const last =
        motion.THROW_FLIGHT + (Math.min(count, motion.THROWN_MOST) - 1) * motion.THROW_STEP;
      return [{ effect: { kind: "throw", seat: what.seat, count }, after: 0, lasts: last + 900 }];
    }
    default:
      return [];
  }
}
