/** The effects that are seen now. They show what has happened; nothing waits for them. */
import type { News, RoomView } from "../../../protocol/messages.ts";
import { allowsMotion, displayTime, prefs } from "../../prefs.svelte.ts";
import { SIGN_STAYS } from "../../motion.ts";
import { effectsOf, type Effect } from "./drama.ts";

export type ShownEffect = Effect & { readonly id: number };

/** Older ones make room: a table that moves fast is not covered with signs. */
const MOST = 5;
/** For who wants to close everything themselves: a sign has no button for it. */
const UNTIL_CLOSED = 8000;

export class Effects {
  shown = $state.raw<readonly ShownEffect[]>([]);
  #last = 0;

  /** Take in what happened. */
  receive(news: News, before: RoomView, after: RoomView): void {
    if (document.hidden) return;
    const moves = allowsMotion();
    for (const { effect, after: late, lasts } of effectsOf(news, before, after)) {
      const stays = moves ? lasts / prefs.speed : (displayTime(SIGN_STAYS) ?? UNTIL_CLOSED);
      const show = (): void => this.#show(effect, stays);
      if (moves && late > 0) window.setTimeout(show, late / prefs.speed);
      else show();
    }
  }

  /** Whether somebody is being skipped, or play turned round, just now. */
  isShown(kind: Effect["kind"]): boolean {
    return this.shown.some((one) => one.kind === kind);
  }

  #show(effect: Effect, lasts: number): void {
    const id = ++this.#last;
    const others = this.shown.filter((one) => !concernSame(one, effect));
    this.shown = [...others.slice(1 - MOST), { ...effect, id }];
    window.setTimeout(() => (this.shown = this.shown.filter((one) => one.id !== id)), lasts);
  }
}

function concernSame(one: Effect, other: Effect): boolean {
  return (
    one.kind === other.kind &&
    ("seat" in one ? one.seat : -1) === ("seat" in other ? other.seat : -1)
  );
}
