// The client's model in a real Node: a line of JSON is a question, and one line is the answer.
import { createInterface } from "node:readline";
import { viewGame } from "../../web/src/model/game.ts";
import { parseFormat, parseRules } from "../../web/src/model/rules.ts";
import {
  RecordError,
  initialGame,
  readRecord,
  replay,
} from "../../web/src/model/record.ts";
import { evolveRound } from "../../web/src/model/round.ts";
import { followRoom } from "../../web/src/model/room.ts";
import { withDefaults } from "../../web/src/model/defaults.ts";
import { newCommitment, requestedSeed } from "../../web/src/net/seed.ts";
import { sha256 } from "../../web/src/model/sha256.ts";
import { lookCode, lookFor } from "../../web/src/faces/looks.ts";
import { mienOf } from "../../web/src/faces/features.ts";
import { THING_FACES } from "../../web/src/faces/things.ts";
import { highlights } from "../../web/src/table/results/highlights.ts";
import { partnerPoints, partnerships } from "../../web/src/table/results/partnerships.ts";
import { nextStage, stageOf } from "../../web/src/table/results/stages.ts";

/** The table as one person knows it after each message. */
function follow(messages) {
  let view = null;
  return messages.map((message) => {
    view =
      message.type === "snapshot"
        ? withDefaults(message.view)
        : followRoom(view, message);
    return view;
  });
}

/** A round as one seat knows it after each step, whose events it is told. */
function round({ view, steps }) {
  return steps.map((events) => {
    view = events.reduce(evolveRound, view);
    return view;
  });
}

/** A record, and the games of its replay: with every card open, and as each of the players saw them. */
function replayAll({ text, players }) {
  try {
    const record = readRecord(text);
    const { header, entries, closing, torn } = record;
    const games = [];
    let error = null;
    try {
      const steps = [{ game: initialGame(record) }, ...replay(record)];
      for (const { game } of steps)
        games.push([game, ...players.map((player) => viewGame(game, player))]);
    } catch (fault) {
      error = describe(fault);
    }
    return { header, entries, closing, torn, games, error };
  } catch (fault) {
    return { error: describe(fault) };
  }
}

/** The line at which bytes cannot be read, null if they can. */
function bytes(given) {
  try {
    readRecord(Uint8Array.from(given));
    return null;
  } catch (fault) {
    return describe(fault).line;
  }
}

function describe(fault) {
  if (!(fault instanceof RecordError)) throw fault;
  return { line: fault.line, fault: fault.fault, message: fault.message };
}

/** A commitment of ours, and the seed we show when a table asks for it. */
function contribution() {
  const { commitment } = newCommitment();
  const starting = { since: 0, asked: true, commitments: [null, commitment], seeds: [null, null] };
  const view = { settings: {}, host: null, seats: [{}, {}], seat: 1, starting };
  return { commitment, seed: requestedSeed(view) };
}

const ANSWERS = {
  sha256: (texts) =>
    texts.map((hex) => Buffer.from(sha256(Buffer.from(hex, "hex"))).toString("hex")),
  contribution,
  highlights: (text) => highlights(readRecord(text)),
  looks: (text) =>
    JSON.parse(text).map((name) => [false, true].map((bot) => lookCode(lookFor(name, bot)))),
  things: () =>
    Object.fromEntries(
      Object.entries(THING_FACES).map(([thing, { own, ...face }]) => [
        thing,
        { ink: "#2b1b18", mouthSize: 1, ...face, ...mienOf("rest", own) },
      ]),
    ),
  stages: (games) =>
    games.map((game) => ({
      now: stageOf(game),
      next: game.scores.map((_, player) => nextStage(game, player)),
    })),
  partnerships: ([game, sheet]) => {
    const stages = partnerships(game, sheet);
    return { stages, together: partnerPoints(game, stages) };
  },
  follow,
  round,
  replay: replayAll,
  rules: (texts) => texts.map(parseRules),
  formats: (texts) => texts.map(parseFormat),
  bytes,
};

for await (const line of createInterface({ input: process.stdin })) {
  const [question, given] = JSON.parse(line);
  let answer;
  try {
    answer = { answer: ANSWERS[question](given) };
  } catch (fault) {
    answer = { failed: `${fault.stack}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
