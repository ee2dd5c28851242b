/** The last moves, as sentences: read in the log, spoken once by a screen reader. */
import type { News, RoomView } from "../../../protocol/messages.ts";
import { sentencesOf, type Sentence } from "./narration.ts";

export interface Line extends Sentence {
  readonly id: number;
}

const MAX_LINES = 60;
const KEPT_LINES = "openuno.log";
/** How long the last penalty is shown, in milliseconds. */
const PENALTY_SHOWN = 2500;

export class TableLog {
  lines = $state.raw<readonly Line[]>([]);
  #penalty = $state.raw<{ readonly text: string; readonly at: number } | null>(null);
  #last = 0;

  /** `code`: the table whose lines this tab keeps when it is loaded again. */
  constructor(readonly code: string | null = null) {
    this.lines = this.#keptLines();
    this.#last = this.lines.at(-1)?.id ?? 0;
  }

  /** Take in what happened, and give the new lines. */
  receive(news: News, before: RoomView, after: RoomView): readonly Line[] {
    const said = sentencesOf(news, before, after);
    if (said.length === 0) return [];
    const known = this.#last;
    const penalty = said.findLast(({ penalty }) => penalty);
    if (penalty) this.#penalty = { text: penalty.text, at: news.at };
    this.lines = said
      .reduce((lines, sentence) => this.#add(lines, sentence), this.lines)
      .slice(-MAX_LINES);
    this.#keep();
    return this.lines.filter(({ id }) => id > known);
  }

  /** The last penalty, for a moment after it was given; "" later. `now` is the table's time. */
  recentPenalty(now: number): string {
    return this.#penalty && now - this.#penalty.at < PENALTY_SHOWN ? this.#penalty.text : "";
  }

  /** A turn is one line: who keeps what they drew has the two told as one. */
  #add(lines: readonly Line[], sentence: Sentence): readonly Line[] {
    const last = lines.at(-1);
    const id = ++this.#last;
    if (sentence.kept && last?.ifKept && last.player === sentence.player)
      return [...lines.slice(0, -1), { id, player: sentence.player, text: last.ifKept }];
    return [...lines, { ...sentence, id }];
  }

  #keptLines(): readonly Line[] {
    if (this.code === null) return [];
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_LINES) ?? "null");
      return isLogOf(this.code, kept) ? kept.lines.filter(isLine) : [];
    } catch {
      return []; // storage is forbidden, or holds something else
    }
  }

  #keep(): void {
    if (this.code === null) return;
    try {
      sessionStorage.setItem(KEPT_LINES, JSON.stringify({ code: this.code, lines: this.lines }));
    } catch {
      // then it lasts as long as the page
    }
  }
}

function isLine(line: Line): boolean {
  return typeof line?.id === "number" && typeof line.text === "string";
}

/** Whether the lines that were kept are those of this table, not of the one before. */
function isLogOf(code: string, kept: unknown): kept is { readonly lines: readonly Line[] } {
  const log = kept as { readonly code?: unknown; readonly lines?: unknown } | null;
  return log?.code === code && Array.isArray(log.lines);
}
