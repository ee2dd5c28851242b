import type { Analysis, Endpoints } from "../../protocol/http.ts";
import { Refused, request } from "../net/api.ts";

type Answer = Endpoints["GET /api/games/{game}/analysis"]["answer"];

/** Milliseconds from one answer to the next question. */
const PAUSE = 1500;
/** How often in a row the server may be out of reach before we say so. */
const TRIES = 4;

/** The deeper analysis of a game, which the server works out: asked for, then asked after. */
export class DeepAnalysis {
  /** What the server has said last; null before anybody has asked, and after a refusal. */
  answer = $state.raw<Answer | null>(null);
  error = $state.raw<unknown>(null);
  /** From the question to the first answer. */
  asking = $state(false);
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(readonly game: string) {}

  get result(): Analysis | null {
    return this.answer?.state === "done" ? this.answer.result : null;
  }

  get busy(): boolean {
    return this.asking || this.answer?.state === "waiting" || this.answer?.state === "running";
  }

  /** Have it worked out; what somebody has asked for already is joined. */
  async start(): Promise<void> {
    if (this.busy) return;
    this.asking = true;
    this.answer = this.error = null;
    await this.#ask("POST");
    this.asking = false;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(method: "GET" | "POST"): Promise<void> {
    try {
      const path = `/api/games/${encodeURIComponent(this.game)}/analysis`;
      const answer = await request<Answer>(method, path);
      if (this.#stopped) return;
      this.#failures = 0;
      // The server has started again, or another of its processes answers now.
      if (method === "GET" && answer.state === "not-asked") return await this.#ask("POST");
      this.answer = answer;
      if (answer.state === "waiting" || answer.state === "running") this.#askAgain();
    } catch (error) {
      if (this.#stopped) return;
      const isGone = error instanceof Refused && error.code === "offline";
      if (method === "GET" && isGone && ++this.#failures < TRIES) return this.#askAgain();
      this.answer = null;
      this.error = error;
    }
  }

  #askAgain(): void {
    this.#timer = setTimeout(() => void this.#ask("GET"), PAUSE);
  }
}
