/**
 * An id for one request, the same when it is said again.
 *
 * Browsers have `randomUUID` only for HTTPS and this computer, and a friend on the network has neither.
 */
export function requestId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
