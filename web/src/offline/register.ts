/** Have the service worker, once the page has nothing better to do. */
export function workOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    if (navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage(loaded);
  } catch {
    // private windows and old browsers have none; everything else works without
  }
}
