/** One WebSocket that is always there: it comes back, resumes and says again what was not answered. */
import {
  PROTOCOL,
  type Action,
  type Ask,
  type WhyNotAnswer,
  type ClientMessage,
  type News,
  type ServerMessage,
  type Snapshot,
  type RoomCommand,
  type Welcome,
} from "../../protocol/messages.ts";
import { announce } from "./announce.ts";
import { Refused } from "./api.ts";
import { requestId } from "./request_id.ts";

export type Status = "connecting" | "online" | "offline";

export interface ConnectionListener {
  onStatus(status: Status): void;
  /** The server has let us in, and says what time it is. */
  onWelcome(welcome: Welcome): void;
  onSnapshot(snapshot: Snapshot): void;
  onNews(news: News): void;
  /** The table cannot be joined, and trying again would not help. */
  onRefusal(error: Refused): void;
}

interface PendingRequest {
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
  "banned",
]);
const RETRIED = new Set(["unavailable", "try-again", "too-fast", "not-at-table"]);
const SILENCE = 30_000;
const RETRY = 500;
const WAITS = [150, 400, 800, 1200];

export class Connection {
  #socket: WebSocket | null = null;
  #requests = new Map<string, PendingRequest>();
  #questions = new Map<string, (because: WhyNotAnswer) => void>();
  #since: number | null = null;
  #tries = 0;
  #timer = 0;
  #watch = 0;
  #closed = false;
  #joined = false;

  constructor(
    readonly table: string,
    readonly token: string,
    readonly listener: ConnectionListener,
    public password: string | null = null,
  ) {
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#reconnectLater);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#connect();
  }

  /** Ask for something; resolves when it is safe, rejects with the server's reason. */
  ask(command: RoomCommand): Promise<number> {
    return new Promise((done, failed) => {
      const ask: Ask = { type: "ask", id: requestId(), command };
      this.#requests.set(ask.id, { ask, done, failed });
      if (this.#joined) this.#send(ask);
    });
  }

  /** Why the action is not allowed now; null if it is. */
  why(action: Action): Promise<WhyNotAnswer | null> {
    return new Promise((answer) => {
      const id = requestId();
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
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#reconnectLater);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
    for (const request of this.#requests.values()) request.failed(new Refused("gone", "you left"));
    this.#requests.clear();
  }

  /** A gap was seen: look at the whole table again. */
  rejoin(): void {
    this.#since = null;
    this.#join();
  }

  #reconnectNow = (): void => {
    if (document.hidden || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#tries = 0;
    this.#connect();
  };

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.listener.onStatus("connecting");
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
      if (socket === this.#socket) this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnectLater();
    };
  }

  /** The connection is gone, or the browser says that there is no network: come back soon. */
  #reconnectLater = (): void => {
    if (this.#closed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(); // a socket without a network may take minutes to notice
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#joined = false;
    this.listener.onStatus("offline");
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 1200;
    this.#timer = window.setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  };

  #join(): void {
    this.#send({ type: "join", table: this.table, since: this.#since, password: this.password });
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
        this.#since = message.seq;
        this.listener.onSnapshot(message);
        this.#markJoined();
        return;
      case "news":
        if (this.#since !== null && message.seq <= this.#since) return;
        if (this.#since !== null && message.seq !== this.#since + 1) {
          this.rejoin();
          return;
        }
        this.#since = message.seq;
        this.listener.onNews(message);
        this.#markJoined();
        return;
      case "ack": {
        const request = this.#requests.get(message.id);
        this.#requests.delete(message.id);
        request?.done(message.seq);
        return;
      }
      case "error":
        this.#handleRefusal(
          new Refused(
            message.code,
            message.sentence,
            message.reason ?? null,
            null,
            message.fault ?? null,
            message.values ?? null,
            message.kind ?? null,
          ),
          message.id ?? null,
          message.retry ?? RETRY,
        );
        return;
      case "because":
        this.#questions.get(message.id)?.(message);
        this.#questions.delete(message.id);
        return;
      case "announcement":
        announce(message.text ?? null);
        return;
      case "welcome":
        this.listener.onWelcome(message);
        return;
      case "bye":
      case "pong":
        return;
    }
  }

  #handleRefusal(error: Refused, id: string | null, retry: number): void {
    const request = id === null ? undefined : this.#requests.get(id);
    if (request && RETRIED.has(error.code)) {
      window.setTimeout(() => this.#requests.has(request.ask.id) && this.#send(request.ask), retry);
    } else if (request) {
      this.#requests.delete(request.ask.id);
      request.failed(error);
    } else if (FATAL.has(error.code)) {
      this.listener.onRefusal(error);
      this.close();
    } else {
      this.#socket?.close(); // and come back
    }
  }

  #markJoined(): void {
    if (this.#joined) return;
    this.#joined = true;
    this.#tries = 0;
    this.listener.onStatus("online");
    for (const request of this.#requests.values()) this.#send(request.ask);
  }
}
