// Tells written rules and what the pencil minds, in each language named: one JSON text in, one out.
import { readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { parseCustomRule } from "./src/model/pencil.ts";
import { faultText, sentenceOf } from "./src/text/custom_rule_text.ts";
import { meaningOf } from "./src/text/rule_meaning.ts";

const { languages, rules, faults } = JSON.parse(process.argv[1]);

function voiceOf(language) {
    const messages = JSON.parse(readFileSync(`src/i18n/${language}/pencil.json`, "utf8"));
    const lists = new Intl.ListFormat(language, { type: "disjunction" });
    return {
        language,
        say: (key, values) => new IntlMessageFormat(messages[key], language).format(values),
        either: (items) => lists.format(items),
        name: (kind, slug) => slug,
    };
}

const told = languages.map((language) => {
    const voice = voiceOf(language);
    return {
        sentences: rules.map((rule) =>
            parseCustomRule(rule).map((effect) => [
                sentenceOf(effect, voice),
                meaningOf(effect, voice),
            ]),
        ),
        faults: faults.map((fault) => faultText(fault, voice)),
    };
});
console.log(
    JSON.stringify({ told: Object.fromEntries(languages.map((one, at) => [one, told[at]])) }),
);
