// The same bot in JavaScript: `uno ladder --bots "engine:node engine_bot.mjs,regular"`.

import { createInterface } from "node:readline";

const POINTS = { D: 20, R: 20, S: 20 };

/** What the card of an action counts; actions that play none count less than any card. */
function worth(code) {
  if (!/^[A-Z]/.test(code)) return -1;
  return code.startsWith("W") ? 50 : (POINTS[code[1]] ?? Number(code[1]));
}

function decide({ view, legal }) {
  if (legal.includes("uno")) return "uno";
  if (view.phase.seat !== view.seat || legal.length === 0) return null;
  // An exclamation mark says UNO with the card: among equals that is the better way.
  const value = (code) => 2 * worth(code) + (code.endsWith("!") ? 1 : 0);
  return legal.reduce((best, code) => (value(code) > value(best) ? code : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.ask === "quit") break;
  const answer =
    question.ask === "hello"
      ? { protocol: 1, name: "the most expensive card" }
      : { action: decide(question) };
  console.log(JSON.stringify(answer));
}
