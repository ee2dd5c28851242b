/** A key that is given twice in one object: `JSON.parse` would quietly take the last. */
const MARK = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The first such key of a text that is JSON, null if there is none. */
export function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  let last = "";
  for (const [mark] of json.matchAll(MARK)) {
    const keys = open.at(-1);
    if (mark === "{") open.push(new Set());
    else if (mark === "[") open.push(null);
    else if (mark === "}" || mark === "]") open.pop();
    else if (mark === ":" && keys) {
      const key = JSON.parse(last) as string; // one key can be written in several ways
      if (keys.has(key)) return key;
      keys.add(key);
    }
    last = mark;
  }
  return null;
}
