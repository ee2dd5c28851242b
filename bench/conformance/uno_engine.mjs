// The questions to uno-engine, which answers in JavaScript: prints its version and answers as JSON.
// Each puts a game into a position and looks at what it does; see probes.py for what an answer is.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Card, Color, Game, Value } = require("uno-engine");
const { version } = require("uno-engine/package.json");

const PLAYED = "played";
const FACES = { D: Value.DRAW_TWO, R: Value.REVERSE, S: Value.SKIP };
const COLOURS = { R: Color.RED, G: Color.GREEN, B: Color.BLUE, Y: Color.YELLOW };
const ALL_COLOURS = Object.values(COLOURS);

/** A card by its code: R5, GS (skip), BD (draw two), YR (reverse), W, W4. */
function card(code) {
  if (code === "W") return new Card(Value.WILD);
  if (code === "W4") return new Card(Value.WILD_DRAW_FOUR);
  return new Card(FACES[code[1]] ?? Number(code[1]), COLOURS[code[0]]);
}

/** A game in which the first of the players has the turn. */
function position(hands, top = card("R5")) {
  const game = new Game(hands.map((_, index) => `player ${index}`));
  hands.forEach((hand, index) => {
    game.players[index].hand = hand.split(" ").map(card);
  });
  game.discardedCard = top;
  game.currentPlayer = game.players[0];
  return { game, players: [...game.players] };
}

/** Play a player's first card, a wild in the colour named. */
function play({ game, players }, colour = Color.GREEN, index = 0) {
  const played = players[0].hand[index];
  if (played.isWildCard()) played.color = colour;
  game.play(played);
}

function isRefused(action) {
  try {
    action();
  } catch {
    return true;
  }
  return false;
}

const answer = (asPrinted, otherwise) => (asPrinted ? PLAYED : otherwise);

function fitting(codes, top) {
  return codes.filter((code) => !isRefused(() => play(position([`${code} B9`, "B1"], top))));
}

function askDeck() {
  const { deck } = new Game(["a", "b"]);
  deck.shuffle.reset();
  const count = (value) => deck.cards.filter((each) => each.value === value).length;
  const usual = count(0) === 4 && count(7) === 8 && count(Value.SKIP) === 8;
  return answer(usual && count(Value.WILD_DRAW_FOUR) === 4 && deck.cards.length === 108, "another deck");
}

function askFirstCards() {
  const games = Array.from({ length: 300 }, () => new Game(["a", "b", "c"]));
  return {
    onlyNumbers: games.every((game) => !game.discardedCard.isSpecialCard()),
    complete: games.every((game) => game.deck.length + 3 * 7 + 1 === 108),
    left: games.every((game) => game.playingDirection === 1),
  };
}

function askDrawing() {
  const { game, players } = position(["B1 B2", "B1"]);
  game.draw();
  game.draw();
  return answer(players[0].hand.length === 3, "one can draw any number of cards before passing");
}

function askReneging() {
  const { game, players } = position(["R1 B2", "B1"]);
  game.draw();
  return answer(
    isRefused(() => game.play(players[0].hand[0])),
    "one can draw although a card fits, but then play any card, not only the one drawn",
  );
}

/** What happens to three players when the first plays a card. */
function after(code, hands = [`${code} B1`, "B1", "B1"]) {
  const table = position(hands);
  play(table);
  const { game, players } = table;
  return { turn: players.indexOf(game.currentPlayer), second: players[1].hand.length, game };
}

function askWild() {
  const colours = ALL_COLOURS.filter((colour) => {
    const table = position(["W R1", "B1"]);
    play(table, colour);
    return table.game.discardedCard.color === colour;
  });
  return answer(colours.length === 4, "not every colour can be named");
}

function askDrawFour() {
  const { turn, second, game } = after("W4");
  return answer(turn === 2 && second === 5 && game.discardedCard.color === Color.GREEN, "otherwise");
}

/** A table of three at which the first has just played the second-last card. */
function withOneCard(catcher = "B1 B2 B3") {
  const table = position(["R1 B9", catcher, "B1 B2 B3"]);
  play(table);
  return table;
}

function askUno() {
  const early = position(["R1 B9", "B1 B2 B3"]);
  early.game.uno(early.players[0]);
  play(early);
  early.game.uno(early.players[1]);
  const late = withOneCard();
  late.game.uno(late.players[0]);
  late.game.uno(late.players[1]);
  return answer(
    early.players[0].hand.length === 1 && late.players[0].hand.length === 1,
    "it cannot be said in time",
  );
}

function askCaught() {
  const { game, players } = withOneCard();
  game.uno(players[1]);
  return answer(players[0].hand.length === 3, "the player does not take two cards");
}

function askCaughtBefore() {
  const { game, players } = position(["R1 B9", "B1 B2 B3"]);
  game.uno(players[1]);
  return answer(players[0].hand.length === 2, "one is caught before the card is played");
}

function askCaughtLate() {
  const { game, players } = withOneCard();
  game.draw();
  game.pass();
  game.uno(players[2]);
  return answer(players[0].hand.length === 1, "one can be caught for as long as one holds one card");
}

function askCatcher() {
  const { game, players } = withOneCard("B1 B2");
  game.uno(players[1]);
  const caught = players[0].hand.length === 3;
  const wrong = position(["R1 B9", "B1 B2 B3"]);
  wrong.game.uno(wrong.players[1]);
  const price = wrong.players[1].hand.length - 3;
  return answer(
    caught && price === 0,
    `a player with one or two cards cannot catch, and a wrong catch costs ${price} cards`,
  );
}

function askEnd() {
  const table = position(["R1", "B9 W"]);
  let score = null;
  table.game.on("end", (event) => {
    score = event.score;
  });
  play(table);
  return score;
}

function askPile() {
  const table = position(["B1 B2", "B1"]);
  table.game.deck.shuffle.cards.splice(1);
  table.game.deck.shuffle.length = 1;
  table.game.draw();
  return answer(
    table.game.deck.length < 100,
    `a new deck of ${table.game.deck.length} is shuffled, whatever the players hold`,
  );
}

const first = askFirstCards();
const aside = "cards that act are put aside: only a number begins";
const onFive = fitting(["R1", "B5", "Y2", "GS", "W"], card("R5"));
const named = card("W");
named.color = Color.YELLOW;
const onWild = fitting(["R1", "B5", "Y2", "GS", "W"], named);
const fits = answer(onFive.join() === "R1,B5,W" && onWild.join() === "Y2,W", "other cards fit");
const noChallenge = answer("challenge" in Game.prototype, "absent: there is no challenge");
const uno = askUno();

const clauses = {
  "DECK-1": askDeck(),
  "DEAL-5": answer(
    new Game(["a", "b"]).players.every((player) => player.hand.length === 7),
    "other hands",
  ),
  "START-1": answer(first.left, "another direction"),
  "START-2": answer(!first.onlyNumbers, aside),
  "START-3": answer(!first.onlyNumbers, aside),
  "START-4": answer(!first.onlyNumbers, aside),
  "START-5": answer(!first.onlyNumbers, aside),
  "START-6": answer(first.complete, "it is put aside, and not shuffled back in"),
  "TURN-1": fits,
  "TURN-5": fits,
  "TURN-2": askDrawing(),
  "TURN-3": askReneging(),
  "ACT-1": answer(after("RD").turn === 2 && after("RD").second === 3, "the next player keeps the turn"),
  "ACT-2": answer(after("RR").turn === 2, "play does not turn"),
  "ACT-3": answer(after("RS").turn === 2, "nobody is skipped"),
  "ACT-4": askWild(),
  "WD4-1": askDrawFour(),
  "WD4-2": answer(noChallenge === PLAYED, "it is always legal"),
  "WD4-3": answer(!isRefused(() => play(position(["W4 R1", "B1"]))), "it cannot be bluffed"),
  "WD4-4": noChallenge,
  "WD4-5": noChallenge,
  "WD4-6": noChallenge,
  "WD4-7": noChallenge,
  "UNO-1": uno,
  "UNO-2": askCaught(),
  "UNO-3": askCaughtBefore(),
  "UNO-4": askCaughtLate(),
  "UNO-5": uno,
  "UNO-6": askCatcher(),
  "OUT-1": answer(askEnd() !== null, "play goes on"),
  "OUT-2": answer(after("RD", ["RD", "B1", "B1"]).second === 3, "the cards are not taken"),
  "OUT-3": askPile(),
  "OUT-4": askPile(),
  "SCORE-1": answer(askEnd() === 59, "otherwise counted"),
  "SCORE-4": "absent: it plays single rounds",
  "TWO-1": answer(after("RR", ["RR B1", "B1"]).turn === 0, "the turn passes"),
  "TWO-2": answer(after("RS", ["RS B1", "B1"]).turn === 0, "the turn passes"),
  "TWO-3": answer(after("RD", ["RD B1", "B1"]).turn === 0, "the turn passes"),
};

process.stdout.write(JSON.stringify({ version, clauses }));
