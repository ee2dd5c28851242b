/** What a person hears and feels of the news, and how they learn of their turn elsewhere. */
import type { News, RoomView } from "../../protocol/messages.ts";
import { t } from "../i18n/index.svelte.ts";
import { dealLasts, LAY, THROW_FLIGHT, THROW_STEP } from "../motion.ts";
import { allowsMotion, prefs } from "../prefs.svelte.ts";
import { cuesOf, isMyTurn } from "./cues.ts";
import { buzz } from "./buzz.ts";
import { playSound } from "./sound.ts";

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

/** Let the news be heard and felt. */
export function giveNotice(news: News, before: RoomView, after: RoomView): void {
  // In one room the screen is heard: ten phones that tap and slap would drown it.
  const heard = !(after.settings.shared_screen && after.seat !== null);
  const moves = allowsMotion();
  const seconds = (usual: number): number => usual / 1000 / prefs.speed;
  const timing = {
    landing: moves ? seconds(LAY) : 0,
    thrown: moves ? seconds(THROW_FLIGHT) : 0,
    step: seconds(THROW_STEP),
    deal: (cards: number) => (moves ? seconds(dealLasts(cards)) : 0),
  };
  for (const { sound, after: delay } of heard ? cuesOf(news, before, after, timing) : [])
    playSound(sound, delay);
  if (isMyTurn(after) && !isMyTurn(before)) {
    buzz(60);
    notify();
  }
  if (news.facts.some((fact) => fact.fact === "warned" && fact.seat === after.seat))
    buzz([80, 60, 80]);
}
