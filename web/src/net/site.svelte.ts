import type { Site } from "../../protocol/http.ts";
import { request } from "./api.ts";

/** The address that others can open; our own until the server has answered. */
export class SharedSite {
  #site = $state.raw<Site | null>(null);

  constructor() {
    $effect(() => {
      request<Site>("GET", "/api/site").then(
        (found) => (this.#site = found),
        () => undefined, // then it is as good as the address we came to
      );
    });
  }

  /** Whether the server has answered. */
  get known(): boolean {
    return this.#site !== null;
  }

  get url(): string {
    return this.#site?.url || location.origin;
  }

  /** Whether it leads nowhere on any other computer. */
  get localOnly(): boolean {
    return this.#site?.local_only ?? false;
  }
}
