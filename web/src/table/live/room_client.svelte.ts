import type {
  Action,
  Because,
  Fact,
  News,
  Snapshot,
  TableCommand,
  TableView,
  Welcome,
} from "../../../protocol/messages.ts";
import { completed } from "../../model/defaults.ts";
import { followed } from "../../model/room.ts";
import { Misfit } from "../../model/round.ts";
import { Refused } from "../../net/api.ts";
import { Link, type Hearer, type Status } from "../../net/connection.ts";
import { hasLostSeed, hasNothingAdded, newCommitment, seedAskedFor } from "../../net/seed.ts";

/** Someone who wants to know what happens, as it happens: the log, sounds, animations, speech. */
export type Witness = (news: News, before: TableView, after: TableView) => void;

/** A table as this page knows it. Nothing here is more than the seat may know. */
export class TableClient implements Hearer {
  view = $state.raw<TableView | null>(null);
  legal = $state.raw<readonly Action[]>([]);
  seq = $state.raw(0);
  at = $state.raw(0);
  connection = $state.raw<Status>("connecting");
  problem = $state.raw<Refused | null>(null);
  /** The move asked for and not seen yet: shown at once, taken back if it is refused. */
  pending = $state.raw<TableCommand | null>(null);
  /** Milliseconds to add to our clock to have the server's; null until it was heard. */
  ahead: number | null = null;

  #link: Link;
  #witnesses = new Set<Witness>();
  #settled = 0;
  /** The seed we have shown last, and whether a commitment of ours is on its way. */
  #shown: string | null = null;
  #committing = false;
  #looked = false;

  /** `guest` is who we are here. */
  constructor(
    readonly code: string,
    token: string,
    password: string | null = null,
    readonly guest: string = "",
  ) {
    this.#link = new Link(code, token, this, password);
  }

  /** Whether this page's person is host. */
  get isHost(): boolean {
    return this.guest !== "" && this.view?.host === this.guest;
  }

  watch(witness: Witness): () => void {
    this.#witnesses.add(witness);
    return () => this.#witnesses.delete(witness);
  }

  async ask(command: TableCommand): Promise<void> {
    const moves = command.do === "move";
    if (moves) {
      this.pending = command;
      this.#settled = 0;
    }
    try {
      const seq = await this.#link.ask(command);
      // An ack comes before its news: what was shown stays until they meet.
      if (this.pending !== command) return;
      if (this.seq >= seq) this.pending = null;
      else this.#settled = seq;
    } catch (error) {
      if (this.pending === command) this.pending = null;
      throw error;
    }
  }

  move(action: Action): Promise<void> {
    return this.ask({ do: "move", action });
  }

  /** Why the action is not allowed now; null if it is, or if nobody can say. */
  why(action: Action): Promise<Because | null> {
    return this.#link.why(action);
  }

  close(): void {
    this.#link.close();
    this.#witnesses.clear();
  }

  /** The server's time now, as far as we know. */
  now(ours: number): number {
    return ours + (this.ahead ?? 0);
  }

  status(status: Status): void {
    this.connection = status;
  }

  welcome({ now }: Welcome): void {
    this.ahead = now - Date.now(); // each time anew: our own clock may have been set meanwhile
  }

  snapshot({ view, seq, at, now = null }: Snapshot): void {
    if (now !== null) this.ahead = now - Date.now(); // this table has a time of its own
    this.view = completed(view);
    this.legal = view.game?.tables.flatMap((table) => table.view.legal) ?? [];
    this.#heard(seq, at);
    this.#contribute(this.view);
  }

  news(news: News): void {
    const before = this.view;
    if (!before) return;
    let after: TableView;
    try {
      after = followed(before, news);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      this.#link.again(); // a newer server may know what we do not
      return;
    }
    this.view = after;
    this.legal = news.legal ?? [];
    this.#heard(news.seq, news.at);
    this.#contribute(after);
    for (const witness of this.#witnesses) witness(news, before, after);
  }

  /** Show our seed when the table asks for it, and be bound to another for the next game. */
  #contribute(view: TableView): void {
    const seed = seedAskedFor(view);
    if (seed !== null && seed !== this.#shown) {
      this.#shown = seed;
      this.ask({ do: "share", seed }).catch(() => undefined); // the game has started without it
    }
    // Once a page: two pages of one person must not take turns for ever.
    const lost = !this.#looked && hasLostSeed(view);
    this.#looked = view.seat !== null;
    if (this.#committing || !(lost || hasNothingAdded(view))) return;
    this.#committing = true;
    this.ask(newCommitment())
      .catch(() => undefined) // we have stood up, or it came too fast: the next news tells
      .finally(() => (this.#committing = false));
  }

  refused(error: Refused): void {
    this.problem = error;
  }

  #heard(seq: number, at: number): void {
    this.seq = seq;
    this.at = at;
    // An entry is never heard before it was written: one that came quicker than the welcome tells
    // the difference better.
    this.ahead = Math.max(this.ahead ?? -Infinity, at - Date.now());
    if (this.#settled && seq >= this.#settled) {
      this.#settled = 0;
      this.pending = null;
    }
  }
}

export type { Fact };
