// What a true record proves about its deals, and by whose seeds, as docs/fairness.md puts it.

const SENTENCES = {
    simulated: () =>
        "The cards come from a seed that anyone could choose: this proves nothing about fairness.",
    "server-alone": () => "Only the server contributed a seed: it could have chosen the deal.",
    contributed: (names) =>
        `The server's seed and those of ${names} were fixed before any was shown: nobody could choose the deal unless everyone behind these seeds worked together.`,
    uncommitted: (names) =>
        `The seeds of ${names} were shown without a commitment: they protect against the server alone, not against the server with another player's help.`,
    withheld: (names) =>
        `${names} committed to a seed and did not show it: with the server's help each could choose between two deals.`,
    shared: () =>
        "The cards follow from the seed and from what the tables of a sitting have in common: every table with this commitment, these rules and as many players was dealt the same ones.",
    unbound: () =>
        "This game was dealt by an older scheme: its rules, format, names and dealer are not bound to the deal and may have been changed since.",
};

/** What a record with this header proves, if it is true: `[{ kind, names }]`. */
export function claimsOf({ chance, names }) {
    if (chance.scheme === "fast") return [{ kind: "simulated", names: [] }];
    if (chance.scheme === "openuno shared deal 1") {
        return [
            { kind: "server-alone", names: [] },
            { kind: "shared", names: [] },
        ];
    }
    const old = chance.scheme === "openuno deal 1";
    const added = chance.clients.map((client) =>
        old && client !== null ? { commitment: null, seed: client } : client,
    );
    const those = (is) => names.filter((_, player) => added[player] && is(added[player]));
    const named = [
        { kind: "contributed", names: those((it) => it.commitment !== null && it.seed !== null) },
        { kind: "uncommitted", names: those((it) => it.commitment === null) },
        { kind: "withheld", names: those((it) => it.seed === null) },
    ].filter((claim) => claim.names.length > 0);
    const alone = added.every((client) => !client?.seed);
    return [
        ...(alone ? [{ kind: "server-alone", names: [] }] : []),
        ...named,
        ...(old ? [{ kind: "unbound", names: [] }] : []),
    ];
}

/** The claim in words. */
export function sentenceOf({ kind, names }) {
    const listed = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean);
    return SENTENCES[kind](listed.join(" and "));
}
