import type { Action, WhyNotAnswer, RoomView } from "../../protocol/messages.ts";
import { findReason, isGeneral, type Reason } from "../analysis/reasons.ts";
import { t } from "../i18n/index.svelte.ts";
import { evolveGame } from "../model/game.ts";
import { Refused } from "../net/api.ts";
import { prefs } from "../prefs.svelte.ts";
import { Flights } from "../table/live/flights.svelte.ts";
import { Intent } from "../table/live/intent.svelte.ts";
import { LastCards } from "../table/live/last_cards.svelte.ts";
import { TableLog } from "../table/live/log.svelte.ts";
import { CHAPTERS, chapterView, LEARNER, moveNews, type Chapter, type Move } from "./lesson.ts";
import type { StagedTable } from "./staged_table.ts";

const PACE = 1300;

/** Leads through the lesson, and is the table that the learner plays at. */
export class Teacher implements StagedTable {
  chapter = $state.raw(0);
  /** How many moves of the chapter have been made. */
  made = $state.raw(0);
  /** Why the move that is asked for is better than the one tried; null if neither is. */
  reason = $state.raw<Reason | null>(null);
  view = $state.raw<RoomView | null>(null);
  legal = $state.raw<readonly Action[]>([]);
  log = $state.raw(new TableLog());
  lastCards = $state.raw(new LastCards());
  readonly pending = null;
  readonly status = "online";
  readonly flights = new Flights();
  readonly intent: Intent;

  constructor(readonly names: readonly string[]) {
    this.intent = new Intent(this, null); // someone who learns reads slowly
    this.open(0);
  }

  get lesson(): Chapter {
    return CHAPTERS[this.chapter] as Chapter;
  }

  /** The next move of the script; null when the chapter is over. */
  get next(): Move | null {
    return this.lesson.moves[this.made] ?? null;
  }

  get isOurs(): boolean {
    return this.next?.by === LEARNER;
  }

  get isLast(): boolean {
    return this.chapter === CHAPTERS.length - 1;
  }

  /** What is said now: a step of the learner, the end of the chapter, or nothing while others move. */
  get messageKey(): string {
    if (!this.next) return `learn.${this.lesson.key}-done`;
    if (!this.isOurs) return "learn.watch";
    const before = this.lesson.moves.slice(0, this.made).filter(({ by }) => by === LEARNER);
    return `learn.${this.lesson.key}-${before.length + 1}`;
  }

  /** Begin a chapter, or begin it again. */
  open(chapter: number): void {
    this.chapter = chapter;
    this.made = 0;
    this.reason = null;
    this.view = chapterView(this.lesson, this.names);
    this.legal = this.lesson.opening.legal;
    this.log = new TableLog();
    this.lastCards = new LastCards();
    this.intent.question = null;
    this.intent.uno = false;
    this.intent.notice = "";
  }

  /** The learner's move: made if it is the one of the lesson. */
  async move(action: Action): Promise<void> {
    const { next } = this;
    if (!next || !this.isOurs) throw new Refused("not-your-turn", t("learn.watch"));
    if (JSON.stringify(action) !== JSON.stringify(next.action)) {
      this.reason = this.#compare(action, next.action);
      throw new Refused("other-move", t("learn.rather"));
    }
    this.#make(next);
  }

  /** Why a card cannot be played: in this lesson it is one of three reasons. */
  async why(action: Action): Promise<WhyNotAnswer | null> {
    const reason = !this.isOurs
      ? "not-your-turn"
      : this.legal.some(({ do: what }) => what === "keep")
        ? "only-the-drawn-card"
        : this.legal.some(({ do: what }) => what === "challenge")
          ? "wrong-phase"
          : "no-match";
    return action.do === "play" ? { type: "because", id: "", reason, sentence: "" } : null;
  }

  /** Nothing in a lesson waits for a clock. */
  now(ours: number): number {
    return ours;
  }

  /** Let the others move after a while, until the returned function is called; for an effect. */
  run(): () => void {
    const { next } = this;
    if (!next || this.isOurs) return () => {};
    const timer = setTimeout(() => this.#make(next), PACE / prefs.speed);
    return () => clearTimeout(timer);
  }

  #compare(done: Action, best: Action): Reason | null {
    const view = this.view?.game?.tables[0]?.view;
    const reason = view ? findReason({ view, seat: LEARNER, done, best }) : null;
    return reason === null || isGeneral(reason) ? null : reason;
  }

  #make(move: Move): void {
    const before = this.view;
    if (!before?.game) return;
    const news = moveNews(move);
    const game = move.events.reduce(
      (game, what) => evolveGame(game, { event: "at-table", table: 0, what }),
      before.game,
    );
    const after = { ...before, game };
    this.log.receive(news, before, after);
    this.lastCards.receive(news, after);
    this.flights.showNews(news, before, after);
    this.view = after;
    this.legal = move.legal;
    this.made += 1;
    this.reason = null;
    this.intent.notice = "";
    this.intent.refresh();
  }
}
