/** These speak of what stands in the file, and come again however often it is read. */
const LASTING: readonly string[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** Whether the database failed over something that may pass, such as a full disk or a file that is busy, and not over what stands in it. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') && !LASTING.some((lasting) => code.startsWith(lasting));
}
