/** The text form of a table's rules: `house+stacking=same+written=You_play_again.` */

/** An edition, and what the table plays otherwise: values by switch, as text. */
export interface RulesParts {
  readonly edition: string;
  readonly changes: Readonly<Record<string, string>>;
  /** What is written on the blanks, in order; an empty one is a plain wild. */
  readonly written: readonly string[];
}

const SIGNS: readonly (readonly [string, string])[] = [
  ["%", "%25"],
  ["_", "%5F"],
  ["|", "%7C"],
  ["+", "%2B"],
  ["=", "%3D"],
  [" ", "_"],
];

function escapeRule(rule: string): string {
  let text = rule.trim().replace(/\s+/g, " ");
  for (const [sign, code] of SIGNS) text = text.replaceAll(sign, code);
  return text;
}

function unescapeRule(text: string): string {
  let rule = text;
  for (const [sign, code] of [...SIGNS].reverse()) rule = rule.replaceAll(code, sign);
  return rule;
}

/** Read the rules of a table; what they say is for the server to check. */
export function splitRules(text: string): RulesParts {
  const [edition = "", ...parts] = text.split("+");
  const changes: Record<string, string> = {};
  let written: string[] = [];
  for (const part of parts) {
    const at = part.indexOf("=");
    const name = part.slice(0, at);
    const value = part.slice(at + 1);
    if (name === "written") written = value.split("|").map(unescapeRule);
    else changes[name] = value;
  }
  return { edition, changes, written };
}

/** Write the rules of a table. Blanks at the end that nobody wrote on are left out. */
export function joinRules({ edition, changes, written }: RulesParts): string {
  const rules = written.map(escapeRule);
  while (rules.at(-1) === "") rules.pop();
  const parts = Object.entries(changes).map(([name, value]) => `+${name}=${value}`);
  if (rules.length) parts.push(`+written=${rules.join("|")}`);
  return edition + parts.join("");
}
