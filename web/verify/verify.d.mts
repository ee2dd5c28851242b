/** Whether a record was dealt as committed to; `line` counts from 1, and is null if all is well. */
export function verify(
    text: string,
): Promise<{ readonly ok: boolean; readonly line: number | null; readonly message: string }>;
