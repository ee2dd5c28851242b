import { expect, test } from "vitest";
import { newGame } from "../../src/model/game.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";
import { pollOn } from "../../src/model/votes.ts";
import { sentencesOf } from "../../src/table/live/narration.ts";
import { restOf, timeFor } from "../../src/table/live/time.svelte.ts";
import { chanceOfColour } from "../../src/table/prompts/odds.ts";
import { nextStage, stageOf } from "../../src/table/results/stages.ts";
import { standings } from "../../src/table/results/standings.ts";
import { emptyRoom, newsOf, roundWith } from "../views.ts";

function gameWith(format: string, scores: readonly number[]) {
  const game = newGame(parseRules("classic"), parseFormat(format), scores.length, null);
  return { ...game, scores };
}

test("the chance of a colour is that of drawing it blindly", () => {
  const round = roundWith([[], ["??"]], { discard: [] });
  expect(chanceOfColour(round, "R", 0)).toBe(0);
  expect(chanceOfColour(round, "R", 1)).toBeCloseTo(25 / 108);
  expect(chanceOfColour(round, "R", 2)).toBeCloseTo(1 - (83 / 108) * (82 / 107));
});

test("cards one sees are no longer to be had", () => {
  const round = roundWith([["R1", "B1"], ["??"]], { discard: ["R2"] });
  expect(chanceOfColour(round, "R", 1)).toBeCloseTo(23 / 105);
});

test("those who are level share a rank", () => {
  const ranks = standings(gameWith("race", [10, 30, 30])).map(({ rank, players }) => [
    rank,
    players,
  ]);
  expect(ranks).toEqual([
    [1, [1]],
    [1, [2]],
    [3, [0]],
  ]);
  expect(standings(gameWith("low-tally", [10, 30, 30]))[0]?.players).toEqual([0]);
  expect(standings(gameWith("partners", [10, 30, 10, 30]))[0]?.players).toEqual([1, 3]);
});

test("partners rotate after four rounds", () => {
  const players = [0, 1, 2, 3];
  const tables = [{ players, view: roundWith([[], [], [], []]) }];
  const game = { ...gameWith("rotating", [0, 0, 0, 0]), hand: 4, tables };
  expect(stageOf(game)).toEqual({ stage: 1, stages: 3 });
  expect(nextStage({ ...game, hand: 3 }, 0)).toBeNull();
  expect(nextStage(game, 0)).toMatchObject({ stage: 2, table: 0 });
  expect(nextStage({ ...game, hand: 12 }, 0)).toBeNull();
});

test("a vote needs more than half, and counts for a while", () => {
  const seats = ["ada", "bo", "cleo"].map((guest) => ({ guest }));
  const votes = [{ guest: "bo", seat: 0, until: 100 }];
  const view = { ...emptyRoom(3), seats, votes };
  expect(pollOn(view, 0, "bo", 50)).toEqual({ votes: 1, needed: 2, mine: true });
  expect(pollOn(view, 0, "bo", 100)).toEqual({ votes: 0, needed: 2, mine: false });
  expect(pollOn(view, null, "bo", 50).votes).toBe(0);
});

test("a player's time is the table's, and shorter for one who is away", () => {
  const seat = { name: "Ada", guest: "ada" };
  const view = { ...emptyRoom(2), seats: [seat, {}], waiting: [{ seat: 0, since: 1000 }] };
  expect(timeFor(view, 0)).toEqual({ from: 1000, until: 61_000 });
  const away = { ...view, seats: [{ ...seat, away: 5000 }, {}] };
  expect(timeFor(away, 0)).toEqual({ from: 1000, until: 35_000 });
  expect(timeFor({ ...view, seats: [{ name: "Bo", bot: "casual" }, {}] }, 0)).toBeNull();
  expect(restOf({ ...view, rested: 2000 })).toEqual({ from: 2000, until: 22_000 });
});

test("the log says who did what", () => {
  const fact = { fact: "sat", seat: 1, guest: "bo", name: "Bo" } as const;
  const after = { ...emptyRoom(2), seats: [{}, { name: "Bo", guest: "bo" }] };
  const [sentence] = sentencesOf(newsOf(fact), emptyRoom(2), after);
  expect(sentence).toMatchObject({ player: 1 });
  expect(sentence?.text).toContain("Bo");
});

test("the log says what someone is called now, but not while they sit down", () => {
  const fact = { fact: "renamed", guest: "bo", name: "Bob" } as const;
  const room = (name: string) => ({ ...emptyRoom(2), seats: [{}, { name, guest: "bo" }] });
  expect(sentencesOf(newsOf(fact), room("Bo"), room("Bob"))).toMatchObject([{ player: 1 }]);
  const sat = { fact: "sat", seat: 1, guest: "bo", name: "Bob" } as const;
  expect(sentencesOf(newsOf(fact, sat), emptyRoom(2), room("Bob"))).toHaveLength(1);
});
