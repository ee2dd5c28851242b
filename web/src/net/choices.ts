import type { Choices } from "../../protocol/http.ts";
import { request } from "./api.ts";

let loading: Promise<Choices> | null = null;

/** Everything a table can choose from, as the server tells it; asked for once. */
export function loadChoices(): Promise<Choices> {
  loading ??= request<Choices>("GET", "/api/editions").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
