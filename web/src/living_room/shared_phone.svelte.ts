/** Several people on one phone: whose cards are shown, and whether they are covered. */
import { untrack } from "svelte";
import { seatToAct } from "../model/round.ts";
import { addDevicePlayer, devicePlayers, removeDevicePlayer } from "../net/device_players.ts";
import type { KeptGuest } from "../net/screen_guest.ts";
import { RoomClient } from "../table/live/room_client.svelte.ts";
import { RoomEvents } from "../table/live/room_events.svelte.ts";
import { sceneOf } from "../table/live/scene.ts";
import { seatForGuest } from "../lobby/seating.ts";

/** Whether the table waits for this player. */
function isToAct({ client: { view } }: RoomEvents): boolean {
  const scene = view && sceneOf(view, 0);
  return !!scene && scene.own !== null && seatToAct(scene.round) === scene.own;
}

export class SharedPhone {
  #all = $state.raw<readonly RoomEvents[]>([]);
  /** Whose cards are shown, or would be. */
  #active = $state.raw<RoomEvents>();
  #uncovered = $state.raw(false);
  #acted: RoomEvents | null = null;

  constructor(
    readonly own: RoomEvents,
    /** Whether everyone can see this device, so that even a single hand is covered. */
    readonly onScreen = false,
  ) {
    this.#all = [own];
    this.#active = own;
    for (const kept of devicePlayers(own.client.code)) this.#connect(kept);
  }

  /** Everyone who has a seat and plays on this phone. */
  get players(): readonly RoomEvents[] {
    return this.#all.filter(({ client }) => client.view?.seat != null);
  }

  get isShared(): boolean {
    return this.players.length > 1;
  }

  get active(): RoomEvents {
    return this.#active && this.players.includes(this.#active) ? this.#active : this.own;
  }

  /** Whose turn it is, of those here; null if the table waits for somebody else. */
  get toAct(): RoomEvents | null {
    return this.players.find(isToAct) ?? null;
  }

  /** Whether nobody's cards may be seen; never on a phone on which only one person plays. */
  get isCovered(): boolean {
    return (this.isShared || this.onScreen) && !this.#uncovered;
  }

  /** Call it in an effect: cards are covered when a turn ends here, or another's begins. */
  followTurns(): void {
    const { toAct } = this;
    if (toAct === this.#acted) return;
    if (this.#acted || toAct !== untrack(() => this.active)) this.cover();
    this.#acted = toAct;
  }

  look(player: RoomEvents): void {
    this.#active = player;
    this.#uncovered = true;
  }

  cover(): void {
    this.#uncovered = false;
  }

  /** Somebody without a phone sits down. */
  async add(name: string, face: string): Promise<void> {
    const { client } = this.own;
    const kept = await addDevicePlayer(client.code, name, face);
    const player = this.#connect(kept);
    const seat = client.view && seatForGuest(client.view);
    try {
      await player.client.ask({ do: "sit", seat: seat ?? 0, ready: true, name, face });
    } catch (error) {
      this.#forget(player);
      throw error;
    }
  }

  /** Somebody who shared the phone goes. */
  async remove(player: RoomEvents): Promise<void> {
    await player.client.ask({ do: "leave" });
    this.#forget(player);
  }

  close(): void {
    for (const player of this.#all.filter((each) => each !== this.own)) {
      player.stop();
      player.client.close();
    }
  }

  #connect({ guest, token }: KeptGuest): RoomEvents {
    const player = new RoomEvents(new RoomClient(this.own.client.code, token, null, guest));
    this.#all = [...this.#all, player];
    return player;
  }

  #forget(player: RoomEvents): void {
    player.stop();
    player.client.close();
    removeDevicePlayer(this.own.client.code, player.client.guest);
    this.#all = this.#all.filter((each) => each !== player);
  }
}
