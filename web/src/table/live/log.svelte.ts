/** The last moves, as sentences: read in the log, spoken once by a screen reader. */
import type { News, RoomView } from "../../../protocol/messages.ts";
import { sentencesOf, type Sentence } from "./narration.ts";

export interface Line extends Sentence {
  readonly id: number;
}

const MAX_LINES = 60;

export class TableLog {
  lines = $state.raw<readonly Line[]>([]);
  #last = 0;

  /** Take in what happened, and give the new lines. */
  receive(news: News, before: RoomView, after: RoomView): readonly Line[] {
    const lines = sentencesOf(news, before, after).map((sentence) => ({
      ...sentence,
      id: ++this.#last,
    }));
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-MAX_LINES);
    return lines;
  }
}
