/** The system's codes for too many open files or too little memory, in this process or all together: the request itself is fine. */
const EXHAUSTED: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM'];
/** These report the file's content and recur on every read. */
const LASTING: readonly string[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Returns whether a call failed because the machine ran out of resources, which may pass. */
export function isExhausted(error: unknown): boolean {
  return EXHAUSTED.includes(codeOf(error));
}

/** Returns whether the database failed for a transient reason, such as a full disk or a busy file, and not because of the file's content. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && code.startsWith('SQLITE_') && !LASTING.some((lasting) => code.startsWith(lasting));
}
