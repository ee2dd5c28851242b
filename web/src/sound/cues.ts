/** What one hears and feels of the news, and how one learns of one's turn elsewhere. */
import type { News, RoundEvent, RoomView } from "../../protocol/messages.ts";
import { t } from "../i18n/index.svelte.ts";
import { prefs } from "../prefs.svelte.ts";
import { isActivated, sounds } from "./sound.ts";

/** Everything that happened in rounds, in order. */
export function roundEvents(news: News): RoundEvent[] {
  return news.facts.flatMap((fact) =>
    fact.fact === "moved" || fact.fact === "game-started"
      ? (fact.events ?? []).flatMap((event) => (event.event === "at-table" ? [event.what] : []))
      : [],
  );
}

/** Whether the game waits for the person of this view. */
export function isMyTurn(view: RoomView | null): boolean {
  return (
    view !== null && view.seat !== null && !!view.waiting?.some((wait) => wait.seat === view.seat)
  );
}

function vibrate(pattern: number | number[]): void {
  if (prefs.vibrate && "vibrate" in navigator && isActivated()) navigator.vibrate(pattern);
}

function notify(): void {
  if (!prefs.notify || !document.hidden) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(t("table.your-turn"), {
      tag: "openuno-turn",
      icon: "/icon.svg",
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // some phones only let service workers notify
  }
}

/** Let the news be heard. */
export function playCues(news: News, before: RoomView, after: RoomView): void {
  for (const what of roundEvents(news)) {
    if (what.event === "played") (what.uno ? sounds.uno : sounds.card)();
    else if (what.event === "drew" && what.cards.length) sounds.draw(what.cards.length);
    else if (what.event === "said-uno") sounds.uno();
    else if (what.event === "caught" || what.event === "caught-wrongly") sounds.caught();
    else if (what.event === "dealt") sounds.draw(7);
    else if (what.event === "round-ended") {
      const mine = after.game?.tables.find((table) => table.view.seat !== null);
      const won = mine ? mine.view.seat === what.winner : what.winner !== null;
      (won ? sounds.win : sounds.lose)();
    }
  }
  if (isMyTurn(after) && !isMyTurn(before)) {
    sounds.turn();
    vibrate(60);
    notify();
  }
  if (news.facts.some((fact) => fact.fact === "warned" && fact.seat === after.seat))
    vibrate([80, 60, 80]);
}
