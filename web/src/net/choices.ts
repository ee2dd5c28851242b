import type { Choices } from "../../protocol/http.ts";
import { request } from "./api.ts";

let asked: Promise<Choices> | null = null;

/** Everything a table can choose from, as the server tells it; asked for once. */
export function choices(): Promise<Choices> {
  asked ??= request<Choices>("GET", "/api/editions").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
