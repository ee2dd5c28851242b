/**
 * Why the pencil cannot read a rule, as values. The server says it in one English sentence of a
 * known few; the words it would rather see stay English, as the pencil's language is.
 */

export type FaultKind =
  | "too-long"
  | "nothing"
  | "sentences"
  | "rule-stops"
  | "sentence-stops"
  | "mark"
  | "quotes"
  | "joint"
  | "number"
  | "near"
  | "unknown"
  | "misfit"
  | "same"
  | "honour-length"
  | "honour-plain";

export interface Fault {
  readonly kind: FaultKind;
  /** The word it is about. */
  readonly word: string;
  /** A word that was perhaps meant. */
  readonly near: string;
  /** What could stand there. */
  readonly choices: readonly string[];
  /** The bound that is exceeded. */
  readonly most: number;
}

const WORD = `(?<word>'.*?'|".*?")`;
const CHOICES = "(?<choices>.+)";
const SENTENCES: Readonly<Record<FaultKind, RegExp>> = {
  "too-long": /^a rule has at most (?<most>\d+) characters;/,
  nothing: /^nothing is written here;/,
  sentences: /^a rule has at most (?<most>\d+) sentences;/,
  "rule-stops": new RegExp(`^the rule stops too early; go on with ${CHOICES}$`),
  "sentence-stops": new RegExp(`^the sentence stops too early; go on with ${CHOICES}$`),
  mark: new RegExp(`^a sentence ends with a full stop, not with ${WORD}$`),
  quotes: /^these quotation marks are not closed;/,
  joint: new RegExp(`^${WORD}: one sentence, one effect;`),
  number: new RegExp(`^a number here is 1 to (?<most>\\d+), not ${WORD}$`),
  near: new RegExp(`^no rule says ${WORD}; did you mean (?<near>.+)\\?$`),
  unknown: new RegExp(`^no rule says ${WORD}; write ${CHOICES}$`),
  misfit: new RegExp(`^${WORD} cannot stand here; write ${CHOICES}$`),
  same: /^this is the same player once more;/,
  "honour-length": /^between the quotation marks are 1 to (?<most>\d+) characters$/,
  "honour-plain": /^an honour rule is plain text:/,
};

/** The fault a sentence tells of; null if it is none we know. */
export function faultOf(sentence: string): Fault | null {
  for (const [kind, pattern] of Object.entries(SENTENCES)) {
    const groups = pattern.exec(sentence)?.groups;
    if (!groups && !pattern.test(sentence)) continue;
    const { word = "", near = "", choices = "", most = "" } = groups ?? {};
    return {
      kind: kind as FaultKind,
      word: word.slice(1, -1),
      near,
      choices: choices.split(/, | or /).filter(Boolean),
      most: Number(most),
    };
  }
  return null;
}
