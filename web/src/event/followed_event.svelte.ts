import type { EventNews, HostRequest, OwnEventNews, PersonRequest } from "../../protocol/http.ts";
import { Refused, request, token } from "../net/api.ts";

/** Seconds that the server waits for news before it answers all the same. */
const WAIT = 10;
/** Milliseconds until we ask again when the server could not be reached; each time a bit more. */
const AGAIN = [500, 1000, 2000, 4000, 8000];

/** Milliseconds between two questions, and as many more by chance: sixty phones may share one
 * address, and changes come in bursts. */
const PAUSE = 250;

type News = EventNews & Partial<Pick<OwnEventNews, "me" | "host">>;

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** An event as we may see it, kept up to date for as long as it is followed. */
export class FollowedEvent {
  news = $state.raw<News | null>(null);
  error = $state.raw<unknown>(null);
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  ahead = $state(0);
  #stopped = false;

  constructor(
    readonly code: string,
    /** Whether we ask as ourselves; a projector does not. */
    readonly own: boolean,
  ) {
    void this.#follow();
  }

  /** Carry out a command of the host. */
  async host(command: HostRequest["command"]): Promise<void> {
    await this.#send("commands", command);
  }

  /** Carry out a command of our own. */
  async act(command: PersonRequest["command"]): Promise<void> {
    await this.#send("me", command);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Ask once, now: our own command has changed something, or we are someone else now. */
  async refresh(): Promise<void> {
    this.#show(await request<News>("GET", this.#address(0, 0)));
  }

  async #send(where: string, command: HostRequest["command"] | PersonRequest["command"]) {
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
    await request("POST", `/api/events/${this.code}/${where}`, { id, command });
    await this.refresh();
  }

  async #follow(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      try {
        const since = this.news?.page.seq ?? 0;
        const found = await request<News>("GET", this.#address(since, this.news ? WAIT : 0));
        if (this.#stopped) return;
        this.#show(found);
        failures = 0;
        await sleep(PAUSE * (1 + Math.random()));
      } catch (error) {
        if (this.#stopped) return;
        const isGone = error instanceof Refused && error.code === "no-such-event";
        // What is shown already may be a moment old; only a lasting trouble is worth words.
        if (isGone || !this.news || failures) this.error = error;
        if (isGone) return;
        await sleep(AGAIN[Math.min(failures, AGAIN.length - 1)] ?? 1000);
        failures += 1;
      }
    }
  }

  #show(news: News): void {
    this.error = null;
    if (this.news && news.page.seq < this.news.page.seq) return;
    this.news = news;
    this.ahead = news.now - Date.now();
  }

  #address(since: number, wait: number): string {
    const own = this.own && token() ? "/me" : "";
    return `/api/events/${this.code}${own}?since=${since}&wait=${wait}`;
  }
}
