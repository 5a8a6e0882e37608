/** A broken assumption of the program: a bug, never an answer to bad input. */
export class AssertionFailure extends Error {
  override name = 'AssertionFailure';
}

/** Throws `AssertionFailure` unless `condition` holds. The message must carry no personal data. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** Returns `value`; throws `AssertionFailure` if it is null or undefined. */
export function must<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
