import type {
  Action,
  WhyNotAnswer,
  Fact,
  News,
  Snapshot,
  RoomCommand,
  RoomView,
  Welcome,
} from "../../../protocol/messages.ts";
import { withDefaults } from "../../model/defaults.ts";
import { followRoom } from "../../model/room.ts";
import { DoesNotFollow } from "../../model/round.ts";
import type { Refused } from "../../net/api.ts";
import { Connection, type ConnectionListener, type Status } from "../../net/connection.ts";
import { hasAddedNothing, hasLostSeed, newCommitment, requestedSeed } from "../../net/seed.ts";

/** Someone who wants to know what happens, as it happens: the log, sounds, animations, speech. */
export type NewsListener = (news: News, before: RoomView, after: RoomView) => void;

/** A table as this page knows it. Nothing here is more than the seat may know. */
export class RoomClient implements ConnectionListener {
  view = $state.raw<RoomView | null>(null);
  legal = $state.raw<readonly Action[]>([]);
  seq = $state.raw(0);
  at = $state.raw(0);
  status = $state.raw<Status>("connecting");
  problem = $state.raw<Refused | null>(null);
  /** The move asked for and not seen yet: shown at once, taken back if it is refused. */
  pending = $state.raw<RoomCommand | null>(null);
  /** Milliseconds to add to our clock to have the server's; null until it was heard. */
  ahead: number | null = null;

  #connection: Connection;
  #listeners = new Set<NewsListener>();
  #acknowledged = 0;
  /** The seed we have shown last, and whether our commitment is on its way. */
  #sharedSeed: string | null = null;
  #committing = false;
  #checkedSeed = false;

  /** `guest` is who we are here. */
  constructor(
    readonly code: string,
    token: string,
    password: string | null = null,
    readonly guest: string = "",
  ) {
    this.#connection = new Connection(code, token, this, password);
  }

  /** Whether this page's person is host. */
  get isHost(): boolean {
    return this.guest !== "" && this.view?.host === this.guest;
  }

  listen(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async ask(command: RoomCommand): Promise<void> {
    const moves = command.do === "move";
    if (moves) {
      this.pending = command;
      this.#acknowledged = 0;
    }
    try {
      const seq = await this.#connection.ask(command);
      // An ack comes before its news: what was shown stays until they meet.
      if (this.pending !== command) return;
      if (this.seq >= seq) this.pending = null;
      else this.#acknowledged = seq;
    } catch (error) {
      if (this.pending === command) this.pending = null;
      throw error;
    }
  }

  move(action: Action): Promise<void> {
    return this.ask({ do: "move", action });
  }

  /** Why the action is not allowed now; null if it is, or if nobody can say. */
  why(action: Action): Promise<WhyNotAnswer | null> {
    return this.#connection.why(action);
  }

  close(): void {
    this.#connection.close();
    this.#listeners.clear();
  }

  /** The server's time now, as far as we know. */
  now(ours: number): number {
    return ours + (this.ahead ?? 0);
  }

  onStatus(status: Status): void {
    this.status = status;
  }

  onWelcome({ now }: Welcome): void {
    this.ahead = now - Date.now(); // each time, because the clock here may have been set meanwhile
  }

  onSnapshot({ view, seq, at, now = null }: Snapshot): void {
    if (now !== null) this.ahead = now - Date.now(); // this table has a time of its own
    this.view = withDefaults(view);
    this.legal = view.game?.tables.flatMap((table) => table.view.legal) ?? [];
    this.#advance(seq, at);
    this.#contribute(this.view);
  }

  onNews(news: News): void {
    const before = this.view;
    if (!before) return;
    let after: RoomView;
    try {
      after = followRoom(before, news);
    } catch (error) {
      if (!(error instanceof DoesNotFollow)) throw error;
      this.#connection.rejoin(); // a newer server may know what we do not
      return;
    }
    this.view = after;
    this.legal = news.legal ?? [];
    this.#advance(news.seq, news.at);
    this.#contribute(after);
    for (const listener of this.#listeners) listener(news, before, after);
  }

  /** Show our seed when the table asks for it, and be bound to another for the next game. */
  #contribute(view: RoomView): void {
    const seed = requestedSeed(view);
    if (seed !== null && seed !== this.#sharedSeed) {
      this.#sharedSeed = seed;
      this.ask({ do: "share", seed }).catch(() => undefined); // the game has started without it
    }
    // Once a page: two pages of one person must not take turns for ever.
    const lost = !this.#checkedSeed && hasLostSeed(view);
    this.#checkedSeed = view.seat !== null;
    if (this.#committing || !(lost || hasAddedNothing(view))) return;
    this.#committing = true;
    this.ask(newCommitment())
      .catch(() => undefined) // we have stood up, or it came too fast: the next news tells
      .finally(() => (this.#committing = false));
  }

  onRefusal(error: Refused): void {
    this.problem = error;
  }

  #advance(seq: number, at: number): void {
    this.seq = seq;
    this.at = at;
    // An entry is never heard before it was written: one that came quicker than the welcome tells
    // the difference better.
    this.ahead = Math.max(this.ahead ?? -Infinity, at - Date.now());
    if (this.#acknowledged && seq >= this.#acknowledged) {
      this.#acknowledged = 0;
      this.pending = null;
    }
  }
}

export type { Fact };
