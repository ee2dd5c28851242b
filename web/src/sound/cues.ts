/** Which sounds go with the news, and when. */
import type { GameEvent, News, RoundEvent, RoomView } from "../../protocol/messages.ts";
import { seatToAct } from "../model/round.ts";
import { CAUGHT_PAUSE, THROWN_MOST } from "../motion.ts";
import type { SoundName } from "./recipes.ts";

export interface Cue {
  readonly sound: SoundName;
  /** Seconds from now. */
  readonly after: number;
}

/** When what flies has arrived, in seconds. */
export interface Timing {
  /** A card that is laid. */
  readonly landing: number;
  /** A card that is thrown, and from one of them to the next. */
  readonly thrown: number;
  readonly step: number;
  /** The first card of the discard pile, after a deal, by how many cards were dealt. */
  readonly deal: (cards: number) => number;
}

/** Everything that happened in the game, in order. */
function gameEvents(news: News): readonly GameEvent[] {
  return news.facts.flatMap((fact) =>
    fact.fact === "moved" || fact.fact === "game-started" ? (fact.events ?? []) : [],
  );
}

/** Whether the game waits for the person of this view. */
export function isMyTurn(view: RoomView | null): boolean {
  return (
    view !== null && view.seat !== null && !!view.waiting?.some((wait) => wait.seat === view.seat)
  );
}

/** The sounds of some news. */
export function cuesOf(news: News, before: RoomView, after: RoomView, timing: Timing): Cue[] {
  const cues = new Cues(timing);
  const events = gameEvents(news);
  const here = (table: number): boolean => {
    const tables = after.game?.tables ?? [];
    return tables.length < 2 || after.seat === null || tables[table]?.view.seat !== null;
  };
  const over = events.some(({ event }) => event === "game-ended");
  for (const event of events) {
    if (event.event === "game-ended") cues.add("finale", 0.35);
    if (event.event !== "at-table" || !here(event.table)) continue;
    if (event.what.event === "round-ended") {
      const mine = after.game?.tables[event.table]?.view.seat ?? null;
      const lost = event.what.winner === null || (mine !== null && mine !== event.what.winner);
      if (!over) cues.add(lost ? "sigh" : "fanfare", 0.35);
    } else cues.hear(event.what, before, after, event.table);
  }
  if (isMyTurn(after) && !isMyTurn(before)) cues.addLast("turn", 0.15);
  return cues.all;
}

class Cues {
  readonly all: Cue[] = [];
  /** When the card of this news has landed; 0 if none was laid. */
  #landed = 0;
  /** How long what is thrown waits for something else. */
  #pause = 0;
  #dealt = 0;

  constructor(readonly timing: Timing) {}

  add(sound: SoundName, after: number): void {
    this.all.push({ sound, after: this.#landed + after });
  }

  addLast(sound: SoundName, after: number): void {
    this.all.push({ sound, after: Math.max(0, ...this.all.map((cue) => cue.after)) + after });
  }

  hear(what: RoundEvent, before: RoomView, after: RoomView, table: number): void {
    switch (what.event) {
      case "dealt":
        this.#dealt = this.timing.deal(what.hands.reduce((sum, hand) => sum + hand.length, 0));
        return this.add("riffle", 0);
      case "reshuffled":
      case "hands-swapped":
      case "hands-passed":
      case "hands-shuffled":
        return this.add("riffle", 0);
      case "turned-up":
        return this.add("tap", this.#dealt);
      case "played":
        return this.#play(what, before, after, table);
      case "colour-named":
        return this.add("swell", 0.08);
      case "skipped":
      case "turn-lost":
        return this.add("stamp", 0.18);
      case "reversed":
        return this.add("whoosh", 0.05);
      case "said-uno":
        return this.add("uno", 0);
      case "caught":
      case "caught-wrongly":
        this.add("bonk", 0);
        this.#pause = CAUGHT_PAUSE / 1000;
        return;
      case "challenge-offered":
        return this.add("breath", 0.3);
      case "drew":
        return this.#draw(what.cards.length, what.why === "turn");
      case "cards-given":
        return this.#draw(what.cards.length, false);
      default:
        return; // it is seen, or something else is heard with it
    }
  }

  #play(
    what: Extract<RoundEvent, { event: "played" }>,
    before: RoomView,
    after: RoomView,
    table: number,
  ): void {
    const round = before.game?.tables[table]?.view;
    const turn = round ? seatToAct(round) : what.seat;
    if (turn !== null && turn !== what.seat) this.all.push({ sound: "crack", after: 0 });
    this.#landed = this.timing.landing;
    this.add("tap", 0);
    if (what.colour) this.add("swell", 0.08);
    if (what.uno) this.add("uno", 0.12);
    const left = after.game?.tables[table]?.view.hands[what.seat]?.length;
    if (left === 1 && !what.uno) this.add("tick", 0.5);
  }

  /** Cards of a turn slide; others are thrown one by one, and the last one shakes the table. */
  #draw(count: number, quietly: boolean): void {
    const cards = Math.min(count, THROWN_MOST);
    const from = quietly ? 0 : this.#pause + this.timing.thrown;
    for (let card = 0; card < cards; card++)
      this.add(quietly ? "slide" : "slap", from + card * this.timing.step);
    if (!quietly && cards) this.add("thud", from + (cards - 1) * this.timing.step + 0.03);
  }
}
