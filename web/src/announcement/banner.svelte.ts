/** The banner over every screen: there is one, and it is made when there is something to say. */
import { mount } from "svelte";
import Announcement from "./Announcement.svelte";

const KEY = "openuno.announcement-read";
const announcement = $state<{ text: string | null }>({ text: null });
let mounted = false;

/** Show a text that was not put away before; nothing once it is over. */
export function showAnnouncement(text: string | null): void {
  announcement.text = text === read() ? null : text;
  if (mounted || !text) return;
  mounted = true;
  mount(Announcement, { target: document.body, props: { announcement, onclose: putAway } });
}

function putAway(): void {
  try {
    sessionStorage.setItem(KEY, announcement.text ?? "");
  } catch {
    // then it comes back with the next page
  }
  announcement.text = null;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
