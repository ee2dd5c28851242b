/** One WebSocket that is always there: it comes back, resumes and says again what was not answered. */
import {
  PROTOCOL,
  type Action,
  type Ask,
  type Because,
  type ClientMessage,
  type News,
  type ServerMessage,
  type Snapshot,
  type TableCommand,
  type Welcome,
} from "../../protocol/messages.ts";
import { Refused } from "./api.ts";

export type Status = "connecting" | "online" | "offline";

export interface Hearer {
  status(status: Status): void;
  /** The server has let us in, and says what time it is. */
  welcome(welcome: Welcome): void;
  snapshot(snapshot: Snapshot): void;
  news(news: News): void;
  /** The table cannot be joined, and trying again would not help. */
  refused(error: Refused): void;
}

interface Wish {
  readonly ask: Ask;
  readonly done: (seq: number) => void;
  readonly failed: (error: Refused) => void;
}

const FATAL = new Set([
  "no-such-table",
  "table-closed",
  "table-damaged",
  "wrong-password",
  "too-many-guesses",
  "bad-token",
  "wrong-protocol",
  "kicked",
]);
const AGAIN = new Set(["unavailable", "try-again", "too-fast", "not-at-table"]);
const SILENCE = 30_000;
const RETRY = 500;
const WAITS = [150, 400, 800, 1200];

export class Link {
  #socket: WebSocket | null = null;
  #wishes = new Map<string, Wish>();
  #questions = new Map<string, (because: Because) => void>();
  #since: number | null = null;
  #tries = 0;
  #timer = 0;
  #watch = 0;
  #closed = false;
  #joined = false;

  constructor(
    readonly table: string,
    readonly token: string,
    readonly hearer: Hearer,
    public password: string | null = null,
  ) {
    addEventListener("online", this.#now);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  /** Ask for something; resolves when it is safe, rejects with the server's reason. */
  ask(command: TableCommand): Promise<number> {
    return new Promise((done, failed) => {
      const ask: Ask = { type: "ask", id: crypto.randomUUID(), command };
      this.#wishes.set(ask.id, { ask, done, failed });
      if (this.#joined) this.#send(ask);
    });
  }

  /** Why the action is not allowed now; null if it is. */
  why(action: Action): Promise<Because | null> {
    return new Promise((answer) => {
      const id = crypto.randomUUID();
      const late = window.setTimeout(() => {
        this.#questions.delete(id);
        answer(null);
      }, 3000);
      this.#questions.set(id, (because) => {
        clearTimeout(late);
        answer(because.sentence ? because : null);
      });
      this.#send({ type: "why", id, action });
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
    for (const wish of this.#wishes.values()) wish.failed(new Refused("gone", "you left"));
    this.#wishes.clear();
  }

  /** A gap was seen: look at the whole table again. */
  again(): void {
    this.#since = null;
    this.#join();
  }

  #now = (): void => {
    if (document.hidden || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#tries = 0;
    this.#connect();
  };

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.hearer.status("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#joined = false;
    let heard = Date.now();
    socket.onopen = () => {
      this.#send({ type: "hello", protocol: PROTOCOL, token: this.token });
      this.#join();
      clearInterval(this.#watch);
      this.#watch = window.setInterval(() => {
        if (Date.now() - heard > SILENCE) socket.close();
        else this.#send({ type: "ping" });
      }, SILENCE / 3);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      heard = Date.now();
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** The connection is gone, or the browser says that there is no network: come back soon. */
  #lost = (): void => {
    if (this.#closed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(); // a socket without a network may take minutes to notice
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#joined = false;
    this.hearer.status("offline");
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 1200;
    this.#timer = window.setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  };

  #join(): void {
    this.#send({ type: "join", table: this.table, since: this.#since, password: this.password });
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
        this.#since = message.seq;
        this.hearer.snapshot(message);
        this.#resumed();
        return;
      case "news":
        if (this.#since !== null && message.seq <= this.#since) return;
        if (this.#since !== null && message.seq !== this.#since + 1) {
          this.again();
          return;
        }
        this.#since = message.seq;
        this.hearer.news(message);
        this.#resumed();
        return;
      case "ack": {
        const wish = this.#wishes.get(message.id);
        this.#wishes.delete(message.id);
        wish?.done(message.seq);
        return;
      }
      case "error":
        this.#refused(
          new Refused(message.code, message.sentence, message.reason ?? null),
          message.id ?? null,
          message.retry ?? RETRY,
        );
        return;
      case "because":
        this.#questions.get(message.id)?.(message);
        this.#questions.delete(message.id);
        return;
      case "welcome":
        this.hearer.welcome(message);
        return;
      case "bye":
      case "pong":
        return;
    }
  }

  #refused(error: Refused, id: string | null, retry: number): void {
    const wish = id === null ? undefined : this.#wishes.get(id);
    if (wish && AGAIN.has(error.code)) {
      window.setTimeout(() => this.#wishes.has(wish.ask.id) && this.#send(wish.ask), retry);
    } else if (wish) {
      this.#wishes.delete(wish.ask.id);
      wish.failed(error);
    } else if (FATAL.has(error.code)) {
      this.hearer.refused(error);
      this.close();
    } else {
      this.#socket?.close(); // and come back
    }
  }

  #resumed(): void {
    if (this.#joined) return;
    this.#joined = true;
    this.#tries = 0;
    this.hearer.status("online");
    for (const wish of this.#wishes.values()) this.#send(wish.ask);
  }
}
