/** How the system says that this process, or all of them, have too many files open or too little memory: nothing is wrong with what was asked for. */
const CODES: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** Whether a call failed because the machine had nothing left to do it with, which may pass. */
export function isExhausted(error: unknown): boolean {
  return CODES.includes((error as { code?: unknown } | null)?.code);
}
