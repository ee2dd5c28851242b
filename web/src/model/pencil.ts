/**
 * The pencil: what is written on the blanks, read from its normal form and what older tables kept.
 *
 * Each word becomes the name of its kind (`draws` and `draw` are DRAW), and a sentence is one of the
 * patterns below. The server reads what people write and sends the normal form; any other text is a
 * `DoesNotFollow`.
 */
import type {
  Colour,
  Compare,
  Condition,
  Effect,
  CardKind,
  CountPerCard,
  Side,
  Who,
} from "../../protocol/messages.ts";
import { LIMITS } from "../../protocol/values.ts";
import { DoesNotFollow } from "./round.ts";

const WORDS: Readonly<Record<string, string>> = {
  A: "a an",
  CARD: "cards card",
  COLOUR: "colour color",
  COLOURED: "red yellow green blue",
  DISCARD: "discards discard",
  DO: "do does",
  DRAW: "draws draw",
  EACH: "each every",
  EVERYONE: "everyone everybody",
  FEWER: "fewer less",
  GIVE: "gives give",
  HAND: "hands hand",
  HOLD: "holds hold has have",
  IS: "is are",
  DRAWTWO: "draw-two",
  LOSE: "loses lose misses miss skips skip",
  NAME: "name names",
  NEIGHBOURS: "neighbours neighbour",
  NUMBERED: "number",
  NUMBER: "one two three four five six seven eight nine ten",
  OTHER: "other others",
  PASS: "pass passes move moves",
  PICK: "picks pick",
  PLAYER: "player players",
  REVERSE: "reverses reverse",
  SHOW: "shows show",
  SWAP: "swaps swap trades trade exchanges exchange",
  TAKE: "takes take",
  TURN: "turn turns",
  WANT: "wants want",
};
const ALONE =
  "across action after again all at choice choose chosen comes direction down else exactly fewest for from " +
  "go if in least left may more most named next neither nobody none not of on only otherwise partner " +
  "per play previous random right round shuffled skipped so than the their they to until up whoever " +
  "wild with you your end";
const NUMBERS = (WORDS.NUMBER ?? "").split(" ");
/** Kinds of which it matters which word it was; the word comes along. */
const KINDS_WITH_WORD = new Set(["COLOURED", "DIGITS", "NUMBER"]);
const KINDS = new Map(
  Object.entries({
    ...WORDS,
    ...Object.fromEntries(ALONE.split(" ").map((one) => [one, one])),
  }).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind.toUpperCase()] as const),
  ),
);

/** The next players by how many: from two on, which are told apart by the number alone. */
const NEXT_PLAYERS = [
  "next-two",
  "next-three",
  "next-four",
  "next-five",
  "next-six",
  "next-seven",
  "next-eight",
  "next-nine",
] as const satisfies readonly Who[];
type OtherWho = Exclude<Who, Exclude<(typeof NEXT_PLAYERS)[number], "next-two">>;
const PLAYERS: Readonly<Record<OtherWho, string>> = {
  you: "YOU",
  next: "THE? NEXT PLAYER",
  previous: "THE? PREVIOUS PLAYER",
  chosen: "(A|THE) PLAYER YOU CHOOSE|A PLAYER OF YOUR CHOICE|THE CHOSEN PLAYER",
  partner: "YOUR PARTNER",
  most: "(WHOEVER HOLD|THE PLAYER WITH) THE? MOST CARD?",
  fewest: "(WHOEVER HOLD|THE PLAYER WITH) THE? FEWEST CARD?",
  everyone: "EVERYONE|ALL PLAYER",
  others: "EVERYONE ELSE|(THE|ALL) OTHER PLAYER?",
  left: "THE PLAYER ON YOUR LEFT",
  right: "THE PLAYER ON YOUR RIGHT",
  neighbours: "EACH OF YOUR NEIGHBOURS",
  across: "THE PLAYER ACROSS FROM YOU",
  "after-next": "THE PLAYER AFTER THE NEXT",
  "next-two": "EACH OF THE NEXT NUMBER PLAYER",
};
const ANYONE = Object.values(PLAYERS).join("|");
const AMOUNT = "<number>(NUMBER|A)";
const AT_RANDOM = `${AMOUNT} (RANDOM CARD|CARD AT RANDOM)`;
const OF_CHOICE = `${AMOUNT} CARD OF (YOUR|THEIR) CHOICE`;
const OF_NAMED = "CARD OF THE COLOUR NAMED";
const KIND = "(COLOURED|WILD|LOSE|REVERSE|DRAWTWO|DRAW|NUMBERED|ACTION) CARD";
const AT_MOST = "(AT MOST (NUMBER|A) CARD?)?";
const HELD = `(${ANYONE}|THEY) HOLD|IN YOUR HAND`;
const COUNTED = "(OTHER PLAYER|PLAYER|NEIGHBOURS|NUMBER OF THE NEXT NUMBER PLAYER)";
const EACH = `(<each>((FOR EACH|PER) ((${OF_NAMED}|${KIND}|CARD|NUMBER) (${HELD})|${COUNTED}) ${AT_MOST}))?`;
const WHO = `<who>(${ANYONE})`;
const OTHER = `<other>(${ANYONE})`;
const THE_COLOUR = "(THE COLOUR NAMED|THE NAMED COLOUR)";
const MY_HAND = "(THE|YOUR|THEIR)? HAND";

const NONE_OF_NEXT = "(NEITHER|NONE) OF THE NEXT NUMBER PLAYER";
const NOBODIES = `NOBODY ELSE|NOBODY|${NONE_OF_NEXT}|NEITHER OF YOUR NEIGHBOURS`;
const LIMITED = `<kind>(${OF_NAMED}|${KIND}|DIGITS) UNTIL <until>(YOUR NEXT TURN|THE END OF THE ROUND)`;

const EFFECTS: Readonly<Record<Exclude<Effect["effect"], "honour">, RegExp>> = {
  draws: pattern(`${WHO} (DRAW|PICK UP) ${AMOUNT} CARD? ${EACH}`),
  "loses-turn": pattern(
    `${WHO} (LOSE (<number>(NUMBER)|(A|THE|YOUR|THEIR)? NEXT?) TURN|IS SKIPPED)`,
  ),
  "draws-to": pattern(`${WHO} DRAW UNTIL (YOU|THEY) HOLD ${AMOUNT} CARD`),
  "draws-until": pattern(`${WHO} DRAW UNTIL A <kind>(${OF_NAMED}|${KIND}|NUMBER) COMES`),
  "discards-to": pattern(`${WHO} DISCARD AT RANDOM DOWN TO ${AMOUNT} CARD`),
  "discards-to-chosen": pattern(`${WHO} DISCARD DOWN TO ${AMOUNT} CARD OF (YOUR|THEIR) CHOICE`),
  "discards-kind": pattern(`${WHO} DISCARD ALL <kind>(${KIND}|DIGITS)`),
  discards: pattern(`${WHO} DISCARD ${AT_RANDOM} ${EACH}`),
  "discards-colour": pattern(`${WHO} DISCARD (ALL|EACH) CARD? OF ${THE_COLOUR}`),
  swaps: pattern(`${WHO} SWAP ${MY_HAND} WITH ${OTHER}`),
  shows: pattern(`${WHO} SHOW ${MY_HAND} TO ${OTHER}`),
  gives: pattern(`${WHO} GIVE ${AT_RANDOM} TO ${OTHER} ${EACH}`),
  takes: pattern(`${WHO} TAKE ${AT_RANDOM} FROM ${OTHER} ${EACH}`),
  "discards-chosen": pattern(`${WHO} DISCARD ${OF_CHOICE} ${EACH}`),
  "gives-chosen": pattern(`${WHO} GIVE ${OF_CHOICE} TO ${OTHER} ${EACH}`),
  "passes-cards": pattern(`EVERYONE PASS ${OF_CHOICE} TO THE <side>(LEFT|RIGHT) ${EACH}`),
  "swaps-chosen": pattern("NUMBER PLAYER YOU CHOOSE SWAP HAND"),
  "names-colour": pattern(`${WHO} NAME THE COLOUR`),
  forbids: pattern(`(<nobody>(${NOBODIES}) MAY|${WHO} MAY NOT) PLAY ${LIMITED}`),
  "allows-only": pattern(`${WHO} MAY PLAY ONLY ${LIMITED}`),
  reverses: pattern("(PLAY|THE DIRECTION) REVERSE"),
  "passes-hands": pattern("ALL? THE? HAND PASS TO? THE? <side>(LEFT|RIGHT)"),
  "shuffles-hands": pattern("ALL? THE? HAND IS SHUFFLED"),
  "plays-again": pattern("YOU (PLAY|GO) AGAIN"),
};
const COMPARE = "<compare>(((FEWER|MORE) THAN|EXACTLY|AT LEAST|AT MOST)?)";
const HOLDS = pattern(`${WHO} HOLD ${COMPARE} ${AMOUNT} CARD?`, "");
const HELD_KIND = `<kind>(${OF_NAMED}|${KIND}|NUMBER)`;
const HAS = pattern(`${WHO} HOLD A ${HELD_KIND}`, "");
const NOBODY: readonly (readonly [Who, RegExp])[] = [
  ["others", pattern(`NOBODY ELSE HOLD A ${HELD_KIND}`, "")],
  ["everyone", pattern(`NOBODY HOLD A ${HELD_KIND}`, "")],
  ["next-two", pattern(`${NONE_OF_NEXT} HOLD A ${HELD_KIND}`, "")],
  ["neighbours", pattern(`NEITHER OF YOUR NEIGHBOURS HOLD A ${HELD_KIND}`, "")],
];
const HAS_NOT = pattern(`${WHO} DO NOT HOLD A ${HELD_KIND}`, "");
const WANTS = pattern(`${WHO} WANT TO`, "");
const THEY_HAVE = pattern(`THEY HOLD A ${HELD_KIND}`, "");
const THEY_HAVE_NO = pattern(`THEY DO NOT HOLD A ${HELD_KIND}`, "");
const THEY_HOLD = pattern(`THEY HOLD ${COMPARE} ${AMOUNT} CARD?`, "");
const NAMED = pattern(`(${THE_COLOUR} IS|YOU NAME) <not>(NOT?) <colour>(COLOURED)`, "");
const PER_CARD = pattern(
  `(FOR EACH|PER) <kind>(${OF_NAMED}|${KIND}|CARD|NUMBER) (<who>(${ANYONE}|THEY) HOLD|IN YOUR HAND) (AT MOST ${AMOUNT} CARD?)?`,
);
const PER_PLAYER = pattern(`(FOR EACH|PER) <counted>(${COUNTED}) (AT MOST ${AMOUNT} CARD?)?`);
const PLAYER_PATTERNS = Object.entries(PLAYERS).map(
  ([who, said]) => [who as OtherWho, pattern(said)] as const,
);
const COMPARES: Readonly<Record<string, Compare>> = {
  "FEWER THAN ": "fewer",
  "MORE THAN ": "more",
  "AT LEAST ": "at-least",
  "AT MOST ": "at-most",
};
const COLOURS: Readonly<Record<string, Colour>> = { blue: "B", green: "G", red: "R", yellow: "Y" };

const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const TOKEN = new RegExp(
  String.raw`(?<skip>(?:${SPACE.source}|,)+)|(?<stop>\.)|"(?<plain>[^"“”]*)"|“(?<curly>[^"“”]*)”|(?<word>[^\s.,;:!?"“”]+)|(?<bad>.)`,
  "gsu",
);

/** The rule written so. */
export function parseCustomRule(text: string): readonly Effect[] {
  if ([...text].length > LIMITS.rule) throw new DoesNotFollow("the rule is too long");
  const effects: Effect[] = [];
  let said = "";
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const quoted = groups.plain ?? groups.curly;
    if (groups.word !== undefined) said += toToken(groups.word);
    else if (quoted !== undefined && said === "")
      effects.push({ effect: "honour", text: collapseSpaces(quoted) });
    else if (groups.stop !== undefined && (said !== "" || effects.at(-1)?.effect === "honour")) {
      if (said !== "") effects.push(parseSentence(said));
      said = "";
    } else if (groups.skip === undefined) throw new DoesNotFollow(`${text} is no rule`);
  }
  if (said !== "") effects.push(parseSentence(said));
  if (effects.length === 0) throw new DoesNotFollow("nothing is written here");
  if (effects.length > LIMITS.ruleSentences)
    throw new DoesNotFollow("the rule has too many sentences");
  return effects;
}

function toToken(word: string): string {
  const spoken = word.toLowerCase();
  const kind = /^[0-9]+$/.test(spoken)
    ? "NUMBER"
    : /^[0-9]s$/.test(spoken)
      ? "DIGITS"
      : KINDS.get(spoken);
  if (kind === undefined) throw new DoesNotFollow(`no rule says ${word}`);
  return KINDS_WITH_WORD.has(kind) ? `${kind}=${spoken} ` : `${kind} `;
}

function collapseSpaces(quoted: string): string {
  return quoted.split(SPACE).filter(Boolean).join(" ");
}

function parseSentence(said: string): Effect {
  if (said.startsWith("OTHERWISE "))
    return parseEffect(said.slice("OTHERWISE ".length), { if: "otherwise" });
  if (said.startsWith("IF SO ")) return parseEffect(said.slice("IF SO ".length), { if: "if-so" });
  const [before = "", after] = said.split(/\bIF /);
  if (after === undefined) return parseEffect(before, null);
  if (before !== "") return parseEffect(before, parseCondition(after)[0]);
  const [when, rest] = parseCondition(after);
  return parseEffect(rest, when);
}

function parseEffect(said: string, when: Condition | null): Effect {
  for (const [name, saying] of Object.entries(EFFECTS)) {
    const found = saying.exec(said);
    if (found) return buildEffect(name as keyof typeof EFFECTS, found.groups ?? {}, when);
  }
  throw new DoesNotFollow(`no rule says ${said}`);
}

type Groups = Readonly<Record<string, string | undefined>>;

function buildEffect(effect: keyof typeof EFFECTS, groups: Groups, when: Condition | null): Effect {
  switch (effect) {
    case "draws":
    case "discards":
    case "discards-chosen":
      return { effect, who: parsePlayer(groups.who), amount: parseAmount(groups), when };
    case "draws-to":
    case "discards-to":
    case "discards-to-chosen":
      return { effect, who: parsePlayer(groups.who), number: parseCount(groups.number), when };
    case "discards-kind":
    case "draws-until":
      return { effect, who: parsePlayer(groups.who), kind: parseKind(groups.kind), when };
    case "loses-turn": {
      const turns = groups.number === undefined ? 1 : parseCount(groups.number);
      return { effect, who: parsePlayer(groups.who), turns, when };
    }
    case "discards-colour":
    case "names-colour":
      return { effect, who: parsePlayer(groups.who), when };
    case "forbids":
    case "allows-only":
      return {
        effect,
        who: groups.nobody === undefined ? parsePlayer(groups.who) : parseNobody(groups.nobody),
        kind: parseKind(groups.kind),
        until: groups.until?.startsWith("YOUR ") ? "next-turn" : "round",
        when,
      };
    case "swaps":
      return { effect, who: parsePlayer(groups.who), other: parsePlayer(groups.other), when };
    case "shows":
      return { effect, who: parsePlayer(groups.who), to: parsePlayer(groups.other), when };
    case "gives":
    case "gives-chosen": {
      const to = parsePlayer(groups.other);
      return { effect, who: parsePlayer(groups.who), amount: parseAmount(groups), to, when };
    }
    case "takes": {
      const source = parsePlayer(groups.other);
      return { effect, who: parsePlayer(groups.who), amount: parseAmount(groups), source, when };
    }
    case "passes-hands":
      return { effect, side: wordOf(groups.side) as Side, when };
    case "passes-cards":
      return { effect, amount: parseAmount(groups), side: wordOf(groups.side) as Side, when };
    case "reverses":
    case "shuffles-hands":
    case "plays-again":
    case "swaps-chosen":
      return { effect, when };
  }
}

/** The condition said first, and what is said after it. */
function parseCondition(said: string): readonly [Condition, string] {
  const named = NAMED.exec(said);
  if (named) {
    const colour = COLOURS[wordOf(named.groups?.colour)];
    const asked = named.groups?.not ? "not-named" : "named";
    if (colour) return [{ if: asked, colour }, said.slice(named[0].length)];
  }
  const wants = WANTS.exec(said);
  if (wants)
    return [{ if: "wants", who: parsePlayer(wants.groups?.who) }, said.slice(wants[0].length)];
  const theyHave = THEY_HAVE.exec(said);
  const theyLack = THEY_HAVE_NO.exec(said);
  const they = theyHave ?? theyLack;
  if (they) {
    const kind = parseKind(they.groups?.kind);
    return [{ if: theyHave ? "they-have" : "they-have-no", kind }, said.slice(they[0].length)];
  }
  const theyHold = THEY_HOLD.exec(said);
  if (theyHold) {
    const { compare = "", number } = theyHold.groups ?? {};
    return [
      { if: "they-hold", compare: COMPARES[compare] ?? "exactly", number: parseCount(number) },
      said.slice(theyHold[0].length),
    ];
  }
  const holding = HAS.exec(said);
  const has = holding ?? HAS_NOT.exec(said);
  if (has) {
    const { who, kind } = has.groups ?? {};
    const asked = holding ? "has" : "has-no";
    return [{ if: asked, who: parsePlayer(who), kind: parseKind(kind) }, said.slice(has[0].length)];
  }
  for (const [who, saying] of NOBODY) {
    const found = saying.exec(said);
    if (!found) continue;
    const kind = parseKind(found.groups?.kind);
    const holder = who === "next-two" ? nextPlayers(found[0]) : who;
    return [{ if: "has-no", who: holder, kind }, said.slice(found[0].length)];
  }
  const holds = HOLDS.exec(said);
  if (!holds) throw new DoesNotFollow(`no rule says if ${said}`);
  const { who, compare = "", number } = holds.groups ?? {};
  return [
    {
      if: "holds",
      who: parsePlayer(who),
      compare: COMPARES[compare] ?? "exactly",
      number: parseCount(number),
    },
    said.slice(holds[0].length),
  ];
}

function parseAmount({ number, each }: Groups): number | CountPerCard {
  if (each === undefined) return parseCount(number);
  const players = PER_PLAYER.exec(each)?.groups;
  if (players)
    return {
      number: parseCount(number),
      kind: null,
      who: parseCounted(players.counted ?? ""),
      most: players.number === undefined ? LIMITS.ruleNumber : parseCount(players.number),
    };
  const { kind, who, number: most } = PER_CARD.exec(each)?.groups ?? {};
  return {
    number: parseCount(number),
    kind: parseKind(kind),
    who: who === undefined ? "you" : who === "THEY " ? null : parsePlayer(who),
    most: most === undefined ? LIMITS.ruleNumber : parseCount(most),
  };
}

const KIND_NAMES: Readonly<Record<string, CardKind>> = {
  CARD: "any",
  WILD: "wild",
  LOSE: "skip",
  REVERSE: "reverse",
  DRAWTWO: "draw-two",
  DRAW: "draw",
  NUMBERED: "number",
  ACTION: "action",
};

/** A kind of card: a colour, a digit, or the name of a kind. */
function parseKind(said = ""): CardKind {
  if (said.startsWith("CARD OF ")) return "named";
  const [token = ""] = said.split(" ");
  const word = /^NUMBER=|^DIGITS=/.test(token) ? wordOf(token).replace("s", "") : wordOf(token);
  return KIND_NAMES[token] ?? (word as CardKind);
}

function parsePlayer(said: string | undefined): Who {
  const found = PLAYER_PATTERNS.find(([, pattern]) => pattern.test(said ?? ""));
  if (!found) throw new DoesNotFollow(`nobody is called ${said}`);
  return found[0] === "next-two" ? nextPlayers(said ?? "") : found[0];
}

/** The next players, by the number that is said of them. */
function nextPlayers(said: string): Who {
  const count = parseCount(/NEXT NUMBER=(\S+)/.exec(said)?.[1]);
  const who = NEXT_PLAYERS[count - 2];
  if (who === undefined) throw new DoesNotFollow(`nobody is called ${said}`);
  return who;
}

/** The players who are counted. */
function parseCounted(said: string): Who {
  if (said.includes("NEXT ")) return nextPlayers(said);
  if (said.startsWith("NEIGHBOURS")) return "neighbours";
  return said.startsWith("OTHER") ? "others" : "everyone";
}

/** Several players none of whom may do it. */
function parseNobody(said: string): Who {
  if (said.startsWith("NOBODY ")) return said === "NOBODY " ? "everyone" : "others";
  return said.includes("NEIGHBOURS") ? "neighbours" : nextPlayers(said);
}

function parseCount(said: string | undefined): number {
  const digits = wordOf(said);
  const number = digits === "a" ? 1 : NUMBERS.indexOf(digits) + 1 || Number(digits);
  if (number < 1 || number > LIMITS.ruleNumber)
    throw new DoesNotFollow(`a number is 1 to ${LIMITS.ruleNumber}`);
  return number;
}

/** The word of a token: `left` of `SIDE=left `. */
function wordOf(said: string | undefined): string {
  return (said ?? "").trim().replace(/^.*=/, "").toLowerCase();
}

/** A pattern of tokens: kinds in capitals, each followed by a space; `<name>(…)` is kept. */
function pattern(written: string, end = "$"): RegExp {
  const tokens = written
    .replace(
      /(?<!<)\b[A-Z]+\b/g,
      (kind) => `(?:${kind}${KINDS_WITH_WORD.has(kind) ? "=\\S+" : ""}~)`,
    )
    .replaceAll(" ", "")
    .replaceAll("~", " ")
    .replace(/\((?!\?)/g, "(?:")
    .replace(/<([a-z]+)>\(\?:/g, "(?<$1>");
  return new RegExp(`^(?:${tokens})${end}`);
}
