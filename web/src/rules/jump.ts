/** Go to a part of this page, as a link within it would. */
export function jump(event: MouseEvent, id: string): void {
  event.preventDefault();
  history.replaceState(null, "", `#${id}`);
  show(id);
}

/** Bring a part of this page into view, and let the keyboard go on from there. */
export function show(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: "start" });
  part?.focus({ preventScroll: true });
}
