/** Work that waits until the page has nothing more urgent to do. */

/** Run this once the page is idle, after `patience` milliseconds at the latest; gives a way to stop. */
export function whenIdle(run: () => void, patience: number): () => void {
  // Safari has no such callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, Math.min(patience, 100));
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: patience });
  return () => cancelIdleCallback(request);
}
