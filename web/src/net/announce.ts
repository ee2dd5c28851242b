/** What the person who runs the server tells everyone, on its way from wherever it is heard. */
let show: (text: string | null) => void = () => undefined;

/** Have it shown like this from now on. */
export function onAnnouncement(listener: (text: string | null) => void): void {
  show = listener;
}

/** Everyone is told this; null: it is over. */
export function announce(text: string | null): void {
  show(text);
}
