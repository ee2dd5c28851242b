/// <reference lib="webworker" />
/**
 * The service worker: it keeps what can be read without a server, the pages themselves, the rules
 * and every record seen here. All that is anyone's own goes past it, to the server or nowhere.
 *
 * A newer worker waits until no page of the older one is open: a table is never pulled away.
 */
import { FILES, kindOf, LIBRARY, SHELL, type Kind } from "./request_kinds.ts";

/**
 * The files of this build: those to have at once, those to keep when they are used, and what to
 * keep together with some of them.
 */
declare const BUILT: {
  readonly first: readonly string[];
  readonly later: readonly string[];
  readonly together: Readonly<Record<string, string>>;
};

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGES = "openuno-pages";
const BOOKS = "openuno-books";
const RECORDS = "openuno-records";
const CACHES: Record<Kind, string> = {
  page: PAGES,
  file: PAGES,
  icon: PAGES,
  book: BOOKS,
  record: RECORDS,
};
const MAX_RECORDS = 50;

worker.addEventListener("install", (event) => event.waitUntil(fillCaches()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = kindOf(new URL(request.url), worker.location.origin, request);
  if (kind !== null) event.respondWith(answer(request, kind));
});

// What a page had loaded before there was a worker, it asks to be kept afterwards.
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(Promise.allSettled(event.data.map(keepLater)));
});

async function fillCaches(): Promise<void> {
  const pages = await caches.open(PAGES);
  await pages.addAll([...BUILT.first, SHELL]);
  const books = await caches.open(BOOKS);
  await Promise.allSettled(LIBRARY.map((path) => books.add(path)));
}

async function takeOver(): Promise<void> {
  const known = new Set([...BUILT.first, ...BUILT.later]);
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith(FILES) && !known.has(pathname)) await pages.delete(url);
  }
  await worker.clients.claim();
}

async function answer(request: Request, kind: Kind): Promise<Response> {
  const path = kind === "page" ? SHELL : new URL(request.url).pathname;
  if (kind === "file" || kind === "record")
    return (await caches.match(path)) ?? fetchAndKeep(request, path, kind);
  const found = await fetchAndKeep(request, path, kind);
  return found.type === "error" ? ((await caches.match(path)) ?? found) : found;
}

/** From the server, and kept; a network error where there is none. */
async function fetchAndKeep(request: Request, path: string, kind: Kind): Promise<Response> {
  try {
    // A book is asked for by its path alone: nothing that says who reads it comes along.
    const answer = await fetch(kind === "book" ? path : request);
    // The page of a table says in its head who invites to it; any other page is the same page.
    const personal = kind === "page" && new URL(request.url).pathname.startsWith("/t/");
    if (answer.ok && !answer.redirected && !personal) await keep(path, answer.clone(), kind);
    return answer;
  } catch {
    return Response.error();
  }
}

async function keep(path: string, answer: Response, kind: Kind): Promise<void> {
  try {
    const cache = await caches.open(CACHES[kind]);
    await cache.put(path, answer);
    await keepLater(BUILT.together[path]);
    if (kind !== "record") return;
    const kept = await cache.keys();
    for (const old of kept.slice(0, -MAX_RECORDS)) await cache.delete(old);
  } catch {
    // there is no room: then it is not kept
  }
}

async function keepLater(address: unknown): Promise<void> {
  if (typeof address !== "string") return;
  const url = new URL(address, worker.location.origin);
  const kind = kindOf(url, worker.location.origin);
  if (kind === null || kind === "page" || (await caches.match(url.pathname))) return;
  await fetchAndKeep(new Request(url.pathname), url.pathname, kind);
}
