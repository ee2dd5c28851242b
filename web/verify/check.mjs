// node web/verify/check.mjs FILE...: says whether each record was dealt as committed to.

import { readFile } from "node:fs/promises";
import process from "node:process";

import { verify } from "./verify.mjs";

for (const path of process.argv.slice(2)) {
    const { ok, line, message } = await verify(await readFile(path));
    console.log(ok ? `${path}: true. ${message}` : `${path}:${line}: ${message}`);
    if (!ok) process.exitCode = 1;
}
