/** What a true record proves about its deals, and whose seeds it is about. */
export interface Claim {
    readonly kind:
        | "simulated"
        | "server-alone"
        | "contributed"
        | "uncommitted"
        | "withheld"
        | "shared"
        | "unbound";
    readonly names: readonly string[];
}

/** Whether a record was dealt as committed to; `line` counts from 1, and is null if all is well. */
export function verify(file: string | Uint8Array): Promise<{
    readonly ok: boolean;
    readonly line: number | null;
    readonly message: string;
    readonly claims: readonly Claim[];
}>;
