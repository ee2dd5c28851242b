/** What our seat remembers of the round in front of us, as a bot in it would. */
import type { News, RoomView } from "../../../protocol/messages.ts";
import { memoryOf, NOTHING, remember, type Memory } from "../../analysis/memory.ts";
import { sceneOf } from "./scene.ts";

export class SeatMemory {
  #memory: Memory = NOTHING;
  /** The table as it was when we last heard of it; after a gap there is another. */
  #known: RoomView | null = null;

  /** What we remember at a table as it is now; after a gap, no more than what can be seen. */
  at(view: RoomView): Memory {
    if (view !== this.#known) {
      const scene = sceneOf(view, 0);
      const own = scene?.own ?? null;
      this.#memory = scene === null || own === null ? NOTHING : memoryOf(scene.round, own);
      this.#known = view;
    }
    return this.#memory;
  }

  /** Take in what happened. */
  receive(news: News, before: RoomView, after: RoomView): void {
    let memory = this.at(before);
    const scene = sceneOf(after, 0);
    for (const fact of news.facts) {
      if (fact.fact !== "moved" && fact.fact !== "game-started") continue;
      for (const event of fact.events ?? []) {
        if (event.event !== "at-table" || event.table !== scene?.table) continue;
        if (scene.own !== null) memory = remember(memory, event.what, scene.own);
      }
    }
    this.#memory = memory;
    this.#known = after;
  }
}
