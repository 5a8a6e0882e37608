/** How the system says that this process, or all of them, have too many files open or too little memory: nothing is wrong with what was asked for. */
const EXHAUSTED: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM'];
/** These speak of what stands in the file, and come again however often it is read. */
const LASTING: readonly string[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Whether a call failed because the machine had nothing left to do it with, which may pass. */
export function isExhausted(error: unknown): boolean {
  return EXHAUSTED.includes(codeOf(error));
}

/** Whether the database failed over something that may pass, such as a full disk or a file that is busy, and not over what stands in it. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && code.startsWith('SQLITE_') && !LASTING.some((lasting) => code.startsWith(lasting));
}
