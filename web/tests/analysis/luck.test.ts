import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawAccounts } from "../../src/analysis/luck.ts";
import { readNetwork } from "../../src/model/network.ts";
import { framesOf } from "../../src/replay/frames.ts";

const root = new URL("../../../", import.meta.url);
const network = readNetwork(readFileSync(new URL("src/openuno/bots/network/master.bin", root)));
const vectors = JSON.parse(
  readFileSync(new URL("tests/vectors/features.json", root), "utf-8"),
) as readonly {
  readonly record: string;
  /** Null where the network was not trained for the rules. */
  readonly accounts: readonly (readonly number[])[] | null;
}[];

const accountsOf = (record: string): ReturnType<typeof drawAccounts> =>
  drawAccounts(framesOf(new TextEncoder().encode(record)).frames, network, () => Promise.resolve());

test.each(vectors)("a record has the accounts that Python finds", async (vector) => {
  const found = await accountsOf(vector.record);
  expect(found?.length).toBe(vector.accounts?.length);
  for (const [player, [rounds, won, par, deal, play]] of (vector.accounts ?? []).entries()) {
    const account = found![player]!;
    expect([account.player, account.rounds, account.won]).toEqual([player, rounds, won]);
    expect(account.par).toBeCloseTo(par!, 12);
    expect(account.deal).toBeCloseTo(deal!, 12);
    expect(account.play).toBeCloseTo(play!, 12);
    expect(account.par + account.deal + account.play).toBeCloseTo(account.won, 12);
  }
});

test("what the deals gave one player they took from the others", async () => {
  const [, , four] = vectors;
  const deals = (await accountsOf(four!.record))!.map(({ deal }) => deal);
  expect(deals.reduce((sum, deal) => sum + deal, 0)).toBeCloseTo(0, 12);
  expect(Math.max(...deals)).toBeGreaterThan(0);
});

test("rules that the network was not trained for have no accounts", async () => {
  const [untrained, ...others] = vectors.filter(({ accounts }) => accounts === null);
  expect(others).toEqual([]);
  expect(await accountsOf(untrained!.record)).toBeNull();
});
