// Prints, for each catalogue file named, the arguments of every message: {path: {key: [name, ...]}}.
import { readFileSync } from "node:fs";
import { parse } from "@formatjs/icu-messageformat-parser";

function names(parts, found = new Set()) {
  for (const part of parts) {
    if (part.type >= 1 && part.type <= 6) found.add(part.value);
    for (const option of Object.values(part.options ?? {})) names(option.value, found);
    if (part.children) names(part.children, found);
  }
  return found;
}

const told = {};
for (const path of process.argv.slice(1)) {
  const messages = JSON.parse(readFileSync(path, "utf8"));
  told[path] = Object.fromEntries(
    Object.entries(messages).map(([key, text]) => {
      try {
        return [key, [...names(parse(text, { requiresOtherClause: true }))].sort()];
      } catch (error) {
        return [key, `${error}`];
      }
    }),
  );
}
console.log(JSON.stringify(told));
