import { dealsOf, type ReplayFrames, type Viewpoint } from "./frames.ts";

const PACE = 1000;
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** A replay: where it stands, whether it runs, and whose cards one sees. */
export class Playback {
  at = $state(0);
  running = $state(false);
  speed = $state(1);
  viewpoint = $state<Viewpoint>("all");
  /** Which table one looks at, where there are several. */
  table = $state(0);
  /** How often a step was chosen from a list. */
  shown = $state(0);

  readonly deals;

  constructor(readonly replay: ReplayFrames) {
    this.deals = dealsOf(replay);
    this.viewpoint = replay.record.header.seat ?? "all";
    // A file is opened to see cards: begin where they are dealt.
    this.at = this.deals[0]?.at ?? 0;
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get hand(): number {
    return this.replay.frames[this.at]?.game.hand ?? 0;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.at === this.last) this.running = false;
  }

  /** To a step that somebody chose from a list, which may lie far from the table. */
  show(at: number): void {
    this.go(at);
    this.shown += 1;
  }

  step(by: 1 | -1): void {
    this.running = false;
    this.go(this.at + by);
  }

  /** To the deal of the next round, or to that of this one and then the one before. */
  leap(by: 1 | -1): void {
    const deal =
      by > 0
        ? this.deals.find(({ at }) => at > this.at)
        : this.deals.findLast(({ at }) => at < this.at);
    this.go(deal?.at ?? (by > 0 ? this.last : 0));
  }

  toggle(): void {
    if (!this.running && this.at === this.last) this.at = 0;
    this.running = !this.running;
  }

  /** Let it run until the returned function is called; for an effect. */
  run(): () => void {
    const timer = setTimeout(() => this.go(this.at + 1), PACE / this.speed);
    return () => clearTimeout(timer);
  }
}

/** The keys of a replay; whether this was one of them. */
export function press(event: KeyboardEvent, player: Playback): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target as Element;
  if (target.closest("input, select, textarea, [role=region]")) return false;
  const ahead = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowRight":
      player.step(event.key === ahead ? 1 : -1);
      return true;
    case "PageUp":
    case "PageDown":
      player.leap(event.key === "PageDown" ? 1 : -1);
      return true;
    case "Home":
      player.go(0);
      return true;
    case "End":
      player.go(player.last);
      return true;
    case " ":
      if (target.closest("button, a, summary")) return false;
      player.toggle();
      return true;
    default:
      return false;
  }
}
